/** Opens tokens that were read with other rows, for a caller who settles by himself what it means that they do not work. */
import { type PlatformAccess, PlatformError } from '../ports/platform.js'
import type { Account } from '../accounts/account.js'
import { refreshAccess } from './access.js'
import { isTokenDead, noteRefusal } from './call-platform.js'
import { accessOf, isOver, type RefreshDeps } from './connection.js'

/** `dead`: the account has to be connected again. `busy`: the tokens could not be renewed for now. */
export type Session = { kind: 'ok'; access: PlatformAccess } | { kind: 'dead' } | { kind: 'busy'; error: PlatformError }

/** Opens the tokens, and renews them if they have expired. @throws what the database throws */
export async function openSession(
  deps: RefreshDeps,
  account: Account,
  { accessToken, accessExpiresAt }: { accessToken: Buffer; accessExpiresAt: Date | null },
): Promise<Session> {
  const access = accessOf(account, deps.sealer.open(accessToken))
  return isOver(accessExpiresAt, deps.clock()) ? renewSession(deps, account, access) : { kind: 'ok', access }
}

/** Renews tokens that were refused. @throws what the database throws */
export async function renewSession(deps: RefreshDeps, account: Account, refused: PlatformAccess): Promise<Session> {
  try {
    return { kind: 'ok', access: await refreshAccess(deps, account, refused) }
  } catch (error) {
    if (isTokenDead(error)) return { kind: 'dead' }
    if (!(error instanceof PlatformError)) throw error
    await noteRefusal(deps, account, error)
    return { kind: 'busy', error }
  }
}
