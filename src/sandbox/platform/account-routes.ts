/** GET /user_account and the token endpoint. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../core/ports.js'
import { failCall, type Serve, type V5 } from './endpoints.js'
import { takeCallFault } from './faults.js'
import { authenticationFailed, grantInvalid, invalidRequest } from './refusals.js'

export const ACCESS_SECONDS = 30 * 86_400
export const REFRESH_SECONDS = 60 * 86_400

type UserRow = {
  id: string
  username: string
  display_name: string
  account_type: string
  about: string | null
  website_url: string | null
  profile_image: string | null
  board_count: number
  pin_count: number
}

export function accountRoutes(serve: Serve, v5: V5): void {
  const { sql } = v5.db
  serve({ method: 'GET', url: '/user_account', scopes: ['user_accounts:read'], call: 'user_account' }, async ({ caller }) => {
    const [user] = await sql<UserRow[]>`
      select id, username, display_name, account_type, about, website_url, profile_image,
             (select count(*)::int from sim_boards where owner_id = u.id) as board_count,
             (select count(*)::int from sim_pins where owner_id = u.id) as pin_count
        from sim_users u
       where id = ${caller.userId}`
    if (!user) throw authenticationFailed()
    return {
      id: user.id,
      username: user.username,
      account_type: user.account_type,
      business_name: user.account_type === 'BUSINESS' ? user.display_name : null,
      about: user.about ?? '',
      profile_image: user.profile_image ?? '',
      website_url: user.website_url ?? '',
      board_count: user.board_count,
      pin_count: user.pin_count,
      follower_count: 0,
      following_count: 0,
      monthly_views: 0,
    }
  })
  tokenRoute(v5)
}

const grant = z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) })

/** Continuous refresh: each use gives a new refresh token and ends the old one. */
function tokenRoute({ app, db, clock, hang }: V5): void {
  app.post('/oauth/token', async (request, reply) => {
    if (!/^Basic \S+$/.test(request.headers.authorization ?? '')) throw authenticationFailed()
    const fault = await takeCallFault(db.sql, 'refresh_token')
    if (fault === 'unauthorized') throw grantInvalid()
    if (fault) return failCall(fault, () => hang(reply), reply)
    const parsed = grant.safeParse(request.body)
    if (!parsed.success) throw invalidRequest('grant_type must be refresh_token and refresh_token must be given.')
    const renewed = await rotate(db, parsed.data.refresh_token, clock())
    return {
      response_type: 'refresh_token',
      token_type: 'bearer',
      expires_in: ACCESS_SECONDS,
      refresh_token_expires_in: REFRESH_SECONDS,
      ...renewed,
    }
  })
}

async function rotate(db: Db, refreshToken: string, now: Date) {
  return db.tx(async (sql) => {
    const [old] = await sql<{ user_id: string; scopes: string }[]>`
      update sim_tokens
         set revoked_at = ${now}
       where token = ${refreshToken}
         and kind = 'refresh'
         and revoked_at is null
         and (expires_at is null or expires_at > ${now})
      returning user_id, scopes`
    if (!old) throw grantInvalid()
    const accessToken = newToken('pina')
    const nextRefreshToken = newToken('pinr')
    await sql`
      insert into sim_tokens (token, kind, user_id, scopes, expires_at)
      values (${accessToken}, 'access', ${old.user_id}, ${old.scopes}, ${later(now, ACCESS_SECONDS)}),
             (${nextRefreshToken}, 'refresh', ${old.user_id}, ${old.scopes}, ${later(now, REFRESH_SECONDS)})`
    return { access_token: accessToken, refresh_token: nextRefreshToken, scope: old.scopes }
  })
}

const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
export const newToken = (prefix: 'pina' | 'pinr') => `${prefix}_${randomBytes(24).toString('hex')}`
