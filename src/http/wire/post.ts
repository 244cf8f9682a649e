import { z } from 'zod'
import { mediaPath } from '../../core/media/media.js'
import type { Post } from '../../core/posts/post.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

const failureSchema = z
  .object({ reason: z.string(), message: z.string(), failedAt: secondsSchema, sendAt: secondsSchema.nullable() })
  .meta({ description: 'Only on a draft whose last publishing failed' })

/** @see service-api.md "Post", decisions.md section 2 */
export const postSchema = z
  .object({
    id: z.string(),
    status: z.enum(['draft', 'queued', 'sent', 'uploading']),
    mediaUrl: z.string().meta({ format: 'uri' }),
    mediaType: z.enum(['image', 'video']),
    title: z.string().nullable(),
    description: z.string().nullable(),
    url: z.string().nullable(),
    boardId: z.string().nullable(),
    boardName: z.string().nullable(),
    boardSectionId: z.string().nullable(),
    altText: z.string().nullable(),
    sendAt: secondsSchema.nullable(),
    sentAt: secondsSchema.nullable(),
    createdAt: secondsSchema,
    pinId: z.string().nullable().meta({ description: 'Null until the pin is on the platform' }),
    isSimplifiedPin: z.boolean(),
    productTagPinIds: z.array(z.string()),
    failure: failureSchema.optional(),
  })
  .meta({ id: 'Post' })

export const postToWire = (post: Post, publicUrl: string): z.output<typeof postSchema> => {
  const cover = post.media[0]
  if (!cover) throw new Error(`post ${post.id} has no media`)
  return {
    id: post.id,
    status: post.status,
    mediaUrl: publicUrl + mediaPath(post.organizationId, cover),
    mediaType: post.mediaType,
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
    ...(post.failure && {
      failure: {
        reason: post.failure.reason,
        message: post.failure.message,
        failedAt: seconds(post.failure.failedAt),
        sendAt: secondsOrNull(post.failure.sendAt),
      },
    }),
  }
}
