/** Why a pin is at its time: what the search for the next open slot passed over. */
import type { Account } from '../accounts/account.js'
import type { Sql } from '../ports/deps.js'
import { slotInstants, type SlotInstant, type Window } from './occurrences.js'
import type { SearchContext } from './open-search.js'
import { isBlocked, nearestPin, type Spacing } from './spacing.js'
import { isLive } from '../lib/rows/live.js'

/** `post`: which pin has the occurrence, or is too near with the same url. */
export type PassedOver = {
  at: Date
  timeslotId: string
  reason: 'taken' | 'spacing'
  post: { postId: string; title: string | null } | null
}

/** The first ten at most, earliest first; `more`: how many later ones there were, counted to a hundred. */
export type Placement = {
  passedOver: PassedOver[]
  more: number
  /** The rule that applied, when there was one for the url. */
  spacingDays: number | null
}

export const MAX_PASSED_OVER = 10
/** Nobody reads a larger number, and there may be years of slots. */
export const MOST_COUNTED = 100

/**
 * Says it of all occurrences in the window, none of which would do. One slot at one instant is one occurrence.
 * One read, and none when nothing was passed over.
 */
export async function explain(sql: Sql, account: Account, context: SearchContext, window: Window): Promise<Placement> {
  const { instants, count } = firstOccurrences(context, window)
  const checked = instants.map((instant) => ({ ...instant, blockerId: blockerOf(context.spacing, instant.at) }))
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

/** `blockerId`: which pin is in the way, where the rule is. */
type CheckedInstant = SlotInstant & { blockerId: string | undefined }
type Holder = { postId: string; title: string | null; timeslotId: string | null; sendAt: Date }

/** The live posts at the instants but the post itself, and the pins that block them. */
async function readHolders(sql: Sql, account: Account, { postId }: SearchContext, instants: CheckedInstant[]): Promise<Holder[]> {
  if (instants.length === 0) return []
  const blockers = instants.flatMap(({ blockerId }) => blockerId ?? [])
  const columns = sql`id, title, timeslot_id, send_at`
  return sql<Holder[]>`
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
}

const blockerOf = (spacing: Spacing | null, at: Date): string | undefined =>
  spacing && isBlocked(spacing, at) ? nearestPin(spacing, at)?.postId : undefined

/** A slot is taken by the pin on it, else by an off-slot pin at its time; one without either is kept free by the rule. */
function explainInstant({ at, timeslotIds, blockerId }: CheckedInstant, posts: Holder[]): PassedOver[] {
  const here = posts.filter(({ sendAt }) => sendAt.getTime() === at.getTime())
  const elsewhere = here.filter(({ timeslotId }) => timeslotId === null || !timeslotIds.includes(timeslotId))
  const blocker = posts.find(({ postId }) => postId === blockerId)
  return timeslotIds.map((timeslotId) => {
    const holder = here.find((post) => post.timeslotId === timeslotId) ?? elsewhere.shift()
    const isSpaced = !holder && blockerId !== undefined
    const post = holder ?? (isSpaced ? blocker : undefined)
    return {
      at,
      timeslotId,
      reason: isSpaced ? 'spacing' : 'taken',
      post: post ? { postId: post.postId, title: post.title } : null,
    }
  })
}
