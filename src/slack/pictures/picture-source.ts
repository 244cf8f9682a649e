/** The sources of pictures in views: their names, the address from which Slack can load them, and their bytes. */
import { isUrl } from '../../core/lib/http/parse-url.js'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type StatsPicture, statsPicturePath } from '../../core/insight/analytics/stats-picture.js'
import { mediaPath, thumbnailPath } from '../../core/media/media.js'
import { openMedia } from '../../core/media/open.js'
import { contentMark } from '../../core/media/picture-address.js'
import type { Deps } from '../../core/ports/deps.js'
import type { PinLook, SearchesPicture, WeekPlan } from '../../core/ports/charts.js'
import type { PostMedia } from '../../core/media/post-media.js'
import { isPublicAddress } from '../../core/lib/http/public-address.js'

export type PictureSource =
  /** A small picture of an image or a video; undefined: a post without one. */
  | { kind: 'media'; organizationId: string; media: PostMedia | undefined }
  /** The coming days. `covers`: pictures of its pins, in the order of its cells. */
  | { kind: 'week'; plan: WeekPlan; covers: PictureSource[] }
  /** A chart. `isLasting`: it is read after an address would have expired, so it must be a file. */
  | { kind: 'stats'; stats: StatsPicture; username: string; isLasting?: true }
  /** A chart that is the same for each organization. */
  | { kind: 'searches'; picture: SearchesPicture }
  /** A drawing of a pin on Pinterest: its cover with its texts. */
  | { kind: 'pin'; cover: PictureSource; look: PinLook }
  /**
   * A pin that is still being typed, shown once. `read` gets the cover, which is not stored yet, as `smallOf` does; `cover`
   * identifies it.
   */
  | { kind: 'preview'; cover: string; read: () => Promise<Buffer>; look: PinLook }
  /** A picture of another site, at any address. */
  | { kind: 'elsewhere'; url: string | undefined }

export type Reading = Pick<Deps, 'db' | 'clock' | 'sign' | 'storage' | 'pictures' | 'charts' | 'settings'>

/** Versions of drawings: increment one when its drawing changes, so that older pictures are drawn again. */
const PIN_DRAWING = 1
const SEARCHES_DRAWING = 2
const WEEK_DRAWING = 1
/** Prefixes of pictures that are shown for a while and never again. */
export const PREVIEWS = 'preview:'
export const WEEKS = 'week:'
/** The longest address that Slack accepts for a picture. */
const LONGEST_URL = 3000
const MOST_BYTES = 20 * 1024 * 1024

/** Returns a name that only equal pictures share; undefined: there is no picture. */
export function nameOf(source: PictureSource): string | undefined {
  switch (source.kind) {
    case 'media': {
      const { media } = source
      return media && (media.hasThumbnail || media.contentType.startsWith('image/')) ? `media:${media.id}` : undefined
    }
    case 'week':
      return `${WEEKS}${contentMark([WEEK_DRAWING, source.plan, source.covers.map(nameOf)])}`
    case 'stats':
      return `stats:${source.stats.accountId}:${contentMark([source.username, source.stats.days])}`
    case 'searches':
      return `searches:${contentMark([SEARCHES_DRAWING, source.picture])}`
    case 'pin': {
      const cover = nameOf(source.cover)
      return cover === undefined ? undefined : `pin:${contentMark([PIN_DRAWING, cover, source.look])}`
    }
    case 'preview':
      return `${PREVIEWS}${contentMark([PIN_DRAWING, source.cover, source.look])}`
    case 'elsewhere':
      return source.url === undefined || !isUrl(source.url)
        ? undefined
        : `url:${createHash('sha256').update(source.url).digest('hex')}`
  }
}

/** Returns an address that Slack can load; undefined: there is none. */
export function publicAddressOf(
  reading: Pick<Reading, 'sign' | 'clock' | 'settings'>,
  source: PictureSource,
): string | undefined {
  const url = addressOf(reading, source)
  return url !== undefined && url.length <= LONGEST_URL && isPublicAddress(url) ? url : undefined
}

