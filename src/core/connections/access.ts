/** The tokens of an account: decrypted for a call, renewed when they have expired or are refused. */
import type { PlatformAccess } from '../ports/platform.js'
import { RefusedBecause } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'
import type { Account } from '../accounts/account.js'
import { accessOf, findConnection, isOver, type RefreshDeps } from './connection.js'
import { renewConnection } from './renewal.js'

/**
 * Renews tokens that are known to have expired before it returns them.
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required when the account has no connection · and what refreshAccess() throws
 */
export async function readAccess(deps: RefreshDeps, account: Account): Promise<PlatformAccess> {
  const connection = await findConnection(deps.db.sql, account)
  if (!connection) throw new RefusedBecause('platform_reconnect_required')
  const access = accessOf(account, deps.sealer.open(connection.accessToken))
  return isOver(connection.expiresAt, deps.clock()) ? refreshAccess(deps, account, access) : access
}

/**
 * Gets new tokens from the platform and stores them. Callers in one process share a renewal; of several processes one renews, and
 * the others wait.
 * @param refused the access that was refused; if other tokens are stored now, those are returned
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required no way to renew · PlatformError of the token request (reconnect: the
 * refresh token no longer works, and the account is unauthorized now), and unavailable while another process does not finish
 * the renewal
 */
export async function refreshAccess(deps: RefreshDeps, account: Account, refused?: PlatformAccess): Promise<PlatformAccess> {
  const key = `${account.organizationId} ${account.id}`
  const renewals = renewalsOf(deps.db)
  const running = renewals.get(key)
  if (running) {
    const access = await running
    if (access.accessToken !== refused?.accessToken) return access
  }
  const renewal = renewConnection(deps, account, refused).finally(() => {
    if (renewals.get(key) === renewal) renewals.delete(key)
  })
  renewals.set(key, renewal)
  return renewal
}

const open = new WeakMap<Deps['db'], Map<string, Promise<PlatformAccess>>>()
function renewalsOf(db: Deps['db']): Map<string, Promise<PlatformAccess>> {
  const renewals = open.get(db) ?? new Map<string, Promise<PlatformAccess>>()
  open.set(db, renewals)
  return renewals
}
