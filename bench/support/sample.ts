/** A picture like those of the sandbox. */
import sharp from 'sharp'

export const drawSample = (): Promise<Buffer> =>
  sharp({
    create: { width: 1000, height: 1500, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 }, background: '#888' },
  })
    .jpeg({ quality: 82 })
    .toBuffer()
