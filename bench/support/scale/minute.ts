/** The minute in which more is due than in any other, in a database of this size: how late its pins go out. */
import type { Pool } from '../../../src/db/pool.js'
import { LARGE } from '../../../test/core/growth/support/many-teams.js'
import { START } from '../../../test/support/world.js'
import { aPlatform, aPublisher, noRequests, pause, wall } from '../publish/world.js'
import { must } from '../slots/figures.js'

const LATENCY_MS = 20
/** The publisher is at rest before the minute begins, as it is on the day. */
const BEFORE_MS = 10_000
const MINUTE_MS = 60_000
const GIVEN_UP_AFTER_MS = 10 * MINUTE_MS

/** `late`: of each pin, in ms, sorted; `ms`: from the start of the minute until the last pin was settled. */
export type FullMinute = { late: number[]; ms: number }

/**
 * Queued pins of all teams but the large one, whose boards take one pin at a time, are moved into one minute that starts when the queue does, and
 * one process publishes them by a clock that stands there.
 * @throws Error a pin was not sent, or sent other than once
 */
export async function publishFullMinute({ sql }: Pool, url: string, jobs: number): Promise<FullMinute> {
  const moved = await sql<{ url: string; at: Date }[]>`
    with moved as (
      select organization_id, id, ${START}::timestamptz + abs(hashint8(id)::bigint) % ${MINUTE_MS} * interval '1 millisecond' as at
        from posts
       where status = 'queued' and due_at is not null and organization_id <> ${LARGE}
       order by organization_id, id
       limit ${jobs}
    )
    update posts p
       set send_at = s.at, due_at = s.at
      from moved s
     where p.organization_id = s.organization_id and p.id = s.id
    returning p.url, s.at`
  must(moved.length === jobs, `only ${moved.length} pins are queued`)
  await sql.unsafe('vacuum analyze posts')
  const asked = noRequests()
  const ahead = START.getTime() - BEFORE_MS - wall()
  const publisher = aPublisher(url, aPlatform(asked, LATENCY_MS), { now: () => wall() + ahead })
  try {
    await publisher.start()
    const left = async () => {
      const [row] = await sql<[{ left: number }]>`
        select count(*)::int as left
          from posts
         where status in ('queued', 'uploading') and send_at < ${new Date(START.getTime() + MINUTE_MS)}`
      return row.left
    }
    await pause(BEFORE_MS + MINUTE_MS)
    while ((await left()) > 0) {
      must(wall() + ahead < START.getTime() + GIVEN_UP_AFTER_MS, `${await left()} pins were not sent`)
      await pause(100)
    }
    const ms = wall() + ahead - START.getTime()
    must(asked.twice.length === 0, `sent twice: ${asked.twice.slice(0, 5).join(', ')}`)
    const late = moved.map(({ url: link, at }) => (asked.at.get(link) ?? Number.NaN) + ahead - at.getTime())
    must(!late.some(Number.isNaN), 'a pin is sent that was not asked for')
    return { late: late.sort((a, b) => a - b), ms }
  } finally {
    await publisher.close()
  }
}
