/** Makes a seeded post through the ordinary operations. */
import type { Account } from '../../core/accounts/account.js'
import type { Actor } from '../../core/lib/actor.js'
import { createPosts } from '../../core/posts/create.js'
import type { Post } from '../../core/posts/post.js'
import type { MediaSource } from '../../core/media/post-media.js'
import type { When } from '../../core/posts/when.js'
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
  const { title, description, link: url, altText, picture, more = [] } = pin
  const sourceOf = (name: string): MediaSource => ({
    kind: 'url',
    url: `${baseUrl}/sandbox/media/${name}`,
    mediaType: name.endsWith('.mp4') ? 'video' : 'image',
  })
  const [post] = await createPosts(deps, actor, {
    accountId: account.id,
    media: sourceOf(picture),
    carouselItems: more.map(sourceOf),
    title,
    description,
    url,
    altText,
    board,
    when,
    series: null,
    isSimplified: true,
    productTagPinIds: [],
  })
  return post!
}
