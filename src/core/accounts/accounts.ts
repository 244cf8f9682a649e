import type { Actor } from '../actor.js'
import type { Deps, Sql } from '../ports.js'
import type { Account } from './account.js'

/** @see decisions.md section 2 */
export async function listAccounts(deps: Pick<Deps, 'db'>, actor: Actor): Promise<Account[]> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)}`)
}

/** @throws NOT_FOUND also for a foreign id and for one of the wrong form */
export async function readAccount(deps: Pick<Deps, 'db'>, actor: Actor, input: { accountId: string }): Promise<Account> {
  return requireAccount(deps.db.sql, actor, input.accountId)
}

/** @throws NOT_FOUND the same for missing, foreign and malformed */
export async function requireAccount(sql: Sql, actor: Actor, accountId: string): Promise<Account> {
  throw new Error(`not built yet ${String(sql)} ${String(actor)} ${accountId}`)
}
