/** Authenticates callers: bearer tokens with their scopes, and apps with their secrets. */
import type { Sql } from '../../../core/ports/deps.js'
import { authenticationFailed, scopeMissing } from '../faults/refusals.js'
import type { Standing } from '../faults/standings.js'
import { switchesColumn, toSwitches, type Switches } from '../faults/switches.js'

export type Scope = 'user_accounts:read' | 'boards:read' | 'boards:write' | 'pins:read' | 'pins:write'
export type Caller = {
  userId: string
  username: string
  seesSecrets: boolean
  writesSecrets: boolean
  hasFaults: boolean
  /** null if it is good. */
  standing: Standing | null
  switches: Switches
}
/** An app that the platform knows. */
export type App = { clientId: string; clientSecret: string }
type TokenRow = {
  user_id: string
  username: string
  scopes: string
  has_faults: boolean
  standing: Standing | null
  changed: Partial<Switches>
}

/** @throws Refusal 401/2 for an unknown, expired or revoked token · 401/3 for a missing scope */
export async function requireCaller(
  sql: Sql,
  { authorization, scopes, operation, now }: { authorization: string | undefined; scopes: Scope[]; operation: string; now: Date },
): Promise<Caller> {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
  if (token === undefined) throw authenticationFailed()
  const [row] = await sql<TokenRow[]>`
    select t.user_id, u.username, t.scopes, exists (select from sim_faults f where f.operation = ${operation}) as has_faults,
           u.standing, ${switchesColumn(sql)} as changed
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
    writesSecrets: granted.has('boards:write_secret'),
    hasFaults: row.has_faults,
    standing: row.standing,
    switches: toSwitches(row.changed),
  }
}

/**
 * Authenticates an app by HTTP Basic.
 * @throws Refusal 401/2
 */
export function requireApp(apps: App[], authorization = ''): string {
  const given = Buffer.from(/^Basic (\S+)$/.exec(authorization)?.[1] ?? '', 'base64').toString()
  const app = apps.find(({ clientId, clientSecret }) => given === `${clientId}:${clientSecret}`)
  if (!app) throw authenticationFailed()
  return app.clientId
}
