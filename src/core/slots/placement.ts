/** Why a pin has its time: what the search for the next open slot passed over. */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { slotInstants, type SlotInstant, type Window } from './occurrences.js'
import type { SearchContext } from './open-search.js'
import { whyClosed, type ClosedBecause } from './guard.js'
import { isBlocked, nearestPin, type Spacing } from './spacing.js'
import { isLive } from '../lib/rows/live.js'

/** `post`: the pin that has the occurrence, or for which it is kept, or that is too close with the same url. */
export type PassedOver = {
  at: Date
  timeslotId: string
  reason: 'taken' | 'spacing' | ClosedBecause
  post: { postId: string; title: string | null } | null
}

/** `passedOver`: at most the first ten, earliest first; `more`: the number of later ones, counted up to a hundred. */
export type Placement = {
  passedOver: PassedOver[]
  more: number
  /** The rule that applied, if the url had one. */
  spacingDays: number | null
}

export const MAX_PASSED_OVER = 10
/** A larger number is of no use, and there may be years of slots. */
export const MOST_COUNTED = 100

/**
 * Explains all occurrences in the window, none of which was usable; one slot at one instant is one occurrence. Takes one query,
 * or none when nothing was passed over.
 */
export async function explain(sql: Sql, account: Account, context: SearchContext, window: Window): Promise<Placement> {
  const { instants, count } = firstOccurrences(context, window)
  const checked = instants.map((instant) => ({
    ...instant,
    blockerId: blockerOf(context.spacing, instant.at),
    closed: whyClosed(context.guard, instant.at),
  }))
  const holders = await readHolders(sql, account, context, checked)
  const passedOver = checked.flatMap((instant) => explainInstant(instant, holders))
  const more = Math.min(Math.max(count - MAX_PASSED_OVER, 0), MOST_COUNTED)
  return { passedOver: passedOver.slice(0, MAX_PASSED_OVER), more, spacingDays: context.spacing?.days ?? null }
}

function firstOccurrences({ slots }: SearchContext, window: Window): { instants: SlotInstant[]; count: number } {
  const instants: SlotInstant[] = []
  let count = 0
  for (const instant of slotInstants(slots, window)) {
    if (count >= MAX_PASSED_OVER + MOST_COUNTED) break
    if (count < MAX_PASSED_OVER) instants.push(instant)
    count += instant.timeslotIds.length
  }
  return { instants, count }
}

/** `blockerId`: the pin that blocks the instant, when a rule does. `closed`: why the guard closes it. */
type CheckedInstant = SlotInstant & { blockerId: string | undefined; closed: ClosedBecause | undefined }
type Holder = { postId: string; title: string | null; timeslotId: string | null; sendAt: Date }

/** Reads the live posts at the instants except the post itself, the pins that block them, and those for which slots are kept. */
async function readHolders(
  sql: Sql,
  account: Account,
  { postId, kept }: SearchContext,
  instants: CheckedInstant[],
): Promise<Holder[]> {
  if (instants.length === 0) return []
  const blockers = instants.flatMap(({ blockerId }) => blockerId ?? [])
  const columns = sql`id, title, timeslot_id, send_at`
  const live = await sql<Holder[]>`
    select id as "postId", title, timeslot_id as "timeslotId", send_at as "sendAt"
      from (select ${columns}
              from posts
             where organization_id = ${account.organizationId} and account_id = ${account.id}
               and ${isLive(sql)}
               and send_at = any(${instants.map(({ at }) => at.toISOString())}::timestamptz[])
             union
            select ${columns}
              from posts
             where organization_id = ${account.organizationId} and id = any(${blockers}::bigint[])
               and case when account_id = ${account.id} then ${isLive(sql)} end) p -- so written they are found by their keys
     where id is distinct from ${postId}
     order by id`
  return [...live, ...kept.map(({ at: sendAt, ...one }) => ({ ...one, sendAt }))]
}

const blockerOf = (spacing: Spacing | null, at: Date): string | undefined =>
  spacing && isBlocked(spacing, at) ? nearestPin(spacing, at)?.postId : undefined

/**
 * Explains each slot: taken by the pin on it, else by an off-slot pin at its time; without either, the guard or the rule keeps it
 * free.
 */
function explainInstant({ at, timeslotIds, blockerId, closed }: CheckedInstant, posts: Holder[]): PassedOver[] {
  const here = posts.filter(({ sendAt }) => sendAt.getTime() === at.getTime())
  const elsewhere = here.filter(({ timeslotId }) => timeslotId === null || !timeslotIds.includes(timeslotId))
  const blocker = posts.find(({ postId }) => postId === blockerId)
  return timeslotIds.map((timeslotId) => {
    const holder = here.find((post) => post.timeslotId === timeslotId) ?? elsewhere.shift()
    const isSpaced = !holder && !closed && blockerId !== undefined
    const post = holder ?? (isSpaced ? blocker : undefined)
    return {
      at,
      timeslotId,
      reason: holder ? 'taken' : (closed ?? (isSpaced ? 'spacing' : 'taken')),
      post: post ? { postId: post.postId, title: post.title } : null,
    }
  })
}
