/** The renewal of a token in the database: who may renew, what is stored, and what was refused. */
import { after } from '../../core/lib/duration.js'
import { recordAct } from '../../core/audit/audit.js'
import type { Sql } from '../../core/ports/deps.js'
import type { TokenDeps } from '../transport/access.js'
import { type Granted, isRow, type Kept, type Key, keptColumns, openGranted, withoutToken } from './kept.js'

/** Finds an installation that is in use. */
export async function findKept(sql: Sql, key: Key): Promise<Kept | undefined> {
  const [kept] = await sql<Kept[]>`
    select ${keptColumns(sql)}
      from slack_installations
     where ${isRow(sql, key)}
       and revoked_at is null`
  return kept
}

/**
 * Leases the renewal to one process at a time; a lock is not held over a network call.
 * @param evenIfLeased Slack could not be reached, but there is no token left to wait with
 * @returns the end of the lease; undefined: another process has it, or has just stored another token
 */
export async function takeRefresh(
  sql: Sql,
  kept: Kept,
  { now, leaseMs, evenIfLeased }: { now: Date; leaseMs: number; evenIfLeased: boolean },
): Promise<Date | undefined> {
  const until = after(now, leaseMs)
  const taken = await sql`
    update slack_installations
       set refreshing_until = ${until}
     where ${isRow(sql, kept)}
       and revoked_at is null
       and installation = ${kept.installation}
       and (refreshing_until is null or refreshing_until <= ${now})
       and (refresh_after is null or refresh_after <= ${now} or ${evenIfLeased})`
  return taken.count === 1 ? until : undefined
}

/** @param after the time before which Slack is not called again while the token is alive; null: no such time */
export async function leaveRefresh(sql: Sql, key: Key, { lease, after }: { lease: Date; after: Date | null }): Promise<void> {
  await sql`
    update slack_installations
       set refreshing_until = null, refresh_after = ${after}
     where ${isRow(sql, key)}
       and refreshing_until = ${lease}`
}

export type Fresh = { token: string; refreshToken: string; expiresAt: number }

/**
 * Replaces the spent pair with the new one, unless another was stored since (by a reinstallation, or this pair by a commit whose
 * answer was lost).
 * @returns the token that is stored now; undefined: the app was removed
 */
export async function storeFresh(
  { db, sealer }: Pick<TokenDeps, 'db' | 'sealer'>,
  key: Key,
  { spent, fresh }: { spent: string; fresh: Fresh },
): Promise<string | undefined> {
  return db.tx(async (sql) => {
    const granted = await lockGranted(sql, { sealer }, key)
    if (!granted || granted.bot.refreshToken !== spent) return granted?.bot.token
    const sealed = sealer.seal(JSON.stringify({ ...granted, bot: { ...granted.bot, ...fresh } }))
    await sql`
      update slack_installations
         set installation = ${sealed}, token_expires_at = ${new Date(fresh.expiresAt * 1000)}, refreshing_until = null, refresh_after = null
       where ${isRow(sql, key)}`
    return fresh.token
  })
}

/**
 * Revokes the installation, because Slack no longer accepts the refresh token: the app is out of the workspace until it is
 * installed again.
 * @returns the token that another process has stored meanwhile; undefined: it is revoked now
 */
export async function revokeRefused(
  { db, sealer, clock }: Pick<TokenDeps, 'db' | 'sealer' | 'clock'>,
  kept: Kept,
  spent: string,
): Promise<string | undefined> {
  const now = clock()
  return db.tx(async (sql) => {
    const granted = await lockGranted(sql, { sealer }, kept)
    if (!granted) return undefined
    if (granted.bot.refreshToken !== spent) return granted.bot.token
    await sql`
      update slack_installations
         set revoked_at = ${now}, ${withoutToken(sql)}
       where ${isRow(sql, kept)}`
    const actor = { organizationId: kept.organizationId, via: 'slack', role: 'admin', userId: 'slack' } as const
    await recordAct(sql, actor, { subject: `installation:${kept.teamId || kept.enterpriseId}`, action: 'revoke' }, now)
    return undefined
  })
}

async function lockGranted(sql: Sql, { sealer }: Pick<TokenDeps, 'sealer'>, key: Key): Promise<Granted | undefined> {
  const [row] = await sql<{ installation: Buffer | null }[]>`
    select installation
      from slack_installations
     where ${isRow(sql, key)}
       and revoked_at is null
       for update`
  return row?.installation ? openGranted(sealer, row.installation) : undefined
}
