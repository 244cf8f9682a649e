/** The fonts of the pictures, from a package, so that a machine without fonts draws no empty labels. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

export const FONT_FAMILY = 'DejaVu Sans'
export const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`))

const fonts = fontFiles.map((file) => readFileSync(file))
const glyphs = fonts.map((font) => new Map(codePointsOf(font)))
const known = new Set(glyphs.flatMap((of) => [...of.keys()]))

/**
 * Characters without a meaning of their own that may change the direction of a line: controls, joiners, direction marks,
 * variation selectors.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu

/**
 * Removes characters without a glyph in the fonts (most emoji, Chinese) and keeps at most `max`. Empty if nothing is left.
 * @param {string} text
 * @param {number} max
 */
export function drawable(text, max) {
  const kept = [...text.normalize('NFC').replace(/\s+/g, ' ').replace(INVISIBLE, '')]
    .filter((character) => known.has(character.codePointAt(0) ?? 0))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
  const characters = [...kept]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : kept
}

/** Letters and digits, but not signs: what people would miss. */
const LETTER = /[\p{L}\p{N}]/u

/** True if each of its letters can be drawn, including accents. @param {string} text */
export const hasAllLetters = (text) =>
  [...text.normalize('NFC')].every(
    (character) => !/[\p{L}\p{N}\p{M}]/u.test(character) || known.has(character.codePointAt(0) ?? 0),
  )

/** True if at least half of its letters can be drawn. @param {string} text */
export function isLegible(text) {
  const letters = [...text.normalize('NFC')].filter((character) => LETTER.test(character))
  const drawn = letters.filter((character) => known.has(character.codePointAt(0) ?? 0))
  return drawn.length * 2 >= letters.length
}

/**
 * Yields each character of the font with its glyph, from the table for all of Unicode.
 * @see https://learn.microsoft.com/typography/opentype/spec/cmap, format 12
 * @param {Buffer} font
 */
function* codePointsOf(font) {
  const cmap = tableOf(font, 'cmap')
  for (let record = cmap + 4; record < cmap + 4 + font.readUInt16BE(cmap + 2) * 8; record += 8) {
    const at = cmap + font.readUInt32BE(record + 4)
    if (font.readUInt16BE(at) !== 12) continue
    for (let group = at + 16; group < at + 16 + font.readUInt32BE(at + 12) * 12; group += 12) {
      const last = font.readUInt32BE(group + 4)
      const first = font.readUInt32BE(group)
      for (let codePoint = first; codePoint <= last; codePoint++) {
        yield/** @type {[number, number]} */ ([codePoint, font.readUInt32BE(group + 8) + codePoint - first])
      }
    }
  }
}

/**
 * @param {Buffer} font
 * @param {string} name four letters
 * @returns where it begins
 */
function tableOf(font, name) {
  for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16) {
    if (font.toString('latin1', record, record + 4) === name) return font.readUInt32BE(record + 8)
  }
  throw new Error(`a font without its table ${name}`)
}

/** Widths by glyph, in relation to the letters' height. @see https://learn.microsoft.com/typography/opentype/spec/hmtx */
const advances = fonts.map((font) => {
  const unitsPerEm = font.readUInt16BE(tableOf(font, 'head') + 18)
  const count = font.readUInt16BE(tableOf(font, 'hhea') + 34)
  const widths = tableOf(font, 'hmtx')
  /** @param {number} glyph those beyond the last of their own have its width */
  return (glyph) => font.readUInt16BE(widths + Math.min(glyph, count - 1) * 4) / unitsPerEm
})

/**
 * The width of a character, in relation to the letters' height.
 * @param {string} character
 * @param {boolean} isBold
 */
export function advanceOf(character, isBold) {
  const codePoint = character.codePointAt(0) ?? 0
  const order = isBold ? [1, 0] : [0, 1]
  for (const index of order) {
    const glyph = glyphs[index]?.get(codePoint)
    if (glyph !== undefined) return advances[index]?.(glyph) ?? 1
  }
  return 1
}
