/** What a decision would do now: which drafts would get which time and why, and what the others lack. Nothing is held by it. */
import { hasRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { urlKeyOf } from '../../lib/http/url.js'
import type { Deps } from '../../ports/deps.js'
import type { Placement } from '../../slots/placement.js'
import { previewDrafts } from '../../many/batch/drafts.js'
import { missingToSchedule } from '../../posts/rules.js'
import { fingerprintOf } from '../../posts/seen.js'
import type { Warning } from '../../posts/state/warning.js'
import { readReview } from './change.js'
import { countReading, draftsIn, type Review, type ReviewItem, type ReviewRef } from './model.js'

export type PlannedTime = { sendAt: Date | null; placement: Placement | null; warnings: readonly Warning[] }
export type ReviewPlan = {
  review: Review
  /** Those that would be scheduled, or asked for, in order. */
  postIds: string[]
  /** By post, where times are given out at once. */
  times: ReadonlyMap<string, PlannedTime>
  /** By post: the fields that it lacks. */
  lacking: ReadonlyMap<string, readonly ('title' | 'description' | 'url' | 'boardId')[]>
  /** By post: why it would be refused. */
  refused: ReadonlyMap<string, DomainError>
  /** Of those that share a link with another: how many there are, and the calendar days between them. null: none does. */
  spread: { count: number; days: number; isByRule: boolean } | null
}

/** Of the drafts that are there: while files are still read, no times are looked for. @throws NOT_FOUND · FORBIDDEN */
export async function planReview(deps: Deps, actor: Actor, ref: ReviewRef): Promise<ReviewPlan> {
  const review = await readReview(deps, actor, ref)
  const drafts = draftsIn(review)
  const lacking = new Map(
    drafts.flatMap((draft) => {
      const missing = missingToSchedule(draft)
      return missing.length > 0 ? [[draft.id, missing] as const] : []
    }),
  )
  const complete = drafts.filter(({ id }) => !lacking.has(id)).map(({ id }) => id)
  const isOver = review.state !== 'open' && review.state !== 'kept'
  const givesTimes = hasRoleOn(actor, ref.accountId, 'scheduler') && !isOver && countReading(review) === 0
  const planned =
    givesTimes && complete.length > 0
      ? await timesOf(deps, actor, { accountId: ref.accountId, ...wishesOf(review) }, complete)
      : { postIds: complete, times: new Map(), refused: new Map() }
  return { review, lacking, ...planned, spread: spreadOf(review, planned) }
}

/** The times that were chosen, and how far apart pins with one link go out. */
export const wishesOf = ({ items, spreadDays }: Review): { at: ReadonlyMap<string, Date>; spreadDays: number } => ({
  at: new Map(items.flatMap(({ state, sendAt }) => (state.name === 'ready' && sendAt ? [[state.post.id, sendAt]] : []))),
  spreadDays,
})

/** What a person saw that a decision would do: the drafts as they are, and the times that were chosen. */
export const shownOf = (review: Review, postIds: readonly string[]): { drafts: string; wishes: string } => {
  const { at: times, spreadDays } = wishesOf(review)
  const chosen = [...times].map(([id, at]) => ({ id, version: at.getTime() }))
  return {
    drafts: fingerprintOf(draftsIn(review).filter(({ id }) => postIds.includes(id))),
    wishes: fingerprintOf([{ id: 'spread', version: spreadDays }, ...chosen]),
  }
}

function spreadOf(review: Review, { postIds, times }: Times): ReviewPlan['spread'] {
  const { at, spreadDays } = wishesOf(review)
  const searching = draftsIn(review).filter(({ id }) => postIds.includes(id) && !at.has(id))
  const keys = searching.map(({ url }) => url && urlKeyOf(url))
  const sharing = searching.filter((_, index) => keys[index] && keys.indexOf(keys[index]) !== keys.lastIndexOf(keys[index]))
  if (sharing.length === 0) return null
  const [days = spreadDays] = sharing.flatMap(({ id }) => times.get(id)?.placement?.spacingDays ?? [])
  return { count: sharing.length, days, isByRule: days !== spreadDays }
}

/** As they go out; what has no time comes last, in the order in which it came. */
export function inOrder({ review: { items }, times }: Pick<ReviewPlan, 'review' | 'times'>): ReviewItem[] {
  const timeOf = ({ state }: ReviewItem): number => {
    const at = state.name === 'ready' ? (times.get(state.post.id)?.sendAt ?? state.post.sendAt) : null
    return at?.getTime() ?? Infinity
  }
  return [...items].sort((a, b) => (timeOf(a) === timeOf(b) ? a.position - b.position : timeOf(a) - timeOf(b)))
}

type Times = Pick<ReviewPlan, 'postIds' | 'times' | 'refused'>
type Wishes = { accountId: string } & ReturnType<typeof wishesOf>

/** Those that are refused are left out of the next look: there is credit for seven of twelve, say. */
async function timesOf(deps: Deps, actor: Actor, wishes: Wishes, complete: readonly string[]): Promise<Times> {
  const refused = new Map<string, DomainError>()
  let postIds = [...complete]
  while (postIds.length > 0) {
    try {
      const { results } = await previewDrafts(deps, actor, { ...wishes, postIds })
      const times = results.flatMap(({ post, placement, warnings = [] }) =>
        post ? [[post.id, { sendAt: post.sendAt, placement: placement ?? null, warnings }] as const] : [],
      )
      return { postIds, times: new Map(times), refused }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const rows = error.details.rows ?? []
      const looked = postIds
      if (rows.length === 0) for (const id of looked) refused.set(id, error)
      for (const row of rows) {
        const id = looked[row.index]
        if (id !== undefined) refused.set(id, row.error)
      }
      postIds = looked.filter((id) => !refused.has(id))
    }
  }
  return { postIds, times: new Map(), refused }
}
