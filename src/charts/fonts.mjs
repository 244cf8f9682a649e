/** The letters of the pictures: from a package, so that a machine without fonts draws no empty labels. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

export const FONT_FAMILY = 'DejaVu Sans'
export const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`))

const known = new Set(fontFiles.flatMap((file) => [...codePointsOf(readFileSync(file))]))

/**
 * What has no meaning by itself and may change the direction of a line: controls, joiners, direction marks, variation
 * selectors.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/gu

/**
 * The text as far as the fonts go: what they have no letter for (most emoji, Chinese) is left out, at most `max` characters are kept.
 * Empty when nothing is left.
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

/**
 * Of the font's table of characters, in its form for all of Unicode.
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
      for (let codePoint = font.readUInt32BE(group); codePoint <= last; codePoint++) yield codePoint
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
