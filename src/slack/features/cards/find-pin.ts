/** Finds the pin of a button, and makes the errors for a pin that has changed. */
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { readPostAsked } from '../../../core/posts/list.js'
import { listPostChanges } from '../../../core/posts/history.js'
import type { Post } from '../../../core/posts/post.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { actorText } from '../../../../blocks/kit/actor.js'
import { capital } from '../../../../blocks/kit/sentence.js'
import type { SlackDeps } from '../../listener.js'

export const isConflict = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'CONFLICT'
export const isGone = (error: unknown): error is DomainError => error instanceof DomainError && error.code === 'NOT_FOUND'

/** Finds the pin; undefined: it is gone. */
export async function findPin(
  deps: Pick<SlackDeps, 'db' | 'clock'>,
  actor: Actor,
  pin: { accountId: string; postId: string },
): Promise<Post | undefined> {
  return readPostAsked(deps, actor, pin).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
}

/** Returns, as markup, the last person who changed the pin, if known. */
export async function lastChanger(
  deps: Pick<SlackDeps, 'db'>,
  { actor }: Member,
  { accountId, id: postId }: Post,
): Promise<string> {
  const [last] = await listPostChanges(deps, actor, { accountId, postId, limit: 1 })
  return last ? capital(actorText(last.via, last.actor, last.keyName ?? null)) : 'Someone else'
}
