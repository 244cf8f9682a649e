/** Pictures that move. */
import sharp from 'sharp'

/** Three frames of one colour each. */
export async function anAnimation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = [0, 120, 240].map((red) =>
    sharp({ create: { width: 600, height: 900, channels: 3, background: { r: red, g: 9, b: 9 } } })
      .png()
      .toBuffer(),
  )
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}
