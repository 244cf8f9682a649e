/** Sections whose deletion was requested but not answered: once a section is gone, its posts move to the board itself. */
import { DAY_MS } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { Actor } from '../lib/actor.js'
import type { OnSectionGone, Sql } from '../ports/deps.js'

type SectionOf = { boardId: string; sectionId: string }

/** How long a request to the platform may take to have an effect: a section that still exists afterwards was not deleted. */
export const EFFECT_WITHIN_MS = 60_000
/** A repeated request within this time succeeds if the section is gone. */
export const REQUEST_REMEMBERED_MS = DAY_MS

/**
 * Stores the request to delete a section that existed. If a read since the request did not find it, it is gone, and its posts
 * move at once.
 */
export async function noteRequestedDeletion(
  sql: Sql,
  actor: Actor,
  account: Account,
  { boardId, sectionId }: SectionOf,
  { now, onSectionGone }: { now: Date; onSectionGone: OnSectionGone },
): Promise<void> {
  const { organizationId, id } = account
  const noted = await sql`
    update board_sections
       set deletion_asked_at = ${now}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and id = ${sectionId}`
  if (noted.count > 0) return
  const gone = await sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at, deletion_asked_at, missing_since)
    select b.organization_id, b.account_id, b.id, ${sectionId}, '', ${now}, ${now}, ${now}
      from boards b
     where b.organization_id = ${organizationId}
       and b.account_id = ${id}
       and b.id = ${boardId}
       and b.sections_read_at is not null
    on conflict do nothing`
  if (gone.count > 0) await onSectionGone(sql, actor, { accountId: id, boardId, sectionId }, now)
}

/**
 * Marks sections that a read did not show as gone, in the transaction that stores the read. It waits for transactions that put a
 * post into one.
 */
export async function leaveDeletedSections(
  sql: Sql,
  account: Account,
  boardId: string,
  shown: string[],
  { now, onSectionGone }: { now: Date; onSectionGone: OnSectionGone },
): Promise<void> {
  const { organizationId, id } = account
  const gone = await sql<{ id: string }[]>`
    select id
      from board_sections
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and id <> all (${shown})
       and deletion_asked_at is not null
       and missing_since is null
     order by id
       for update`
  if (gone.length === 0) return
  await sql`
    update board_sections
       set missing_since = ${now}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and id = any (${gone.map((section) => section.id)})`
  const author = { organizationId, via: 'operator', userId: 'boards' } as const
  for (const { id: sectionId } of gone) await onSectionGone(sql, author, { accountId: id, boardId, sectionId }, now)
}
