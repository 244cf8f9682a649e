/** Everything the simulated platform holds, for tests and control scripts. */
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

/** Of a video's bytes: how many there are, and how often all of them came. */
export type StateMedia = { media_id: string; bytes: number | null; uploads: number }
export type StateTags = { pin_id: string; product_tags: string[] }
export type PlatformState = { pins: WirePin[]; boards: WireBoard[]; creates: number; media: StateMedia[]; tags: StateTags[] }

/**
 * All accounts, unpaged, in the v5 wire shape, in order of arrival; also what lists do not show yet, and with the texts
 * that a pin was sent with, also where it is shown in others. `creates` counts the pins ever committed.
 * @param publicUrl what the addresses of pictures begin with
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
