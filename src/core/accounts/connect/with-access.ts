/** Calls to the platform in the name of an account. */
import { PlatformError, type PlatformAccess } from '../../ports/platform.js'
import { readAccess, refreshAccess } from '../access.js'
import type { RefreshDeps } from './connection.js'
import type { Account } from '../account.js'

/**
 * Runs `ask` with the account's tokens; when they are refused, once more with renewed ones: they may only be old. Where a scope
 * is missing, new tokens would miss it too.
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required no connection, no way to renew · PlatformError of the call, or of
 * the renewal: then the call was not made, and the error says so (`neverLeft`)
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
