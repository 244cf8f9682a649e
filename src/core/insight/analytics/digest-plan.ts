/** Sets every account's time of the next digest and of the next check of its slots. */
import { DEFAULT_CHOICES, choiceColumns, type DigestChoices } from '../../accounts/digest-settings.js'
import type { Sql } from '../../ports/deps.js'
import { digestIn, nextDigest, nextNudgeCheck, zoneOf, type DigestTime } from '../../accounts/digest-times.js'

const AT_A_TIME = 500

/** Fields that are missing or null when the account has no row yet. */
type Unplanned = { organizationId: string; accountId: string; timezone: string | null } & Partial<DigestChoices> & {
    plannedZone: string | null
    digestWeek: string | null
    sentWeek: string | null
  }

/**
 * True for rows of `joined` that were never planned, or for another zone than the account's. Accounts being deleted are not
 * planned.
 */
const isUnplanned = (sql: Sql) => sql`
  d.planned_zone is distinct from coalesce(a.timezone, 'UTC')
  and a.deleting_at is null
  and o.deleting_at is null`
const joined = (sql: Sql) => sql`
  accounts a
  join organizations o on o.id = a.organization_id
  left join digests d on d.organization_id = a.organization_id and d.account_id = a.id`

/**
 * Plans all accounts without a plan, in all organizations. After a change of zone, the planned week keeps its digest, at its time
 * in the new zone or, if that has passed, at once.
 */
export async function planDigests(sql: Sql, now: Date): Promise<void> {
  let some: Unplanned[] = []
  do {
    some = await listUnplanned(sql)
    for (const one of some) await plan(sql, one, now)
  } while (some.length === AT_A_TIME)
}

/** True when an account waits to be planned. */
export async function isAnyUnplanned(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ isAny: boolean }]>`
    select exists (select 1 from ${joined(sql)} where ${isUnplanned(sql)}) as "isAny"`
  return row.isAny
}

async function listUnplanned(sql: Sql): Promise<Unplanned[]> {
  return [
    ...(await sql<Unplanned[]>`
    select a.organization_id as "organizationId", a.id as "accountId", a.timezone, ${choiceColumns(sql)}, d.planned_zone as "plannedZone",
           d.digest_week::text as "digestWeek", d.digest_told_week::text as "sentWeek"
      from ${joined(sql)}
     where ${isUnplanned(sql)}
     order by a.organization_id, a.id
     limit ${AT_A_TIME}`),
  ]
}

/** Plans one account, unless a concurrent change has planned it already. */
async function plan(sql: Sql, one: Unplanned, now: Date): Promise<void> {
  const choices: DigestChoices = one.weekday === null ? DEFAULT_CHOICES : { ...DEFAULT_CHOICES, ...one }
  const timezone = zoneOf(one)
  const next = timeOf(one, choices, timezone, now)
  const checkAt = choices.nudge ? nextNudgeCheck(choices.minute, timezone, now) : null
  await sql`
    insert into digests as d (organization_id, account_id, planned_zone, digest_at, digest_week, nudge_at)
    select a.organization_id, a.id, ${one.timezone ?? 'UTC'}, ${next?.at ?? null}::timestamptz, ${next?.week ?? null}::date, ${checkAt}::timestamptz
      from accounts a
     where a.organization_id = ${one.organizationId}
       and a.id = ${one.accountId}
    on conflict (organization_id, account_id) do update
       set planned_zone = excluded.planned_zone, digest_at = excluded.digest_at, digest_week = excluded.digest_week,
           nudge_at = excluded.nudge_at
     where d.planned_zone is not distinct from ${one.plannedZone}
       and d.digest_week is not distinct from ${one.digestWeek}
       and (d.digest_on, d.weekday, d.minute, d.nudge_on) = (${choices.digest}, ${choices.weekday}, ${choices.minute}, ${choices.nudge})`
}

function timeOf({ digestWeek, sentWeek }: Unplanned, choices: DigestChoices, timezone: string, now: Date): DigestTime | null {
  if (!choices.digest) return null
  return digestWeek === null ? nextDigest(choices, timezone, now, sentWeek) : digestIn(digestWeek, choices, timezone)
}
