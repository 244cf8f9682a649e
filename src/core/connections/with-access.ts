/** Calls the platform with an account's tokens. */
import { PlatformError, type PlatformAccess } from '../ports/platform.js'
import { readAccess, refreshAccess } from './access.js'
import type { RefreshDeps } from './connection.js'
import type { Account } from '../accounts/account.js'

/**
 * Calls `ask` with the account's tokens, and again with renewed ones if they are refused, as they may have expired. Renewal is
 * skipped when a scope is missing, because new tokens would lack it, too.
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required no connection, no way to renew · PlatformError of the call, or of the
 * renewal, with `neverLeft` when the call was not made
 */
export async function withAccess<T>(
  deps: RefreshDeps,
  account: Account,
  ask: (access: PlatformAccess) => Promise<T>,
): Promise<T> {
  const access = await readAccess(deps, account).catch(undone)
  try {
    return await ask(access)
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === 'reconnect') || error.details.lacksScope) throw error
    return ask(await refreshAccess(deps, account, access).catch(undone))
  }
}

function undone(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error
  throw new PlatformError(error.kind, error.message, { ...error.details, neverLeft: true })
}
