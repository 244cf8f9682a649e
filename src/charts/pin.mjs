/**
 * Draws a pin as Pinterest's feed shows it: its picture as the feed crops it, its title cut after two lines, its board and its
 * link's host. The SVG is written by hand; words.mjs escapes texts.
 */
import sharp from 'sharp'
import { drawable, isLegible } from './fonts.mjs'
import { linesOf, widthOf } from './measure.mjs'
import { COLOR } from './shapes.mjs'
import { embedded, isRightToLeft, line } from './words.mjs'

/** @import { PinPicture } from '../core/ports/charts.js' */
/** @typedef {{ svg: string, height: number }} Part drawn from its own top */
/** @typedef {{ size: number, leading: number, color: string, isBold?: boolean, most: number }} Look */

const WIDTH = 264
const SIDE = 14
const INNER = WIDTH - SIDE * 2
const ROUND = 16
/** Taller pictures than 2:3 are cropped, wider ones keep their shape up to a limit, beyond which a panorama would be a line. */
const TALLEST = 3 / 2
const WIDEST = 1 / 2.5

const TITLE = { size: 14, leading: 19, color: COLOR.text, isBold: true, most: 2 }
const BOARD = { size: 12, leading: 17, color: COLOR.text, most: 1 }
const HOST = { size: 12, leading: 17, color: COLOR.soft, most: 1 }
/** The most characters of a text that are measured. */
const MOST_CHARACTERS = 200
const MISSING = '#e4dfe6'

/**
 * @param {PinPicture} pin
 * @returns {Promise<string>} SVG
 */
export async function pin({ image, title, board, host, pictures, durationMs }) {
  const { width, height, format } = await sharp(image).metadata()
  if (format !== 'jpeg' && format !== 'png') throw new Error(`the picture of a pin is ${format}`)
  const shape = Math.min(TALLEST, Math.max(WIDEST, height / width))
  const parts = [
    picture({ image, format, height: Math.round(INNER * shape), durationMs }),
    ...(pictures > 1 ? [dots(Math.min(pictures, 5))] : []),
    ...caption([
      { given: title, look: TITLE, above: 6 },
      { given: board, look: BOARD, above: 4 },
      { given: host, look: HOST, above: 2, mark: '↗ ' },
    ]),
  ]
  let y = SIDE
  const placed = parts.map(({ svg, height: tall }) => {
    const at = y
    y += tall
    return `<g transform="translate(${SIDE} ${at})">${svg}</g>`
  })
  const whole = y + SIDE
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${whole}" viewBox="0 0 ${WIDTH} ${whole}"><rect width="${WIDTH}" height="${whole}" fill="${COLOR.background}"/>${placed.join('')}</svg>`
}

/**
 * Shows the top of a cropped picture, as the feed does.
 * @param {Pick<PinPicture, 'image' | 'durationMs'> & { format: 'jpeg' | 'png', height: number }} cover
 * @returns {Part}
 */
function picture({ image, format, height, durationMs }) {
  const href = `data:image/${format};base64,${Buffer.from(image).toString('base64')}`
  const box = `width="${INNER}" height="${height}"`
  return {
    svg: `<clipPath id="round"><rect ${box} rx="${ROUND}"/></clipPath><g clip-path="url(#round)"><rect ${box} fill="${COLOR.empty}"/><image href="${href}" ${box} preserveAspectRatio="xMidYMin slice"/></g>${durationMs === null ? '' : length(durationMs)}`,
    height,
  }
}

/** The duration in the corner of a video's picture. @param {number} durationMs */
function length(durationMs) {
  const seconds = Math.max(1, Math.round(durationMs / 1000))
  const said = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const wide = widthOf(said, { size: 12, isBold: true }) + 16
  return `<g transform="translate(10 10)"><rect width="${wide}" height="22" rx="11" fill="#ffffff" fill-opacity="0.92"/>${line(said, { x: wide / 2, y: 15.5, anchor: 'middle', size: 12, color: COLOR.text, isBold: true })}</g>`
}

/** A dot for each picture, the first one selected. @param {number} count @returns {Part} */
function dots(count) {
  const between = 12
  const left = (INNER - (count - 1) * between) / 2
  const drawn = Array.from(
    { length: count },
    (_, index) => `<circle cx="${left + index * between}" cy="11" r="3.5" fill="${index === 0 ? COLOR.text : '#cfc8d1'}"/>`,
  )
  return { svg: drawn.join(''), height: 16 }
}

/**
 * Keeps a distance between the picture and the first text.
 * @param {{ given: string | null, look: Look, above: number, mark?: string }[]} texts
 * @returns {Part[]}
 */
function caption(texts) {
  /** @type {Part[]} */
  const parts = []
  for (const { given, look, above, mark } of texts) parts.push(...words(given, look, parts.length === 0 ? 6 : above, mark))
  return parts
}

/**
 * Draws a text with missing letters as a gray bar instead of its rest.
 * @param {string | null} given
 * @param {Look} look
 * @param {number} above
 * @returns {Part[]} one, or none
 */
function words(given, { size, leading, color, isBold = false, most }, above, mark = '') {
  if (given === null || given.trim() === '') return []
  const drawn = drawable(given, MOST_CHARACTERS)
  if (drawn === '' || !isLegible(given)) return hasLetters(given) ? [bar(size, leading, above)] : []
  const fromRight = isRightToLeft(drawn)
  const room = INNER - widthOf(mark, { size })
  const lines = linesOf(drawn, { width: room, most, size, isBold })
  const placed = lines.map((text, index) =>
    line(fromRight ? embedded(text) : mark + text, {
      x: fromRight ? INNER : 0,
      y: above + leading * index + size,
      anchor: fromRight ? 'end' : 'start',
      size,
      color,
      isBold,
    }),
  )
  return [{ svg: placed.join(''), height: above + leading * lines.length }]
}

/** @param {string} given */
const hasLetters = (given) => /[\p{L}\p{N}]/u.test(given)

/** @param {number} size @param {number} leading @param {number} above @returns {Part} */
const bar = (size, leading, above) => ({
  svg: `<rect y="${above + 3}" width="${INNER * 0.7}" height="${size - 2}" rx="4" fill="${MISSING}"/>`,
  height: above + leading,
})
