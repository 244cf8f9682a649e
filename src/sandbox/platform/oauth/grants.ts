/** Codes, access tokens and refresh tokens; each renewal returns a new pair. */
import { randomBytes } from 'node:crypto'
import { after, before, SECOND_MS } from '../../../core/lib/duration.js'
import type { Db, Sql } from '../../../core/ports/deps.js'
import { grantInvalid } from '../faults/refusals.js'

const ACCESS_SECONDS = 30 * 86_400
const REFRESH_SECONDS = 60 * 86_400
const CODE_SECONDS = 600
const SAME_TOKEN_MS = 1_000

const later = (now: Date, seconds: number) => after(now, seconds * SECOND_MS)
export const newToken = (prefix: 'pina' | 'pinr') => `${prefix}_${randomBytes(24).toString('hex')}`

export type Consent = { clientId: string; userId: string; redirectUri: string; scopes: string[] }

/** Makes a code for one exchange within ten minutes. */
export async function addCode(sql: Sql, { clientId, userId, redirectUri, scopes }: Consent, now: Date): Promise<string> {
  const code = randomBytes(20).toString('hex')
  await sql`
    insert into sim_codes (code, client_id, user_id, redirect_uri, scopes, expires_at)
    values (${code}, ${clientId}, ${userId}, ${redirectUri}, ${scopes.join(' ')}, ${later(now, CODE_SECONDS)})`
  return code
}

type Granting = { userId: string; scopes: string }

/** @throws Refusal 401/283 if the code is unknown, used, expired, or was made for another app or address */
export async function exchange(db: Db, given: { code: string; clientId: string; redirectUri: string }, now: Date) {
  return db.tx(async (sql) => {
    const [granting] = await sql<Granting[]>`
      delete from sim_codes
       where code = ${given.code}
         and client_id = ${given.clientId}
         and redirect_uri = ${given.redirectUri}
         and expires_at > ${now}
      returning user_id as "userId", scopes`
    if (!granting) throw grantInvalid()
    return issue(sql, granting, { type: 'authorization_code', accessToken: newToken('pina'), now })
  })
}

/**
 * Rotates a refresh token: each use returns a new one and ends the old one.
 * @param isSameTwice a renewal within a second of the last one returns the same access token
 * @throws Refusal 401/283
 */
export async function rotate(db: Db, refreshToken: string, { isSameTwice, now }: { isSameTwice: boolean; now: Date }) {
  return db.tx(async (sql) => {
    const [granting] = await sql<Granting[]>`
      update sim_tokens
         set revoked_at = ${now}
       where token = ${refreshToken}
         and kind = 'refresh'
         and revoked_at is null
         and (expires_at is null or expires_at > ${now})
      returning user_id as "userId", scopes`
    if (!granting) throw grantInvalid()
    const same = isSameTwice ? await findJustIssued(sql, granting, now) : undefined
    return issue(sql, granting, { type: 'refresh_token', accessToken: same ?? newToken('pina'), now })
  })
}

async function findJustIssued(sql: Sql, { userId, scopes }: Granting, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ token: string }[]>`
    select token
      from sim_tokens
     where user_id = ${userId}
       and kind = 'access'
       and scopes = ${scopes}
       and revoked_at is null
       and issued_at > ${before(now, SAME_TOKEN_MS)}
     order by issued_at desc
     limit 1`
  return row?.token
}

type Issuing = { type: 'authorization_code' | 'refresh_token'; accessToken: string; now: Date }

async function issue(sql: Sql, { userId, scopes }: Granting, { type, accessToken, now }: Issuing) {
  const refreshToken = newToken('pinr')
  const refreshExpiresAt = later(now, REFRESH_SECONDS)
  await sql`
    insert into sim_tokens (token, kind, user_id, scopes, expires_at, issued_at)
    values (${accessToken}, 'access', ${userId}, ${scopes}, ${later(now, ACCESS_SECONDS)}, ${now}),
           (${refreshToken}, 'refresh', ${userId}, ${scopes}, ${refreshExpiresAt}, ${now})
    on conflict (token) do nothing`
  return {
    response_type: type,
    token_type: 'bearer',
    access_token: accessToken,
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    refresh_token_expires_in: REFRESH_SECONDS,
    refresh_token_expires_at: Math.floor(refreshExpiresAt.getTime() / 1000),
    scope: scopes,
  }
}
