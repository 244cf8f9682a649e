/** How Slack is spoken to, and what a workspace is spoken to with. */
import type { Deps } from '../../core/ports/deps.js'

export type SlackAccess = {
  /** Of installations that have none of their own. */
  botToken?: string | undefined
  /** The app itself: with it tokens are renewed. */
  oauth?: { clientId: string; clientSecret: string } | undefined
  /** The local workspace's, in place of the network. */
  fetch?: typeof globalThis.fetch | undefined
  slackApiUrl?: string | undefined
}
export type TokenDeps = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'sealer' | 'log'> & SlackAccess

export type Token = { kind: 'token'; botToken: string } | { kind: 'revoked' } | { kind: 'unknown' }
