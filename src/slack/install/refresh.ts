/** Spends a refresh token once: returns Slack's new grant, or why there is none. */
import { WebAPIPlatformError, WebClient } from '@slack/web-api'
import { after } from '../../core/lib/duration.js'
import { alertOperator } from '../../core/notices/operator-alert.js'
import { makeDiscreetLog } from '../transport/bolt-log.js'
import type { Granted, Kept } from './kept.js'
import { type Fresh, leaveRefresh, revokeRefused, storeFresh } from './refresh-store.js'
import { untilStored } from '../../core/lib/retry.js'
import type { Token, TokenDeps } from '../transport/access.js'

type Spending = { kept: Kept; granted: Granted; lease: Date; isAlive: boolean }

/** Timeout of the call, shorter than a lease because a person waits; the next caller that needs the token tries again. */
const TIMEOUT_MS = 5_000
const AGAIN_MS = 30_000

/** Slack's errors for a token that is permanently invalid. */
const REFUSED = ['invalid_refresh_token', 'token_revoked', 'token_expired', 'account_inactive', 'invalid_auth', 'invalid_grant']
/** Slack's errors about the app's own id and secret, which no workspace can fix. */
const OUR_FAULT = [
  'bad_client_secret',
  'invalid_client_id',
  'missing_client_id',
  'missing_client_secret',
  'oauth_authorization_url_mismatch',
]

/** @throws Error Slack could not be reached, and the old token has ended */
export async function spendRefreshToken(deps: TokenDeps, { kept, granted, lease, isAlive }: Spending): Promise<Token> {
  const { db, log, wallClock } = deps
  const spent = granted.bot.refreshToken ?? ''
  const old: Token = { kind: 'token', botToken: granted.bot.token }
  try {
    const fresh = await callSlack(deps, spent)
    // the old pair is spent, and while the database is unreachable the new one exists only here
    return asToken(await untilStored(() => storeFresh(deps, kept, { spent, fresh })))
  } catch (error) {
    const code = error instanceof WebAPIPlatformError ? error.data.error : undefined
    if (code !== undefined && REFUSED.includes(code)) return asToken(await giveUp(deps, kept, { spent, code }))
    if (code !== undefined && OUR_FAULT.includes(code)) await alertOurFault(deps, kept, code)
    const reason = error instanceof Error ? error.message : String(error)
    log.warn({ teamId: kept.teamId, enterpriseId: kept.enterpriseId, reason }, 'a token of slack could not be renewed yet')
    const again = { lease, after: after(wallClock(), AGAIN_MS) }
    await leaveRefresh(db.sql, kept, again).catch(() => {}) // the lease ends by itself
    if (isAlive) return old
    throw new Error('the token of this workspace has ended, and Slack gives no other', { cause: error })
  }
}

const asToken = (botToken: string | undefined): Token =>
  botToken === undefined ? { kind: 'revoked' } : { kind: 'token', botToken }

async function callSlack({ oauth, fetch, slackApiUrl, log, wallClock }: TokenDeps, spent: string): Promise<Fresh> {
  if (!oauth) throw new Error('without the id of the app no token can be renewed')
  const client = new WebClient(undefined, {
    timeout: TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: makeDiscreetLog(log),
    ...(fetch && { fetch }),
    ...(slackApiUrl !== undefined && { slackApiUrl }),
  })
  const requested = { client_id: oauth.clientId, client_secret: oauth.clientSecret }
  const answer = await client.oauth.v2.access({ ...requested, grant_type: 'refresh_token', refresh_token: spent })
  const { access_token: token, refresh_token: refreshToken, expires_in: seconds } = answer
  if (!token || !refreshToken || !seconds) throw new Error('slack answered a refresh without a token')
  return { token, refreshToken, expiresAt: Math.floor(wallClock().getTime() / 1000) + seconds }
}

/** Revokes the installation, unless another process spent the token first and stored a new one. */
async function giveUp(
  deps: TokenDeps,
  kept: Kept,
  { spent, code }: { spent: string; code: string },
): Promise<string | undefined> {
  const newer = await revokeRefused(deps, kept, spent)
  if (newer !== undefined) return newer
  const place = kept.teamId || kept.enterpriseId
  const message = `Slack no longer renews the token of ${place} (${code}). Nobody there gets messages until an admin installs the app again.`
  deps.log.error(
    { teamId: kept.teamId, enterpriseId: kept.enterpriseId, code },
    'slack refused a refresh token: installation revoked',
  )
  await alertRuns(deps, kept, message)
  return undefined
}

async function alertOurFault(deps: TokenDeps, kept: Kept, code: string): Promise<void> {
  const message = `Slack renews no tokens: ${code}. Compare SLACK_CLIENT_ID and SLACK_CLIENT_SECRET with the app, then restart.`
  await alertRuns(deps, kept, message)
}

/** Alerts the operator; if the alert cannot be written, that is only logged. */
async function alertRuns(deps: TokenDeps, { organizationId: seenFor }: Kept, message: string): Promise<void> {
  await alertOperator(deps, { subject: 'stuck', seenFor, message }, deps.clock()).catch((error: unknown) =>
    deps.log.error({ err: error, message }, 'the operator could not be alerted'),
  )
}
