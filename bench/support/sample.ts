/** Pictures like those of the sandbox. */
import sharp from 'sharp'

/** An address that the bench's server knows without any network. */
export const SAMPLE = 'https://sample.test/one.jpg'

const noise = (width: number, height: number, sigma: number) =>
  sharp({ create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma }, background: '#888' } })

export const drawSample = (): Promise<Buffer> => noise(1000, 1500, 20).jpeg({ quality: 82 }).toBuffer()

/** As a phone or a designer gives it: about 2 MB. */
export const drawLargeSample = (): Promise<Buffer> => noise(2200, 3300, 15).jpeg({ quality: 86 }).toBuffer()
