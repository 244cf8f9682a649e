/**
 * Draws what people search for week by week: a panel for each keyword over the same year, relative to its own best week. About as
 * high as wide, because Slack shows it 360 px wide, half its size.
 */
import { drawable } from './fonts.mjs'
import { dated } from './scale.mjs'
import { COLOR, text } from './shapes.mjs'

/** @import { Searches, SearchesPicture } from '../core/ports/charts.js' */
/** @import { Graphic, Layout } from './elements.js' */

const WIDTH = 720
const SIDE = 14
const PLOT = WIDTH - SIDE * 2
const TOP = 14
const TITLE = 30
const HEIGHT = 64
const BETWEEN = 14
const BELOW = 34
const LONGEST_NAME = 42
/** The least width of a month whose name is shown, in letters of 26 px. */
const MONTH = 50
const DAY_MS = 86_400_000
const LINE = { color: '#7a2f6f', month: '#e4dfe6', zero: '#8d8491' }
const DOT = 6

/**
 * @param {SearchesPicture} picture
 * @returns {Layout}
 */
export function searches({ searches: all }) {
  const span = spanOf(all)
  const bottom = topOf(all.length) - BETWEEN - TITLE
  const children = [
    ...monthsOf(span).flatMap(({ x, words }) => (words === '' ? [] : [monthName(x, words, bottom)])),
    ...all.flatMap((one, index) => panelOf(one, index, span)),
  ]
  const option = {
    animation: false,
    backgroundColor: COLOR.background,
    grid: { left: 0, top: 0, width: WIDTH, height: bottom },
    xAxis: { type: 'value', show: false, min: 0, max: 1 },
    yAxis: { type: 'value', show: false, min: 0, max: 1 },
    series: [{ type: 'custom', silent: true, clip: false, data: [[0, 0]], renderItem: () => ({ type: 'group', children }) }],
  }
  return { option, width: WIDTH, height: bottom + BELOW }
}

/** @typedef {{ from: number, to: number }} Span */

/** @param {number} index of a panel */
const topOf = (index) => TOP + TITLE + index * (HEIGHT + TITLE + BETWEEN)
/** @param {string} day YYYY-MM-DD */
const timeOf = (day) => Date.parse(`${day}T00:00:00Z`)

/** The time from the first week of any keyword to the last. @param {readonly Searches[]} all @returns {Span} */
function spanOf(all) {
  const times = all.flatMap(({ weeks }) => weeks.map(({ week }) => timeOf(week)))
  const to = Math.max(...times)
  return { from: Math.min(...times, to - 7 * DAY_MS), to }
}

/** @param {number} time @param {Span} span */
const xOf = (time, { from, to }) => SIDE + ((time - from) / (to - from)) * PLOT

/** The beginnings of months; every second one has a name if it fits. @param {Span} span */
function monthsOf(span) {
  const first = new Date(span.from)
  const begins = Array.from({ length: 30 }, (_, at) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1 + at, 1))
  return begins
    .filter((begin) => begin <= span.to)
    .map((begin, at) => {
      const x = xOf(begin, span)
      const words = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short' }).format(begin)
      return { x, words: at % 2 === 0 && x + MONTH <= WIDTH ? words : '' }
    })
}

/** @param {number} x @param {string} words @param {number} y */
const monthName = (x, words, y) => text(words, { x: x + 1, y: y + 8, size: 17, color: COLOR.soft })

/**
 * @param {Searches} one
 * @param {number} index
 * @param {Span} span
 * @returns {Graphic[]}
 */
function panelOf({ rank, keyword, weeks, peak }, index, span) {
  const top = topOf(index)
  const bottom = top + HEIGHT
  const most = Math.max(1, ...weeks.map(({ value }) => value))
  const points = weeks.map(({ week, value }) => [xOf(timeOf(week), span), bottom - (value / most) * (HEIGHT - DOT)])
  const best = weeks.reduce((known, week) => (week.value > (known?.value ?? 0) ? week : known), weeks[0])
  const [x = 0, y = 0] = points[best ? weeks.indexOf(best) : 0] ?? []
  const [firstX = 0] = points[0] ?? []
  const [lastX = 0] = points.at(-1) ?? []
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} stroke */
  const rule = (x1, y1, x2, y2, stroke) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth: 1 } })
  const name = drawable(keyword, LONGEST_NAME)
  return [
    text(`${rank}. ${name}`.trim(), { x: SIDE, y: top - TITLE + 2, size: 19, color: COLOR.text, weight: 'bold' }),
    text(best ? `peak ${dated(peak ?? best.week)}` : '', {
      x: WIDTH - SIDE,
      y: top - TITLE + 4,
      size: 17,
      color: COLOR.soft,
      align: 'right',
    }),
    ...monthsOf(span).map(({ x: at }) => rule(Math.round(at) + 0.5, top, Math.round(at) + 0.5, bottom, LINE.month)),
    {
      type: 'polygon',
      shape: { points: [...points, [lastX, bottom], [firstX, bottom]] },
      style: { fill: LINE.color, opacity: 0.14 },
    },
    rule(SIDE, bottom + 0.5, WIDTH - SIDE, bottom + 0.5, LINE.zero),
    { type: 'polyline', shape: { points }, style: { stroke: LINE.color, lineWidth: 3, fill: 'none', lineJoin: 'round' } },
    ...(best ? [{ type: 'circle', shape: { cx: x, cy: y, r: DOT }, style: { fill: LINE.color } }] : []),
  ]
}
