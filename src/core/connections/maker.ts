/** Checks the maker of a link: it opens nothing once they may no longer connect what it connects. */
import type { Deps } from '../ports/deps.js'
import { type FindPerson, findKeyInForce } from '../accounts/keys/key-actor.js'
import { hasRoleOn, type Holder, isOrganizationAdmin } from '../accounts/people/roles.js'
import type { ApiKey } from '../accounts/keys/api-keys.js'
import type { ConnectAsk } from './link.js'

/** The dependencies of this check. */
export type JudgingDeps = Pick<Deps, 'db' | 'clock'> & { findPerson: FindPerson }

/**
 * Returns false when the key is revoked or expired, the person is gone, or they are no longer an admin there. Links of the
 * operator or the public page have no maker.
 */
export async function mayStillConnect(deps: JudgingDeps, ask: ConnectAsk): Promise<boolean> {
  if (ask.kind === 'again') return true
  const { keyId, personId, accountId } = ask
  if (keyId === null && personId === null) return true
  const key = keyId === null ? undefined : await findKeyInForce(deps.db.sql, { ...ask, apiKeyId: keyId }, deps.clock())
  if (keyId !== null && !key) return false
  const holder = personId === null ? key && holderOf(key) : await findHolder(deps, { ...ask, personId })
  if (!holder) return false
  return accountId === null ? isOrganizationAdmin({ role: holder.role }) : hasRoleOn(holder, accountId, 'admin')
}

type Key = Pick<ApiKey, 'role' | 'accountIds'>

function holderOf({ role, accountIds }: Key): Holder {
  if (role === null || accountIds === null) return { role: role ?? 'none' }
  return { role: 'none', accountRoles: Object.fromEntries(accountIds.map((id) => [id, role])) }
}

async function findHolder(
  { findPerson }: JudgingDeps,
  { organizationId, personId }: { organizationId: string; personId: string },
): Promise<Holder | undefined> {
  const [teamId = '', userId = ''] = personId.split(':')
  const found = await findPerson({ organizationId, teamId, userId })
  return found === 'gone' ? undefined : found?.actor
}
