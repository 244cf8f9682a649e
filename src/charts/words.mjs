/** Words in SVG: untrusted text is escaped here, and keeps its own direction. */
import { FONT_FAMILY } from './fonts.mjs'

const FIRST_LETTER = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** True if the first letter belongs to such a script. @param {string} text */
export const isRightToLeft = (text) => RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '')

/** A line from right to left, independent of its neighbors. @param {string} text */
export const embedded = (text) => `\u202b${text}\u202c`

/**
 * @param {string} text
 * @param {{ x: number, y: number, anchor: 'start' | 'middle' | 'end', size: number, color: string, isBold?: boolean }} look
 */
export const line = (text, { x, y, anchor, size, color, isBold = false }) =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="${FONT_FAMILY}" font-size="${size}" font-weight="${isBold ? 700 : 400}" fill="${color}" xml:space="preserve">${escaped(text)}</text>`

const SIGNS = /** @type {Record<string, string>} */ ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })
/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '')
