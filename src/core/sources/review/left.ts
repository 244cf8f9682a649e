/** Finds what a dead process left of reviews: files that are not read, drafts of pages that are not shown. */
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { LEASE_MS } from './lease.js'
import type { ReviewRef } from './model.js'

export type LeftReview = ReviewRef & {
  organizationId: string
  /** The owner of the review: `T1:U1`. */
  person: string
  /** The message that shows it; null: none does. */
  shownIn: { channel: string; ts: string } | null
  /** The items to be read again. */
  positions: number[]
}

/** The tries after which an item is given up, because its reader died each time; a person can still try it again. */
const MOST_TRIES = 3
const AT_A_TIME = 10
/** Reads this many candidates, because another process may be taking the first ones. */
const HEAD = 100

/**
 * Claims reviews of all organizations for the caller to read: each goes to one process. Items that were tried too often, or have
 * waited for a day because their person or the app is gone, are given up.
 */
export async function takeLeftReviews({ db: { sql }, wallClock }: Pick<Deps, 'db' | 'wallClock'>): Promise<LeftReview[]> {
  const now = wallClock()
  await giveUpTried(sql, now)
  const left = await sql<{ organizationId: string; id: string; positions: number[] }[]>`
    select o.organization_id as "organizationId", o.id, array_agg(i.position order by i.position) as positions
      from review_items i
      join reviews o on o.organization_id = i.organization_id and o.id = i.review_id
     where i.state = 'reading'
       and i.lease_until <= ${now}
       and coalesce(o.resumed_until <= ${now}, true)
     group by 1, 2
     order by min(i.lease_until)
     limit ${AT_A_TIME}`
  const reviews: LeftReview[] = []
  for (const { organizationId, id, positions } of left) {
    const taken = await sql<TakenRow[]>`
      update reviews r
         set resumed_until = ${after(now, LEASE_MS)}
       where r.organization_id = ${organizationId}
         and r.id = ${id}
         and coalesce(r.resumed_until <= ${now}, true)
      returning ${takenColumns(sql)}`
    reviews.push(...taken.map((row) => toLeft(row, positions)))
  }
  return reviews
}

async function giveUpTried(sql: Sql, now: Date): Promise<void> {
  const isOver = sql`
    state = 'reading' and lease_until <= ${now} and (lease >= ${MOST_TRIES} or lease_until <= ${before(now, DAY_MS)})`
  const tried = await sql<{ organizationId: string }[]>`
    select distinct organization_id as "organizationId" from review_items where ${isOver}`
  for (const { organizationId } of tried)
    await sql`
      update review_items
         set state = 'failed', cause = ${sql.json({ code: 'interrupted' })}, lease_until = null
       where organization_id = ${organizationId}
         and ${isOver}`
}

type TakenRow = Omit<LeftReview, 'shownIn' | 'positions'> & { channel: string | null; ts: string | null }

/** The columns of `reviews r`. */
const takenColumns = (sql: Sql) => sql`
  r.organization_id as "organizationId", r.account_id as "accountId", r.id as "reviewId", r.person, r.channel, r.message_ts as ts`

const toLeft = ({ channel, ts, ...row }: TakenRow, positions: number[]): LeftReview => ({
  ...row,
  positions,
  shownIn: channel === null || ts === null ? null : { channel, ts },
})

/** A process that follows a review shows new items at once, so anything older than this is unattended. */
const UNSHOWN_MS = MINUTE_MS

/** Claims unattended reviews of all organizations for the caller to show: each goes to one process. */
export async function takeUnshownReviews({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>): Promise<LeftReview[]> {
  const until = before(clock(), UNSHOWN_MS)
  const unshown = await sql<{ organizationId: string; id: string }[]>`
    select organization_id as "organizationId", id
      from reviews
     where unshown_since <= ${until}
     order by unshown_since
     limit ${HEAD}`
  const reviews: LeftReview[] = []
  for (const { organizationId, id } of unshown) {
    if (reviews.length === AT_A_TIME) break
    const taken = await sql<TakenRow[]>`
      update reviews r
         set unshown_since = null
       where r.organization_id = ${organizationId}
         and r.id = (select id
                       from reviews
                      where organization_id = ${organizationId} and id = ${id} and unshown_since <= ${until}
                        for update skip locked)
      returning ${takenColumns(sql)}`
    reviews.push(...taken.map((row) => toLeft(row, [])))
  }
  return reviews
}
