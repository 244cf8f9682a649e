/**
 * Requests for new boards and sections, stored before the platform is called and deleted after a definite answer. After a request
 * without an answer, the next try recognizes a new board of that name as ours.
 */
import { before, DAY_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'

export type BoardRequest = {
  /** The board of a section; empty for a board. */
  boardId: string
  nameKey: string
  /** Ids of the boards, or of the board's sections, that existed before the first request. */
  knownIds: string[]
  since: Date
  /** True when this call stored the request; false when an earlier or simultaneous call did. */
  isOwn: boolean
  /** True when no answer came: a board of ours may exist. */
  isUnknown: boolean
}

/** Longer than a call to the platform takes: after it, the process that stored the request must have died. */
const ANSWERED_WITHIN_MS = 60_000
const REMEMBERED_MS = DAY_MS

/** Normalizes a name as the platform compares them: lower case, spaces folded. */
export const nameKeyOf = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()

/** Stores the request, before the platform is called. `boardId` and `knownIds` as in BoardRequest. */
export async function noteRequest(
  sql: Sql,
  account: Account,
  wanted: { boardId?: string; name: string; knownIds: string[] },
  now: Date,
): Promise<BoardRequest> {
  const { organizationId, id } = account
  const { boardId = '', name, knownIds } = wanted
  const nameKey = nameKeyOf(name)
  await sql`
    delete from board_creations
     where organization_id = ${organizationId}
       and account_id = ${id}
       and asked_at <= ${before(now, REMEMBERED_MS)}`
  const noted = await sql`
    insert into board_creations (organization_id, account_id, board_id, name_key, known_ids, asked_at)
    values (${organizationId}, ${id}, ${boardId}, ${nameKey}, ${sql.json(knownIds)}, ${now})
    on conflict do nothing`
  if (noted.count === 1) return { boardId, nameKey, knownIds, since: now, isOwn: true, isUnknown: false }
  const [earlier] = await sql<Pick<BoardRequest, 'knownIds' | 'since' | 'isUnknown'>[]>`
    update board_creations
       set is_unknown = is_unknown or asked_at <= ${before(now, ANSWERED_WITHIN_MS)}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and name_key = ${nameKey}
    returning known_ids as "knownIds", asked_at as since, is_unknown as "isUnknown"`
  return earlier ? { boardId, nameKey, ...earlier, isOwn: false } : noteRequest(sql, account, wanted, now) // answered just now
}

/** Marks a request whose answer did not come. */
export async function keepUnknown(sql: Sql, { organizationId, id }: Account, request: BoardRequest): Promise<void> {
  const { boardId, nameKey, knownIds, since } = request
  await sql`
    insert into board_creations as c (organization_id, account_id, board_id, name_key, known_ids, asked_at, is_unknown)
    values (${organizationId}, ${id}, ${boardId}, ${nameKey}, ${sql.json(knownIds)}, ${since}, true)
    on conflict (organization_id, account_id, board_id, name_key) do update
       set is_unknown = true, asked_at = least(c.asked_at, excluded.asked_at),
           known_ids = case when excluded.asked_at < c.asked_at then excluded.known_ids else c.known_ids end`
}

/** Deletes a request whose outcome is known. One that a simultaneous caller owns, or that has lost an answer since, stays. */
export async function forgetRequest(sql: Sql, { organizationId, id }: Account, request: BoardRequest): Promise<void> {
  if (!request.isOwn && !request.isUnknown) return
  await sql`
    delete from board_creations
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${request.boardId}
       and name_key = ${request.nameKey}
       and is_unknown = ${request.isUnknown}`
}
