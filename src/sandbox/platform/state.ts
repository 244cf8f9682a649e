/** Everything that the simulated platform stores, for tests and control scripts. */
import type { Sql } from '../../core/ports/deps.js'
import { listMedia } from './media/media.js'
import {
  boardColumns,
  pinColumns,
  toWireBoard,
  toWirePin,
  type BoardRow,
  type PinRow,
  type WireBoard,
  type WirePin,
} from './wire.js'

/** The size of a video, and the number of complete uploads. */
export type StateMedia = { media_id: string; bytes: number | null; uploads: number }
export type StateTags = { pin_id: string; product_tags: string[] }
export type PlatformState = { pins: WirePin[]; boards: WireBoard[]; creates: number; media: StateMedia[]; tags: StateTags[] }

/**
 * Reads all accounts in the v5 wire shape, unpaged and in order of arrival, including pins that lists do not show yet, with the
 * texts as they were sent. `creates` counts the pins ever committed.
 * @param publicUrl the beginning of picture addresses
 */
export async function readState(sql: Sql, publicUrl = ''): Promise<PlatformState> {
  const [[counter], media, tags, boards, pins] = await Promise.all([
    sql<{ value: string }[]>`select value from sim_counters where name = 'creates'`,
    listMedia(sql),
    sql<StateTags[]>`
      select pin_id, array_agg(tag_pin_id order by number) as product_tags
        from sim_product_tags
       group by pin_id
       order by min(number)`,
    sql<BoardRow[]>`
      select ${boardColumns(sql, null)}
        from sim_boards b
        join sim_users o on o.id = b.owner_id
       order by b.number`,
    sql<PinRow[]>`
      select ${pinColumns(sql)}
        from sim_pins p
        join sim_boards b on b.id = p.board_id
        join sim_users o on o.id = b.owner_id
       order by p.number`,
  ])
  return {
    pins: pins.map((row) => toWirePin({ ...row, shown: null }, publicUrl)),
    boards: boards.map((row) => toWireBoard(row, publicUrl)),
    creates: Number(counter?.value ?? 0),
    media: media.map(({ id, bytes, uploads }) => ({ media_id: id, bytes: bytes === null ? null : Number(bytes), uploads })),
    tags: [...tags],
  }
}
