/** Pins of the simulated platform: writing one, reading lists. */
import type { Sql } from '../../../core/ports/deps.js'
import type { PageOf } from '../paging.js'
import type { Texts } from '../faults/rewrite.js'
import { isShown, pinColumns, type PinRow, type SlideTexts } from '../wire.js'

export type Picture = { contentType: string; width: number; height: number; bytes: Uint8Array }
/** Several pictures make a carousel. */
export type NewMedia =
  | { kind: 'images'; pictures: Picture[]; slides?: SlideTexts[] }
  /** `coverSecond`: the second whose frame the cover is; absent: a picture was given. */
  | { kind: 'video'; videoId: string; cover: Picture; coverSecond?: number | null }

export type InsertPin = {
  ownerId: string
  boardId: string
  sectionId: string | null
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  aiDisclosures?: readonly string[]
  dominantColor: string | null
  isStandard: boolean
  media: NewMedia
  createdAt: Date
  /** null: lists show it at once. */
  visibleAt: Date | null
  /** The pin of which it is a saved copy. */
  parentPinId?: string | null
  isPromoted?: boolean
  /** Texts that are shown instead of the sent ones, if they differ. */
  shown?: Texts | null
}

/** Writes and counts a pin in one statement, committed when this returns (outside a transaction). */
export async function insertPin(sql: Sql, pin: InsertPin): Promise<PinRow> {
  const { mediaType, videoId, coverSecond, pictures, slides } = partsOf(pin.media)
  const [cover, ...others] = pictures
  if (!cover) throw new Error('a pin needs a picture')
  const { contentType, width, height, bytes } = cover
  const [row] = await sql<PinRow[]>`
    with p as (
      insert into sim_pins (board_id, section_id, owner_id, title, description, link, alt_text, ai_disclosures, dominant_color, is_standard,
                            media_type, video_id, cover_second, content_type, width, height, picture, created_at, visible_at, parent_pin_id,
                            is_promoted, shown, slide_texts)
      values (${pin.boardId}, ${pin.sectionId}, ${pin.ownerId}, ${pin.title}, ${pin.description}, ${pin.link}, ${pin.altText}, ${[...(pin.aiDisclosures ?? [])]},
              ${pin.dominantColor}, ${pin.isStandard}, ${mediaType}, ${videoId}, ${coverSecond}, ${contentType}, ${width}, ${height},
              ${Buffer.from(bytes)}, ${pin.createdAt}, ${pin.visibleAt}, ${pin.parentPinId ?? null}, ${pin.isPromoted ?? false},
              ${pin.shown ? sql.json(pin.shown) : null}, ${sql.json(slides)})
      returning *
    ), further as (
      insert into sim_pictures (pin_id, position, content_type, width, height, picture)
      select p.id, o.position, o.content_type, o.width, o.height, decode(o.picture, 'base64')
        from p, unnest(${others.map((one) => one.contentType)}::text[], ${others.map((one) => one.width)}::int[],
                       ${others.map((one) => one.height)}::int[], ${others.map((one) => Buffer.from(one.bytes).toString('base64'))}::text[])
               with ordinality as o(content_type, width, height, picture, position)
    ), counted as (
      update sim_counters
         set value = value + 1
       where name = 'creates'
    ), touched as (
      update sim_boards
         set pins_modified_at = ${pin.createdAt}
       where id = ${pin.boardId}
    )
    select ${pinColumns(sql)}
      from p
      join sim_boards b on b.id = p.board_id
      join sim_users o on o.id = b.owner_id`
  if (!row) throw new Error('the pin was not inserted')
  return { ...row, slides: others.map((one, at) => ({ position: at + 1, width: one.width, height: one.height })) } // the insert itself cannot read them
}

export type SavePin = Pick<InsertPin, 'ownerId' | 'boardId' | 'sectionId' | 'createdAt' | 'visibleAt'>

/**
 * Copies a pin to another board under a new id, with the original's texts, link and pictures and a reference to it. Counts as a
 * create.
 * @returns undefined if the original is gone
 */
