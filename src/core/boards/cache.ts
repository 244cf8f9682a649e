/** The cache of boards and sections: what an account's boards were when they were last read. */
import type { Account } from '../accounts/account.js'
import type { PlatformBoard, PlatformSection } from '../platform-port.js'
import type { Sql } from '../ports.js'
import type { Board, BoardSection } from './board.js'

export type BoardWithSections = PlatformBoard & { sections: PlatformSection[] }

export async function findBoards(sql: Sql, { organizationId, id }: Account): Promise<Board[]> {
  return [
    ...(await sql<Board[]>`
    select id, name, description, privacy, pin_count as "pinCount", follower_count as "followerCount",
           is_collaborator as "isCollaborator", pins_modified_at as "pinsModifiedAt"
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
     order by lower(name), id`),
  ]
}

export async function findSections(sql: Sql, { organizationId, id }: Account, boardId: string): Promise<BoardSection[]> {
  return [
    ...(await sql<BoardSection[]>`
    select id, name
      from board_sections
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
     order by lower(name), id`),
  ]
}

/** Whether the cache has the board, and the section on it. */
export async function findChoice(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, sectionId }: { boardId: string; sectionId: string | null },
): Promise<{ hasBoard: boolean; hasSection: boolean }> {
  const [row] = await sql<{ hasSection: boolean }[]>`
    select s.id is not null as "hasSection"
      from boards b
      left join board_sections s
        on s.organization_id = b.organization_id and s.account_id = b.account_id and s.board_id = b.id and s.id = ${sectionId}
     where b.organization_id = ${organizationId}
       and b.account_id = ${id}
       and b.id = ${boardId}`
  return { hasBoard: row !== undefined, hasSection: row?.hasSection ?? false }
}

/** Puts boards as just read into the cache; `sectionsRead` false leaves their cached sections alone. */
export async function storeBoards(
  sql: Sql,
  { organizationId, id, username }: Account,
  boards: PlatformBoard[],
  readAt: Date,
): Promise<void> {
  const rows = boards.map(({ ownerUsername, ...board }) => ({
    ...board,
    pinsModifiedAt: board.pinsModifiedAt?.toISOString() ?? null,
    isCollaborator: ownerUsername !== null && ownerUsername !== username,
  }))
  await sql`
    insert into boards (organization_id, account_id, id, name, description, privacy, pin_count, follower_count, is_collaborator,
                        pins_modified_at, fetched_at)
    select ${organizationId}::bigint, ${id}::bigint, r.id, r.name, r.description, r.privacy, r."pinCount", r."followerCount",
           r."isCollaborator", r."pinsModifiedAt", ${readAt}::timestamptz
      from jsonb_to_recordset(${sql.json(rows)}) as r(id text, name text, description text, privacy text, "pinCount" int,
           "followerCount" int, "isCollaborator" boolean, "pinsModifiedAt" timestamptz)
    on conflict (organization_id, account_id, id) do update
       set name = excluded.name, description = excluded.description, privacy = excluded.privacy,
           pin_count = excluded.pin_count, follower_count = excluded.follower_count,
           is_collaborator = excluded.is_collaborator, pins_modified_at = excluded.pins_modified_at,
           fetched_at = excluded.fetched_at`
}

/** The sections of a board, wholly as just read. */
export async function storeSections(
  sql: Sql,
  { organizationId, id }: Account,
  boards: { id: string; sections: PlatformSection[] }[],
  readAt: Date,
): Promise<void> {
  const rows = boards.flatMap((board) => board.sections.map((section) => ({ ...section, boardId: board.id })))
  await sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
    select ${organizationId}::bigint, ${id}::bigint, r."boardId", r.id, r.name, ${readAt}::timestamptz
      from jsonb_to_recordset(${sql.json(rows)}) as r("boardId" text, id text, name text)
    on conflict (organization_id, account_id, board_id, id) do update
       set name = excluded.name, fetched_at = excluded.fetched_at`
  const kept = rows.map((row) => `${row.boardId} ${row.id}`)
  await sql`
    delete from board_sections
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = any (${boards.map((board) => board.id)})
       and board_id || ' ' || id <> all (${kept})`
}

/** Makes the cache what a complete reading found; a reading that began before the cached one changes nothing. */
export async function replaceBoards(sql: Sql, account: Account, boards: BoardWithSections[], readAt: Date): Promise<void> {
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
  const withoutSections = boards.map(({ sections: _, ...board }) => board)
  await storeBoards(sql, account, withoutSections, readAt)
  await storeSections(sql, account, boards, readAt)
}
