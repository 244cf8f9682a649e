/** Writes the cache of boards and sections. Newer data are kept, because reads and our own writes may complete out of order. */
import { before } from '../lib/duration.js'
import type { Account } from '../accounts/account.js'
import type { PlatformBoard, PlatformSection } from '../ports/platform.js'
import type { OnSectionGone, Sql } from '../ports/deps.js'
import { REQUEST_REMEMBERED_MS, EFFECT_WITHIN_MS, leaveDeletedSections } from './requested-deletions.js'
import { toBoard } from './board.js'

/** Stores boards as read, or as returned by a write, at `readAt`; newer data are kept. */
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

/** @param link undefined: it stays @returns the current link; undefined: the board is gone */
export async function storeDefaultLink(
  sql: Sql,
  { organizationId, id }: Account,
  boardId: string,
  link: string | null | undefined,
): Promise<{ defaultLink: string | null } | undefined> {
  const [row] = await sql<{ defaultLink: string | null }[]>`
    update boards
       set default_link = ${link === undefined ? sql`default_link` : link}
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}
    returning default_link as "defaultLink"`
  return row
}

/** Replaces the cached boards by a complete listing; one that began before the cached one changes nothing. */
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

/** Removes a board that the platform, called at `askedAt`, did not find; newer data are kept. */
export async function forgetBoard(sql: Sql, { organizationId, id }: Account, boardId: string, askedAt: Date): Promise<void> {
  await sql`
    delete from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}
       and fetched_at <= ${askedAt}`
}

/**
 * Replaces the cached sections of a board; a read that began before the cached one, or before a write of ours, changes nothing.
 * When a section with a requested deletion is gone, its posts move to the board itself.
 * @param sections null: we may not see them. The cache is then emptied, but requested deletions stay open
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
  // Passed as values: a cluster allows no parameter of a select after "on conflict".
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

/** Stores a section that we have just created. */
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

/** Removes a section that we have just deleted. @returns true when it was cached */
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

/** Outdates reads that began before our own write, because they do not include it. */
async function outdateReadings(sql: Sql, { organizationId, id }: Account, boardId: string, now: Date): Promise<void> {
  await sql`
    update boards
       set sections_read_at = greatest(sections_read_at, ${now})
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}
       and sections_read_at is not null`
}
