/** From what the chart library is told to the bytes of a PNG. */
import { Resvg } from '@resvg/resvg-js'
import { init } from 'echarts/dist/echarts.esm.min.mjs' // one file loads in a tenth of a second, the same in parts in six
import { FONT_FAMILY, fontFiles } from './fonts.mjs'
import { indexedPng } from './indexed-png.mjs'

/** For screens with two points to a px, and for those who look closer. */
const DENSITY = 2

export function toPng({ option, width, height }) {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption(option)
    const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT_FAMILY }
    return indexedPng(new Resvg(chart.renderToSVGString(), { font, fitTo: { mode: 'zoom', value: DENSITY } }).render())
  } finally {
    chart.dispose()
  }
}
