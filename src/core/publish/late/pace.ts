/**
 * Publishes late pins one per account and minute, the earliest first; the rest get a later due time, so that the loop does not
 * spin on them.
 */
import { after, before, DAY_MS } from '../../lib/duration.js'
import type { Db, Sql } from '../../ports/deps.js'
import type { Claimed } from '../model/claimed-post.js'
import { eachOrganization, within } from '../../lib/rows/by-organization.js'
import { claimTogether } from '../claim/claim.js'
import { claimInSteps } from '../claim/claim-in-steps.js'
import { type DuePost, togetherOrEach } from '../claim/due.js'
import { LATE_PACE_MS } from '../../posts/state/lateness.js'
import { LATE_AFTER_MS, LATE_PACE_AFTER_HOLD_MS } from '../../lib/late.js'

/**
 * Claims the late posts that may go out now. The account's minute and its post are one transaction: otherwise a concurrent scan
 * would put off the post that has the minute, and so on each minute until the 24 hours are over.
 */
export async function claimLate(db: Pick<Db, 'tx' | 'isDistributed'>, late: DuePost[], now: Date): Promise<Claimed[]> {
  if (late.length === 0) return []
  const earliest = new Map<string, DuePost>()
  for (const post of late) {
    const key = accountOf(post)
    const first = earliest.get(key)
    if (!first || post.sendAt < first.sendAt) earliest.set(key, post)
  }
  const wanted = [...earliest.values()]
  if (await db.isDistributed()) return eachOrganization(wanted, (id, theirs) => claimOf(db, theirs, now, id))
  return togetherOrEach(wanted, (some) => claimOf(db, some, now))
}

/** Claims within one transaction. @param organizationId of all of them; absent: they are of several */
async function claimOf(db: Pick<Db, 'tx'>, wanted: DuePost[], now: Date, organizationId?: string): Promise<Claimed[]> {
  return db.tx(async (sql) => {
    const mayGo = await takeMinute(sql, wanted, now, organizationId)
    const going = wanted.filter((post) => mayGo.has(accountOf(post)))
    await deferLate(sql, wanted, { going, now, organizationId })
    if (going.length === 0) return []
    const by = { now, dueBy: now }
    return organizationId === undefined ? claimTogether(sql, going, by) : claimInSteps(sql, organizationId, going, by)
  })
}

/** True for `accounts a` that Pinterest held back until less than a day ago. */
const isAfterHold = (sql: Sql, now: Date) => sql`coalesce(a.hold_ended_at > ${before(now, DAY_MS)}, false)`

/** The interval between the account's late pins. */
const paceOf = (sql: Sql, now: Date) => sql`
  case when ${isAfterHold(sql, now)} then ${`${LATE_PACE_AFTER_HOLD_MS} ms`}::interval else ${`${LATE_PACE_MS} ms`}::interval end`

const accountOf = ({ organizationId, accountId }: { organizationId: string; accountId: string }) =>
  `${organizationId} ${accountId}`

/**
 * Takes the minute of each account whose previous one is over. An account whose row is locked, for example by a person who pauses
 * it, is left for the next round, so that the others do not wait.
 * @returns the accounts that may send a late pin
 */
async function takeMinute(sql: Sql, posts: DuePost[], now: Date, organizationId: string | undefined): Promise<Set<string>> {
  const taken = await sql<{ organizationId: string; accountId: string }[]>`
    with free as (
      select a.organization_id, a.id
        from accounts a
        join unnest(${posts.map((one) => one.organizationId)}::bigint[], ${posts.map((one) => one.accountId)}::bigint[])
             as w(organization_id, id)
          on a.organization_id = w.organization_id and a.id = w.id
       where (a.late_after is null or a.late_after <= ${now}) ${within(sql, 'a', organizationId)}
         for no key update of a skip locked
    )
    update accounts a
       set late_after = case when ${isAfterHold(sql, now)} then ${after(now, LATE_PACE_AFTER_HOLD_MS)}::timestamptz
                             else ${after(now, LATE_PACE_MS)}::timestamptz end -- reckoned here: a cluster plans no sum of times in an update
      from free f
     where a.organization_id = f.organization_id
       and a.id = f.id ${within(sql, 'a', organizationId)}
    returning a.organization_id as "organizationId", a.id as "accountId"`
  return new Set(taken.map(accountOf))
}

/**
 * Defers every other late post of these accounts to its own minute. A locked post, or one of a locked account, stays due: the
 * next round defers it, and it is not sent before its account has a minute for it.
 */
async function deferLate(
  sql: Sql,
  accounts: DuePost[],
  { going, now, organizationId }: { going: DuePost[]; now: Date; organizationId: string | undefined },
): Promise<void> {
  await sql`
    with waiting as (
      select q.organization_id, q.account_id, q.id, q.send_at, a.late_after, ${paceOf(sql, now)} as pace
        from unnest(${accounts.map((one) => one.organizationId)}::bigint[], ${accounts.map((one) => one.accountId)}::bigint[])
             as k(organization_id, id)
        join accounts a on a.organization_id = k.organization_id and a.id = k.id
        join posts q on q.organization_id = a.organization_id and q.account_id = a.id
       where a.late_after > ${now}
         and q.status = 'queued'
         and q.due_at <= ${now}
         and q.send_at <= ${before(now, LATE_AFTER_MS)}
         and q.id <> all(${going.map((one) => one.postId)}::bigint[]) ${within(sql, 'a', organizationId)} ${within(sql, 'q', organizationId)}
         for no key update of a, q skip locked
    ), placed as (
      select organization_id, id,
             late_after + (row_number() over (partition by organization_id, account_id order by send_at, id) - 1) * pace as due_at
        from waiting
    )
    update posts p
       set due_at = w.due_at
      from placed w
     where p.organization_id = w.organization_id
       and p.id = w.id ${within(sql, 'p', organizationId)}`
}
