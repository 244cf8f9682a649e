/**
 * Draws the days of an account as lines, in panels with a scale of their own, because a hundred impressions come with one save.
 * About as high as wide, because Slack shows it 360 px wide, half its size.
 */
import { drawable } from './fonts.mjs'
import { dated, daysBelow, scaleOf, short, spanOf, whole } from './scale.mjs'
import { boxes, COLOR, text } from './shapes.mjs'

/** @import { DaysPicture, PictureDay } from '../core/ports/charts.js' */
/** @import { Graphic, Layout, Scale } from './elements.js' */

/** @typedef {(typeof PANELS)[number]} Panel */
/** @typedef {Panel & { index: number, top: number, best: PictureDay | undefined, scale: Scale }} PlacedPanel */
/** @typedef {(at: number) => boolean} IsDrawn */

const WIDTH = 720
const SIDE = 14
const LABELS = 70
const PLOT = WIDTH - SIDE * 2 - LABELS
const TOP = 82
const TITLE = 36
const BETWEEN = 16
const BELOW = 30
const LONGEST_NAME = 36
/** The width of a bold letter in relation to its height. */
const WIDEST = 1.05
const KEY = 17
/** The width of the longest name of a day. */
const NAME = 66

const PANELS = /** @type {const} */ ([
  { metric: 'impressions', words: 'Impressions', color: '#7a2f6f', height: 190, mostSteps: 4 },
  { metric: 'saves', words: 'Saves', color: '#0b7a55', height: 100, mostSteps: 3 },
  { metric: 'outboundClicks', words: 'Outbound clicks', color: '#1f5aa8', height: 100, mostSteps: 3 },
])
const LINE = { background: '#e4dfe6', zero: '#8d8491', counting: '#ece6ef', countingEdge: '#a99dad' }

/**
 * @param {DaysPicture} picture
 * @returns {Layout}
 */
export function days(picture) {
  const panels = PANELS.map((panel, index) => ({ ...panel, index, top: topOf(index), ...readPanel(picture.days, panel) }))
  const bottom = topOf(PANELS.length) - BETWEEN - TITLE
  const option = {
    animation: false,
    backgroundColor: COLOR.background,
    grid: panels.map(({ top, height }) => ({ left: SIDE + LABELS, top, width: PLOT, height })),
    xAxis: panels.map(({ index }) => ({ ...bareAxis, gridIndex: index, min: -0.5, max: picture.days.length - 0.5 })),
    yAxis: panels.map(({ index, scale }) => ({ ...bareAxis, gridIndex: index, min: 0, max: scale.top })),
    series: [
      layer([...heading(picture), ...panels.flatMap((panel) => frameOf(picture.days, panel)), ...dayNames(picture.days, bottom)]),
      ...panels.flatMap((panel) => linesOf(picture.days, panel)),
    ],
  }
  return { option, width: WIDTH, height: bottom + BELOW + SIDE }
}

/** @param {number} index of a panel @returns {number} */
const topOf = (index) => PANELS.slice(0, index).reduce((y, { height }) => y + height + BETWEEN + TITLE, TOP + TITLE)
const bareAxis = { type: 'value', show: false }
/** A layer below the lines, in px of the picture. @param {Graphic[]} children */
const layer = (children) => ({
  type: 'custom',
  silent: true,
  clip: false,
  z: 1,
  data: [[0, 0]],
  renderItem: () => ({ type: 'group', children }),
})
/**
 * @param {number} at the day, from 0
 * @param {number} count of all days
 */
const xOf = (at, count) => SIDE + LABELS + ((at + 0.5) / count) * PLOT

/**
 * @param {readonly PictureDay[]} all
 * @param {Panel} panel
 */
function readPanel(all, { metric, mostSteps }) {
  /** @param {PictureDay | undefined} day -1 where nothing is known */
  const valueOf = (day) => day?.[metric] ?? -1
  const highest = all.reduce((most, day) => (valueOf(day) > valueOf(most) ? day : most), all[0])
  const best = valueOf(highest) < 0 ? undefined : highest
  return { best, scale: scaleOf(best?.[metric] ?? 0, mostSteps) }
}

/** @param {DaysPicture} picture @returns {Graphic[]} */
function heading({ username, days: all }) {
  const name = drawable(username, LONGEST_NAME) || 'Numbers'
  const size = Math.min(26, (WIDTH - SIDE * 2) / ([...name].length * WIDEST)) // a long name gets smaller letters
  const key = 'still being counted'
  const keyAt = WIDTH - SIDE - 158
  return [
    text(name, { x: SIDE, y: 12 + (26 - size) / 2, size, color: COLOR.text, weight: 'bold' }),
    text(`${spanOf(all[0]?.date ?? '', all.at(-1)?.date ?? '')}, days in UTC`, { x: SIDE, y: 46, size: 17, color: COLOR.soft }),
    ...(all.some(({ isCounting }) => isCounting)
      ? [
          ...boxes([{ x: keyAt - KEY - 9, y: 46, width: KEY, height: KEY }], {
            fill: LINE.counting,
            stroke: LINE.countingEdge,
            lineWidth: 1,
          }),
          text(key, { x: keyAt, y: 46, size: 17, color: COLOR.soft }),
        ]
      : []),
  ]
}

