/** An opaque picture of few colours as a PNG with a palette: a third of the bytes of one without. @see PNG, third edition, 11.2 */
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLORS = 256

/** @param picture pixels as RGBA, four bytes each; alpha is passed over */
export function indexedPng({ pixels, width, height }) {
  const colors = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  const { palette, indexOf } = paletteOf(colors)
  const lines = Buffer.alloc((width + 1) * height) // each begins with the kind of its filter: none
  for (let y = 0, at = 0, color, index; y < height; y++) {
    for (let to = y * (width + 1) + 1; to < (y + 1) * (width + 1); at++) {
      if (colors[at] !== color) index = indexOf.get((color = colors[at])) // most are as the one before
      lines[to++] = index
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8) // 8 bits to a pixel, into a palette
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(lines, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The colours there are most of; of the others, between two of them where an edge is smoothed, the nearest. */
function paletteOf(colors) {
  const counts = new Map()
  for (let at = 0; at < colors.length; ) {
    const color = colors[at]
    let end = at + 1
    while (colors[end] === color) end++
    counts.set(color, (counts.get(color) ?? 0) + end - at)
    at = end
  }
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([color]) => color)
  const palette = byCount.slice(0, COLORS)
  const nearest = (color) => palette.reduce((best, one) => (distance(one, color) < distance(best, color) ? one : best))
  const places = new Map(palette.map((color, index) => [color, index]))
  const indexOf = new Map(byCount.map((color) => [color, places.get(places.has(color) ? color : nearest(color))]))
  return { palette, indexOf }
}

/** As they lie in memory: red first. */
const channelsOf = (color) => [color & 255, (color >> 8) & 255, (color >> 16) & 255]

function distance(a, b) {
  const [of, to] = [channelsOf(a), channelsOf(b)]
  return of.reduce((sum, value, index) => sum + (value - to[index]) ** 2, 0)
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
