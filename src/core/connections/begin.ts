/** The start of connecting: what a page shows for a link, and where the browser goes. */
import type { Deps } from '../ports/deps.js'
import { findRequested } from './consent.js'
import { redirectUri } from './finish.js'
import { readConnectLink, type ConnectAsk } from './link.js'
import { type JudgingDeps, mayStillConnect } from './maker.js'
import { beginConnecting, type Begun } from './state.js'

/** The purpose of a link, in names that its reader knows. */
export type Invitation =
  | { kind: 'new'; organization: string }
  | { kind: 'again'; organization: string; username: string }
  /** A link from the public page, which must not reveal whose account it is. */
  | { kind: 'againUnnamed'; accountId: string }

/** `gone`: its organization or account no longer exists. `withdrawn`: its maker may no longer connect accounts. */
export type OpenedLink =
  | { kind: 'open'; ask: ConnectAsk; invitation: Invitation }
  | { kind: 'expired' | 'wrong' | 'gone' | 'withdrawn' }

export async function openConnectLink(deps: JudgingDeps & Pick<Deps, 'sign'>, token: string): Promise<OpenedLink> {
  const link = readConnectLink(deps, token, deps.clock())
  if (link.kind !== 'good') return link
  const { ask } = link
  if (ask.kind === 'again') return { kind: 'open', ask, invitation: { kind: 'againUnnamed', accountId: ask.accountId } }
  const requested = await findRequested(deps.db.sql, ask)
  if (!requested) return { kind: 'gone' }
  if (!(await mayStillConnect(deps, ask))) return { kind: 'withdrawn' }
  const { organization, account } = requested
  const invitation: Invitation = account
    ? { kind: 'again', organization: organization.name, username: account.username }
    : { kind: 'new', organization: organization.name }
  return { kind: 'open', ask, invitation }
}

/** Returns the address for the browser, and what it must keep until it returns. */
export function goToPlatform(
  deps: Pick<Deps, 'sign' | 'clock' | 'platform' | 'settings'>,
  ask: ConnectAsk,
): Begun & { url: string } {
  const begun = beginConnecting(deps, ask, deps.clock())
  return { ...begun, url: deps.platform.authorizeUrl({ state: begun.state, redirectUri: redirectUri(deps) }) }
}

/** Returns the origin of the platform's consent page, which a page that links there must allow. */
export const consentOrigin = (deps: Pick<Deps, 'platform' | 'settings'>): string =>
  new URL(deps.platform.authorizeUrl({ state: '', redirectUri: redirectUri(deps) })).origin
