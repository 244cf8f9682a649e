/** What the pictures are put together from: letters, boxes with a number, the mark of now. Positions in px of the picture. */
import { FONT_FAMILY } from './fonts.mjs'

/** @import { Box, Graphic, Paint, TextStyle } from './elements.js' */

/** On white in every theme of the reader. Taken is dark and full, open light and framed: they differ without their colours, too. */
export const COLOR = {
  background: '#ffffff',
  text: '#231c24',
  soft: '#5f5661',
  empty: '#f2eff3',
  weekend: '#f6f0fa',
  weekendEmpty: '#e9e0f0',
  taken: '#7a2f6f',
  onTaken: '#ffffff',
  open: '#ddf3e8',
  onOpen: '#0b7a55',
  now: '#d1242f',
}
const FRAME = 1.5
const ROUND = 4
/** Of its height, the width of a bold digit. */
const DIGIT = 0.7

/**
 * @param {string} words
 * @param {TextStyle} look
 */
export const text = (words, { x, y, size, color, weight = 'normal', align = 'left', middle = false }) => ({
  type: 'text',
  x,
  y,
  style: {
    text: words,
    fontFamily: FONT_FAMILY,
    fontSize: size,
    fontWeight: weight,
    fill: color,
    align,
    verticalAlign: middle ? 'middle' : 'top',
  },
})

/**
 * All boxes of one style are one path: hundreds of separate shapes take the library half a second.
 * @param {readonly Box[]} places
 * @param {Paint} style
 * @returns {Graphic[]} one, or none
 */
export const boxes = (places, style) =>
  places.length === 0 ? [] : [{ type: 'path', shape: { pathData: places.map(rounded).join('') }, style }]

/** @param {readonly Box[]} places */
export const takenBoxes = (places, opacity = 1) => boxes(places, { fill: COLOR.taken, opacity })

/** @param {readonly Box[]} places */
export function openBoxes(places, opacity = 1) {
  const inside = places.map(({ x, y, width, height }) => ({
    x: x + FRAME / 2,
    y: y + FRAME / 2,
    width: width - FRAME,
    height: height - FRAME,
  }))
  return boxes(inside, { fill: COLOR.open, stroke: COLOR.onOpen, lineWidth: FRAME, opacity })
}

/** @param {Box} box @returns its outline as an SVG path */
function rounded({ x, y, width, height }) {
  const r = Math.min(ROUND, width / 3)
  /** @param {number} dx @param {number} dy */
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`
}

/**
 * How many, in the middle of its box; a single one needs no number.
 * @param {Box} box
 * @param {number} count
 * @param {string} color
 * @returns {Graphic[]} one, or none
 */
export function number({ x, y, width, height }, count, color) {
  if (count < 2) return []
  const words = String(count)
  const size = Math.min(height - 3, (width - FRAME * 2) / (words.length * DIGIT))
  return [text(words, { x: x + width / 2, y: y + height / 2 + 1, size, color, weight: 'bold', align: 'center', middle: true })]
}

/**
 * A line with a head, as high as a row.
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @returns {Graphic}
 */
export function nowMark(x, y, height) {
  const [head, line, end] = [5, 1.25, height + 1]
  /** @type {[number, number][]} */
  const outline = [[-head, -6], [head, -6], [line, 0], [line, end], [-line, end], [-line, 0]] // biome-ignore format: as it is walked
  const points = outline.map(([dx, dy]) => [x + dx, y + dy])
  return { type: 'polygon', shape: { points }, style: { fill: COLOR.now, stroke: COLOR.background, lineWidth: 1 } }
}
