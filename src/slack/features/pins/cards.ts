/** Posts as cards: with their picture, and their position in a series. */
import type { Picture } from '../../../../blocks/kit/kit.js'
import type { Card } from '../../../../blocks/pins/text.js'
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { Post } from '../../../core/posts/post.js'
import { readSeries } from '../../../core/posts/search.js'
import type { SlackDeps } from '../../listener.js'
import { readersOf } from '../../people/rights.js'

export type PostCard = Card & { post: Post }
type Reading = Pick<SlackDeps, 'db' | 'picturesOf'>

/** In the order given; each series is read once. */
export async function cardsOf(deps: Reading, actor: Actor, posts: readonly Post[]): Promise<PostCard[]> {
  const groups = new Map<string, { accountId: string; intervalGroupId: string }>()
  for (const { accountId, intervalGroupId } of posts) {
    if (intervalGroupId !== null) groups.set(intervalGroupId, { accountId, intervalGroupId })
  }
  const [read, pictures, readerOf] = await Promise.all([
    Promise.all([...groups.values()].map((series) => idsOf(deps, actor, series))),
    picturesOfPosts(deps, posts),
    readersOf(deps, actor),
  ])
  const turns = new Map(read.flatMap((ids) => ids.map((id, index) => [id, { number: index + 1, of: ids.length }] as const)))
  return posts.map((post, index) => ({
    post,
    picture: pictures[index] ?? null,
    place: turns.get(post.id),
    reader: readerOf(post),
  }))
}

/** Of each its cover, in the order given. */
export const picturesOfPosts = (
  deps: Pick<SlackDeps, 'picturesOf'>,
  posts: readonly Pick<Post, 'organizationId' | 'media'>[],
): Promise<(Picture | null)[]> =>
  deps.picturesOf(posts.map(({ organizationId, media: [media] }) => ({ kind: 'media', organizationId, media })))

export async function cardOf(deps: Reading, actor: Actor, post: Post): Promise<PostCard> {
  const [card] = await cardsOf(deps, actor, [post])
  if (!card) throw new Error('one post makes one card')
  return card
}

/** None when the series was deleted meanwhile: a card needs no position. */
async function idsOf(deps: Reading, actor: Actor, series: { accountId: string; intervalGroupId: string }): Promise<string[]> {
  try {
    return (await readSeries(deps, actor, series)).map(({ id }) => id)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return []
    throw error
  }
}
