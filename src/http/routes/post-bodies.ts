/** Bodies of the post operations, and how they become the core's tagged unions. */
import { z } from 'zod'
import type { NewPost } from '../../core/posts/create.js'
import type { MediaSource, When } from '../../core/posts/post.js'
import type { SchedulePost } from '../../core/posts/schedule.js'
import { boardId, instant, text } from '../schemas.js'

/** @see service-api.md "POST /v1/accounts/{accountId}/posts", rules 1 to 5 */
export const newPostBody = z
  .strictObject({
    mediaUrl: text().min(1).optional().meta({ format: 'uri', description: 'A public picture; exclusive with uploadId' }),
    uploadId: text()
      .min(1)
      .optional()
      .meta({ description: 'From POST /v1/media/uploads, bytes already PUT; exclusive with mediaUrl' }),
    mediaType: z.unknown().optional().meta({ description: 'image (default); ignored with uploadId' }),
    title: text().optional().meta({ description: '1 to 100 characters; required when scheduling' }),
    description: text().optional().meta({ description: '1 to 800 characters; required when scheduling' }),
    url: text().optional().meta({ format: 'uri', description: 'Destination; required when scheduling' }),
    boardId: boardId().optional().meta({ description: 'Required when scheduling' }),
    boardSectionId: text().optional().meta({ description: 'A section of boardId' }),
    altText: text().optional().meta({ description: 'At most 500 characters' }),
    sendAt: instant().optional(),
    useNextOpenSlot: z.boolean().optional(),
    isSimplifiedPin: z.boolean().default(true),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (body.mediaUrl !== undefined && body.uploadId !== undefined)
      refuse('uploadId', 'uploadId and mediaUrl exclude each other: send one')
    if (body.mediaUrl === undefined && body.uploadId === undefined)
      refuse('mediaUrl', 'mediaUrl or uploadId is required: a post needs a picture')
    if (body.uploadId === undefined && body.mediaType !== undefined && body.mediaType !== 'image')
      refuse('mediaType', 'mediaType: only image is supported')
    if (body.sendAt !== undefined && body.useNextOpenSlot === true)
      refuse('useNextOpenSlot', 'useNextOpenSlot and sendAt exclude each other: send one')
    if (body.boardSectionId !== undefined && body.boardId === undefined)
      refuse('boardSectionId', 'boardSectionId requires boardId')
  })

/** @see service-api.md "POST …/schedule" */
export const scheduleBody = z
  .strictObject({
    sendAt: instant().optional(),
    useNextOpenSlot: z.literal(true).optional(),
    boardId: boardId().optional().meta({ description: 'Required when the draft has no board' }),
    boardSectionId: text().optional().meta({ description: 'Empty: the board root' }),
  })
  .superRefine((body, context) => {
    if ((body.sendAt === undefined) === (body.useNextOpenSlot === undefined))
      context.addIssue({ code: 'custom', path: ['sendAt'], message: 'sendAt or useNextOpenSlot: send exactly one of them' })
  })

export function readNewPost(accountId: string, body: z.output<typeof newPostBody>): NewPost {
  return {
    accountId,
    media: readMedia(body),
    title: body.title ?? null,
    description: body.description ?? null,
    url: body.url ?? null,
    altText: body.altText ?? null,
    board: body.boardId === undefined ? null : { boardId: body.boardId, boardSectionId: sectionOf(body.boardSectionId ?? '') },
    when: readWhen(body) ?? { kind: 'draft' },
    isSimplified: body.isSimplifiedPin,
  }
}

export function readSchedule(accountId: string, postId: string, body: z.output<typeof scheduleBody>): SchedulePost {
  const { boardId: chosen, boardSectionId } = body
  const when = readWhen(body)
  if (!when) throw new Error('scheduleBody lets no body without a time through')
  return {
    accountId,
    postId,
    when,
    board: {
      ...(chosen !== undefined && { boardId: chosen }),
      ...(boardSectionId !== undefined && { boardSectionId: sectionOf(boardSectionId) }),
    },
  }
}

function readMedia({ mediaUrl, uploadId }: z.output<typeof newPostBody>): MediaSource {
  if (uploadId !== undefined) return { kind: 'upload', uploadId }
  if (mediaUrl !== undefined) return { kind: 'url', url: mediaUrl }
  throw new Error('newPostBody lets no body without media through')
}

/** `useNextOpenSlot: false` counts as absent. */
function readWhen(body: {
  sendAt?: Date | undefined
  useNextOpenSlot?: boolean | undefined
}): Exclude<When, { kind: 'draft' }> | undefined {
  if (body.sendAt) return { kind: 'at', at: body.sendAt }
  return body.useNextOpenSlot ? { kind: 'nextOpenSlot' } : undefined
}

/** An empty section is the board's root. */
const sectionOf = (section: string) => (section.trim() === '' ? null : section.trim())
