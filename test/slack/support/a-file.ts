/** Pictures and videos that people bring along. */
import sharp from 'sharp'

export type AFile = { name: string; bytes: Buffer }
const COLOURS = ['#a04060', '#40a060', '#4060a0', '#a0a040', '#40a0a0', '#a040a0']
let made = 0

/** Each another picture. */
export async function aPicture(name: string, { width = 400, height = 600 } = {}): Promise<AFile> {
  const [, extension = 'jpg'] = /\.([a-z]+)$/.exec(name) ?? []
  const background = COLOURS[made++ % COLOURS.length] ?? 'black'
  const picture = sharp({ create: { width, height, channels: 3, background } })
  return { name, bytes: await (extension === 'png' ? picture.png() : picture.jpeg({ quality: 60 + (made % 30) })).toBuffer() }
}
