/** Everything the simulated platform holds, for tests and outsiders who look from above. */
import type { Sql } from '../../core/ports.js'
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

export type PlatformState = { pins: WirePin[]; boards: WireBoard[]; creates: number }

/**
 * All accounts, unpaged, in the v5 wire shape, in order of arrival; also what lists do not show yet. `creates` counts the pins ever committed.
 * @param publicUrl what the addresses of pictures begin with
 */
export async function readState(sql: Sql, publicUrl = ''): Promise<PlatformState> {
  const [[counter], boards, pins] = await Promise.all([
    sql<{ value: string }[]>`select value from sim_counters where name = 'creates'`,
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
    pins: pins.map((row) => toWirePin(row, publicUrl)),
    boards: boards.map((row) => toWireBoard(row, publicUrl)),
    creates: Number(counter?.value ?? 0),
  }
}
