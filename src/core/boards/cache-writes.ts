/** Writes the cache of boards and sections. Newer data stay: readings and our own writes may complete out of order. */
import { before } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { PlatformBoard, PlatformSection } from '../ports/platform.js'
import type { OnSectionGone, Sql } from '../ports/deps.js'
import { REQUEST_REMEMBERED_MS, EFFECT_WITHIN_MS, leaveDeletedSections } from './requested-deletions.js'
import { toBoard } from './board.js'

/** Puts boards into the cache as they were read, or answered to a write, at `readAt`; newer data stay. */
export async function storeBoards(sql: Sql, account: Account, boards: PlatformBoard[], readAt: Date): Promise<void> {
  const { organizationId, id } = account
  const rows = boards.map((board) => {
    const { pinsModifiedAt, ...fields } = toBoard(account, board)
    return { ...fields, pinsModifiedAt: pinsModifiedAt?.toISOString() ?? null }
  })
  await sql`
    insert into boards as b (organization_id, account_id, id, name, description, privacy, pin_count, follower_count, is_collaborator,
                             pins_modified_at, fetched_at)
    select ${organizationId}::bigint, ${id}::bigint, r.id, r.name, r.description, r.privacy, r."pinCount", r."followerCount",
           r."isCollaborator", r."pinsModifiedAt", ${readAt}::timestamptz
      from jsonb_to_recordset(${sql.json(rows)}) as r(id text, name text, description text, privacy text, "pinCount" int,
           "followerCount" int, "isCollaborator" boolean, "pinsModifiedAt" timestamptz)
     order by r.id
    on conflict (organization_id, account_id, id) do update
       set name = excluded.name, description = excluded.description, privacy = excluded.privacy,
           pin_count = excluded.pin_count, follower_count = excluded.follower_count,
           is_collaborator = excluded.is_collaborator, pins_modified_at = excluded.pins_modified_at,
           fetched_at = excluded.fetched_at
     where b.fetched_at <= excluded.fetched_at`
}

/** Makes the cached boards what a complete listing found; one that began before the cached one changes nothing. */
export async function replaceBoards(sql: Sql, account: Account, boards: PlatformBoard[], readAt: Date): Promise<void> {
  const { organizationId, id } = account
  const newest = await sql`
    update accounts
       set boards_read_at = ${readAt}
     where organization_id = ${organizationId}
       and id = ${id}
       and (boards_read_at is null or boards_read_at <= ${readAt})`
  if (newest.count === 0) return
  await sql`
    delete from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id <> all (${boards.map((board) => board.id)})
       and fetched_at < ${readAt}`
  await storeBoards(sql, account, boards, readAt)
}

/** One that the platform, called at `askedAt`, does not have; newer data stay. */
export async function forgetBoard(sql: Sql, { organizationId, id }: Account, boardId: string, askedAt: Date): Promise<void> {
  await sql`
    delete from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}
       and fetched_at <= ${askedAt}`
}

/**
 * The sections of a board, wholly as they were read; a reading that began before the cached one, or one of our own writes,
 * changes nothing. The posts of one that is gone after a deletion was requested go to the board's root.
 * @param sections null: they are not for us to see. There are none then, but what became of a requested deletion is not known
 */
export async function storeSections(
  sql: Sql,
  account: Account,
  boardId: string,
  sections: PlatformSection[] | null,
  { readAt, now, onSectionGone }: { readAt: Date; now: Date; onSectionGone: OnSectionGone },
): Promise<void> {
  const { organizationId, id } = account
  const newest = await sql`
    update boards
       set sections_read_at = ${readAt}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}
       and (sections_read_at is null or sections_read_at <= ${readAt})`
  if (newest.count === 0) return
  const rows = (sections ?? []).map((section) => [organizationId, id, boardId, section.id, section.name, readAt] as const)
  // As values: of what is selected a cluster takes no parameter behind "on conflict".
  if (rows.length > 0)
    await sql`
      insert into board_sections as s (organization_id, account_id, board_id, id, name, fetched_at)
      values ${sql(rows)}
      on conflict (organization_id, account_id, board_id, id) do update
         set name = excluded.name, fetched_at = excluded.fetched_at, missing_since = null,
             deletion_asked_at = case when s.deletion_asked_at >= ${before(readAt, EFFECT_WITHIN_MS)} then s.deletion_asked_at end`
  const shown = (sections ?? []).map((section) => section.id)
  if (sections !== null) await leaveDeletedSections(sql, account, boardId, shown, { now, onSectionGone })
  await sql`
    delete from board_sections
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and id <> all (${shown})
       and (deletion_asked_at is null or deletion_asked_at < ${before(readAt, REQUEST_REMEMBERED_MS)})`
}

/** A section that we have just made. */
export async function storeSection(
  sql: Sql,
  account: Account,
  boardId: string,
  { id: sectionId, name }: PlatformSection,
  now: Date,
): Promise<void> {
  const { organizationId, id } = account
  await outdateReadings(sql, account, boardId, now)
  await sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
    select b.organization_id, b.account_id, b.id, ${sectionId}, ${name}, ${now}
      from boards b
     where b.organization_id = ${organizationId}
       and b.account_id = ${id}
       and b.id = ${boardId}
    on conflict (organization_id, account_id, board_id, id) do update
       set name = excluded.name, fetched_at = excluded.fetched_at`
}

/** A section that we have just deleted. @returns whether the cache had it */
export async function removeSection(
  sql: Sql,
  account: Account,
  { boardId, sectionId }: { boardId: string; sectionId: string },
  now: Date,
): Promise<boolean> {
  await outdateReadings(sql, account, boardId, now)
  const removed = await sql`
    delete from board_sections
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and board_id = ${boardId}
       and id = ${sectionId}`
  return removed.count > 0
}

/** A reading that began before a write of our own does not know of it. */
async function outdateReadings(sql: Sql, { organizationId, id }: Account, boardId: string, now: Date): Promise<void> {
  await sql`
    update boards
       set sections_read_at = greatest(sections_read_at, ${now})
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}
       and sections_read_at is not null`
}
