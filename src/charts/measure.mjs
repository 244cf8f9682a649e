/** Measures words and breaks them into lines, because SVG does neither. */
import { advanceOf } from './fonts.mjs'

/** @typedef {{ size: number, isBold?: boolean }} Letters of `size` px */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Scripts whose letters change with their neighbors, so that a word may be wider than its separate letters. */
const SHAPED = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Nko}\p{M}]/u
const SHAPED_MARGIN = 1.12

/**
 * The width in px, rather too large than too small.
 * @param {string} words
 * @param {Letters} letters
 */
export function widthOf(words, { size, isBold = false }) {
  const ems = [...words].reduce((sum, character) => sum + advanceOf(character, isBold), 0)
  return ems * size * (SHAPED.test(words) ? SHAPED_MARGIN : 1)
}

/**
 * Breaks words into at most `most` lines of at most `width` px; a rest is replaced by "…". A word that is longer than a line is
 * cut.
 * @param {string} words on one line
 * @param {Letters & { width: number, most: number }} box
 * @returns {string[]} without empty ones
 */
export function linesOf(words, { width, most, ...letters }) {
  /** @param {string} line */
  const fits = (line) => widthOf(line, letters) <= width
  /** @type {string[]} */
  const lines = []
  let rest = words.trim()
  while (rest !== '') {
    if (fits(rest)) return [...lines, rest]
    if (lines.length === most - 1) return [...lines, `${beginning(rest, (line) => fits(`${line}…`)).trimEnd()}…`]
    const line = fullLine(rest, fits)
    lines.push(line.trimEnd())
    rest = rest.slice(line.length).trimStart()
  }
  return lines
}

/**
 * Returns whole words, or as much of the first as fits.
 * @param {string} words
 * @param {(line: string) => boolean} fits
 */
function fullLine(words, fits) {
  let line = ''
  for (const [word] of words.matchAll(/\S+\s*/g)) {
    if (!fits((line + word).trimEnd())) break
    line += word
  }
  if (line !== '') return line
  return beginning(words, fits) || String(segmenter.segment(words)[Symbol.iterator]().next().value?.segment)
}

/**
 * Returns as many characters as fit, without splitting one.
 * @param {string} words
 * @param {(line: string) => boolean} fits
 */
function beginning(words, fits) {
  let line = ''
  for (const { segment } of segmenter.segment(words)) {
    if (!fits(line + segment)) break
    line += segment
  }
  return line
}
