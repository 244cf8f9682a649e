/** Changes to the tokens of a simulated user: revoked, expired, or with a scope less. */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'
import { ControlError, sentenceOf } from './faults.js'

const username = z.string().min(1)
export const tokenChange = z.discriminatedUnion('do', [
  z.strictObject({ username, do: z.enum(['revoke', 'expire_access', 'expire_refresh']) }),
  z.strictObject({ username, do: z.literal('drop_scope'), scope: z.string().min(1) }),
])
export type TokenChange = z.output<typeof tokenChange>

/**
 * Returns the number of living tokens that it changed, but no token.
 * @throws ControlError
 */
export async function changeTokens(sql: Sql, body: unknown, now: Date): Promise<TokenChange & { tokens: number }> {
  const parsed = tokenChange.safeParse(body)
  if (!parsed.success) {
    throw new ControlError(sentenceOf(parsed.error, 'revoke, expire_access, expire_refresh or drop_scope'))
  }
  const change = parsed.data
  const [user] = await sql<{ id: string }[]>`select id from sim_users where username = ${change.username}`
  if (!user) throw new ControlError(`username: there is no ${change.username}.`)
  const rows = await sql`
    update sim_tokens
       set ${effectOf(sql, change, now)}
     where user_id = ${user.id}
       and revoked_at is null
       and (expires_at is null or expires_at > ${now})
       and ${touches(sql, change)}
    returning 1`
  return { ...change, tokens: rows.length }
}

function effectOf(sql: Sql, change: TokenChange, now: Date) {
  switch (change.do) {
    case 'revoke':
      return sql`revoked_at = ${now}`
    case 'expire_access':
    case 'expire_refresh':
      return sql`expires_at = ${now}`
    case 'drop_scope':
      return sql`scopes = array_to_string(array_remove(regexp_split_to_array(scopes, '[ ,]+'), ${change.scope}), ' ')`
  }
}

function touches(sql: Sql, change: TokenChange) {
  switch (change.do) {
    case 'revoke':
      return sql`true`
    case 'expire_access':
      return sql`kind = 'access'`
    case 'expire_refresh':
      return sql`kind = 'refresh'`
    case 'drop_scope':
      return sql`${change.scope} = any(regexp_split_to_array(scopes, '[ ,]+'))`
  }
}
