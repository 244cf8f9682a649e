/** What a reader may do, for what is shown: forms and cards leave out what the core would refuse. What is done asks the core. */
import type { Scheduling } from '../../../blocks/composer/model.js'
import type { Reader } from '../../../blocks/pins/text.js'
import type { Account } from '../../core/accounts/account.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import { hasRole } from '../../core/accounts/people/roles.js'
import type { Actor } from '../../core/lib/actor.js'
import type { Deps } from '../../core/ports/deps.js'

/** What becomes of a time that they choose. */
export function schedulingOf(actor: Pick<Actor, 'role'>, { approvalPolicy }: Pick<Account, 'approvalPolicy'>): Scheduling {
  if (hasRole(actor, 'scheduler')) return 'direct'
  return approvalPolicy === 'required' ? 'asks' : 'never'
}

/** Whether they may choose a time at all: at once, or as an approval request. */
export const mayRequest = (actor: Pick<Actor, 'role'>, account: Pick<Account, 'approvalPolicy'>): boolean =>
  hasRole(actor, 'contributor') && schedulingOf(actor, account) !== 'never'

/** By account. undefined: what is shown is for all, or they may do all. Only of contributors the accounts matter. */
export async function readersOf(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
): Promise<(post: { accountId: string }) => Reader | undefined> {
  if (actor.via !== 'slack' || hasRole(actor, 'scheduler')) return () => undefined
  const { role, userId } = actor
  if (!hasRole(actor, 'contributor')) return () => ({ role, userId, asks: false })
  const accounts = await listAccounts(deps, actor)
  const asking = new Set(accounts.filter((account) => schedulingOf(actor, account) === 'asks').map(({ id }) => id))
  return ({ accountId }) => ({ role, userId, asks: asking.has(accountId) })
}
