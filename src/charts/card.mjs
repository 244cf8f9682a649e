/**
 * Shows a picture that is not tall completely on a card of two to three, in the picture's own color, with contrasting words below
 * it. The same picture and words give the same bytes.
 */
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { drawable, FONT_FAMILY, fontFiles, hasAllLetters } from './fonts.mjs'
import { linesOf, widthOf } from './measure.mjs'
import { embedded, isRightToLeft, line } from './words.mjs'

/** @import { CardPicture } from '../core/ports/charts.js' */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** Components from 0 to 255. @typedef {[number, number, number]} Color */

const WIDTH = 1000
const HEIGHT = 1500
const SIDE = 70
/** The least height of the words. */
const WORDS_HEIGHT = 430
/** The most that a small picture is enlarged. */
const MOST_ENLARGED = 1.5
const MOST_PIXELS = 100_000_000
const QUALITY = 90

const LARGEST = 100
const SMALLEST = 44
const MOST_LINES = 6
const LEADING = 1.22
/** The length of a title. */
const MOST_CHARACTERS = 100

/**
 * @param {CardPicture} card
 * @returns {Promise<Uint8Array | null>} JPEG; null: the fonts have not all letters of the words
 */
export async function card({ image, words }) {
  const said = words === null ? '' : sayable(words)
  if (said === null) return null
  const source = () => sharp(image, { limitInputPixels: MOST_PIXELS }).autoOrient()
  const { format, autoOrient } = await source().metadata()
  if (format !== 'jpeg' && format !== 'png') throw new Error(`the picture of a card is ${format}`)
  const background = await colorOf(source())
  const ink = inkOn(background)
  const place = placeOf(autoOrient, said !== '')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${hex(background)}"/>${lettersOf(said, place, ink)}</svg>`
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT_FAMILY } }).render()
  const picture = await source()
    .resize({ width: place.width, height: place.height, fit: 'fill' })
    .flatten({ background: hex(background) })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(drawn.pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .removeAlpha()
    .composite([{ input: picture, left: place.x, top: place.y }])
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/**
 * Removes emoji, for which the fonts have outlines at best. Returns an empty text if nothing is left.
 * @param {string} words
 * @returns {string | null} null: without some of its letters it would say something else
 */
function sayable(words) {
  const plain = words.replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/gu, (sign) =>
    /[©®™]/.test(sign) ? sign : ' ',
  )
  return hasAllLetters(plain) ? drawable(plain, MOST_CHARACTERS) : null
}

/**
 * Makes a wide, large enough picture as wide as the card and puts it at the top; without words in the middle.
 * @param {{ width: number, height: number }} size
 * @param {boolean} hasWords
 * @returns {Box}
 */
function placeOf({ width, height }, hasWords) {
  const most = hasWords ? HEIGHT - WORDS_HEIGHT : HEIGHT
  const whole = Math.min(WIDTH / width, most / height, MOST_ENLARGED)
  const isFull = Math.round(width * whole) === WIDTH
  const scale = isFull ? whole : Math.min(whole, (WIDTH - SIDE * 2) / width, (most - SIDE) / height)
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const x = Math.round((WIDTH - across) / 2)
  const y = hasWords ? (isFull ? 0 : SIDE) : Math.round((HEIGHT - down) / 2)
  return { x, y, width: across, height: down }
}

/**
 * Centers the words in the remaining height, as large as they fit.
 * @param {string} words
 * @param {Box} place of the picture
 * @param {string} color
 */
function lettersOf(words, place, color) {
  if (words === '') return ''
  const top = place.y + place.height
  const room = HEIGHT - top - SIDE * 1.6
  const { size, lines } = setWords(words, room)
  const leading = size * LEADING
  const first = top + (HEIGHT - top - lines.length * leading) / 2 + size * 0.95
  const isFromRight = isRightToLeft(words)
  return lines
    .map((text, index) =>
      line(isFromRight ? embedded(text) : text, {
        x: WIDTH / 2,
        y: Math.round(first + leading * index),
        anchor: 'middle',
        size,
        color,
        isBold: true,
      }),
    )
    .join('')
}

/**
 * Chooses the largest letters with which no word is cut; a word that is too long for the smallest is hyphenated.
 * @param {string} words
 * @param {number} room
 */
function setWords(words, room) {
  const width = WIDTH - SIDE * 2
  for (const text of [words, hyphenated(words, width)]) {
    for (let size = LARGEST; size >= SMALLEST; size -= 4) {
      const box = { width, size, isBold: true }
      const lines = linesOf(text, { ...box, most: MOST_LINES + 1 })
      const most = Math.min(mostLines(size), Math.floor(room / (size * LEADING)))
      if (lines.length <= most && isWhole(text, box)) return { size, lines: balanced(text, box, lines) }
    }
  }
  return { size: SMALLEST, lines: linesOf(words, { width, most: MOST_LINES, size: SMALLEST, isBold: true }) }
}

