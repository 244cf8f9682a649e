/** Resumes reviews whose process died, on behalf of their person. */
import type { LeftReview } from '../../../core/sources/review/left.js'
import { takeLeftReviews, takeUnshownReviews } from '../../../core/sources/review/left.js'
import type { Deps } from '../../../core/ports/deps.js'
import type { SlackDeps } from '../../listener.js'
import { type Bringer, readItems } from './bring.js'
import { postReview, showIn } from '../pins/lists/review.js'

/** Continues a review for the person who started it; undefined: they are gone, or Slack cannot be reached now. */
export type AsPerson = (left: LeftReview) => Promise<{ deps: SlackDeps; bringer: Bringer } | undefined>

/** @returns how many reviews were resumed */
export async function resumeReviews(deps: Pick<Deps, 'db' | 'clock' | 'wallClock' | 'log'>, asPerson: AsPerson): Promise<number> {
  let count = 0
  for (const left of await takeLeftReviews(deps)) {
    const { accountId, reviewId, positions, shownIn } = left
    const ref = { accountId, reviewId }
    try {
      const found = await asPerson(left)
      if (!found) continue // it is taken again later
      const { bringer } = found
      if (shownIn === null) await postReview(found.deps, bringer.client, bringer.member, { ...bringer, before: null }, ref)
      await readItems(found.deps, bringer, { ref, positions, which: 'again' })
      count++
    } catch (error) {
      deps.log.warn({ err: error, ...ref }, 'a review that was left could not be gone on with')
    }
  }
  for (const left of await takeUnshownReviews(deps)) {
    const { accountId, reviewId, shownIn } = left
    const ref = { accountId, reviewId }
    try {
      const found = shownIn && (await asPerson(left))
      if (!found) continue // "Refresh" shows it
      const show = () => showIn(found.deps, found.bringer.client, found.bringer.member, shownIn, ref)
      await show()
      found.deps.whenMoreCome(show)
      count++
    } catch (error) {
      deps.log.warn({ err: error, ...ref }, 'what came to a review could not be shown')
    }
  }
  return count
}