/**
 * The labels around the line of a panel: its name, its highest day, its scale, the days that are still being counted.
 * @param {readonly PictureDay[]} all
 * @param {PlacedPanel} panel
 * @returns {Graphic[]}
 */
function frameOf(all, { metric, words, color, top, height, best, scale }) {
  /** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {string} stroke */
  const rule = (x1, y1, x2, y2, stroke) => ({ type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth: 1 } })
  /** @param {number} value */
  const yOf = (value) => Math.round(top + height - (value / scale.top) * height) + 0.5
  const [left, right] = [SIDE + LABELS, SIDE + LABELS + PLOT]
  const count = best?.[metric] ?? 0
  const most =
    best === undefined ? 'no numbers yet' : count === 0 ? 'none on any day' : `most ${whole(count)} on ${dated(best.date)}`
  return [
    text(words, { x: SIDE, y: top - TITLE + 2, size: 19, color, weight: 'bold' }),
    text(most, { x: WIDTH - SIDE, y: top - TITLE + 4, size: 17, color: COLOR.soft, align: 'right' }),
    ...countingShades(all).map(({ from, to }) => shade(xOf(from - 0.5, all.length), xOf(to + 0.5, all.length), top, height)),
    ...daysBelow(all).map(({ at }) => rule(xOf(at, all.length), top, xOf(at, all.length), top + height, LINE.background)),
    ...scale.ticks.flatMap((tick) => [
      rule(left, yOf(tick), right, yOf(tick), tick === 0 ? LINE.zero : LINE.background),
      text(short(tick), { x: left - 9, y: yOf(tick), size: 16.5, color: COLOR.soft, align: 'right', middle: true }),
    ]),
  ]
}

/** @param {number} x @param {number} to @param {number} y @param {number} height */
const shade = (x, to, y, height) => ({ type: 'rect', shape: { x, y, width: to - x, height }, style: { fill: LINE.counting } })

/** Runs of days that the platform is still counting. @param {readonly PictureDay[]} all */
function countingShades(all) {
  /** @type {{ from: number, to: number }[]} */
  const runs = []
  for (const [at, { isCounting }] of all.entries()) {
    if (!isCounting) continue
    const last = runs.at(-1)
    if (last?.to === at - 1) last.to = at
    else runs.push({ from: at, to: at })
  }
  return runs
}

/**
 * The names of days centered below them; the last one does not exceed the plot.
 * @param {readonly PictureDay[]} all
 * @param {number} y
 */
const dayNames = (all, y) =>
  daysBelow(all).map(({ at, words }) => {
    const x = xOf(at, all.length)
    const isLast = x > WIDTH - SIDE - NAME / 2
    return text(words, {
      x: isLast ? WIDTH - SIDE : x,
      y: y + 9,
      size: 16.5,
      color: COLOR.soft,
      align: isLast ? 'right' : 'center',
    })
  })

/**
 * Draws counted days as one line with gaps for missing ones; days that are still being counted continue it in dashes.
 * @param {readonly PictureDay[]} all
 * @param {PlacedPanel} panel
 */
function linesOf(all, { metric, index, color }) {
  /** @param {number} at */
  const value = (at) => all[at]?.[metric] ?? null
  /** @type {IsDrawn} */
  const isEarly = (at) => value(at) !== null && all[at]?.isCounting === true
  /** @type {IsDrawn} */
  const isSure = (at) => value(at) !== null && !isEarly(at)
  /** @type {IsDrawn} */
  const isDashed = (at) => isEarly(at) || (isSure(at) && (isEarly(at - 1) || isEarly(at + 1)))
  const dot = all.length <= 10 ? 9 : all.length <= 45 ? 6 : 0
  /**
   * @param {IsDrawn} drawn
   * @param {object} lineStyle
   */
  const line = (drawn, lineStyle, more = {}) => ({
    type: 'line',
    silent: true,
    clip: false,
    z: 2,
    xAxisIndex: index,
    yAxisIndex: index,
    itemStyle: { color },
    lineStyle: { color, width: 3, cap: 'round', join: 'round', ...lineStyle },
    ...more,
    showAllSymbol: true,
    data: all.map((_, at) => {
      const isAlone = !drawn(at - 1) && !drawn(at + 1)
      return { value: [at, drawn(at) ? value(at) : null], symbol: 'circle', symbolSize: isAlone ? Math.max(dot, 7) : dot }
    }),
  })
  return [line(isSure, {}, { areaStyle: { color, opacity: 0.12 } }), line(isDashed, { type: [7, 6], width: 2.5 })]
}
