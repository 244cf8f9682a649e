/** The local workspace's consent and tokens, as Slack's oauth/v2/authorize and oauth.v2.access, with rotation. */
import { after, MINUTE_MS, SECOND_MS } from '../../core/lib/duration.js'
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../core/ports/deps.js'
import { RIGHTS } from '../../slack/install/scopes.js'
import { ApiRefusal, type Arguments } from './api-call.js'
import type { Workspace } from './context.js'
import { appId, botToken, type Colleague, colleagues, oauthApp, teamId, teamName, users } from './ids.js'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { escapeHtml, privateHeaders, render, terms } from '../../http/pages/layout.js'
import { openPage } from './forms-page.js'

export const AUTHORIZE_PATH = '/sandbox/slack/oauth/v2/authorize'
const CODE_MS = 10 * MINUTE_MS
const TOKEN_SECONDS = 12 * 3_600

type Consent = { clientId: string; scopes: string; state: string; redirectUri: string }

/** The error that Slack's page would show; undefined for a valid request. */
function faultOf({ clientId, scopes, redirectUri }: Consent): string | undefined {
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
async function decide({ db, wallClock }: Workspace, { scopes, state, redirectUri }: Consent, who?: Colleague): Promise<string> {
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

const isColleague = (text: unknown): text is Colleague => colleagues.includes(text as Colleague)

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

// The page on which a person of the local workspace allows the app, instead of slack.com/oauth/v2/authorize.

const whyOf = (requested: string): string => RIGHTS.find(({ scope }) => scope === requested)?.why ?? 'asked for'
const FOOTER = 'This is the local workspace, in place of Slack. On the real one the page is Slack’s own.'

export function oauthPage(workspace: Workspace): FastifyPluginAsync {
  return async (app) => {
    openPage(app)

    app.get<{ Querystring: Record<string, unknown> }>(AUTHORIZE_PATH, async ({ query }, reply) => {
      const consent = readConsent(query)
      const fault = faultOf(consent)
      return fault === undefined ? sendPage(reply, consent) : sendFault(reply, fault)
    })
    app.post<{ Body: Record<string, unknown> }>(AUTHORIZE_PATH, async ({ body }, reply) => {
      const consent = readConsent(body)
      const fault = faultOf(consent)
      if (fault !== undefined) return sendFault(reply, fault)
      const location = await decide(workspace, consent, isColleague(body['as']) ? body['as'] : undefined)
      return reply.code(303).headers({ location, 'cache-control': 'no-store' }).send()
    })
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const readConsent = (given: Record<string, unknown>): Consent => ({
  clientId: textOf(given['client_id']),
  scopes: textOf(given['scope']),
  state: textOf(given['state']),
  redirectUri: textOf(given['redirect_uri']),
})

function sendPage(reply: FastifyReply, { clientId, scopes, state, redirectUri }: Consent): FastifyReply {
  const fields = { client_id: clientId, scope: scopes, state, redirect_uri: redirectUri }
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  const button = (as: string, words: string) => `<button type="submit" name="as" value="${as}">${words}</button>`
  const page = render({
    path: null,
    title: `Pinslot asks to be added to ${teamName}`,
    lead: 'It would be allowed to do this:',
    body: `${terms(...scopes.split(',').map((scope): [string, string] => [`<code>${escapeHtml(scope)}</code>`, escapeHtml(whyOf(scope))]))}
<form method="post">${hidden.join('')}${button('admin', 'Allow as Ada')} ${button('member', 'Allow as Milo')} ${button('', 'Cancel')}</form>`,
    footer: FOOTER,
  })
  // browsers apply the policy also to the redirect after this form
  return reply.headers(privateHeaders({ formAction: `'self' ${new URL(redirectUri).origin}` })).send(page)
}

const sendFault = (reply: FastifyReply, fault: string): FastifyReply =>
  reply
    .code(400)
    .headers(privateHeaders())
    .send(render({ path: null, title: 'Slack would not ask', lead: `<code>${fault}</code>`, body: '', footer: FOOTER }))
