/** What a process has left of reviews when it died: files that nobody reads, drafts of pages that nobody shows. */
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import type { Deps } from '../../ports/deps.js'
import { LEASE_MS } from './lease.js'
import type { ReviewRef } from './model.js'

export type LeftReview = ReviewRef & {
  organizationId: string
  /** Whose it is: `T1:U1`. */
  person: string
  /** Where it is shown; null: it never was. */
  shownIn: { channel: string; ts: string } | null
  /** The items that are to be read again. */
  positions: number[]
}

/** What kills its reader so often is given up: a person can still try it again. */
const MOST_TRIES = 3
const AT_A_TIME = 10

/**
 * Their readers are those who call this: of several processes one gets each review. Over all organizations. What was tried too often, or
 * waits for a day because its person or the app is not there, is no longer tried.
 */
export async function takeLeftReviews({ db: { sql }, wallClock }: Pick<Deps, 'db' | 'wallClock'>): Promise<LeftReview[]> {
  const now = wallClock()
  await sql`
    update review_items
       set state = 'failed', cause = ${sql.json({ code: 'interrupted' })}, lease_until = null
     where state = 'reading'
       and lease_until <= ${now}
       and (lease >= ${MOST_TRIES} or lease_until <= ${before(now, DAY_MS)})`
  const taken = await sql<(Omit<LeftReview, 'shownIn'> & { channel: string | null; ts: string | null })[]>`
    update reviews r
       set resumed_until = ${after(now, LEASE_MS)}
      from (select o.organization_id, o.id, array_agg(i.position order by i.position) as positions
              from review_items i
              join reviews o on o.organization_id = i.organization_id and o.id = i.review_id
             where i.state = 'reading'
               and i.lease_until <= ${now}
               and coalesce(o.resumed_until <= ${now}, true)
             group by 1, 2
             order by min(i.lease_until)
             limit ${AT_A_TIME}) l
     where r.organization_id = l.organization_id
       and r.id = l.id
       and coalesce(r.resumed_until <= ${now}, true)
    returning r.organization_id as "organizationId", r.account_id as "accountId", r.id as "reviewId", r.person,
              r.channel, r.message_ts as ts, l.positions`
  return taken.map(({ channel, ts, ...left }) => ({ ...left, shownIn: channel === null || ts === null ? null : { channel, ts } }))
}

/** Whoever follows a review shows at once what came to it. */
const UNSHOWN_MS = MINUTE_MS

/** To be shown by those who call this: of several processes one gets each review. Over all organizations. */
export async function takeUnshownReviews({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>): Promise<LeftReview[]> {
  const taken = await sql<(Omit<LeftReview, 'shownIn' | 'positions'> & { channel: string | null; ts: string | null })[]>`
    update reviews r
       set unshown_since = null
      from (select organization_id, id
              from reviews
             where unshown_since <= ${before(clock(), UNSHOWN_MS)}
             order by unshown_since
             limit ${AT_A_TIME}
               for update skip locked) l
     where r.organization_id = l.organization_id
       and r.id = l.id
    returning r.organization_id as "organizationId", r.account_id as "accountId", r.id as "reviewId", r.person, r.channel, r.message_ts as ts`
  return taken.map(({ channel, ts, ...left }) => ({
    ...left,
    positions: [],
    shownIn: channel === null || ts === null ? null : { channel, ts },
  }))
}