export async function insertSaved(sql: Sql, pinId: string, to: SavePin): Promise<PinRow | undefined> {
  const [row] = await sql<PinRow[]>`
    with p as (
      insert into sim_pins (board_id, section_id, owner_id, title, description, link, alt_text, dominant_color, is_standard,
                            media_type, video_id, content_type, width, height, picture, created_at, visible_at, parent_pin_id, shown, slide_texts)
      select ${to.boardId}, ${to.sectionId}, ${to.ownerId}, s.title, s.description, s.link, s.alt_text, s.dominant_color, s.is_standard,
             s.media_type, s.video_id, s.content_type, s.width, s.height, s.picture, ${to.createdAt}, ${to.visibleAt}, s.id, s.shown, s.slide_texts
        from sim_pins s
       where s.id = ${pinId}
      returning *
    ), further as (
      insert into sim_pictures (pin_id, position, content_type, width, height, picture)
      select p.id, o.position, o.content_type, o.width, o.height, o.picture
        from p
        join sim_pictures o on o.pin_id = p.parent_pin_id
    ), counted as (
      update sim_counters
         set value = value + 1
       where name = 'creates'
         and exists (select from p)
    ), touched as (
      update sim_boards b
         set pins_modified_at = p.created_at
        from p
       where b.id = p.board_id
    )
    select ${pinColumns(sql)}
      from p
      join sim_boards b on b.id = p.board_id
      join sim_users o on o.id = b.owner_id`
  if (!row) return undefined
  const slides = await sql<PinRow['slides']>`
    select position, width, height from sim_pictures where pin_id = ${row.id} order by position`
  return { ...row, slides: [...slides] } // the insert itself cannot read them
}

type Parts = {
  mediaType: PinRow['media_type']
  videoId: string | null
  coverSecond: number | null
  pictures: Picture[]
  slides: SlideTexts[]
}

function partsOf(media: NewMedia): Parts {
  if (media.kind === 'video')
    return {
      mediaType: 'video',
      videoId: media.videoId,
      coverSecond: media.coverSecond ?? null,
      pictures: [media.cover],
      slides: [],
    }
  const mediaType = media.pictures.length > 1 ? 'multiple_images' : 'image'
  return { mediaType, videoId: null, coverSecond: null, pictures: media.pictures, slides: media.slides ?? [] }
}

export async function findPin(sql: Sql, pinId: string): Promise<(PinRow & { privacy: string }) | undefined> {
  const [row] = await sql<(PinRow & { privacy: string })[]>`
    select ${pinColumns(sql)}, b.privacy
      from sim_pins p
      join sim_boards b on b.id = p.board_id
      join sim_users o on o.id = b.owner_id
     where p.id = ${pinId}`
  return row
}

export type PinTexts = Pick<PinRow, 'title' | 'description' | 'link' | 'alt_text'>
export type ChangedPin = PinTexts & { boardId: string; sectionId: string | null; shown: Texts | null }

/** Replaces the texts and the place of a pin. @returns undefined if it was deleted meanwhile */
export async function updatePin(sql: Sql, pinId: string, pin: ChangedPin): Promise<PinRow | undefined> {
  const updated = await sql`
    update sim_pins
       set board_id = ${pin.boardId}, section_id = ${pin.sectionId}, title = ${pin.title}, description = ${pin.description}, link = ${pin.link},
           alt_text = ${pin.alt_text}, shown = ${pin.shown ? sql.json(pin.shown) : null}
     where id = ${pinId}`
  return updated.count === 0 ? undefined : findPin(sql, pinId)
}

export async function deletePin(sql: Sql, pinId: string): Promise<void> {
  await sql`delete from sim_pins where id = ${pinId}`
}

export type PinsOf =
  | { kind: 'owner'; userId: string }
  | { kind: 'board'; boardId: string }
  | { kind: 'section'; sectionId: string }

/** Lists the newest first; a late pin is missing until its time. */
export async function listPins(sql: Sql, of: PinsOf, page: PageOf, now: Date): Promise<PinRow[]> {
  return sql<PinRow[]>`
    select ${pinColumns(sql)}
      from sim_pins p
      join sim_boards b on b.id = p.board_id
      join sim_users o on o.id = b.owner_id
     where ${whichPins(sql, of)}
       and ${isShown(sql, now)}
       ${page.after === null ? sql`` : sql`and p.number < ${page.after}`}
     order by p.number desc
     limit ${page.pageSize + 1}`
}

function whichPins(sql: Sql, of: PinsOf) {
  switch (of.kind) {
    case 'owner':
      return sql`p.owner_id = ${of.userId}`
    case 'board':
      return sql`p.board_id = ${of.boardId}`
    case 'section':
      return sql`p.section_id = ${of.sectionId}`
  }
}
