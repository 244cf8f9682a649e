/** A pin as a model needs it: ids, times in the account's zone, links, and no more. */
import { DateTime } from 'luxon'
import { z } from 'zod'
import type { Account } from '../../core/accounts/account.js'
import { STATES } from '../../core/posts/state/state.js'
import { APPROVAL_STATES } from '../../core/posts/approval/status.js'
import type { ShownAccount, WireApproval, WirePost } from '../caller.js'

/** The length of texts in a list; show_pin has them complete. */
const SHORT_LENGTH = 160

/** A time in the account’s zone, with its offset: `2026-03-02T10:15:00-05:00`. */
export const timeSchema = z.string()

export const zoneOf = ({ timezone }: Pick<Account, 'timezone'>): string => timezone ?? 'UTC'

/** @param seconds Unix */
export const timeIn = (account: Pick<Account, 'timezone'>, seconds: number): string =>
  DateTime.fromSeconds(seconds, { zone: zoneOf(account) }).toISO({ suppressMilliseconds: true }) ??
  new Date(seconds * 1000).toISOString()

export const timeOrNull = (account: Pick<Account, 'timezone'>, seconds: number | null): string | null =>
  seconds === null ? null : timeIn(account, seconds)

export const pinSchema = z.object({
  postId: z.string(),
  /** The current state: draft, scheduled, awaiting_approval, published and so on */
  state: z.enum(STATES),
  isLate: z.boolean().optional(),
  waitsBecause: z.string().optional(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** The destination link */
  url: z.string().nullable(),
  board: z.object({ boardId: z.string(), name: z.string().nullable(), boardSectionId: z.string().optional() }).nullable(),
  altText: z.string().optional(),
  /** When it is scheduled for; null: not scheduled */
  sendAt: timeSchema.nullable(),
  sentAt: timeSchema.optional(),
  /** What is missing before it can be scheduled */
  missing: z.array(z.string()).optional(),
  /** Why publishing it failed */
  failure: z.string().optional(),
  /** The image or video; absent for a saved pin without a known one */
  picture: z.string().optional(),
  /** Someone else’s public pin that it saves to the board, instead of a new one */
  saves: z.string().optional(),
  morePictures: z.array(z.string()).optional(),
  /** The published pin */
  pinterestUrl: z.string().optional(),
  /** The series on several boards that it belongs to */
  seriesId: z.string().optional(),
})
export type Pin = z.input<typeof pinSchema>

export function showPin(account: Pick<ShownAccount, 'timezone' | 'pages'>, post: WirePost, length: 'short' | 'whole'): Pin {
  const cut = (text: string | null) =>
    length === 'whole' || text === null || text.length <= SHORT_LENGTH ? text : `${text.slice(0, SHORT_LENGTH).toWellFormed()}…`
  const missing = (['title', 'description', 'url', 'boardId'] as const).filter(
    (field) => post.status === 'draft' && post[field] === null && (field === 'boardId' || !post.savedPin),
  )
  const { state } = post
  const picture = post.mediaUrl ?? post.savedPin?.pictureUrl ?? null
  return {
    postId: post.id,
    state: state.name,
    ...(state.isLate && { isLate: true }),
    ...(state.cause !== null && { waitsBecause: state.cause }),
    title: post.title,
    description: cut(post.description),
    url: post.url,
    board:
      post.boardId === null
        ? null
        : {
            boardId: post.boardId,
            name: post.boardName,
            ...(post.boardSectionId !== null && { boardSectionId: post.boardSectionId }),
          },
    ...(post.altText !== null && { altText: cut(post.altText) ?? '' }),
    sendAt: timeOrNull(account, post.sendAt),
    ...(post.sentAt !== null && { sentAt: timeIn(account, post.sentAt) }),
    ...(missing.length > 0 && { missing }),
    ...(post.failure && { failure: post.failure.message }),
    ...(picture !== null && { picture }),
    ...(post.savedPin && { saves: account.pages.pin(post.savedPin.pinId) }),
    ...(post.carouselItems && { morePictures: post.carouselItems.map(({ url }) => url) }),
    ...(post.pinId !== null && { pinterestUrl: account.pages.pin(post.pinId) }),
    ...(post.intervalGroupId !== null && { seriesId: post.intervalGroupId }),
  }
}

export const approvalSchema = z.object({
  approvalId: z.string(),
  postId: z.string(),
  state: z.enum(APPROVAL_STATES),
  /** The requested time; null: the next open slot */
  sendAt: timeSchema.nullable(),
  requestedBy: z.string(),
  requestedAt: timeSchema,
  decidedBy: z.string().optional(),
  decidedAt: timeSchema.optional(),
  /** What to change or why it was rejected, as a person wrote it */
  reason: z.string().optional(),
})

export const showApproval = (account: Pick<Account, 'timezone'>, approval: WireApproval): z.input<typeof approvalSchema> => ({
  approvalId: approval.id,
  postId: approval.postId,
  state: approval.state,
  sendAt: timeOrNull(account, approval.sendAt),
  requestedBy: approval.requestedWith?.keyName ?? approval.requestedBy,
  requestedAt: timeIn(account, approval.requestedAt),
  ...(approval.decidedBy !== null && { decidedBy: approval.decidedBy }),
  ...(approval.decidedAt !== null && { decidedAt: timeIn(account, approval.decidedAt) }),
  ...(approval.reason !== null && { reason: approval.reason }),
})