function addressOf(reading: Pick<Reading, 'sign' | 'clock' | 'settings'>, source: PictureSource): string | undefined {
  const { publicUrl } = reading.settings
  switch (source.kind) {
    case 'media': {
      const { organizationId, media } = source
      return media && publicUrl + (thumbnailPath(organizationId, media) ?? mediaPath(organizationId, media))
    }
    case 'stats':
      return source.isLasting ? undefined : publicUrl + statsPicturePath(reading, source.stats)
    case 'searches': // drawn for one page of a list, which is shown once
    case 'pin': // no address: the texts belong to the workspace only
    case 'week':
    case 'preview':
      return undefined
    case 'elsewhere':
      return source.url
  }
}

/**
 * Reads the picture as PNG or JPEG, which Slack requires of picture files.
 * @throws what storage, drawing and fetching throw · Error it is gone, or too large
 */
export async function readPicture(reading: Reading, source: PictureSource): Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }> {
  switch (source.kind) {
    case 'media':
      return { bytes: await readMedia(reading, source), extension: 'jpg' }
    case 'week':
      return {
        bytes: await reading.charts.week({ ...source.plan, images: await readCovers(reading, source.covers) }),
        extension: 'jpg',
      }
    case 'stats':
      return { bytes: await reading.charts.days({ username: source.username, days: source.stats.days }), extension: 'png' }
    case 'searches':
      return { bytes: await reading.charts.searches(source.picture), extension: 'png' }
    case 'pin': {
      const { bytes: image } = await readPicture(reading, source.cover)
      return { bytes: await reading.charts.pin({ ...source.look, image }), extension: 'png' }
    }
    case 'preview':
      return { bytes: await reading.charts.pin({ ...source.look, image: await source.read() }), extension: 'png' }
    case 'elsewhere': {
      const bytes = await reading.pictures.fetch(source.url ?? '', 'picture')
      return { bytes: await reading.pictures.thumbnail(bytes, 'picture'), extension: 'jpg' }
    }
  }
}

/** The number of covers that are read at once. */
const COVERS_AT_ONCE = 4

/** Reads the covers; if one cannot be read, the title of its pin is drawn instead. */
async function readCovers(reading: Reading, covers: readonly PictureSource[]): Promise<(Buffer | null)[]> {
  const read: (Buffer | null)[] = []
  for (let from = 0; from < covers.length; from += COVERS_AT_ONCE) {
    const some = covers.slice(from, from + COVERS_AT_ONCE).map(async (cover) => {
      if (cover.kind !== 'media' || cover.media?.hasThumbnail !== true) return null
      return readMedia(reading, cover).catch(() => null)
    })
    read.push(...(await Promise.all(some)))
  }
  return read
}

/**
 * Makes a small JPEG of any picture that a pin accepts. Like a pin's own picture, it is first checked and converted in a
 * separate process.
 * @throws BAD_REQUEST `field`: a pin does not accept it
 */
export async function smallOf({ pictures }: Pick<Reading, 'pictures'>, given: Buffer, field: string): Promise<Buffer> {
  const { contentType } = await pictures.inspect(given, field)
  const { bytes } = await pictures.forPlatform(given, contentType, field)
  return pictures.thumbnail(bytes, field)
}

async function readMedia(reading: Reading, { organizationId, media }: PictureSource & { kind: 'media' }): Promise<Buffer> {
  if (!media) throw new Error('there is no picture')
  const small = thumbnailPath(organizationId, media)
  const path = small ?? mediaPath(organizationId, media)
  const opened = await openMedia(reading, path.replace(/^\/media\//, ''))
  if (!opened) throw new Error('the picture is not there any more')
  if (opened.bytes > MOST_BYTES) throw new Error(`the picture has ${opened.bytes} bytes`)
  const bytes = await collected(await opened.stream())
  return small === null ? reading.pictures.thumbnail(bytes, 'picture') : bytes
}

async function collected(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer) // storage streams bytes
  return Buffer.concat(pieces)
}
