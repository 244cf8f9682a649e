import { z } from 'zod'
import { FAILURE_REASONS } from '../../core/ports/notice.js'
import { DELAYS } from '../../core/posts/state/causes.js'
import { plainState, type PostState, STATES } from '../../core/posts/state/state.js'
import { allSettledOrThrow } from '../../core/lib/all-settled-or-throw.js'
import { mediaPath } from '../../core/media/media.js'
import { fitOf, furtherOf, type PostMedia } from '../../core/media/post-media.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import type { Post } from '../../core/posts/post.js'
import { FINDING_CODES, type FindingCode } from '../../core/posts/state/finding.js'
import { codesOf, readFindings } from '../../core/preflight/store.js'
import { type PostWithState, statesIn } from '../../core/posts/state/read.js'
import { SHOWN, slideShown } from '../post-content.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

const failureSchema = z
  .object({
    reason: z.enum(FAILURE_REASONS).meta({ description: 'The reason. Values may be added' }),
    message: z.string().meta({ description: 'A message for people' }),
    failedAt: secondsSchema,
    sendAt: secondsSchema.nullable().meta({ description: 'The time it missed, Unix seconds' }),
  })
  .meta({ description: 'Only on a draft whose last publishing failed' })

const savedPinSchema = z
  .object({
    pinId: z.string().meta({ description: 'The original public pin' }),
    pictureUrl: z.string().nullable().meta({
      format: 'uri',
      description: 'URL of its image when a search found it; null: not known. We do not store the image',
    }),
  })
  .meta({
    description:
      'Only on a post that saves a pin to the board instead of creating one; title is the original’s, if a search in the last hour had found it',
  })

const stateSchema = z
  .object({
    name: z.enum(STATES).meta({
      description:
        'The current state, in more detail than status. awaiting_approval, approval_expired and failed are drafts; waiting is queued and held up; unconfirmed is sent to Pinterest without an answer',
    }),
    cause: z.enum(DELAYS).nullable().meta({ description: 'Why it is waiting; for a published post, why it was late' }),
    isLate: z.boolean().meta({ description: 'Whether it is (or, if published, was) ten minutes or more behind sendAt' }),
    since: secondsSchema.nullable().meta({ description: 'Since when it is in this state' }),
    until: secondsSchema
      .nullable()
      .meta({ description: 'When this state ends by itself: at its time, or a day later, when it becomes a draft' }),
    nextAttemptAt: secondsSchema.nullable().meta({ description: 'When Pinterest is called next' }),
  })
  .meta({ id: 'PostState', description: 'The actual state of the post and why, at the time of this answer' })

/** Fields with a place of their own in an answer, and the others. */
const { title, description, url, altText, productTagPinIds, cover: shownCover, slides: shownSlides, ...others } = SHOWN
type Other = keyof typeof others
const OTHERS = Object.keys(others) as Other[] // keys of the object above
const othersOf = (post: Post) => Object.fromEntries(OTHERS.map((field) => [field, post[field]])) as Pick<Post, Other>

/** @see docs/contract.md#posts */
export const postSchema = z
  .object({
    id: z.string().meta({ description: 'Our id: the postId in every path' }),
    status: z.enum(['draft', 'queued', 'sent', 'uploading']).meta({
      description: 'draft: has no time; queued: waiting for its time; uploading: being published; sent: on Pinterest',
    }),
    mediaUrl: z
      .string()
      .nullable()
      .meta({ format: 'uri', description: 'The image or video; the cover of a carousel; null on a saved pin' }),
    mediaType: z
      .enum(['image', 'video'])
      .nullable()
      .meta({ description: 'The type of mediaUrl; image for a carousel; null on a saved pin' }),
    savedPin: savedPinSchema.optional(),
    carouselItems: z
      .array(z.object({ url: z.string().meta({ format: 'uri', description: 'The image' }), ...slideShown }))
      .optional()
      .meta({ description: 'Further images of a carousel, in order after the cover; absent if there is only one' }),
    pictureFit: z.enum(['crop', 'card']).optional().meta({
      description: 'Only if the image was cropped to 2:3 or put on a card; the original is kept',
    }),
    title,
    description,
    url,
    boardId: z.string().nullable().meta({ description: 'Null if not set' }),
    boardName: z.string().nullable().meta({ description: 'Null if not set, or if the board is not in the listing' }),
    boardSectionId: z.string().nullable().meta({ description: 'Null: the board root' }),
    altText,
    sendAt: secondsSchema.nullable().meta({ description: 'When it is scheduled for, Unix seconds' }),
    sentAt: secondsSchema.nullable().meta({ description: 'When it was published, Unix seconds' }),
    createdAt: secondsSchema,
    pinId: z.string().nullable().meta({ description: 'Null until the pin is on Pinterest' }),
    pinDeletedAt: secondsSchema
      .optional()
      .meta({ description: 'Only if the pin is no longer on Pinterest: when that was found or done' }),
    isSimplifiedPin: z.boolean().meta({ description: 'Whether it is a simplified pin rather than a standard one' }),
    productTagPinIds,
    cover: shownCover,
    slides: shownSlides,
    ...others,
    productTagsStatus: z.enum(['pending', 'added', 'failed']).optional().meta({
      description:
        'Only on a sent post that has product tags, which are added after publishing: pending until they are on the pin; failed if Pinterest refused them or they could not be added within a day',
    }),
    intervalGroupId: z
      .string()
      .nullable()
      .meta({ description: 'Shared by the posts created by one intervalBoards; null: not part of a series' }),
    generationId: z.string().optional().meta({ description: 'Only on a post made from a page: the generation that made it' }),
    sourcePostId: z.string().optional().meta({ description: 'Only on an evergreen pin: the published post it repeats' }),
    failure: failureSchema.optional(),
    warnings: z.array(z.enum(FINDING_CODES)).optional().meta({
      description:
        'Codes found by the last check of a draft or queued post; GET …/preflight has the details. Absent: none, or not checked yet. Values may be added',
    }),
    state: stateSchema,
  })
  .meta({ id: 'Post', description: 'One pin: a draft, or on its way to a board' })

/** @param warnings findings of its last check */
export const postToWire = (
  post: Post,
  state: PostState,
  publicUrl: string,
  warnings: readonly FindingCode[] = [],
): z.output<typeof postSchema> => {
  const addressOf = (media: PostMedia) => publicUrl + mediaPath(post.organizationId, media)
  const [first, picture] = post.media
  const cover = first && addressOf(first)
  const further = furtherOf(post.media).map(addressOf)
  const { savedPin } = post
  const fit = fitOf(post.media)
  if (cover === undefined && !savedPin) throw new Error(`post ${post.id} has no media`)
  return {
    id: post.id,
    status: post.status,
    mediaUrl: cover ?? null,
    mediaType: savedPin ? null : post.mediaType,
    ...(savedPin && { savedPin: { pinId: savedPin.id, pictureUrl: savedPin.pictureUrl } }),
    ...(further.length > 0 && { carouselItems: further.map((url, at) => ({ url, ...post.slides[at + 1] })) }),
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
    ...(post.pinDeletedAt && { pinDeletedAt: seconds(post.pinDeletedAt) }),
    isSimplifiedPin: post.isSimplified,
    productTagPinIds: post.productTagPinIds,
    cover: first?.durationMs == null ? null : picture ? { mediaUrl: addressOf(picture) } : { second: post.cover ?? 0 },
    ...(post.slides.length > 0 && { slides: post.slides }),
    ...othersOf(post),
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

/** Shows each post with its state, read with the post or when the answer is made, in the transaction of a write. */
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
