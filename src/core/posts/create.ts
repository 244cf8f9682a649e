import type { Actor } from '../actor.js'
import type { BeforeCommit, Deps } from '../ports.js'
import type { BoardChoice, MediaSource, Post, When } from './post.js'

export type NewPost = {
  accountId: string
  media: MediaSource
  title: string | null
  description: string | null
  url: string | null
  altText: string | null
  board: BoardChoice | null
  when: When
  isSimplified: boolean
}

/**
 * Saves a draft, or schedules at once when asked.
 * @throws BAD_REQUEST · NOT_FOUND · CONFLICT upload_already_attached · PAYMENT_REQUIRED (before media is fetched)
 * @throws UNPROCESSABLE_ENTITY no_open_slot · SERVICE_UNAVAILABLE slot_resolution_timeout
 * @see service-api.md "POST /v1/accounts/{accountId}/posts"
 */
export async function createPost(deps: Deps, actor: Actor, input: NewPost, beforeCommit?: BeforeCommit<Post>): Promise<Post> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)} ${String(beforeCommit)}`)
}
