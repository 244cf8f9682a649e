/**
 * The standing of an account on the simulated platform, which refuses all writes of a restricted account until its standing is
 * reset.
 */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'
import { ControlError, requireUser, sentenceOf } from './faults.js'
import * as refusals from './refusals.js'

const STANDINGS = ['spam', 'under_review', 'disapproved', 'suspended', 'restricted', 'terms'] as const
export type Standing = (typeof STANDINGS)[number]

export const standingInput = z.strictObject({ username: z.string().min(1).max(100), standing: z.enum([...STANDINGS, 'good']) })
export type StandingInput = z.input<typeof standingInput>

/** @throws ControlError */
export async function setStanding(sql: Sql, body: unknown): Promise<z.output<typeof standingInput>> {
  const parsed = standingInput.safeParse(body)
  if (!parsed.success) throw new ControlError(sentenceOf(parsed.error, `one of good, ${STANDINGS.join(', ')}`))
  const { username, standing } = parsed.data
  const userId = await requireUser(sql, username)
  await sql`update sim_users set standing = ${standing === 'good' ? null : standing} where id = ${userId}`
  return parsed.data
}

/** Accounts that are not in good standing. */
export const listStandings = async (sql: Sql): Promise<{ username: string; standing: Standing }[]> => [
  ...(await sql<{ username: string; standing: Standing }[]>`
    select username, standing
      from sim_users
     where standing is not null
     order by username`),
]

export const refusalOfStanding = (standing: Standing): refusals.Refusal =>
  standing === 'spam' ? refusals.blockedForSpam() : refusals.accountRefused(standing)
