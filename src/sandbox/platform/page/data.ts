/** The data of the pages of boards and pins. */
import type { Sql } from '../../../core/ports/deps.js'
import type { Standing } from '../faults/standings.js'
import { isShown } from '../wire.js'

export type PagePin = {
  id: string
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  /** The size of the first picture, or of a video's still. */
  width: number
  height: number
  /** The further pictures of a carousel, in order. */
  slides: { position: number; width: number; height: number }[]
  /** Only for a video. */
  durationMs: number | null
  /** The second of a video whose frame is its cover; null: a picture is, or it is no video. */
  coverSecond: number | null
  tags: number
  createdAt: Date
  boardId: string
  board: string
  section: string | null
  /** The board's owner. */
  username: string
}
export type PageBoard = {
  id: string
  name: string
  privacy: string
  pins: number
  username: string
  displayName: string
  /** False for an account that cannot be connected. */
  signsIn: boolean
}
export type PageData = { pins: PagePin[]; boards: PageBoard[]; boardId: string | null; total: number }
export type PageAccount = { username: string; displayName: string; standing: Standing | null }

/** Accounts that can be connected, and their standing. */
export const readAccounts = async (sql: Sql): Promise<PageAccount[]> => [
  ...(await sql<PageAccount[]>`
    select username, display_name as "displayName", standing
      from sim_users
     where signs_in
     order by created_at, id`),
]

/** A page with more pictures would be slow to refresh. */
const MAX_PINS = 300

/** @param boardId null: all boards of accounts that can be connected; other boards are shown one by one */
export async function readPage(sql: Sql, { boardId, now }: { boardId: string | null; now: Date }): Promise<PageData> {
  const [boards, pins] = await Promise.all([
    sql<PageBoard[]>`
      select b.id, b.name, b.privacy, o.username, o.display_name as "displayName", o.signs_in as "signsIn",
             (select count(*)::int from sim_pins p where p.board_id = b.id and ${isShown(sql, now)}) as pins
        from sim_boards b
        join sim_users o on o.id = b.owner_id
       order by o.signs_in desc, o.created_at, o.id, b.number`,
    sql<PagePin[]>`
      ${pagePins(sql)}
       where ${isShown(sql, now)}
         and case when ${boardId}::text is null then o.signs_in else p.board_id = ${boardId} end
       order by p.created_at desc, p.number desc
       limit ${MAX_PINS}`,
  ])
  const shown = boards.filter(({ id, signsIn }) => (boardId === null ? signsIn : id === boardId))
  return { pins, boards, boardId, total: shown.reduce((sum, board) => sum + board.pins, 0) }
}

/** Reads a pin for its own page, where it appears at once, even if lists show it later. */
export async function readPin(sql: Sql, pinId: string): Promise<PagePin | undefined> {
  const [pin] = await sql<PagePin[]>`${pagePins(sql)} where p.id = ${pinId}`
  return pin
}

const pagePins = (sql: Sql) => sql`
      select p.id, p.title, p.description, p.link, p.alt_text as "altText", p.width, p.height, p.created_at as "createdAt",
             (select coalesce(json_agg(json_build_object('position', i.position, 'width', i.width, 'height', i.height)
                                       order by i.position), '[]')
                from sim_pictures i
               where i.pin_id = p.id) as slides,
             (select v.duration_ms from sim_media v where v.id = p.video_id) as "durationMs", p.cover_second as "coverSecond",
             (select count(*)::int from sim_product_tags t where t.pin_id = p.id) as tags,
             p.board_id as "boardId", b.name as board, s.name as section, o.username
        from sim_pins p
        join sim_boards b on b.id = p.board_id
        join sim_users o on o.id = b.owner_id
        left join sim_sections s on s.id = p.section_id`
