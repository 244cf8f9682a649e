/** From the options of the chart library, or from SVG, to the bytes of a PNG. */
import { Resvg } from '@resvg/resvg-js'
import { init } from 'echarts/dist/echarts.esm.min.mjs' // one file loads in a tenth of a second, the same in parts in six
import sharp from 'sharp'
import { FONT_FAMILY, fontFiles } from './fonts.mjs'

/** @import { Layout } from './elements.js' */

/** For high-density screens, and for those who zoom in. */
const DENSITY = 2

/** @param {Layout} layout */
export async function toPng({ option, width, height }) {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    return await drawnPng(chart.renderToSVGString())
  } finally {
    chart.dispose()
  }
}

/**
 * With a palette: a third of the bytes of one without. A photo's colors are more than it has, and are mixed from dots.
 * @param {string} svg
 */
export async function drawnPng(svg, { isPhoto = false } = {}) {
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT_FAMILY }
  const drawn = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: DENSITY } }).render()
  const raw = { width: drawn.width, height: drawn.height, channels: /** @type {const} */ (4) }
  return await sharp(drawn.pixels, { raw })
    .removeAlpha()
    .png({ palette: true, dither: isPhoto ? 1 : 0 })
    .toBuffer()
}
