/** What a decision would do now: the time of each draft and why, and what the others lack. Nothing is locked. */
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
  /** The posts that would be scheduled, or get a request, in order. */
  postIds: string[]
  /** The times by post, where the decision would assign them. */
  times: ReadonlyMap<string, PlannedTime>
  /** The missing fields by post. */
  lacking: ReadonlyMap<string, readonly ('title' | 'description' | 'url' | 'boardId')[]>
  /** The errors by post that would be refused. */
  refused: ReadonlyMap<string, DomainError>
  /** The posts that share a link with another: how many there are, and the calendar days between them. null: none do. */
  spread: { count: number; days: number; isByRule: boolean } | null
}

/** Plans the drafts that exist; while files are still read, it searches for no times. @throws NOT_FOUND · FORBIDDEN */
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

/** Returns the chosen times, and the days between pins with one link. */
export const wishesOf = ({ items, spreadDays }: Review): { at: ReadonlyMap<string, Date>; spreadDays: number } => ({
  at: new Map(items.flatMap(({ state, sendAt }) => (state.name === 'ready' && sendAt ? [[state.post.id, sendAt]] : []))),
  spreadDays,
})

/** Returns what a person saw of a decision: the drafts and the chosen times. */
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

/** Orders items by their times; those without one come last, in the order in which they came. */
export function inOrder({ review: { items }, times }: Pick<ReviewPlan, 'review' | 'times'>): ReviewItem[] {
  const timeOf = ({ state }: ReviewItem): number => {
    const at = state.name === 'ready' ? (times.get(state.post.id)?.sendAt ?? state.post.sendAt) : null
    return at?.getTime() ?? Infinity
  }
  return [...items].sort((a, b) => (timeOf(a) === timeOf(b) ? a.position - b.position : timeOf(a) - timeOf(b)))
}

type Times = Pick<ReviewPlan, 'postIds' | 'times' | 'refused'>
type Wishes = { accountId: string } & ReturnType<typeof wishesOf>

/** Finds the times, without refused posts in the next search: the credit may cover seven of twelve, for example. */
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
