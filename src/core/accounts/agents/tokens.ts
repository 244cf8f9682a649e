/**
 * Tokens of signed-in programs. A sign-in is a row of `api_keys`: its hash is that of the access token, which a refresh replaces.
 * All refresh tokens of a sign-in share a part, so an older one is recognized, and then the whole sign-in ends.
 */
import { createHash, randomBytes } from 'node:crypto'
import { recordAct } from '../../audit/audit.js'
import { after, DAY_MS, HOUR_MS } from '../../lib/duration.js'
import { isSame } from '../../lib/http/signed-token.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { readAgentToken } from '../keys/api-keys.js'
import { endKey } from '../keys/revoke.js'
import { type MostRole, SCOPE } from '../keys/most-role.js'
import { readAgentsAllowed } from './allowed.js'
import { clientHash } from './clients.js'
import { OAuthError } from './oauth-error.js'
import { hostOf } from './redirects.js'
import { isOurs } from './request.js'
import { hash } from './sign-ins.js'

export const ACCESS_MS = HOUR_MS
/** An unused sign-in ends after this. */
export const REFRESH_MS = 60 * DAY_MS

export type Tokens = { accessToken: string; refreshToken: string; expiresInSeconds: number; scope: string }
type TokenDeps = Pick<Deps, 'db' | 'clock' | 'settings'>

export type CodeExchange = {
  code: string
  verifier: string
  clientId: string
  redirectUri: string
  /** The values as sent: absent, a text, or several. */
  resource: unknown
}

type Granted = {
  id: string
  clientHash: Buffer
  clientName: string
  redirectUri: string
  challenge: string
  organizationId: string
  person: string
  mostRole: MostRole
  isLate: boolean
  apiKeyId: string | null
}

/**
 * Exchanges a code, once. One that comes again ends what the first exchange gave: somebody else has it, too.
 * @throws OAuthError invalid_grant, invalid_target, access_denied
 */
export async function exchangeCode(
  { db, clock, settings: { publicUrl } }: TokenDeps,
  { code, verifier, clientId, redirectUri, resource }: CodeExchange,
): Promise<Tokens> {
  const now = clock()
  if (!isOurs(resource, publicUrl)) throw wrongTarget()
  const outcome = await db.tx(async (sql): Promise<Tokens | OAuthError> => {
    const [granted] = await sql<Granted[]>`
      select id, client_hash as "clientHash", client_name as "clientName", redirect_uri as "redirectUri", challenge,
             organization_id as "organizationId", person, most_role as "mostRole", grant_until <= ${now} or ended_at is not null as "isLate",
             api_key_id as "apiKeyId"
        from agent_sign_ins
       where grant_hash = ${hash(code)}
         for no key update`
    if (!granted) return badGrant('This code is unknown.', true)
    const { organizationId, apiKeyId } = granted
    if (apiKeyId !== null) {
      await endSignIn(sql, { organizationId, apiKeyId }, 'code used twice', now)
      return badGrant('This code was already used, so its sign-in has ended.')
    }
    if (granted.isLate) return badGrant('This code has expired, or its person has left.')
    if (!granted.clientHash.equals(clientHash(clientId)) || granted.redirectUri !== redirectUri)
      return badGrant('This code belongs to another client_id or redirect_uri.')
    if (!isSame(createHash('sha256').update(verifier).digest('base64url'), granted.challenge))
      return badGrant('code_verifier does not match code_challenge.')
    return begin(sql, granted, now)
  })
  if (outcome instanceof OAuthError) throw outcome // outside, because the end of a sign-in has to be committed
  return outcome
}

async function begin(sql: Sql, granted: Granted, now: Date): Promise<Tokens | OAuthError> {
  const { organizationId, person, mostRole, clientName } = granted
  await sql`select from organizations where id = ${organizationId} for no key update`
  if (!(await readAgentsAllowed(sql, organizationId)))
    return new OAuthError('access_denied', 'The admins of this organization have turned off sign-in for programs.')
  const [slackTeamId = '', slackUserId = ''] = person.split(':')
  const access = makeAccess(organizationId)
  const family = randomBytes(16).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const host = hostOf(granted.redirectUri)
  const [{ id }] = await sql<[{ id: string }]>`
    insert into api_keys (organization_id, name, prefix, hash, role, slack_team_id, slack_user_id, created_by, created_at, expires_at,
                          hash_until, most_role, agent_host, agent_client, agent_family, agent_secret)
    values (${organizationId}, ${clientName}, ${`psa_${organizationId}_`}, ${hash(access)}, null, ${slackTeamId}, ${slackUserId},
            ${person}, ${now}, ${after(now, REFRESH_MS)}, ${after(now, ACCESS_MS)}, ${mostRole}, ${host}, ${granted.clientHash},
            ${hash(family)}, ${hash(secret)})
    returning id`
  await sql`update agent_sign_ins set api_key_id = ${id} where id = ${granted.id}`
  const act = { subject: `api_key:${id}`, action: 'signIn', after: { name: clientName, host, mostRole, personId: person } }
  await recordAct(sql, { organizationId, via: 'slack', userId: person }, act, now)
  return tokensOf(access, `psr_${organizationId}_${id}_${family}_${secret}`, mostRole)
}

