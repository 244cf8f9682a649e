/** The board for which a person last made a pin: their next form begins with it. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import type { Deps } from '../ports/deps.js'

/** Stores nothing for programs. @throws NOT_FOUND account */
export async function rememberBoard(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, boardId }: { accountId: string; boardId: string },
): Promise<void> {
  if (actor.via !== 'slack') return
  const account = await requireAccount(sql, actor, accountId)
  await sql`
    insert into last_boards (organization_id, account_id, person, board_id, chosen_at)
    values (${account.organizationId}, ${account.id}, ${actor.userId}, ${boardId}, ${clock()})
    on conflict (organization_id, account_id, person) do update
       set board_id = excluded.board_id, chosen_at = excluded.chosen_at`
}

/** @returns null when there is none yet, or the account no longer has it */
export async function lastBoard(
  { db: { sql } }: Pick<Deps, 'db'>,
  { organizationId, userId }: Actor,
  { accountId }: { accountId: string },
): Promise<{ id: string; name: string } | null> {
  const [board] = await sql<{ id: string; name: string }[]>`
    select b.id, b.name
      from last_boards l
      join boards b on b.organization_id = l.organization_id and b.account_id = l.account_id and b.id = l.board_id
     where l.organization_id = ${organizationId} and l.account_id = ${accountId} and l.person = ${userId}`
  return board ?? null
}
