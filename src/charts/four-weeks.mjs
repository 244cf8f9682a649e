/**
 * The coming four weeks as a drawing: a row for each day, a column for each hour. About as high as it is wide, because Slack fits it
 * into 360 px, half its size.
 */
import { drawable, FONT_FAMILY } from './fonts.mjs'
import { boxes, COLOR, nowMark, number, openBoxes, takenBoxes, text } from './shapes.mjs'

/** @import { FourWeeks, FourWeeksPicture } from '../core/ports/charts.js' */
/** @import { Box, Graphic, Layout } from './elements.js' */

/** @typedef {FourWeeks['days'][number]} Day */
/** @typedef {ReturnType<typeof cellsOf>[number]} Cell */
/** @typedef {{ none?: Box, full?: Box, free?: Box }} Parts */

const WIDTH = 720
const SIDE = 14
const LABELS = 116
const TOP = 134
const HOURS = 24
const CELL = 24
const ROW = 20
const GAP = 2.5
const BETWEEN_WEEKS = 8
const KEY = 20
const LONGEST_NAME = 36
/** Of its height, the width of a bold letter. */
const WIDEST = 1.05
/** What is over already is still shown, but in the background. */
const FADED = 0.4

/** @param {number} row */
const topOf = (row) => row * ROW + Math.floor(row / 7) * BETWEEN_WEEKS
/** @param {Day} day */
const dateOf = ({ date }) => new Date(`${date}T00:00:00Z`)
/** @param {Day} day */
const isWeekend = (day) => [0, 6].includes(dateOf(day).getUTCDay())

/**
 * @param {FourWeeksPicture} weeks
 * @returns {Layout}
 */
export function fourWeeks(weeks) {
  const rowsHeight = topOf(weeks.days.length - 1) + ROW
  const cells = cellsOf(weeks)
  const option = {
    animation: false,
    backgroundColor: COLOR.background,
    grid: { left: SIDE + LABELS, top: TOP, width: HOURS * CELL, height: rowsHeight },
    xAxis: hourAxis(weeks),
    yAxis: { type: 'value', show: false, inverse: true, min: 0, max: rowsHeight },
    series: [
      layer(() => [...heading(weeks, cells), ...weeks.days.flatMap(drawDay)]),
      layer((x, y) => drawHours(cells.map((cell) => ({ ...cell, x: x + cell.hour * CELL, y: y + topOf(cell.row) })))),
      layer((x, y) => [nowMark(x + weeks.hour * CELL, y, ROW - GAP)]),
    ],
  }
  return { option, width: WIDTH, height: TOP + rowsHeight + SIDE }
}

/** @param {FourWeeks} weeks */
const cellsOf = ({ days, hour: current }) =>
  days.flatMap((day, row) =>
    day.hours.map((counts, hour) => ({
      ...counts,
      row,
      hour,
      isWeekend: isWeekend(day),
      isPast: row === 0 && hour < current,
    })),
  )

/** Drawn at once, from where the hours begin. @param {(x: number, y: number) => Graphic[]} draw */
const layer = (draw) => ({
  type: 'custom',
  silent: true,
  data: [[0, 0]],
  /** @param {unknown} _ @param {{ coord(at: [number, number]): [number, number] }} api */
  renderItem: (_, api) => ({ type: 'group', children: draw(...api.coord([0, 0])) }),
})

/** @param {Pick<FourWeeksPicture, 'hasTwelveHours'>} reader */
const hourAxis = ({ hasTwelveHours }) => ({
  type: 'value',
  position: 'top',
  min: 0,
  max: HOURS,
  interval: 3,
  axisLine: { show: false },
  axisTick: { show: false },
  splitLine: { show: false },
  axisLabel: {
    fontFamily: FONT_FAMILY,
    fontSize: 17,
    color: COLOR.soft,
    margin: 8,
    align: 'left',
    /** @param {number} hour */
    formatter: (hour) => (hour === HOURS ? '' : hasTwelveHours ? hourOfTwelve(hour) : `${String(hour).padStart(2, '0')}:00`),
  },
})

