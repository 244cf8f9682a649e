/** Deviations of the simulated platform until they are reset: what the live one was seen to do, or may do. */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'
import { ControlError, sentenceOf } from './faults.js'

const count = z.int().min(0).max(1_000_000)
export const switches = z.strictObject({
  /** Times have no zone, as live ones did. */
  zonelessDates: z.boolean(),
  /** Optional fields that are null are left out. */
  omitNulls: z.boolean(),
  /** Unknown values of enums: privacy, the kind of others' media, the state of media and of days. */
  unknownEnums: z.boolean(),
  /** Days that are not ready have no metrics, and some ready ones lack one. */
  missingMetrics: z.boolean(),
  /** A bookmark older than this many seconds is a 400. */
  expireBookmarks: z.union([z.literal(false), count]),
  /** Two renewals within a second return the same access token. */
  sameTokenTwice: z.boolean(),
  /** Requests beyond the limit are refused; by minute and category, with the published number by default. */
  enforceLimits: z.union([
    z.literal(false),
    z.strictObject({
      org_read: count.optional(),
      org_write: count.optional(),
      org_analytics: count.optional(),
      trends_read: count.optional(),
    }),
  ]),
  /** The app has Trial access: it makes no pins, and its calls of all accounts are counted together by the day. */
  trialApp: z.boolean(),
  /** The app may search all pins. */
  searchAllowed: z.boolean(),
  /** New pins are stored in other words than they were sent: all of them, or a share from 0 to 1. */
  rewriteText: z.union([z.boolean(), z.number().min(0).max(1)]),
})
export type Switches = z.output<typeof switches>

const USUAL: Switches = {
  zonelessDates: false,
  omitNulls: false,
  unknownEnums: false,
  missingMetrics: false,
  expireBookmarks: false,
  sameTokenTwice: false,
  enforceLimits: false,
  trialApp: false,
  searchAllowed: true,
  rewriteText: false,
}

/** A column for a larger statement. */
export const switchesColumn = (sql: Sql) => sql`
  (select coalesce(jsonb_object_agg(w.name, w.value), '{}') from sim_switches w)`

export const toSwitches = (changed: Partial<Switches>): Switches => ({ ...USUAL, ...changed })

export async function readSwitches(sql: Sql): Promise<Switches> {
  const [row] = await sql<{ changed: Partial<Switches> }[]>`select ${switchesColumn(sql)} as changed`
  return toSwitches(row?.changed ?? {})
}

/**
 * Changes the named switches only.
 * @throws ControlError
 */
export async function setSwitches(sql: Sql, input: unknown): Promise<Switches> {
  const parsed = switches.partial().safeParse(input)
  if (!parsed.success) throw new ControlError(sentenceOf(parsed.error, 'false, or what it is to be'))
  await sql`
    insert into sim_switches (name, value)
    select key, value
      from jsonb_each(${sql.json(parsed.data)}::jsonb)
    on conflict (name) do update set value = excluded.value`
  return readSwitches(sql)
}

export async function resetSwitches(sql: Sql): Promise<Switches> {
  await sql`delete from sim_switches`
  return USUAL
}
