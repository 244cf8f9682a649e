import sharp from 'sharp'
import type { NewPin, NewPinMedia, PinPicture } from '../../../src/core/ports/platform.js'

export const aPicture = (width = 200, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b05a3c' } })
    .jpeg()
    .toBuffer()

/** `bytes` as they are sent, whole or in the pieces that are given. */
export const aPinPicture = (
  bytes: Buffer,
  contentType: PinPicture['contentType'] = 'image/jpeg',
  pieces = [bytes],
): PinPicture => ({
  contentType,
  bytes: bytes.length,
  async *open() {
    yield* pieces
  },
})

export const anImage = (bytes: Buffer, contentType: PinPicture['contentType'] = 'image/jpeg'): NewPinMedia => ({
  kind: 'image',
  image: aPinPicture(bytes, contentType),
})

export const aCarousel = async (pictures: number): Promise<NewPinMedia> => ({
  kind: 'carousel',
  images: await Promise.all(Array.from({ length: pictures }, async (_, n) => aPinPicture(await aPicture(200 + 10 * n)))),
})

export const aPin = async (over: Partial<NewPin> = {}): Promise<NewPin> => ({
  boardId: '101',
  boardSectionId: null,
  title: 'Open shelves',
  description: 'Three boards, ten jars.',
  link: 'https://shop.example.com/shelves',
  altText: null,
  isSimplified: false,
  media: anImage(await aPicture()),
  ...over,
})
