/** Batches of new posts. */
import { createBatch, previewBatch } from '../../../../../src/core/many/batch/create.js'
import type { Batch, NewBatch, NewBatchPost } from '../../../../../src/core/many/batch/model.js'
import type { NewPost } from '../../../../../src/core/posts/create/create.js'
import { EMPTY_CONTENT } from '../../../../../src/core/posts/content.js'
import { aTimeslot } from '../../../../support/factories.js'
import type { World } from '../../../../support/world.js'
import { picture } from '../../support/create-fixtures.js'

/** Far enough from the others that its JPEG is another one. */
const colorOf = (number: number) => (0x101010 + ((number * 0x2d3b47) % 0xe00000)).toString(16)

/** A complete post without a time, of a link and a picture of its own. */
export const aPost = (number: number, fields: Partial<NewBatchPost> = {}): NewBatchPost => ({
  ...EMPTY_CONTENT,
  media: picture(200, 300, colorOf(number)),
  carouselItems: [],
  title: `Pin ${number}`,
  description: 'One of many',
  url: `https://example.com/${number}`,
  board: { boardId: '101', boardSectionId: null },
  when: { kind: 'draft' },
  ...fields,
})

export const posts = (count: number, fields: Partial<NewBatchPost> = {}): NewBatchPost[] =>
  Array.from({ length: count }, (_, index) => aPost(index, fields))

export const batchOf = ({ accountId }: World, given: Partial<NewBatch> = {}): NewBatch => ({
  accountId,
  posts: posts(3),
  mode: 'draft',
  onError: 'stop',
  ...given,
})

export const make = (world: World, given: Partial<NewBatch> = {}): Promise<Batch> =>
  createBatch(world.deps, world.actor, batchOf(world, given))
export const preview = (world: World, given: Partial<NewBatch> = {}): Promise<Batch> =>
  previewBatch(world.deps, world.actor, batchOf(world, given))

/** As one create takes it. */
export const alone = ({ accountId }: World, post: NewBatchPost, when: NewPost['when'] = post.when): NewPost => ({
  ...post,
  accountId,
  series: null,
  when,
})

/** Three a day, at 8, 12 and 16 hours UTC. */
export async function threeADay(world: World): Promise<void> {
  for (let day = 0; day < 7; day++) for (const time of ['08:00', '12:00', '16:00']) await aTimeslot(world, { day, time })
}

/** What a batch says of each, without what differs between two of the same. */
export const saidOf = ({ results }: Batch) =>
  results.map(({ post, ...result }) => {
    const { id: _, createdAt: __, media, approval, ...fields } = post ?? {}
    return {
      ...result,
      error: result.error && { ...result.error, sentence: undefined },
      post: post && {
        ...fields,
        state: undefined,
        media: media?.map(({ contentType, width, height }) => ({ contentType, width, height })),
      },
      approval: approval && { requestedTime: approval.requestedTime, state: approval.state },
    }
  })

/** Without the ids that a rolled back post had. */
export const withoutNames = (said: ReturnType<typeof saidOf>) =>
  said.map(({ placement, warnings, ...result }) => ({
    ...result,
    placement: placement && {
      ...placement,
      passedOver: placement.passedOver.map(({ at, timeslotId, reason }) => ({ at, timeslotId, reason })),
    },
    warnings: warnings?.map(({ code, field, days, whilePaused }) => ({ code, field, days, whilePaused })),
  }))
