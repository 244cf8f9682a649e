/** Late pins go out one per account and minute, the earliest first; the rest get a later due time, so that the loop does not spin on them. */
import type { Sql } from '../../ports.js'
import type { DuePost } from './claim.js'
import { LATE_AFTER_MS, LATE_PACE_MS } from './lateness.js'

/** Of the late posts that are due: those that may go out now. */
export async function paceLate(sql: Sql, late: DuePost[], now: Date): Promise<DuePost[]> {
  if (late.length === 0) return []
  const earliest = new Map<string, DuePost>()
  for (const post of late) {
    const key = accountOf(post)
    const first = earliest.get(key)
    if (!first || post.sendAt < first.sendAt) earliest.set(key, post)
  }
  const wanted = [...earliest.values()]
  const mayGo = await takeMinute(sql, wanted, now)
  await deferLate(
    sql,
    wanted,
    [...earliest].filter(([key]) => mayGo.has(key)).map(([, post]) => post),
    now,
  )
  return wanted.filter((post) => mayGo.has(accountOf(post)))
}

const accountOf = ({ organizationId, accountId }: { organizationId: string; accountId: string }) =>
  `${organizationId} ${accountId}`

/** @returns the accounts whose last late pin is a minute ago */
async function takeMinute(sql: Sql, posts: DuePost[], now: Date): Promise<Set<string>> {
  const taken = await sql<{ organizationId: string; accountId: string }[]>`
    update accounts a
       set late_after = ${new Date(now.getTime() + LATE_PACE_MS)}
      from unnest(${posts.map((one) => one.organizationId)}::bigint[], ${posts.map((one) => one.accountId)}::bigint[])
        as w(organization_id, id)
     where a.organization_id = w.organization_id
       and a.id = w.id
       and (a.late_after is null or a.late_after <= ${now})
    returning a.organization_id as "organizationId", a.id as "accountId"`
  return new Set(taken.map(accountOf))
}

/** Every other late post of these accounts waits for its own minute. */
async function deferLate(sql: Sql, accounts: DuePost[], going: DuePost[], now: Date): Promise<void> {
  await sql`
    update posts p
       set due_at = w.late_after + w.place * interval '1 minute'
      from (select q.organization_id, q.id, a.late_after,
                   row_number() over (partition by q.organization_id, q.account_id order by q.send_at, q.id) - 1 as place
              from unnest(${accounts.map((one) => one.organizationId)}::bigint[], ${accounts.map((one) => one.accountId)}::bigint[])
                as k(organization_id, id)
              join accounts a on a.organization_id = k.organization_id and a.id = k.id
              join posts q on q.organization_id = a.organization_id and q.account_id = a.id
             where q.status = 'queued'
               and q.due_at <= ${now}
               and q.send_at <= ${new Date(now.getTime() - LATE_AFTER_MS)}
               and q.id <> all(${going.map((one) => one.postId)}::bigint[])) w
     where p.organization_id = w.organization_id
       and p.id = w.id
       and p.status = 'queued'
       and p.due_at <= ${now}`
}