/** `9 AM` @param {number} hour */
const hourOfTwelve = (hour) => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`

/**
 * @param {FourWeeks} weeks
 * @param {readonly Cell[]} cells
 * @returns {Graphic[]}
 */
function heading({ username, timezone }, cells) {
  const name = drawable(username, LONGEST_NAME) || 'Schedule'
  const size = Math.min(26, (WIDTH - SIDE * 2) / ([...name].length * WIDEST)) // a long one is smaller, and fits
  /** @param {'taken' | 'open'} kind */
  const count = (kind) => cells.reduce((sum, cell) => sum + cell[kind], 0)
  /** @param {number} x */
  const sample = (x) => [{ x, y: 76, width: KEY, height: KEY }]
  /** @param {number} x @param {string} words */
  const says = (x, words) => text(words, { x: x + KEY + 9, y: 77, size: 18, color: COLOR.text })
  return [
    text(name, { x: SIDE, y: 12 + (26 - size) / 2, size, color: COLOR.text, weight: 'bold' }),
    text(`The next four weeks, in the time of ${timezone}`, { x: SIDE, y: 46, size: 17, color: COLOR.soft }),
    ...takenBoxes(sample(SIDE)),
    says(SIDE, counted(count('taken'), 'pin')),
    ...openBoxes(sample(184)),
    says(184, counted(count('open'), 'open slot')),
    nowMark(434, 77, KEY - 2),
    says(420, 'now'),
    ...boxes(sample(530), { fill: COLOR.weekendEmpty }),
    says(530, 'weekend'),
  ]
}

/** @param {number} count @param {string} thing */
const counted = (count, thing) => `${count === 0 ? 'no' : count} ${thing}${count === 1 ? '' : 's'}`

/**
 * The name of the month is shown where a week or a month begins.
 * @param {Day} day
 * @param {number} row
 * @returns {Graphic[]}
 */
function drawDay(day, row) {
  const date = dateOf(day)
  /** @param {Intl.DateTimeFormatOptions} options */
  const part = (options) => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(date)
  const y = TOP + topOf(row)
  const look = { y: y + ROW / 2 - 1, size: 17.5, color: row === 0 ? COLOR.text : COLOR.soft, middle: true }
  const weight = row === 0 ? 'bold' : 'normal'
  const hasMonth = row % 7 === 0 || date.getUTCDate() === 1
  return [
    ...boxes(isWeekend(day) ? [{ x: 4, y: y - GAP / 2, width: WIDTH - 8, height: ROW }] : [], { fill: COLOR.weekend }),
    text(part({ weekday: 'short' }), { ...look, weight, x: SIDE }),
    text(part({ day: 'numeric' }), { ...look, weight, x: SIDE + 74, align: 'right' }),
    ...(hasMonth ? [text(part({ month: 'short' }), { ...look, x: SIDE + 80, size: 15 })] : []),
  ]
}

/**
 * @param {readonly (Cell & { x: number, y: number })[]} cells
 * @returns {Graphic[]}
 */
function drawHours(cells) {
  const parts = cells.map((cell) => ({ ...cell, ...splitCell(cell) }))
  /** @param {'full' | 'free'} kind @param {boolean} isPast */
  const of = (kind, isPast) => parts.flatMap((part) => (part[kind] && part.isPast === isPast ? [part[kind]] : []))
  /** @param {boolean} isOnWeekend */
  const empty = (isOnWeekend) => parts.flatMap(({ none, isWeekend }) => (none && isWeekend === isOnWeekend ? [none] : []))
  return [
    ...boxes(empty(false), { fill: COLOR.empty }),
    ...boxes(empty(true), { fill: COLOR.weekendEmpty }),
    ...takenBoxes(of('full', true), FADED),
    ...takenBoxes(of('full', false)),
    ...openBoxes(of('free', false)),
    ...parts.flatMap(({ full, taken, isPast }) => (full ? number(full, taken, isPast ? COLOR.taken : COLOR.onTaken) : [])),
    ...parts.flatMap(({ free, open }) => (free ? number(free, open, COLOR.onOpen) : [])),
  ]
}

/**
 * Where there is both, side by side, each as wide as its number is long.
 * @param {Cell & { x: number, y: number }} cell
 * @returns {Parts}
 */
function splitCell({ x, y, taken, open }) {
  const place = { x: x + GAP / 2, y, width: CELL - GAP, height: ROW - GAP }
  if (taken + open === 0) return { none: place }
  if (open === 0) return { full: place }
  if (taken === 0) return { free: place }
  const width = (place.width - 1) * (digits(taken) / (digits(taken) + digits(open)))
  return { full: { ...place, width }, free: { ...place, x: place.x + width + 1, width: place.width - width - 1 } }
}
/** @param {number} count */
const digits = (count) => String(count).length
