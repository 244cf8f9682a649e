/**
 * Draws the days to come: a column for each day, a row for each time, and in each cell the picture of its pin, framed in the
 * color of its board. Slack shows it 358 px wide on a phone, half its size, so its letters are large; the SVG is written by hand,
 * and words.mjs escapes texts.
 */
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'
import { drawable, FONT_FAMILY, fontFiles, isLegible } from './fonts.mjs'
import { linesOf } from './measure.mjs'
import { line } from './words.mjs'

/** @import { WeekCell, WeekPicture } from '../core/ports/charts.js' */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const WIDTH = 720
const SIDE = 14
const LABELS = 78
const TOP = 82
const LABEL_SIZE = 23
/** The space between two rows or columns. */
const GAP = 10
const FRAME = 5
const ROUND = 9
const LEGEND_ROW = 38
/** The height of a picture on Pinterest in relation to its width. */
const SHAPE = 3 / 2
/** Widths of cells by the number of rows: many rows get smaller ones, so that the picture stays in sight. */
const WIDTHS = [78, 78, 78, 64, 56, 52]
/** Two pixels of a screen for one of the picture. */
const DENSITY = 2
const QUALITY = 82

/** On a dark ground in every theme of the reader: pictures stand out on it, and it is never glaring. */
const COLOR = { ground: '#29232e', band: '#352d3b', text: '#f6f1f8', soft: '#c9bfce', open: '#8fdcb8', none: '#8d8494' }
/** Colors of boards, distinguishable on the dark ground even with color blindness (Okabe and Ito, lightened). */
const BOARDS = ['#f0a93b', '#5fb8f0', '#3fc79a', '#f4e069', '#e58ac0', '#ef7d4f', '#a9a4f5']
const MARKS = {
  published: { sign: '✓', fill: '#1f8a5b' },
  unknown: { sign: '?', fill: '#b7791f' },
  failed: { sign: '⚠', fill: '#c62f3b' },
}
const REPEAT = { sign: '♻', fill: '#5b4a8a' }

/**
 * @param {WeekPicture} week
 * @returns {Promise<Buffer>} JPEG
 */
