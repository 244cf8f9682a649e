/**
 * The model's token budget for one organization in a UTC day. Tokens are reserved before the request, so that two processes
 * cannot both exceed the limit.
 */
import type { Sql } from '../../../ports/deps.js'
import type { WriterMessage } from '../../../ports/writer.js'

export const TOKENS_A_DAY = 200_000

/** A token has three bytes or more in nearly every language. */
const BYTES_A_TOKEN = 3
/** Tokens added by each message, regardless of its content. */
const OF_MESSAGE = 10

/** Estimates the tokens, rather too high than too low. */
export const estimateOf = (messages: readonly WriterMessage[]): number =>
  messages.reduce((sum, { content }) => sum + OF_MESSAGE + Math.ceil(Buffer.byteLength(content) / BYTES_A_TOKEN), 0)

export type Reservation = { organizationId: string; day: string; tokens: number }

/** @returns undefined when the day has too few left, and nothing is reserved */
export async function reserve(
  sql: Sql,
  { organizationId, tokens, most, now }: { organizationId: string; tokens: number; most: number; now: Date },
): Promise<Reservation | undefined> {
  if (tokens > most) return undefined
  const day = now.toISOString().slice(0, 10)
  const { count } = await sql`
    insert into model_days as d (organization_id, day, tokens)
    values (${organizationId}, ${day}::date, ${tokens})
    on conflict (organization_id, day) do update
       set tokens = d.tokens + excluded.tokens
     where d.tokens + excluded.tokens <= ${most}`
  return count === 1 ? { organizationId, day, tokens } : undefined
}

/** Corrects a reservation once, after the answer. What a dead process reserved stays used, because it may have been. */
export async function settle(sql: Sql, { organizationId, day, tokens }: Reservation, used: number): Promise<void> {
  await sql`
    update model_days
       set tokens = greatest(0, tokens + ${used - tokens})
     where organization_id = ${organizationId}
       and day = ${day}::date`
}

/**
 * Returns the tokens that an answer used: the endpoint's figure if plausible, that is at least a quarter of our estimate and at
 * most ten times the reservation.
 */
export function usedOf(said: number | null, estimate: number, reserved: number): number {
  const isPlausible = said !== null && said >= estimate / 4 && said <= reserved * 10
  return isPlausible ? said : estimate
}
