import sharp from 'sharp'
import type { NewPin, NewPinMedia, PlatformImage } from '../../src/core/platform-port.js'

export const aPicture = (width = 200, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b05a3c' } })
    .jpeg()
    .toBuffer()

export const anImage = (bytes: Buffer, contentType: PlatformImage['contentType'] = 'image/jpeg'): NewPinMedia => ({
  kind: 'image',
  image: { contentType, bytes },
})

export const aCarousel = async (pictures: number): Promise<NewPinMedia> => ({
  kind: 'carousel',
  images: await Promise.all(
    Array.from({ length: pictures }, async (_, n) => ({
      contentType: 'image/jpeg' as const,
      bytes: await aPicture(200 + 10 * n),
    })),
  ),
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
