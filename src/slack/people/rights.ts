/** What a reader may do, for what is shown: forms and cards leave out what the core would refuse. What is done asks the core. */
import type { Scheduling } from '../../../blocks/composer/model.js'
import type { Reader } from '../../../blocks/pin/text.js'
import type { Account } from '../../core/accounts/account.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import { hasRoleOn, type Holder, isAtLeast, roleOn } from '../../core/accounts/people/roles.js'
import type { Actor, Role } from '../../core/lib/actor.js'
import type { Deps } from '../../core/ports/deps.js'

/** On an account that they see. */
export function readerRole(holder: Holder, accountId: string): Role {
  const role = roleOn(holder, accountId)
  return role === 'none' ? 'viewer' : role
}

/** What becomes of a time that they choose. */
export function schedulingOf(holder: Holder, { id, approvalPolicy }: Pick<Account, 'id' | 'approvalPolicy'>): Scheduling {
  if (hasRoleOn(holder, id, 'scheduler')) return 'direct'
  return approvalPolicy === 'required' ? 'asks' : 'never'
}

/** Whether they may choose a time at all: at once, or as an approval request. */
export const mayRequest = (holder: Holder, account: Pick<Account, 'id' | 'approvalPolicy'>): boolean =>
  hasRoleOn(holder, account.id, 'contributor') && schedulingOf(holder, account) !== 'never'

/** By account. undefined: what is shown is for all, or they may do all. Only of contributors the accounts matter. */
export async function readersOf(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  posts: readonly { accountId: string }[],
): Promise<(post: { accountId: string }) => Reader | undefined> {
  if (actor.via !== 'slack') return () => undefined
  const { userId } = actor
  const contributes = posts.some(({ accountId }) => roleOn(actor, accountId) === 'contributor')
  const accounts = contributes ? await listAccounts(deps, actor) : []
  const asking = new Set(accounts.filter((account) => schedulingOf(actor, account) === 'asks').map(({ id }) => id))
  return ({ accountId }) => {
    const role = readerRole(actor, accountId)
    return isAtLeast(role, 'scheduler') ? undefined : { role, userId, asks: role === 'contributor' && asking.has(accountId) }
  }
}
