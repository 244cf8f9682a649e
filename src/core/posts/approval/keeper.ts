/** A request as the search for its slot needs it. */
import type { Keeper } from '../../slots/keep.js'
import type { Post } from '../post.js'
import type { Approval } from './model.js'

/** What is read of a request and its locked post to find the slot that it gets. */
export const keeperOf = (
  { id, keptSlot: slot, requestedTime }: Approval,
  { id: postId, title, url }: Pick<Post, 'id' | 'title' | 'url'>,
): Keeper => ({
  id,
  postId,
  title,
  url,
  spreadDays: (requestedTime.kind === 'nextOpenSlot' && requestedTime.spreadDays) || null,
  slot,
})
