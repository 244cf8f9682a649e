/** The beginning of connecting: what a page shows of a link, and where the browser goes. */
import type { Deps } from '../../ports/deps.js'
import { findRequested } from './consent.js'
import { redirectUri } from './finish.js'
import { readConnectLink, type ConnectAsk } from './link.js'
import { type JudgingDeps, mayStillConnect } from './maker.js'
import { beginConnecting, type Begun } from './state.js'

/** What a link is for, in the names that its reader knows. */
export type Invitation =
  | { kind: 'new'; organization: string }
  | { kind: 'again'; organization: string; username: string }
  /** From the public page: does not reveal whose account it is. */
  | { kind: 'againUnnamed'; accountId: string }

/** `gone`: its organization or account is no longer there. `withdrawn`: whoever made it may not connect any more. */
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

/** Where the browser goes next, and what it has to keep until it comes back. */
export function goToPlatform(
  deps: Pick<Deps, 'sign' | 'clock' | 'platform' | 'settings'>,
  ask: ConnectAsk,
): Begun & { url: string } {
  const begun = beginConnecting(deps, ask, deps.clock())
  return { ...begun, url: deps.platform.authorizeUrl({ state: begun.state, redirectUri: redirectUri(deps) }) }
}

/** Of the platform's consent page: what a page of ours that leads there has to allow. */
export const consentOrigin = (deps: Pick<Deps, 'platform' | 'settings'>): string =>
  new URL(deps.platform.authorizeUrl({ state: '', redirectUri: redirectUri(deps) })).origin
