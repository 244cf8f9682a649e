/** Shows what is made of the pages of a review, as long as this process lives; "Refresh" in it does the same. */
import type { Member } from '../../../core/accounts/people/members.js'
import { SECOND_MS } from '../../../core/lib/duration.js'
import { noteSeen, readReview } from '../../../core/posts/review/change.js'
import { type Review, type ReviewRef, readsPages } from '../../../core/posts/review/model.js'
import type { SlackDeps } from '../../listener.js'

/** Often at first: most pages answer at once. Slack takes one change of a message a second. */
const OFTEN = { everyMs: SECOND_MS, times: 60 }
const SELDOM = { everyMs: 10 * SECOND_MS, times: 420 }

/** `seen`: as it was before it was shown. `done`: once all are read. */
type Following = { ref: ReviewRef; seen: Review; show: () => Promise<void>; done: () => Promise<void> }

export function followPages(deps: SlackDeps, { actor }: Member, { ref, seen, show, done }: Following): void {
  let turns = 0
  let shown = statesOf(seen)
  const look = async (): Promise<void> => {
    const review = await readReview(deps, actor, ref)
    const state = statesOf(review)
    if (state !== shown) {
      await show()
      deps.whenMoreCome(show)
      await noteSeen(deps, actor, ref)
    }
    shown = state
    if (readsPages(review)) return later()
    await done().catch((error: unknown) => deps.log.info({ err: error, ...ref }, 'it was not said that a review is ready'))
  }
  const tryLook = () =>
    void look().catch((error: unknown) => {
      deps.log.info({ err: error, ...ref }, 'the pages of a review were not shown; it is tried again')
      later()
    })
  const later = () => {
    turns++
    if (turns > OFTEN.times + SELDOM.times) return
    setTimeout(tryLook, turns > OFTEN.times ? SELDOM.everyMs : OFTEN.everyMs).unref()
  }
  tryLook()
}

const statesOf = ({ items }: Review): string => items.map(({ state }) => state.name).join()
