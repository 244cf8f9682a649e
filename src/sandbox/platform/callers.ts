/** Who calls: bearer tokens and their scopes. */
import type { Sql } from '../../core/ports.js'
import { authenticationFailed, scopeMissing } from './refusals.js'

export type Scope = 'user_accounts:read' | 'boards:read' | 'boards:write' | 'pins:read' | 'pins:write'
export type Caller = { userId: string; username: string; seesSecrets: boolean; hasFaults: boolean }

/** @throws Refusal 401/2 unknown, expired or revoked token · 401/3 a scope is missing */
export async function requireCaller(
  sql: Sql,
  { authorization, scopes, operation, now }: { authorization: string | undefined; scopes: Scope[]; operation: string; now: Date },
): Promise<Caller> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (token === undefined) throw authenticationFailed()
  const [row] = await sql<{ user_id: string; username: string; scopes: string; has_faults: boolean }[]>`
    select t.user_id, u.username, t.scopes, exists (select from sim_faults f where f.operation = ${operation}) as has_faults
      from sim_tokens t
      join sim_users u on u.id = t.user_id
     where t.token = ${token}
       and t.kind = 'access'
       and t.revoked_at is null
       and (t.expires_at is null or t.expires_at > ${now})`
  if (!row) throw authenticationFailed()
  const granted = new Set(row.scopes.split(/[\s,]+/))
  if (!scopes.every((scope) => granted.has(scope))) throw scopeMissing()
  return {
    userId: row.user_id,
    username: row.username,
    seesSecrets: granted.has('boards:read_secret'),
    hasFaults: row.has_faults,
  }
}
