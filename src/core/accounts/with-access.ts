/** Asking the platform in the name of an account. */
import { PlatformError, type PlatformAccess } from '../platform-port.js'
import { readAccess, refreshAccess, type RefreshDeps } from './access.js'
import type { Account } from './account.js'

/**
 * Runs `ask` with the account's tokens; when they are refused, once more with renewed ones: they may only be old.
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required no connection, no way to renew · PlatformError of the call or the renewal
 */
export async function withAccess<T>(
  deps: RefreshDeps,
  account: Account,
  ask: (access: PlatformAccess) => Promise<T>,
): Promise<T> {
  const access = await readAccess(deps, account)
  try {
    return await ask(access)
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'reconnect')) throw error
    return ask(await refreshAccess(deps, account, access))
  }
}
