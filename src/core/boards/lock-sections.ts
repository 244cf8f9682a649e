/** Protects the sections of posts from being deleted at the same time. */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { sectionNotOnBoard } from './boards.js'

/** The board and section for a post. */
export type Place = { boardId?: string | null; boardSectionId?: string | null }
type InSection = { boardId: string; boardSectionId: string }

/**
 * Returns the places whose section is gone, as far as the board's sections were ever read, and locks the other sections until the
 * transaction ends: a deletion waits and then finds the posts. Call it before posts are locked, because a deletion locks them
 * last.
 */
export async function findGoneSections<P extends Place>(sql: Sql, account: Account, places: readonly P[]): Promise<P[]> {
  const requested = places.filter(isInSection)
  if (requested.length === 0) return []
  const locked = await lockSections(sql, account, requested)
  const missing = requested.filter((place) => !locked.has(keyOf(place)))
  if (missing.length === 0) return []
  const boards = await sql<{ id: string }[]>`
    select id
      from boards
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and id = any (${missing.map(({ boardId }) => boardId)})
       and sections_read_at is not null`
  return missing.filter(({ boardId }) => boards.some(({ id }) => id === boardId))
}

/**
 * Checks again sections that were checked before the transaction. @throws BAD_REQUEST boardSectionId: it was deleted meanwhile
 * @param within returns the prefix of the field's name in the error, by the index in `places`
 */
export async function requireSectionsStay(
  sql: Sql,
  account: Account,
  places: readonly Place[],
  within: (index: number) => string = () => '',
): Promise<void> {
  const [gone] = await findGoneSections(sql, account, places)
  if (gone) throw sectionNotOnBoard(within(places.indexOf(gone)))
}

/** Like findGoneSections(), for one section and without a lock: for callers that already hold posts and put none into it. */
export async function isSectionGone(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, boardSectionId }: InSection,
): Promise<boolean> {
  const gone = await sql`
    select
      from boards b
     where b.organization_id = ${organizationId}
       and b.account_id = ${id}
       and b.id = ${boardId}
       and b.sections_read_at is not null
       and not exists (select 1
                         from board_sections s
                        where s.organization_id = b.organization_id
                          and s.account_id = b.account_id
                          and s.board_id = b.id
                          and s.id = ${boardSectionId}
                          and s.missing_since is null)`
  return gone.length > 0
}

/** Locks rows in one order, against deadlocks. */
async function lockSections(sql: Sql, { organizationId, id }: Account, requested: InSection[]): Promise<Set<string>> {
  const rows = await sql<InSection[]>`
    select s.board_id as "boardId", s.id as "boardSectionId"
      from board_sections s
     where s.organization_id = ${organizationId}
       and s.account_id = ${id}
       and s.missing_since is null
       and (s.board_id, s.id) in (select * from unnest(${requested.map((one) => one.boardId)}::text[],
                                                       ${requested.map((one) => one.boardSectionId)}::text[]))
     order by s.board_id, s.id
       for key share`
  return new Set(rows.map(keyOf))
}

const keyOf = ({ boardId, boardSectionId }: InSection) => `${boardId} ${boardSectionId}`

const isInSection = <P extends Place>(place: P): place is P & InSection => Boolean(place.boardId && place.boardSectionId)