const makeAccess = (organizationId: string) => `psa_${organizationId}_${randomBytes(32).toString('base64url')}`

const tokensOf = (accessToken: string, refreshToken: string, mostRole: MostRole): Tokens => ({
  accessToken,
  refreshToken,
  expiresInSeconds: ACCESS_MS / 1000,
  scope: SCOPE[mostRole],
})

const REFRESH = /^psr_([1-9][0-9]{0,18})_([1-9][0-9]{0,18})_([\w-]{22})_([\w-]{43})$/

function readRefresh(token: string) {
  const [, organizationId = '', apiKeyId = '', family = '', secret = ''] = REFRESH.exec(token) ?? []
  return isRowId(organizationId) && isRowId(apiKeyId) ? { organizationId, apiKeyId, family, secret } : undefined
}

type Family = { client: Buffer; secret: Buffer; mostRole: MostRole; works: boolean }

const findFamily = async (
  sql: Sql,
  { organizationId, apiKeyId, family }: { organizationId: string; apiKeyId: string; family: string },
  now: Date,
): Promise<Family | undefined> =>
  (
    await sql<Family[]>`
    select agent_client as client, agent_secret as secret, most_role as "mostRole",
           revoked_at is null and expires_at > ${now} as works
      from api_keys
     where organization_id = ${organizationId}
       and id = ${apiKeyId}
       and agent_family = ${hash(family)}
       for no key update`
  )[0]

/**
 * Replaces both tokens. A refresh token that was replaced before ends the sign-in.
 * @throws OAuthError invalid_grant, invalid_target
 */
export async function refreshTokens(
  { db, clock, settings: { publicUrl } }: TokenDeps,
  { refreshToken, clientId, resource }: { refreshToken: string; clientId: string; resource: unknown },
): Promise<Tokens> {
  const now = clock()
  if (!isOurs(resource, publicUrl)) throw wrongTarget()
  const given = readRefresh(refreshToken)
  if (!given) throw badGrant('This refresh token is unknown.', true)
  const { organizationId, apiKeyId, family } = given
  const outcome = await db.tx(async (sql): Promise<Tokens | OAuthError> => {
    const found = await findFamily(sql, given, now)
    if (!found) return badGrant('This refresh token is unknown.', true)
    if (!found.works) return badGrant('This sign-in has ended. Sign in again.')
    if (!found.client.equals(clientHash(clientId))) return badGrant('This refresh token belongs to another client_id.')
    if (!found.secret.equals(hash(given.secret))) {
      await endSignIn(sql, { organizationId, apiKeyId }, 'refresh token used twice', now)
      return badGrant('This refresh token was already used, so its sign-in has ended.')
    }
    const access = makeAccess(organizationId)
    const secret = randomBytes(32).toString('base64url')
    await sql`
      update api_keys
         set hash = ${hash(access)}, hash_until = ${after(now, ACCESS_MS)}, expires_at = ${after(now, REFRESH_MS)},
             agent_secret = ${hash(secret)}
       where organization_id = ${organizationId}
         and id = ${apiKeyId}`
    return tokensOf(access, `psr_${organizationId}_${apiKeyId}_${family}_${secret}`, found.mostRole)
  })
  if (outcome instanceof OAuthError) throw outcome
  return outcome
}

/** Ends the sign-in of an access or refresh token; does nothing for any other text. @see RFC 7009 */
export async function revokeToken({ db, clock }: TokenDeps, token: string): Promise<void> {
  const now = clock()
  const refresh = readRefresh(token)
  const access = refresh ? undefined : readAgentToken(token)
  await db.tx(async (sql) => {
    if (refresh && (await findFamily(sql, refresh, now))) await endSignIn(sql, refresh, 'by the program', now)
    if (!access) return
    const [found] = await sql<{ apiKeyId: string }[]>`
      select id as "apiKeyId"
        from api_keys
       where organization_id = ${access.organizationId}
         and hash = ${access.hash}
         and hash_until > ${now}
         for no key update`
    if (found) await endSignIn(sql, { ...access, ...found }, 'by the program', now)
  })
}

async function endSignIn(
  sql: Sql,
  { organizationId, apiKeyId }: { organizationId: string; apiKeyId: string },
  because: string,
  now: Date,
): Promise<void> {
  await endKey(sql, { organizationId, via: 'api', userId: `key:${apiKeyId}`, apiKeyId }, { id: apiKeyId, because }, now)
}

const badGrant = (message: string, isGuess = false) => new OAuthError('invalid_grant', message, isGuess)
const wrongTarget = () => new OAuthError('invalid_target', 'resource must be the address of /mcp, as its metadata has it.')
