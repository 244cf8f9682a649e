/** The cache of boards and sections: the account's boards as of the last read. */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import type { Board, BoardSection } from './board.js'

export async function findBoards(sql: Sql, { organizationId, id }: Account): Promise<Board[]> {
  return [
    ...(await sql<Board[]>`
    select id, name, description, privacy, pin_count as "pinCount", follower_count as "followerCount",
           is_collaborator as "isCollaborator", pins_modified_at as "pinsModifiedAt", default_link as "defaultLink"
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
     order by lower(name), id`),
  ]
}

/** Proposed for a pin without a link: the board's, else the account's. @see docs/contract.md#boards */
export async function findDefaultLink(sql: Sql, account: Account, boardId: string | null): Promise<string | null> {
  const { organizationId, id, defaultLink } = account
  const [board] = await sql<{ link: string | null }[]>`
    select default_link as link
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}`
  return board?.link ?? defaultLink
}

export async function findSections(sql: Sql, { organizationId, id }: Account, boardId: string): Promise<BoardSection[]> {
  return [
    ...(await sql<BoardSection[]>`
    select id, name
      from board_sections
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and missing_since is null
     order by lower(name), id`),
  ]
}

/** Checks whether the cache has the board, and the section on it. */
export async function findChoice(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, sectionId }: { boardId: string; sectionId: string | null },
): Promise<{ hasBoard: boolean; hasSection: boolean }> {
  const section = sql`
    exists (select 1
              from board_sections s
             where s.organization_id = ${organizationId} and s.account_id = ${id} and s.board_id = ${boardId} and s.id = ${sectionId}
               and s.missing_since is null)`
  const [row] = await sql<{ hasSection: boolean }[]>`
    select ${sectionId === null ? false : section} as "hasSection"
      from boards b
     where b.organization_id = ${organizationId}
       and b.account_id = ${id}
       and b.id = ${boardId}`
  return { hasBoard: row !== undefined, hasSection: row?.hasSection ?? false }
}

/** True when the cache lacks at least one of the ids. */
export async function hasUnknownBoard(sql: Sql, { organizationId, id }: Account, boardIds: string[]): Promise<boolean> {
  const [row] = await sql<[{ isKnown: boolean }]>`
    select count(*) = ${boardIds.length} as "isKnown"
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = any (${boardIds})`
  return !row.isKnown
}

/** Returns when the sections of a board were last read; null: never. undefined: the cache lacks the board. */
export async function findSectionsReadAt(
  sql: Sql,
  { organizationId, id }: Account,
  boardId: string,
): Promise<Date | null | undefined> {
  const [row] = await sql<{ readAt: Date | null }[]>`
    select sections_read_at as "readAt"
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}`
  return row?.readAt
}

/** Returns undefined when the cache lacks the board. */
export async function findBoardName(sql: Sql, { organizationId, id }: Account, boardId: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select name
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}`
  return row?.name
}

/** Returns undefined when the cache lacks the board. */
export async function findBoardTexts(
  sql: Sql,
  { organizationId, id }: Pick<Account, 'organizationId' | 'id'>,
  boardId: string,
): Promise<Pick<Board, 'name' | 'description'> | undefined> {
  const [row] = await sql<Pick<Board, 'name' | 'description'>[]>`
    select name, description
      from boards
     where organization_id = ${organizationId}
       and account_id = ${id}
       and id = ${boardId}`
  return row
}
