/** Building blocks of the pictures: letters and boxes. Positions in px of the picture. */
import { FONT_FAMILY } from './fonts.mjs'

/** @import { Box, Graphic, Paint, TextStyle } from './elements.js' */

/** On white in every theme of the reader. */
export const COLOR = {
  background: '#ffffff',
  text: '#231c24',
  soft: '#5f5661',
  empty: '#f2eff3',
}
const ROUND = 4

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
 * Draws all boxes of one style as one path, because hundreds of separate shapes take the library half a second.
 * @param {readonly Box[]} places
 * @param {Paint} style
 * @returns {Graphic[]} one, or none
 */
export const boxes = (places, style) =>
  places.length === 0 ? [] : [{ type: 'path', shape: { pathData: places.map(rounded).join('') }, style }]

/** @param {Box} box @returns its outline as an SVG path */
function rounded({ x, y, width, height }) {
  const r = Math.min(ROUND, width / 3)
  /** @param {number} dx @param {number} dy */
  const corner = (dx, dy) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`
}
