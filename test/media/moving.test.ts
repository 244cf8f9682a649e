/** Pictures that move, and will not on Pinterest, as far as their first bytes tell. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePictures } from '../../src/media/pictures.js'
import { MEDIA_LIMITS } from '../../src/core/media/formats.js'

const pictures = makePictures({ limits: MEDIA_LIMITS })
const still = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#468' } })
  .png()
  .toBuffer()

/** Behind the head of a PNG, where an animated one has it. */
function chunk(name: string, length: number): Buffer {
  const made = Buffer.alloc(12 + length)
  made.writeUInt32BE(length, 0)
  made.write(name, 4, 'latin1')
  return made
}
function box(...brands: string[]): Buffer {
  const made = Buffer.alloc(12 + 4 * brands.length)
  made.writeUInt32BE(made.length, 0)
  made.write(`ftyp${brands[0] ?? ''}`, 4, 'latin1')
  brands.forEach((brand, index) => made.write(brand, 12 + 4 * index, 'latin1'))
  return Buffer.concat([made, Buffer.alloc(40)])
}

test.each([
  ['an animated PNG', Buffer.concat([still.subarray(0, 33), chunk('acTL', 8), still.subarray(33)]), true],
  ['a PNG of one picture', still, false],
  ['a PNG that has the letters behind its picture', Buffer.concat([still, Buffer.from('acTL')]), false],
  ['a sequence of AVIF pictures', box('avis', 'avif', 'msf1', 'miaf'), true],
  ['an AVIF picture', box('avif', 'mif1', 'miaf'), false],
  ['a sequence of HEIC pictures', box('hevc', 'mif1', 'heic'), true],
  ['a HEIC picture', box('heic', 'mif1', 'heic'), false],
  ['a few bytes', Buffer.from('ftyp'), false],
])('%s', async (_, bytes, moves) => expect(await pictures.isAnimated(bytes)).toBe(moves))
