import type { Actor } from '../actor.js'
import type { BeforeCommit, Deps } from '../ports.js'
import type { Post, When } from './post.js'

export type SchedulePost = {
  accountId: string
  postId: string
  when: Exclude<When, { kind: 'draft' }>
  /** undefined: stays. `boardSectionId` null: the board's root; undefined with a boardId: cleared. */
  board?: { boardId?: string; boardSectionId?: string | null }
}

/**
 * Puts a draft on the schedule, or moves a queued post. Charges a draft only: rescheduling is free.
 * @see service-api.md "POST …/schedule", rules 1 to 5
 */
export async function schedulePost(
  deps: Deps,
  actor: Actor,
  input: SchedulePost,
  beforeCommit?: BeforeCommit<Post>,
): Promise<Post> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)} ${String(beforeCommit)}`)
}
