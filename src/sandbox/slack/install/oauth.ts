/** The local workspace's consent and tokens, as Slack's oauth/v2/authorize and oauth.v2.access, with rotation. */
import { after, MINUTE_MS, SECOND_MS } from '../../../core/lib/duration.js'
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../../core/ports/deps.js'
import { RIGHTS } from '../../../slack/install/scopes.js'
import { ApiRefusal, type Arguments } from '../api-call.js'
import type { Workspace } from '../context.js'
import { appId, botToken, oauthApp, people, teamId, teamName, users, type Who } from '../ids.js'

export const AUTHORIZE_PATH = '/sandbox/slack/oauth/v2/authorize'
const CODE_MS = 10 * MINUTE_MS
const TOKEN_SECONDS = 12 * 3_600

export type Consent = { clientId: string; scopes: string; state: string; redirectUri: string }

/** The error that Slack's page would show; undefined for a valid request. */
export function faultOf({ clientId, scopes, redirectUri }: Consent): string | undefined {
  if (clientId !== oauthApp.clientId) return 'invalid_client_id'
  if (scopes === '') return 'invalid_scope'
  const { protocol, pathname } = parseUrl(redirectUri) ?? {}
  const isGood = ['http:', 'https:'].includes(protocol ?? '') && pathname === '/slack/oauth_redirect'
  return isGood ? undefined : 'bad_redirect_uri'
}

/**
 * The address to which the person is redirected.
 * @param who undefined if they declined
 */
export async function decide({ db, wallClock }: Workspace, { scopes, state, redirectUri }: Consent, who?: Who): Promise<string> {
  const back = new URL(redirectUri)
  if (who === undefined) back.searchParams.set('error', 'access_denied')
  else {
    const code = `${teamId}.${randomBytes(18).toString('hex')}`
    await db.sql`
      insert into slk_codes (code, user_id, redirect_uri, scopes, expires_at)
      values (${code}, ${users[who]}, ${redirectUri}, ${scopes}, ${after(wallClock(), CODE_MS)})`
    back.searchParams.set('code', code)
  }
  back.searchParams.set('state', state)
  return back.href
}

export const isPerson = (text: unknown): text is Who => people.includes(text as Who)

type Granted = { userId: string; scopes: string }

/**
 * Implements oauth.v2.access.
 * @throws ApiRefusal as Slack refuses
 */
export async function giveToken(sql: Sql, args: Arguments, now: Date): Promise<Record<string, unknown>> {
  if (args.text('client_id') !== oauthApp.clientId) throw new ApiRefusal('invalid_client_id')
  if (args.text('client_secret') !== oauthApp.clientSecret) throw new ApiRefusal('bad_client_secret')
  const isRefresh = args.text('grant_type') === 'refresh_token'
  const { userId, scopes } = isRefresh ? await takeRefreshToken(sql, args, now) : await takeCode(sql, args, now)
  const token = `xoxe.xoxb-1-${randomBytes(24).toString('hex')}`
  const refreshToken = `xoxe-1-${randomBytes(24).toString('hex')}`
  await sql`
    insert into slk_tokens (token, refresh_token, user_id, scopes, expires_at)
    values (${token}, ${refreshToken}, ${userId}, ${scopes}, ${after(now, TOKEN_SECONDS * SECOND_MS)})`
  return {
    access_token: token,
    token_type: 'bot',
    scope: scopes,
    bot_user_id: users.bot,
    app_id: appId,
    team: { id: teamId, name: teamName },
    enterprise: null,
    is_enterprise_install: false,
    authed_user: { id: userId },
    refresh_token: refreshToken,
    expires_in: TOKEN_SECONDS,
  }
}

async function takeCode(sql: Sql, args: Arguments, now: Date): Promise<Granted> {
  const code = args.text('code') ?? ''
  const [row] = await sql<(Granted & { redirectUri: string; usedAt: Date | null; expiresAt: Date })[]>`
    select user_id as "userId", scopes, redirect_uri as "redirectUri", used_at as "usedAt", expires_at as "expiresAt"
      from slk_codes
     where code = ${code}
       for update`
  if (!row || row.expiresAt <= now) throw new ApiRefusal('invalid_code')
  if (row.usedAt) throw new ApiRefusal('code_already_used')
  if (args.text('redirect_uri') !== row.redirectUri) throw new ApiRefusal('bad_redirect_uri')
  await sql`update slk_codes set used_at = ${now} where code = ${code}`
  return row
}

async function takeRefreshToken(sql: Sql, args: Arguments, now: Date): Promise<Granted> {
  const [row] = await sql<Granted[]>`
    update slk_tokens
       set refreshed_at = ${now}
     where refresh_token = ${args.text('refresh_token') ?? ''}
       and refreshed_at is null
    returning user_id as "userId", scopes`
  if (!row) throw new ApiRefusal('invalid_refresh_token')
  return row
}

/** The scopes of a token, or its error. The seeded token never expires and has all scopes of the app. */
export async function scopesOfToken(sql: Sql, token: string, now: Date): Promise<string[] | 'invalid_auth' | 'token_expired'> {
  if (token === botToken) return RIGHTS.map(({ scope }) => scope)
  const [row] = await sql<{ scopes: string; expiresAt: Date }[]>`
    select scopes, expires_at as "expiresAt"
      from slk_tokens
     where token = ${token}`
  if (!row) return 'invalid_auth'
  return row.expiresAt <= now ? 'token_expired' : row.scopes.split(',')
}
