/** The pin that a button means, and the errors of one that is not what it was. */
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { readPost } from '../../../core/posts/list.js'
import type { Post } from '../../../core/posts/post.js'
import type { SlackDeps } from '../../listener.js'

export const isConflict = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'CONFLICT'
export const isGone = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'NOT_FOUND'

/** undefined: it is not there any more. */
export async function findPin(
  deps: Pick<SlackDeps, 'db' | 'clock'>,
  actor: Actor,
  pin: { accountId: string; postId: string },
): Promise<Post | undefined> {
  return readPost(deps, actor, pin).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
}