export async function week(week) {
  const width = WIDTHS[Math.min(week.rows.length, WIDTHS.length) - 1] ?? 78
  const size = { width, height: width * SHAPE }
  const covers = await Promise.all(week.images.map((image) => cover(image, size)))
  const rowHeight = size.height + GAP
  const legend = legendOf(week)
  const height = TOP + week.rows.length * rowHeight + legend.height + SIDE
  const column = (WIDTH - SIDE * 2 - LABELS) / week.days.length
  const cells = week.rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, day) => {
      if (!cell) return []
      const box = { x: SIDE + LABELS + day * column + (column - size.width) / 2, y: TOP + row * rowHeight, ...size }
      return [cellAt(cell, box, cell.cover === null ? undefined : covers[cell.cover])]
    }),
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"><defs><clipPath id="cell"><rect x="${FRAME}" y="${FRAME}" width="${size.width - FRAME * 2}" height="${size.height - FRAME * 2}" rx="${ROUND - FRAME / 2}"/></clipPath></defs><rect width="${WIDTH}" height="${height}" fill="${COLOR.ground}"/>${today(column, height - legend.height)}${head(week.days, column)}${week.rows.map(({ label }, row) => time(label, TOP + row * rowHeight + size.height / 2)).join('')}${cells.join('')}<g transform="translate(0 ${height - legend.height - SIDE / 2})">${legend.svg}</g></svg>`
  const font = { loadSystemFonts: false, fontFiles, defaultFontFamily: FONT_FAMILY }
  const drawn = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: DENSITY } }).render()
  return sharp(drawn.pixels, { raw: { width: drawn.width, height: drawn.height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/**
 * Crops a picture as the feed does; undefined if it is missing or invalid.
 * @param {Uint8Array | null} image
 * @param {{ width: number, height: number }} size
 */
async function cover(image, { width, height }) {
  if (image === null) return undefined
  const small = { width: Math.round(width * DENSITY), height: Math.round(height * DENSITY) }
  const bytes = await sharp(image)
    .rotate()
    .resize({ ...small, fit: 'cover', position: 'top' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer()
    .catch(() => undefined)
  return bytes && `data:image/jpeg;base64,${bytes.toString('base64')}`
}

/** @param {number} column @param {number} height */
const today = (column, height) =>
  `<rect x="${SIDE + LABELS + 1}" y="8" width="${column - 2}" height="${height - 18}" rx="10" fill="${COLOR.band}"/>`

/** @param {string[]} days @param {number} column */
const head = (days, column) =>
  days
    .map((day, index) => {
      const x = SIDE + LABELS + (index + 0.5) * column
      const look = {
        x,
        anchor: /** @type {const} */ ('middle'),
        size: LABEL_SIZE,
        color: index === 0 ? COLOR.text : COLOR.soft,
        isBold: true,
      }
      return day
        .split(' ')
        .map((words, row) => line(words, { ...look, y: 36 + row * 30 }))
        .join('')
    })
    .join('')

/** Writes the time in its lines. @param {string} label @param {number} middle */
function time(label, middle) {
  const lines = label.split('\n')
  const leading = LABEL_SIZE + 3
  const first = middle - ((lines.length - 1) * leading) / 2 + LABEL_SIZE * 0.36
  return lines
    .map((words, index) =>
      line(words, { x: SIDE, y: first + index * leading, anchor: 'start', size: LABEL_SIZE, color: COLOR.soft }),
    )
    .join('')
}

/** @param {number | null} board */
const colorOf = (board) => (board === null ? COLOR.none : (BOARDS[board % BOARDS.length] ?? COLOR.none))

/** @param {WeekCell} cell @param {Box} box @param {string | undefined} image */
function cellAt(cell, { x, y, width, height }, image) {
  const parts = [
    ...(cell.kind === 'pin' ? pin(cell, { width, height }, image) : place(cell, { width, height })),
    ...(cell.more > 0 ? [badge(`+${cell.more}`, { x: width - 15, y: 15, fill: COLOR.ground })] : []),
  ]
  return `<g transform="translate(${x} ${y})">${parts.join('')}</g>`
}

/** @param {WeekCell} cell @param {{ width: number, height: number }} size @param {string | undefined} image */
function pin({ board, title, mark, isRepeat }, { width, height }, image) {
  const color = colorOf(board)
  const inner = `x="${FRAME}" y="${FRAME}" width="${width - FRAME * 2}" height="${height - FRAME * 2}"`
  const shown =
    image === undefined
      ? words(title, { width, height })
      : `<image href="${image}" ${inner} preserveAspectRatio="xMidYMin slice" clip-path="url(#cell)"/>`
  const marks = [...(mark === null ? [] : [MARKS[mark]]), ...(isRepeat ? [REPEAT] : [])]
  return [
    `<rect width="${width}" height="${height}" rx="${ROUND}" fill="${color}"/>`,
    shown,
    ...marks.map(({ sign, fill }, index) => badge(sign, { x: width - 13 - index * 27, y: height - 13, fill })),
  ]
}

/**
 * The first words of a title on the color of the board, if there is no picture.
 * @param {string} title @param {{ width: number, height: number }} size
 */
function words(title, { width, height }) {
  const size = Math.round(width * 0.22)
  const most = Math.max(1, Math.floor((height - 34) / (size + 3)))
  const shown = isLegible(title) ? drawable(title, 60) : ''
  return linesOf(shown, { width: width - FRAME * 2 - 4, most, size })
    .map((text, index) =>
      line(text, { x: FRAME + 2, y: 8 + (index + 1) * (size + 3), anchor: 'start', size, color: COLOR.ground }),
    )
    .join('')
}

/** An open slot, or an evergreen one. @param {WeekCell} cell @param {{ width: number, height: number }} size */
function place({ kind }, { width, height }) {
  const isOpen = kind === 'open'
  const color = isOpen ? COLOR.open : COLOR.soft
  const middle = height / 2
  return [
    `<rect x="1.5" y="1.5" width="${width - 3}" height="${height - 3}" rx="${ROUND}" fill="none" stroke="${color}" stroke-width="2.5" stroke-dasharray="7 6"/>`,
    line(isOpen ? '+' : REPEAT.sign, { x: width / 2, y: isOpen ? middle - 2 : middle + 11, anchor: 'middle', size: 32, color }),
    ...(isOpen ? [line('open', { x: width / 2, y: middle + 24, anchor: 'middle', size: 20, color })] : []),
  ]
}

/** @param {string} sign @param {{ x: number, y: number, fill: string }} at */
const badge = (sign, { x, y, fill }) =>
  `<circle cx="${x}" cy="${y}" r="14" fill="${fill}" stroke="${COLOR.ground}" stroke-width="2.5"/>${line(sign, { x, y: y + 6.5, anchor: 'middle', size: sign.length > 1 ? 15 : 19, color: '#ffffff', isBold: true })}`

/** The names of the boards in as many lines as they need. @param {WeekPicture} week */
function legendOf({ boards }) {
  const room = (WIDTH - SIDE * 2) / 3
  const named = boards.slice(0, BOARDS.length)
  const parts = named.map((name, index) => {
    const x = SIDE + (index % 3) * room
    const y = Math.floor(index / 3) * LEGEND_ROW
    const [shown = ''] = linesOf(drawable(name, 60), { width: room - 40, most: 1, size: 21 })
    return `<rect x="${x}" y="${y + 4}" width="20" height="20" rx="5" fill="${colorOf(index)}"/>${line(shown, { x: x + 29, y: y + 22, anchor: 'start', size: 21, color: COLOR.text })}`
  })
  return { svg: parts.join(''), height: Math.ceil(named.length / 3) * LEGEND_ROW }
}
