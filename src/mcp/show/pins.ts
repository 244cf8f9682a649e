/** A pin as a model needs it: ids, times in the account's zone, links, and no more. */
import { DateTime } from 'luxon'
import type { Account } from '../../core/accounts/account.js'
import type { ShownAccount, WireApproval, WireComment, WirePost } from '../caller.js'

/** The length of texts in a list; show_pin has them complete. */
const SHORT_LENGTH = 160

export const zoneOf = ({ timezone }: Pick<Account, 'timezone'>): string => timezone ?? 'UTC'

/** A time in the account’s zone, with its offset: `2026-03-02T10:15:00-05:00`. @param seconds Unix */
export const timeIn = (account: Pick<Account, 'timezone'>, seconds: number): string =>
  DateTime.fromSeconds(seconds, { zone: zoneOf(account) }).toISO({ suppressMilliseconds: true }) ??
  new Date(seconds * 1000).toISOString()

export const timeOrNull = (account: Pick<Account, 'timezone'>, seconds: number | null): string | null =>
  seconds === null ? null : timeIn(account, seconds)

export function showPin(account: Pick<ShownAccount, 'timezone' | 'pages'>, post: WirePost, length: 'short' | 'whole') {
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
    ...(post.labels.length > 0 && { labels: post.labels }),
    ...(post.cover !== null && { cover: post.cover }),
    ...(post.aiDisclosures.length > 0 && { aiDisclosures: post.aiDisclosures }),
    sendAt: timeOrNull(account, post.sendAt),
    ...(post.sentAt !== null && { sentAt: timeIn(account, post.sentAt) }),
    ...(missing.length > 0 && { missing }),
    ...(post.failure && { failure: post.failure.message }),
    ...(picture !== null && { picture }),
    ...(post.savedPin && { saves: account.pages.pin(post.savedPin.pinId) }),
    ...(post.carouselItems && { morePictures: post.carouselItems.map(({ url }) => url) }),
    ...(post.slides && { slides: post.slides }),
    ...(post.pinId !== null && post.pinDeletedAt === undefined && { pinterestUrl: account.pages.pin(post.pinId) }),
    ...(post.pinDeletedAt !== undefined && { deletedOnPinterestAt: timeIn(account, post.pinDeletedAt) }),
    ...(post.intervalGroupId !== null && { seriesId: post.intervalGroupId }),
  }
}

export const showComment = (account: Pick<Account, 'timezone'>, { id, text, audience, author, createdAt }: WireComment) => ({
  commentId: id,
  author: author.name,
  audience,
  text,
  at: timeIn(account, createdAt),
})

export const showApproval = (account: Pick<Account, 'timezone'>, approval: WireApproval) => ({
  approvalId: approval.id,
  postId: approval.postId,
  state: approval.state,
  sendAt: timeOrNull(account, approval.sendAt),
  requestedBy: approval.requestedWith?.keyName ?? approval.requestedBy,
  requestedAt: timeIn(account, approval.requestedAt),
  ...(approval.decidedBy !== null && { decidedBy: approval.decidedBy }),
  ...(approval.decidedAt !== null && { decidedAt: timeIn(account, approval.decidedAt) }),
  ...(approval.reason !== null && { reason: approval.reason }),
  ...(approval.heldBy !== null && { heldBy: approval.heldBy }),
  ...(approval.heldUntil !== null && { heldUntil: timeIn(account, approval.heldUntil) }),
  ...(approval.heldReason !== null && { heldReason: approval.heldReason }),
})
