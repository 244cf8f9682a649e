/** The stored form of an installation. */
import { z } from 'zod'
import type { Sealer, Sql } from '../../core/ports/deps.js'

export type Key = { enterpriseId: string; teamId: string; isEnterprise: boolean }
export type Kept = Key & {
  organizationId: string
  botUserId: string | null
  /** The sealed token of a workspace that was entered with one; null: the token of the configuration. */
  botToken: Buffer | null
  /** Sealed JSON of Slack's grant; null: it was not installed by OAuth. */
  installation: Buffer | null
  /** The machine's time of the next try for a new token, after Slack could not be reached. */
  refreshAfter: Date | null
}

export const keptColumns = (sql: Sql) => sql`
  enterprise_id as "enterpriseId", team_id as "teamId", is_enterprise as "isEnterprise", organization_id as "organizationId",
  bot_user_id as "botUserId", bot_token as "botToken", installation, refresh_after as "refreshAfter"`

export const isRow = (sql: Sql, { enterpriseId, teamId, isEnterprise }: Key) => sql`
  enterprise_id = ${enterpriseId} and team_id = ${teamId} and is_enterprise = ${isEnterprise}`

/**
 * The part of Slack's grant that the app reads; the rest is stored unchanged. `expiresAt` is in seconds of the machine's time.
 */
const granted = z.looseObject({
  bot: z.looseObject({
    token: z.string(),
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
  }),
})
export type Granted = z.output<typeof granted>

/** @throws Error it was sealed with an unknown key */
export const openGranted = (sealer: Sealer, sealed: Buffer): Granted => granted.parse(JSON.parse(sealer.open(sealed)))

/** The columns of a revoked installation. */
export const withoutToken = (sql: Sql) => sql`
  installation = null, bot_token = null, token_expires_at = null, refreshing_until = null, refresh_after = null`
