/** A seeded post, made as anybody makes one. */
import type { Account } from '../../core/accounts/account.js'
import type { Actor } from '../../core/actor.js'
import { createPost } from '../../core/posts/create.js'
import type { Post, When } from '../../core/posts/post.js'
import type { SeedPin } from './content.js'
import type { Seeding } from './seeding.js'

export type Place = { boardId: string; boardSectionId: string | null }

export async function makePost(
  { deps, baseUrl }: Seeding,
  actor: Actor,
  account: Account,
  pin: SeedPin,
  board: Place,
  when: When,
): Promise<Post> {
  const { title, description, link: url, altText, picture } = pin
  const media = { kind: 'url', url: `${baseUrl}/sandbox/media/${picture}` } as const
  return createPost(deps, actor, {
    accountId: account.id,
    media,
    title,
    description,
    url,
    altText,
    board,
    when,
    isSimplified: true,
  })
}
