/** Tells the team, at most once a week, of published pins whose links lead nowhere. */
import type { Account } from '../accounts/account.js'
import { before, DAY_MS } from '../lib/duration.js'
import { enqueueNotice } from '../notices/notices.js'
import type { Deps } from '../ports/deps.js'
import { countLinksFound, isFound } from './findings.js'

const APART_MS = 7 * DAY_MS

/** Tells of all that was found when something was found since the last time. @returns true when the team is told */
export async function tellFindings({ db, clock }: Pick<Deps, 'db' | 'clock'>, account: Account): Promise<boolean> {
  const { organizationId, id } = account
  return db.tx(async (sql) => {
    const now = clock()
    const [patrol] = await sql`
      select from patrols
       where organization_id = ${organizationId}
         and account_id = ${id}
         and (told_at is null or told_at <= ${before(now, APART_MS)})
         for update`
    if (!patrol) return false
    const told = await sql`
      update patrolled_pins r
         set told_at = ${now}
        from posts p
       where r.organization_id = ${organizationId}
         and r.account_id = ${id}
         and r.told_at is null
         and p.organization_id = ${organizationId}
         and p.id = r.post_id
         and ${isFound(sql)}`
    if (told.count === 0) return false
    await sql`
      update patrols
         set told_at = ${now}
       where organization_id = ${organizationId}
         and account_id = ${id}`
    const notice = { kind: 'linksFound', accountId: id, pins: await countLinksFound(sql, account) } as const
    const dedupeKey = `links:${id}:${now.getTime()}`
    await enqueueNotice(sql, { organizationId, destination: `account:${id}`, dedupeKey, notice }, now)
    return true
  })
}
