/** The rights of a reader, for display: forms and cards leave out what the core would refuse. Actions are checked by the core. */
import type { Scheduling } from '../../../blocks/composer/model.js'
import type { Reader } from '../../../blocks/pin/text.js'
import type { Account } from '../../core/accounts/account.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import { hasRoleOn, type Holder, isAtLeast, roleOn } from '../../core/accounts/people/roles.js'
import type { Actor, Role } from '../../core/lib/actor.js'
import type { Deps } from '../../core/ports/deps.js'

/** Returns the role on an account that the person can see; at least viewer. */
export function readerRole(holder: Holder, accountId: string): Role {
  const role = roleOn(holder, accountId)
  return role === 'none' ? 'viewer' : role
}

/** Returns the effect of choosing a time: it schedules, it requests approval, or it is not available. */
export function schedulingOf(holder: Holder, { id, approvalPolicy }: Pick<Account, 'id' | 'approvalPolicy'>): Scheduling {
  if (hasRoleOn(holder, id, 'scheduler')) return 'direct'
  return approvalPolicy === 'required' ? 'asks' : 'never'
}

/** True when the person may choose a time: directly, or with an approval request. */
export const mayRequest = (holder: Holder, account: Pick<Account, 'id' | 'approvalPolicy'>): boolean =>
  hasRoleOn(holder, account.id, 'contributor') && schedulingOf(holder, account) !== 'never'

/**
 * Returns the reader for each post's account. undefined: the content is for everybody, or the reader may do everything; only
 * contributors need their accounts read.
 */
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
