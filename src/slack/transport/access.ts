/** Access to Slack, and the token of a workspace. */
import type { Deps } from '../../core/ports/deps.js'

export type SlackAccess = {
  /** Token of installations that have none of their own. */
  botToken?: string | undefined
  /** Credentials of the app, which renew tokens. */
  oauth?: { clientId: string; clientSecret: string } | undefined
  /** The `fetch` of the local workspace, instead of the network's. */
  fetch?: typeof globalThis.fetch | undefined
  slackApiUrl?: string | undefined
}
export type TokenDeps = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'sealer' | 'log'> & SlackAccess

export type Token = { kind: 'token'; botToken: string } | { kind: 'revoked' } | { kind: 'unknown' }
