/** The token of an attempt, renewed where it is over or was refused. */
import { refreshAccess } from '../../../accounts/access.js'
import { noteRefusal } from '../../../accounts/connect/ask-platform.js'
import { PlatformError, type PlatformAccess } from '../../../ports/platform.js'
import type { Claimed } from '../model/claimed-post.js'
import { isDead } from './preparation-error.js'
import type { PrepareDeps } from '../model/publish-deps.js'

export type Renewed =
  | { kind: 'renewed'; access: PlatformAccess }
  | { kind: 'tokenDead' }
  | { kind: 'retry'; message: string; isOurs: boolean }

/** @throws what the database throws */
export async function renewToken(deps: PrepareDeps, { account }: Claimed, refused: PlatformAccess): Promise<Renewed> {
  try {
    return { kind: 'renewed', access: await refreshAccess(deps, account, refused) }
  } catch (error) {
    if (isDead(error)) return { kind: 'tokenDead' }
    if (!(error instanceof PlatformError)) throw error
    if (error.kind === 'reconnect') return { kind: 'tokenDead' }
    await noteRefusal(deps, account, error)
    return { kind: 'retry', message: error.message, isOurs: error.kind === 'app_refused' }
  }
}
