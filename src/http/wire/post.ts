import { z } from 'zod'
import { FAILURE_REASONS } from '../../core/ports/notice.js'
import { DELAYS } from '../../core/posts/state/causes.js'
import { plainState, type PostState, STATES } from '../../core/posts/state/state.js'
import { allSettledOrThrow } from '../../core/lib/all-settled-or-throw.js'
import { mediaPath } from '../../core/media/media.js'
import { fitOf } from '../../core/media/post-media.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import type { Post } from '../../core/posts/post.js'
import { FINDING_CODES, type FindingCode } from '../../core/preflight/finding.js'
import { codesOf, readFindings } from '../../core/preflight/store.js'
import { type PostWithState, statesIn } from '../../core/posts/state/read.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

const failureSchema = z
  .object({
    reason: z.enum(FAILURE_REASONS).meta({ description: 'Why; others may follow' }),
    message: z.string().meta({ description: 'For people' }),
    failedAt: secondsSchema,
    sendAt: secondsSchema.nullable().meta({ description: 'The time that it missed, Unix seconds' }),
  })
  .meta({ description: 'Only on a draft whose last publishing failed' })

const savedPinSchema = z
  .object({
    pinId: z.string().meta({ description: 'The original, somebody’s public pin' }),
    pictureUrl: z
      .string()
      .nullable()
      .meta({ format: 'uri', description: 'Where its picture was when a search found it; null: not known. Not kept by us' }),
  })
  .meta({
    description:
      'Only on a post that saves a pin to the board in place of making one; title is that of the original, where a search of the last hour had shown it',
  })

const stateSchema = z
  .object({
    name: z.enum(STATES).meta({
      description:
        'What is so now: finer than status. awaiting_approval, approval_expired and failed are drafts; waiting is queued and held up; unconfirmed is sent without an answer',
    }),
    cause: z.enum(DELAYS).nullable().meta({ description: 'Why it waits; of a published post, why it was late' }),
    isLate: z.boolean().meta({ description: 'Ten minutes or more behind sendAt; of a published post: it was' }),
    since: secondsSchema.nullable().meta({ description: 'Since when it is so' }),
    until: secondsSchema.nullable().meta({ description: 'When it ends by itself: at its time, or as a draft a day after it' }),
    nextAttemptAt: secondsSchema.nullable().meta({ description: 'When Pinterest is asked next' }),
  })
  .meta({ id: 'PostState', description: 'The real state of the post and why, as it was at this answer' })

/** @see docs/contract.md#posts */
export const postSchema = z
  .object({
    id: z.string().meta({ description: 'Ours: the postId of every path' }),
    status: z.enum(['draft', 'queued', 'sent', 'uploading']).meta({
      description:
        'draft: without a time; queued: it waits for its time; uploading: it is being published; sent: it is on Pinterest',
    }),
    mediaUrl: z
      .string()
      .nullable()
      .meta({ format: 'uri', description: 'The picture or video; the cover of a carousel; null on a saved pin' }),
    mediaType: z
      .enum(['image', 'video'])
      .nullable()
      .meta({ description: 'What mediaUrl is; a carousel is of images; null on a saved pin' }),
    savedPin: savedPinSchema.optional(),
    carouselItems: z
      .array(z.object({ url: z.string().meta({ format: 'uri', description: 'The image' }) }))
      .optional()
      .meta({ description: 'Further images of a carousel, in order after the cover; absent on a single one' }),
    pictureFit: z.enum(['crop', 'card']).optional().meta({
      description:
        'Only where the picture was made of the one that was given, which is kept: cropped to two to three, or put on a card',
    }),
    title: z.string().nullable().meta({ description: 'Null while not set' }),
    description: z.string().nullable().meta({ description: 'Null while not set' }),
    url: z.string().nullable().meta({ description: 'Destination' }),
    boardId: z.string().nullable().meta({ description: 'Null while not set' }),
    boardName: z.string().nullable().meta({ description: 'Null also while the board is not in the listing' }),
    boardSectionId: z.string().nullable().meta({ description: 'Null: the board root' }),
    altText: z.string().nullable().meta({ description: 'For those who cannot see the media' }),
    sendAt: secondsSchema.nullable().meta({ description: 'When it is scheduled for, Unix seconds' }),
    sentAt: secondsSchema.nullable().meta({ description: 'When it was published, Unix seconds' }),
    createdAt: secondsSchema,
    pinId: z.string().nullable().meta({ description: 'Null until the pin is on the platform' }),
    isSimplifiedPin: z.boolean().meta({ description: 'A simplified pin rather than a standard one' }),
    productTagPinIds: z.array(z.string()).meta({ description: 'Pins of the product catalog' }),
    productTagsStatus: z.enum(['pending', 'added', 'failed']).optional().meta({
      description:
        'Only on a sent post that has product tags, which follow the live pin: pending until they are on it; failed when the platform refused them, or they could not be added within a day',
    }),
    intervalGroupId: z
      .string()
      .nullable()
      .meta({ description: 'Shared by the posts that one intervalBoards made; null: it stands alone' }),
    generationId: z
      .string()
      .optional()
      .meta({ description: 'Only on a post that was made of a page: the generation that made it' }),
    sourcePostId: z.string().optional().meta({ description: 'Only on an evergreen pin: the published post that it repeats' }),
    failure: failureSchema.optional(),
    warnings: z.array(z.enum(FINDING_CODES)).optional().meta({
      description:
        'What the last check of a draft or queued post found: codes of GET …/preflight, which says each in full. Absent: nothing, or it is not checked yet. Others may follow',
    }),
    state: stateSchema,
  })
  .meta({ id: 'Post', description: 'One pin: a draft, or on its way to a board' })

