/** Renders options of the chart library, or SVG, as PNG. */
import { Resvg } from '@resvg/resvg-js'
import { init } from 'echarts/dist/echarts.esm.min.mjs' // one file loads in a tenth of a second, separate modules take six tenths
import sharp from 'sharp'
import { FONT_FAMILY, fontFiles } from './fonts.mjs'

/** @import { Layout } from './elements.js' */

/** For high-density screens, and for zooming in. */
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

/** Uses a palette, which saves two thirds of the bytes. A photo has more colors, which are dithered. @param {string} svg */
export async function drawnPng(svg, { isPhoto = false } = {}) {
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT_FAMILY }
  const drawn = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: DENSITY } }).render()
  const raw = { width: drawn.width, height: drawn.height, channels: /** @type {const} */ (4) }
  return await sharp(drawn.pixels, { raw })
    .removeAlpha()
    .png({ palette: true, dither: isPhoto ? 1 : 0 })
    .toBuffer()
}
