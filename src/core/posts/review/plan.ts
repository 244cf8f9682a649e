/** What a decision would do now: which drafts would get which time and why, and what the others lack. Nothing is held by it. */
import { hasRoleOn } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps } from '../../ports/deps.js'
import type { Placement } from '../../slots/placement.js'
import { previewDrafts } from '../batch/drafts.js'
import { missingToSchedule } from '../rules.js'
import type { Warning } from '../warnings/warning.js'
import { readReview } from './change.js'
import { countReading, draftsIn, type Review, type ReviewRef } from './model.js'

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
  if (!givesTimes || complete.length === 0) return { review, postIds: complete, times: new Map(), lacking, refused: new Map() }
  return { review, lacking, ...(await timesOf(deps, actor, ref.accountId, complete)) }
}

type Times = Pick<ReviewPlan, 'postIds' | 'times' | 'refused'>

/** Those that are refused are left out of the next look: there is credit for seven of twelve, say. */
async function timesOf(deps: Deps, actor: Actor, accountId: string, complete: readonly string[]): Promise<Times> {
  const refused = new Map<string, DomainError>()
  let postIds = [...complete]
  while (postIds.length > 0) {
    try {
      const { results } = await previewDrafts(deps, actor, { accountId, postIds })
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
