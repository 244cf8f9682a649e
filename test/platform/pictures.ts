import sharp from 'sharp'
import type { NewPin } from '../../src/core/ports.js'

export const aPicture = (width = 200, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#b05a3c' } })
    .jpeg()
    .toBuffer()

export const aPin = async (over: Partial<NewPin> = {}): Promise<NewPin> => ({
  boardId: '101',
  boardSectionId: null,
  title: 'Open shelves',
  description: 'Three boards, ten jars.',
  link: 'https://shop.example.com/shelves',
  altText: null,
  isSimplified: false,
  image: { contentType: 'image/jpeg', bytes: await aPicture() },
  ...over,
})
