/** Bodies of requests to Pinterest v5. */
import { randomBytes } from 'node:crypto'
import type { NewPin, NewPlatformBoard, PinPicture, PlatformPinChange, VideoCover } from '../core/ports/platform.js'

/** A body that is made while it is sent, with a length known in advance. */
export type StreamedBody = {
  contentType: string
  bytes: number
  /** Called once for each request. `isWhole()` is false until the end of the body has been passed on. */
  open(): { chunks: AsyncIterable<Buffer>; isWhole: () => boolean }
}

/** A placeholder for the bytes of a picture. It never leaves this process, so no text can contain it. */
const MARK = randomBytes(16).toString('hex')

export const toTagsBody = (tagPinIds: string[]) => ({ product_tags: tagPinIds.map((pin_id) => ({ pin_id })) })

/** The body of PATCH /pins: the fields that change. */
export const toPinChangeBody = ({ title, description, link, altText, boardId, boardSectionId }: PlatformPinChange) => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(link !== undefined && { link }),
  ...(altText !== undefined && { alt_text: altText }),
  ...(boardId !== undefined && { board_id: boardId }),
  ...(boardSectionId !== undefined && { board_section_id: boardSectionId }),
})

/** The body of POST /boards. */
export const toBoardBody = ({ name, description, privacy }: NewPlatformBoard) => ({
  name,
  ...(description !== null && { description }),
  privacy: privacy.toUpperCase(),
})

/**
 * The body of POST /pins, whose pictures are read and written piece by piece.
 * @throws Error while it is read, if a picture has more or fewer bytes than declared
 */
export function toCreateBody(pin: NewPin): StreamedBody {
  const pictures = picturesOf(pin)
  const [head = '', ...rest] = JSON.stringify(toCreate(pin, MARK)).split(MARK)
  const between = [head, ...rest].map((text) => Buffer.from(text))
  const bytes =
    between.reduce((sum, { length }) => sum + length, 0) + pictures.reduce((sum, one) => sum + base64Length(one.bytes), 0)
  return {
    contentType: 'application/json',
    bytes,
    open() {
      let isWhole = false
      async function* chunks() {
        let waiting: Buffer[] = [] // each chunk is a write to the network, so short ones are combined
        let length = 0
        for (const [index, picture] of pictures.entries()) {
          waiting.push(between[index]!)
          for await (const piece of base64Of(picture)) {
            if (length >= TOGETHER_BYTES) {
              yield Buffer.concat(waiting)
              waiting = []
              length = 0
            }
            waiting.push(piece)
            length += piece.length
          }
        }
        isWhole = true
        yield Buffer.concat([...waiting, between.at(-1)!])
      }
      return { chunks: chunks(), isWhole: () => isWhole }
    },
  }
}

const TOGETHER_BYTES = 16 * 1024

function picturesOf({ media }: NewPin): PinPicture[] {
  if (media.kind === 'video') return 'picture' in media.cover ? [media.cover.picture] : []
  return media.kind === 'image' ? [media.image] : media.images
}

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

/** Encodes three bytes as four characters; the remainder of a piece is added to the next one. */
async function* base64Of(picture: PinPicture): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let read = 0
  for await (const chunk of picture.open()) {
    read += chunk.length
    const joined = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const whole = joined.length - (joined.length % 3)
    if (whole > 0) yield Buffer.from(joined.toString('base64', 0, whole), 'latin1')
    rest = joined.subarray(whole)
  }
  if (read !== picture.bytes) throw new Error(`a picture of ${picture.bytes} bytes gave ${read}`)
  if (rest.length > 0) yield Buffer.from(rest.toString('base64'), 'latin1')
}

const toCreate = (of: NewPin, mark: string) => ({
  board_id: of.boardId,
  ...(of.boardSectionId !== null && { board_section_id: of.boardSectionId }),
  title: of.title,
  description: of.description,
  link: of.link,
  ...(of.altText !== null && { alt_text: of.altText }),
  ...(of.aiDisclosures && { ai_disclosures: { values: of.aiDisclosures } }),
  media_source: toMediaSource(of, mark),
})

/** `is_standard` is a beta field: sent only for a simplified pin, and never with a carousel, which does not have it. */
function toMediaSource({ media, isSimplified, slides = [] }: NewPin, mark: string) {
  const simplified = isSimplified && { is_standard: false }
  switch (media.kind) {
    case 'image':
      return { source_type: 'image_base64', ...toItem(media.image, mark), ...simplified }
    case 'carousel':
      return {
        source_type: 'multiple_image_base64',
        items: media.images.map((picture, at) => ({ ...toItem(picture, mark), ...slides[at] })),
      }
    case 'video':
      return { source_type: 'video_id', media_id: media.mediaId, ...toCover(media.cover, mark), ...simplified }
  }
}

/** The platform refuses a video without a cover. */
const toCover = (cover: VideoCover, mark: string) =>
  'picture' in cover
    ? { cover_image_content_type: cover.picture.contentType, cover_image_data: mark }
    : { cover_image_key_frame_time: cover.second }

const toItem = ({ contentType }: PinPicture, mark: string) => ({ content_type: contentType, data: mark })