/** Large letters are for few words. @param {number} size */
const mostLines = (size) => (size > 84 ? 3 : size > 68 ? 4 : MOST_LINES)

/** @typedef {{ width: number, size: number, isBold: boolean }} LineBox */

/** @param {string} text @param {LineBox} box */
const isWhole = (text, box) => text.split(' ').every((word) => widthOf(word, box) <= box.width)

/** The start of a syllable in most languages: a consonant before a vowel, three letters from either end. */
const SYLLABLE = /(?<=\p{L}{3})(?:sch|[cpt]h|ck|qu|st|[b-df-hj-np-tv-xzß])(?=[aeiouyäöüàáâèéêìíîòóôùúû]\p{L}\p{L})/giu
/** The least size that is easy to read on a phone. */
const WELL_READ = 64

/**
 * Splits words that are longer than a line of easily readable letters into parts of similar length.
 * @param {string} words
 * @param {number} width
 */
function hyphenated(words, width) {
  const parted = words.split(' ').map((word) => {
    const count = Math.ceil(widthOf(`${word}-`, { size: WELL_READ, isBold: true }) / width)
    const places = [...word.matchAll(SYLLABLE)].map(({ index }) => index)
    if (count < 2 || places.length === 0) return word
    const ends = Array.from({ length: count }, (_, part) => Math.floor((word.length * (part + 1)) / (count + 0.2)))
    const cuts = ends
      .slice(0, -1)
      .map((end) => places.reduce((near, place) => (Math.abs(place - end) < Math.abs(near - end) ? place : near)))
    return [0, ...new Set(cuts)].map((cut, index, all) => word.slice(cut, all[index + 1])).join('- ')
  })
  return parted.join(' ')
}

/**
 * Balances the lines without adding one, so that no word is alone on the last.
 * @param {string} words
 * @param {LineBox} box
 * @param {string[]} lines
 */
function balanced(words, box, lines) {
  let best = lines
  for (let width = box.width - 10; width > box.width / 3; width -= 10) {
    if (!isWhole(words, { ...box, width })) break
    const narrower = linesOf(words, { ...box, width, most: MOST_LINES + 1 })
    if (narrower.length > lines.length) break
    best = narrower
  }
  return best
}

/** Values of a channel that form one shade. */
const SHADE = 32
/** Darker shades count for half, because every picture has shadows, which are not its color. */
const SHADOW = 48
const SAMPLE = 100

/**
 * The dominant color: the mean of the most frequent shade.
 * @param {import('sharp').Sharp} picture
 * @returns {Promise<Color>}
 */
async function colorOf(picture) {
  const data = await picture
    .resize({ width: SAMPLE, height: SAMPLE, fit: 'fill' })
    .flatten({ background: 'white' })
    .toColorspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  /** @type {Map<number, [number, number, number, number]>} */
  const shades = new Map()
  for (let at = 0; at + 2 < data.length; at += 3) {
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    const shade = (Math.floor(r / SHADE) << 16) | (Math.floor(g / SHADE) << 8) | Math.floor(b / SHADE)
    const [count, red, green, blue] = shades.get(shade) ?? [0, 0, 0, 0]
    shades.set(shade, [count + 1, red + r, green + g, blue + b])
  }
  /** @param {[number, number, number, number]} shade */
  const worthOf = ([count, ...sums]) => (Math.max(...sums) < SHADOW * count ? count / 2 : count)
  const [count, red, green, blue] = [...shades.values()].reduce((most, one) => (worthOf(one) > worthOf(most) ? one : most))
  return readable([red / count, green / count, blue / count])
}

/** The least contrast of letters: the AAA of WCAG. */
const CONTRAST = 7
const DARK = /** @type {Color} */ ([27, 27, 31])
const LIGHT = /** @type {Color} */ ([255, 255, 255])

/**
 * Makes the color lighter or darker, whichever is nearer, until letters have enough contrast.
 * @param {Color} color
 * @returns {Color}
 */
function readable(color) {
  for (let step = 0; step <= 20; step++) {
    const share = step / 20
    const darker = mixed(color, [0, 0, 0], share)
    if (contrast(darker, LIGHT) >= CONTRAST) return darker
    const lighter = mixed(color, [255, 255, 255], share)
    if (contrast(lighter, DARK) >= CONTRAST) return lighter
  }
  return LIGHT
}

/** @param {Color} background @returns its letters */
const inkOn = (background) => hex(contrast(background, LIGHT) >= contrast(background, DARK) ? LIGHT : DARK)

/** @param {Color} color @param {Color} other @param {number} share @returns {Color} */
const mixed = (color, other, share) =>
  /** @type {Color} */ (color.map((value, index) => Math.round(value * (1 - share) + (other[index] ?? 0) * share)))

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio @param {Color} one @param {Color} other */
function contrast(one, other) {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** @param {Color} color */
function luminance(color) {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** @param {Color} color */
const hex = (color) => `#${color.map((value) => value.toString(16).padStart(2, '0')).join('')}`
