/** Finds the pins that spacing keeps in the pool. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { isBlocked, LATEST_DAYS, makeSpacing } from '../../slots/spacing.js'
import { isLive } from '../../lib/rows/live.js'

type Spaced = { urlKey: string | null; spacingDays: number | null }
type Near = { urlKey: string; days: number; before: Date | null; after: Date | null }

/**
 * Returns those url keys that no pin may have at `at`. Spacing is measured as for a new pin, so the source and its earlier copies
 * count; one statement reads only the nearest pins of each url.
 */
export async function listTooNear(sql: Sql, account: Account, spaced: readonly Spaced[], at: Date): Promise<Set<string>> {
  const daysOf = new Map<string, number>() // several pins may have the same url
  for (const { urlKey, spacingDays } of spaced) if (urlKey !== null && spacingDays !== null) daysOf.set(urlKey, spacingDays)
  const timezone = account.timezone ?? 'UTC'
  const near = daysOf.size === 0 ? [] : await listNear(sql, account, daysOf, at)
  const tooNear = near.filter(({ days, before, after }) => {
    const pins = [before, after].flatMap((pin) => (pin ? [{ postId: '', at: pin }] : []))
    return isBlocked(makeSpacing({ days, timezone }, pins), at)
  })
  return new Set(tooNear.map(({ urlKey }) => urlKey))
}

async function listNear(sql: Sql, { organizationId, id }: Account, daysOf: Map<string, number>, at: Date): Promise<Near[]> {
  const rows = await sql<Near[]>`
    select u.key as "urlKey", u.days, n.before, n.after
      from unnest(${[...daysOf.keys()]}::text[], ${[...daysOf.values()]}::int[]) as u (key, days)
     cross join lateral (
           select max(s.at) filter (where s.at <= ${at}) as before, min(s.at) filter (where s.at > ${at}) as after
             from (select case p.status when 'sent' then p.sent_at else p.send_at end as at
                     from posts p
                    where p.organization_id = ${organizationId} and p.account_id = ${id} and p.url_key = u.key
                      and ${isLive(sql, 'p')}
                      and p.send_at > ${at}::timestamptz - make_interval(hours => 24 * (u.days + ${LATEST_DAYS}::int))
                      and p.send_at < ${at}::timestamptz + make_interval(hours => 24 * (u.days + 2))) s) n`
  return [...rows]
}
