/** Rows of the simulated platform in the shapes of v5. */
import type { Sql } from '../../core/ports/deps.js'
import type { Texts } from './faults/rewrite.js'

/** What one picture of a carousel says. */
export type SlideTexts = { title?: string | undefined; description?: string | undefined; link?: string | undefined }

export type PinRow = {
  id: string
  number: string
  board_id: string
  section_id: string | null
  owner_id: string
  title: string | null
  description: string | null
  link: string | null
  alt_text: string | null
  ai_disclosures: string[]
  dominant_color: string | null
  is_standard: boolean
  parent_pin_id: string | null
  is_promoted: boolean
  /** Texts that are shown instead of the sent ones; null if they are the same. */
  shown: Texts | null
  media_type: 'image' | 'multiple_images' | 'video'
  /** The size of the first picture, or of a video's still. */
  width: number
  height: number
  /** The further pictures of a carousel, in order. */
  slides: { position: number; width: number; height: number }[]
  /** What each picture of a carousel says, the cover first; empty: nothing. */
  slide_texts: SlideTexts[]
  video: { duration: number; width: number; height: number } | null
  created_at: Date
  board_owner: string
}
export type BoardRow = {
  id: string
  number: string
  owner_id: string
  name: string
  description: string | null
  privacy: string
  created_at: Date
  pins_modified_at: Date | null
  owner: string
  pin_count: number
  collaborator_count: number
  newest: string[]
}

export const ROOT = '/sandbox/platform'

/** Columns of `sim_pins p` and of `sim_users o`, the board's owner; never the bytes. */
export const pinColumns = (sql: Sql) => sql`
  p.id, p.number, p.board_id, p.section_id, p.owner_id, p.title, p.description, p.link, p.alt_text, p.ai_disclosures, p.dominant_color, p.is_standard,
  p.parent_pin_id, p.is_promoted, p.shown, p.media_type, p.slide_texts, p.width, p.height, p.created_at, o.username as board_owner,
  (select coalesce(json_agg(json_build_object('position', s.position, 'width', s.width, 'height', s.height) order by s.position), '[]')
     from sim_pictures s
    where s.pin_id = p.id) as slides,
  (select json_build_object('duration', v.duration_ms, 'width', v.width, 'height', v.height)
     from sim_media v
    where v.id = p.video_id) as video`

/**
 * True for `sim_pins p` that lists show.
 * @param now null: everything committed
 */
export const isShown = (sql: Sql, now: Date | null) =>
  now === null ? sql`true` : sql`(p.visible_at is null or p.visible_at <= ${now})`

/** Columns of `sim_boards b` and of `sim_users o`, its owner. */
export const boardColumns = (sql: Sql, now: Date | null) => sql`
  b.id, b.number, b.owner_id, b.name, b.description, b.privacy, b.created_at, b.pins_modified_at, o.username as owner,
  (select count(*)::int from sim_pins p where p.board_id = b.id and ${isShown(sql, now)}) as pin_count,
  (select count(*)::int from sim_collaborators c where c.board_id = b.id) as collaborator_count,
  array(select p.id from sim_pins p where p.board_id = b.id and ${isShown(sql, now)} order by p.number desc limit 5) as newest`

/** Formats whole seconds as the live API does, always with a zone. */
const toWireDate = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

const pictureUrl = (publicUrl: string, pinId: string, position = 0) =>
  `${publicUrl}${ROOT}/pictures/${pinId}${position > 0 ? `/${position}` : ''}`

function toImages({ width, height }: { width: number; height: number }, url: string) {
  const scaled = (to: number) => ({ width: to, height: Math.max(1, Math.round((height * to) / width)), url })
  return {
    '150x150': { width: 150, height: 150, url },
    '400x300': { width: 400, height: 300, url },
    '600x': scaled(600),
    '1200x': scaled(1200),
    originals: { width, height, url },
  }
}

function toMedia(row: PinRow, publicUrl: string) {
  const images = toImages(row, pictureUrl(publicUrl, row.id))
  switch (row.media_type) {
    case 'image':
      return { media_type: row.media_type, images }
    case 'multiple_images': {
      const further = row.slides.map((slide) => toImages(slide, pictureUrl(publicUrl, row.id, slide.position)))
      const items = [images, ...further].map((of, at) => {
        const { title = null, description = null, link = null } = row.slide_texts[at] ?? {}
        return { item_type: 'image', title, description, link, images: of }
      })
      return { media_type: row.media_type, items }
    }
    case 'video':
      return { media_type: row.media_type, cover_image_url: images.originals.url, ...row.video, video_url: null, images }
  }
}

const CREATIVE_TYPE = { image: 'REGULAR', multiple_images: 'CAROUSEL', video: 'VIDEO' } as const

const textsOf = ({ shown, title, description, link, alt_text }: PinRow): Texts => shown ?? { title, description, link, alt_text }

/** @param callerId determines `is_owner`; by default the pin's owner */
export const toWirePin = (row: PinRow, publicUrl: string, callerId = row.owner_id) => ({
  id: row.id,
  board_id: row.board_id,
  board_section_id: row.section_id,
  board_owner: { username: row.board_owner },
  ...textsOf(row),
  ...(row.ai_disclosures.length > 0 && { ai_disclosures: { values: row.ai_disclosures } }),
  dominant_color: row.dominant_color,
  parent_pin_id: row.parent_pin_id,
  created_at: toWireDate(row.created_at),
  creative_type: CREATIVE_TYPE[row.media_type],
  is_owner: row.owner_id === callerId,
  is_standard: row.is_standard,
  has_been_promoted: row.is_promoted,
  media: toMedia(row, publicUrl),
})
export type WirePin = ReturnType<typeof toWirePin>

/** A pin in a search result. The undocumented `has_been_promoted` is returned for ads only. */
export const toSummaryPin = (row: PinRow, publicUrl: string) => ({
  id: row.id,
  ...textsOf(row),
  media: toMedia(row, publicUrl),
  ...(row.is_promoted && { has_been_promoted: true }),
})

export const toWireBoard = (row: BoardRow, publicUrl: string) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  privacy: row.privacy,
  pin_count: row.pin_count,
  follower_count: 0,
  collaborator_count: row.collaborator_count,
  created_at: toWireDate(row.created_at),
  board_pins_modified_at: toWireDate(row.pins_modified_at ?? row.created_at),
  is_ads_only: false,
  owner: { username: row.owner },
  media: {
    image_cover_url: row.newest[0] ? pictureUrl(publicUrl, row.newest[0]) : null,
    pin_thumbnail_urls: row.newest.map((id) => pictureUrl(publicUrl, id)),
  },
})
export type WireBoard = ReturnType<typeof toWireBoard>
