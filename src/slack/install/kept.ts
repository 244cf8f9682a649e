/** An installation as it is stored. */
import { z } from 'zod'
import type { Sealer, Sql } from '../../core/ports/deps.js'

export type Key = { enterpriseId: string; teamId: string; isEnterprise: boolean }
export type Kept = Key & {
  organizationId: string
  botUserId: string | null
  /** Sealed, of a workspace that was entered with a token; null: that of the configuration. */
  botToken: Buffer | null
  /** Sealed JSON of what Slack granted; null: it was not installed by OAuth. */
  installation: Buffer | null
  /** The machine's time: Slack could not be reached for a new token, and is tried again then. */
  refreshAfter: Date | null
}

export const keptColumns = (sql: Sql) => sql`
  enterprise_id as "enterpriseId", team_id as "teamId", is_enterprise as "isEnterprise", organization_id as "organizationId",
  bot_user_id as "botUserId", bot_token as "botToken", installation, refresh_after as "refreshAfter"`

export const isRow = (sql: Sql, { enterpriseId, teamId, isEnterprise }: Key) => sql`
  enterprise_id = ${enterpriseId} and team_id = ${teamId} and is_enterprise = ${isEnterprise}`

/** As much of Slack's grant as is relied on; the rest is kept as it came. `expiresAt` in seconds of the machine's time. */
const granted = z.looseObject({
  bot: z.looseObject({
    token: z.string(),
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
})
export type Granted = z.output<typeof granted>

/** @throws Error it was sealed with a key that is not ours */
export const openGranted = (sealer: Sealer, sealed: Buffer): Granted => granted.parse(JSON.parse(sealer.open(sealed)))

/** Of an installation that is revoked. */
export const withoutToken = (sql: Sql) => sql`
  installation = null, bot_token = null, token_expires_at = null, refreshing_until = null, refresh_after = null`
