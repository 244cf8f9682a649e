/** POST /oauth/token: exchanges codes and refresh tokens, for an app that authenticates itself. */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'
import { requireApp } from './callers.js'
import type { V5 } from '../endpoints.js'
import { takeFault } from '../faults/faults.js'
import { injectFault } from '../faults/inject-fault.js'
import { exchange, rotate } from './grants.js'
import { grantInvalid, invalidRequest } from '../faults/refusals.js'
import { readSwitches } from '../faults/switches.js'

const grant = z.discriminatedUnion('grant_type', [
  z.object({ grant_type: z.literal('authorization_code'), code: z.string().min(1), redirect_uri: z.string().min(1) }),
  z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().min(1) }),
])

/** The username of a token's holder; null for an unknown token. */
async function holderOf(sql: Sql, token: string): Promise<string | null> {
  const [holder] = await sql<{ username: string }[]>`
    select u.username
      from sim_tokens t
      join sim_users u on u.id = t.user_id
     where t.token = ${token}`
  return holder?.username ?? null
}

export function tokenRoute({ app, db, clock, hang, apps }: V5): void {
  app.post('/oauth/token', async (request, reply) => {
    const clientId = requireApp(apps, request.headers.authorization)
    const parsed = grant.safeParse(request.body)
    if (!parsed.success) throw invalidRequest('grant_type must be authorization_code or refresh_token, with what belongs to it.')
    const { data } = parsed
    const answer = async () => {
      const now = clock()
      if (data.grant_type === 'authorization_code') {
        return exchange(db, { code: data.code, redirectUri: data.redirect_uri, clientId }, now)
      }
      const { sameTokenTwice: isSameTwice } = await readSwitches(db.sql)
      return rotate(db, data.refresh_token, { isSameTwice, now })
    }
    const isRefresh = data.grant_type === 'refresh_token'
    const of = { username: isRefresh ? await holderOf(db.sql, data.refresh_token) : null }
    const fault = await takeFault(db.sql, isRefresh ? 'refresh_token' : 'exchange_code', of)
    if (fault === 'unauthorized') throw grantInvalid()
    return (fault && injectFault(fault, { answer, hang, reply })) ?? answer()
  })
}
