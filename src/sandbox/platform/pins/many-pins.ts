/** Fills boards of the simulated platform quickly: any number of pins in one statement. */
import type { Sql } from '../../../core/ports/deps.js'
import type { Picture } from './pins.js'

export type BulkPin = {
  boardId: string
  ownerId: string
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  /** The pin of which this one is a saved copy. */
  parentPinId: string | null
  isPromoted: boolean
  createdAt: Date
  /** An index into the pictures passed with the pins. */
  picture: number
}

/**
 * Inserts pins, the oldest first, counts them as creates, and returns their ids in the same order.
 * @param pictures shared by the pins that refer to them
 */
export async function insertPins(sql: Sql, pins: BulkPin[], pictures: Picture[]): Promise<string[]> {
  if (pins.length === 0) return []
  const rows = pins.map((pin, position) => ({
    position,
    board_id: pin.boardId,
    owner_id: pin.ownerId,
    title: pin.title,
    description: pin.description,
    link: pin.link,
    alt_text: pin.altText,
    parent_pin_id: pin.parentPinId,
    is_promoted: pin.isPromoted,
    created_at: pin.createdAt.toISOString(),
    picture: pin.picture,
  }))
  const inserted = await sql<{ id: string }[]>`
    with picture as (
      select number - 1 as number, content_type, width, height, decode(bytes, 'base64') as bytes
        from unnest(${pictures.map((one) => one.contentType)}::text[], ${pictures.map((one) => one.width)}::int[],
                    ${pictures.map((one) => one.height)}::int[], ${pictures.map((one) => Buffer.from(one.bytes).toString('base64'))}::text[])
               with ordinality as given (content_type, width, height, bytes, number)
    ), wanted as (
      select *
        from jsonb_to_recordset(${sql.json(rows)}::jsonb) as given (
               position int, board_id text, owner_id text, title text, description text, link text, alt_text text, parent_pin_id text,
               is_promoted boolean, created_at timestamptz, picture int)
    ), counted as (
      update sim_counters
         set value = value + ${rows.length}::int
       where name = 'creates'
    ), touched as (
      update sim_boards b
         set pins_modified_at = greatest(b.pins_modified_at, latest.created_at)
        from (select board_id, max(created_at) as created_at from wanted group by board_id) latest
       where b.id = latest.board_id
    )
    insert into sim_pins (board_id, owner_id, title, description, link, alt_text, parent_pin_id, is_promoted, content_type, width,
                          height, picture, created_at)
    select wanted.board_id, wanted.owner_id, wanted.title, wanted.description, wanted.link, wanted.alt_text, wanted.parent_pin_id, wanted.is_promoted,
           picture.content_type, picture.width, picture.height, picture.bytes, wanted.created_at
      from wanted
      join picture on picture.number = wanted.picture
     order by wanted.position
    returning id`
  if (inserted.length !== pins.length) throw new Error(`${inserted.length} of ${pins.length} pins were inserted`)
  return inserted.map(({ id }) => id)
}

/** @throws Error if there is no such board */
export async function ownerOf(sql: Sql, boardId: string): Promise<string> {
  const [board] = await sql<{ owner_id: string }[]>`select owner_id from sim_boards where id = ${boardId}`
  if (!board) throw new Error(`there is no board ${boardId} to pin on`)
  return board.owner_id
}
