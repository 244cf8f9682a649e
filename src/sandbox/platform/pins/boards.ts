/** Boards of the simulated platform. */
import type { Sql } from '../../../core/ports/deps.js'
import type { Caller } from '../oauth/callers.js'
import type { SimulatedRequest } from '../simulated-request.js'
import type { PageOf } from '../paging.js'
import { boardNotFound } from '../faults/refusals.js'
import { boardColumns, type BoardRow } from '../wire.js'

/** True for `sim_boards b` of the caller, or of others with whom the caller collaborates. */
const isOfCaller = (sql: Sql, { userId, seesSecrets }: Caller) => sql`
  (b.owner_id = ${userId} or exists (select from sim_collaborators c where c.board_id = b.id and c.user_id = ${userId}))
  and (b.privacy <> 'SECRET' or ${seesSecrets}::boolean)`

export async function listBoards(
  sql: Sql,
  caller: Caller,
  { privacies, page, now }: { privacies: string[]; page: PageOf; now: Date },
): Promise<BoardRow[]> {
  return sql<BoardRow[]>`
    select ${boardColumns(sql, now)}
      from sim_boards b
      join sim_users o on o.id = b.owner_id
     where ${isOfCaller(sql, caller)}
       and b.privacy = any(${privacies})
       and b.number > ${page.after ?? '0'}
     order by b.number
     limit ${page.pageSize + 1}`
}

/**
 * The board of the path.
 * @throws Refusal 404/40, also for a board of others
 */
export async function requireBoard(
  sql: Sql,
  { caller, params, now }: Pick<SimulatedRequest, 'caller' | 'params' | 'now'>,
): Promise<BoardRow> {
  const [row] = await sql<BoardRow[]>`
    select ${boardColumns(sql, now)}
      from sim_boards b
      join sim_users o on o.id = b.owner_id
     where b.id = ${params.boardId ?? ''}
       and ${isOfCaller(sql, caller)}`
  if (!row) throw boardNotFound()
  return row
}

/** Checks cheaply before a pin is written: the board is the caller's, and the section is the board's. */
export async function canPinOn(
  sql: Sql,
  caller: Caller,
  { boardId, sectionId }: { boardId: string; sectionId: string | null },
): Promise<{ board: boolean; section: boolean }> {
  const [row] = await sql<{ section: boolean }[]>`
    select ${sectionId}::text is null or exists (select from sim_sections s where s.board_id = b.id and s.id = ${sectionId}) as section
      from sim_boards b
     where b.id = ${boardId}
       and ${isOfCaller(sql, caller)}`
  return { board: row !== undefined, section: row?.section ?? false }
}

/** True if the board exists for anybody. */
export async function isBoard(sql: Sql, boardId: string): Promise<boolean> {
  const rows = await sql`select from sim_boards where id = ${boardId}`
  return rows.length > 0
}

/** Returns the id, or undefined if the owner has a board of that name. */
export async function insertBoard(
  sql: Sql,
  board: { ownerId: string; name: string; description: string | null; privacy: string; now: Date },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    insert into sim_boards (owner_id, name, description, privacy, created_at)
    values (${board.ownerId}, ${board.name}, ${board.description}, ${board.privacy}, ${board.now})
    on conflict do nothing
    returning id`
  return row?.id
}

/** Returns false if the owner has another board of that name. */
export async function updateBoard(
  sql: Sql,
  boardId: string,
  {
    name,
    description,
    privacy,
  }: { name?: string | undefined; description?: string | null | undefined; privacy?: string | undefined },
): Promise<boolean> {
  const rows = await sql`
    update sim_boards b
       set name = coalesce(${name ?? null}, b.name),
           description = ${description === undefined ? sql`b.description` : description},
           privacy = coalesce(${privacy ?? null}, b.privacy)
     where b.id = ${boardId}
       and not exists (select
                         from sim_boards other
                        where other.owner_id = b.owner_id
                          and other.id <> b.id
                          and lower(other.name) = lower(${name ?? null}::text))
    returning b.id`
  return rows.length > 0
}

/** Deletes a board with its sections and pins, by cascade. */
export async function deleteBoard(sql: Sql, boardId: string): Promise<void> {
  await sql`delete from sim_boards where id = ${boardId}`
}
