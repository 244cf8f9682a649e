import type { Actor } from '../actor.js'
import type { Deps } from '../ports.js'
import type { Post, PostStatus } from './post.js'

export type ListPosts = {
  accountId: string
  status: PostStatus
  limit: number
  cursor: string | null
  startDate: Date | null
  endDate: Date | null
}

/** Queued soonest first, draft and sent newest first, uploading oldest first; opaque keyset cursors bound to their filters. @throws BAD_REQUEST cursor, startDate, endDate · NOT_FOUND */
export async function listPosts(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  input: ListPosts,
): Promise<{ posts: Post[]; cursor: string | null }> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
/** @throws NOT_FOUND */
export async function readPost(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  input: { accountId: string; postId: string },
): Promise<Post> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
