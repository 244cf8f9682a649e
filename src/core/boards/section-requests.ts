/** Sections that were requested and not answered: which of the existing ones is ours. A name may be there twice. */
import type { Account } from '../accounts/account.js'
import type { PlatformSection } from '../ports/platform.js'
import type { Sql } from '../ports/deps.js'
import { nameKeyOf, type BoardRequest } from './board-creations.js'

/** The one of that name which was not there before, nor given to somebody else since. */
export async function findOurs(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, nameKey, knownIds }: BoardRequest,
  sections: PlatformSection[],
): Promise<PlatformSection | undefined> {
  const [row] = await sql<Pick<BoardRequest, 'knownIds'>[]>`
    select known_ids as "knownIds"
      from board_creations
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and name_key = ${nameKey}`
  const others = new Set([...knownIds, ...(row?.knownIds ?? [])])
  return sections.find((section) => nameKeyOf(section.name) === nameKey && !others.has(section.id))
}

/** An identical request at the same time that was not answered must not take this one for its own. */
export async function noteGiven(
  sql: Sql,
  { organizationId, id }: Account,
  { boardId, nameKey }: BoardRequest,
  given: string,
): Promise<void> {
  await sql`
    update board_creations
       set known_ids = known_ids || to_jsonb(${given}::text)
     where organization_id = ${organizationId}
       and account_id = ${id}
       and board_id = ${boardId}
       and name_key = ${nameKey}`
}