/** @param warnings what its last check found */
export const postToWire = (
  post: Post,
  state: PostState,
  publicUrl: string,
  warnings: readonly FindingCode[] = [],
): z.output<typeof postSchema> => {
  const [cover, ...further] = post.media.map((media) => publicUrl + mediaPath(post.organizationId, media))
  const { savedPin } = post
  const fit = fitOf(post.media)
  if (cover === undefined && !savedPin) throw new Error(`post ${post.id} has no media`)
  return {
    id: post.id,
    status: post.status,
    mediaUrl: cover ?? null,
    mediaType: savedPin ? null : post.mediaType,
    ...(savedPin && { savedPin: { pinId: savedPin.id, pictureUrl: savedPin.pictureUrl } }),
    ...(further.length > 0 && { carouselItems: further.map((url) => ({ url })) }),
    ...(fit !== 'original' && { pictureFit: fit }),
    title: post.title,
    description: post.description,
    url: post.url,
    boardId: post.boardId,
    boardName: post.boardName,
    boardSectionId: post.boardSectionId,
    altText: post.altText,
    sendAt: secondsOrNull(post.sendAt),
    sentAt: secondsOrNull(post.sentAt),
    createdAt: seconds(post.createdAt),
    pinId: post.pinId,
    isSimplifiedPin: post.isSimplified,
    productTagPinIds: post.productTagPinIds,
    ...(post.productTagsState && { productTagsStatus: post.productTagsState }),
    intervalGroupId: post.intervalGroupId,
    ...(post.generationId !== null && { generationId: post.generationId }),
    ...(post.sourcePostId !== null && { sourcePostId: post.sourcePostId }),
    ...(post.failure && {
      failure: {
        reason: post.failure.reason,
        message: post.failure.message,
        failedAt: seconds(post.failure.failedAt),
        sendAt: secondsOrNull(post.failure.sendAt),
      },
    }),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
    state: {
      ...state,
      since: secondsOrNull(state.since),
      until: secondsOrNull(state.until),
      nextAttemptAt: secondsOrNull(state.nextAttemptAt),
    },
  }
}

/** Each with its state, read with the post or where the answer is made: in the transaction of a write. */
export async function postsToWire(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  sql: Sql,
  posts: readonly (Post | PostWithState)[],
): Promise<z.output<typeof postSchema>[]> {
  const unread = posts.filter((post) => !('findingCodes' in post))
  const [states, findings] = await allSettledOrThrow(statesIn(sql, posts, clock()), readFindings(sql, unread))
  return posts.map((post, index) => {
    const codes = 'findingCodes' in post ? (post.findingCodes ?? []) : codesOf(findings.get(post.id))
    return postToWire(post, states[index] ?? plainState(post), settings.publicUrl, codes)
  })
}

export async function onePostToWire(
  deps: Pick<Deps, 'clock' | 'settings'>,
  sql: Sql,
  post: Post,
): Promise<z.output<typeof postSchema>> {
  const [wire] = await postsToWire(deps, sql, [post])
  if (!wire) throw new Error('one post gives one answer')
  return wire
}
