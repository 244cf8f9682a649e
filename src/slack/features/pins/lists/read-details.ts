/** Reads the details of a pin for one reader. */
import type { ListRef } from '../../../../../blocks/pin/memory.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import type { ShownTwin } from '../../../../../blocks/pin/twin.js'
import type { InEvergreen } from '../../../../../blocks/pin/buttons.js'
import { pinDetails } from '../../../../../blocks/pin/details.js'
import { readPinTotals } from '../../../../core/insight/analytics/pin-totals.js'
import { findTwin } from '../../../../core/insight/twins/twins.js'
import { requireAccount, listAccounts } from '../../../../core/accounts/accounts.js'
import type { Actor } from '../../../../core/lib/actor.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import { notFound } from '../../../../core/lib/errors.js'
import { asShown } from '../../../../core/posts/approval/status.js'
import { listApprovalsOf } from '../../../../core/posts/approval/approval.js'
import { withSight } from '../../../../core/posts/approval/sight.js'
import { compareVersions } from '../../../../core/posts/approval/versions.js'
import { readLastComments } from '../../../../core/posts/comments/read.js'
import { listPostChanges } from '../../../../core/posts/history.js'
import { isEvergreen } from '../../../../core/posts/evergreen/membership.js'
import { readLinkOut } from '../../../../core/posts/link-out.js'
import { readPostAsked } from '../../../../core/posts/list.js'
import { pinThere } from '../../../../core/posts/pin-id.js'
import type { Post } from '../../../../core/posts/post.js'
import { pinAddress, pinPageHref } from '../../../../core/posts/review-links/pin-page.js'
import { receiptHref } from '../../../../core/publish/receipts/link.js'
import { isOutcomeOpen } from '../../../../core/publish/settle/set-outcome.js'
import { readerZone } from '../../../accounts.js'
import { checkedCardOf } from '../../cards/cards.js'
import { drawnPin } from '../../../pictures/pin-picture.js'
import type { SlackDeps } from '../../../listener.js'
import { furtherOf } from '../../../../core/media/post-media.js'
import { findSections } from '../../cards/section-choices.js'

const CHANGES_SHOWN = 5
const APPROVALS_SHOWN = 3
const COMMENTS_SHOWN = 10

/** @throws NOT_FOUND */
export const detailsAgain = async (
  deps: SlackDeps,
  member: Member,
  ref: Extract<ListRef, { kind: 'details' }>,
): Promise<Message> => readDetails(deps, member, await readPostAsked(deps, member.actor, ref))

/** @param drawnMs time to wait for the drawn pin; default: as for other pictures of a view. A later one is shown the next time */
export async function readDetails(deps: SlackDeps, member: Member, post: Post, drawnMs?: number): Promise<Message> {
  const { accountId, id: postId } = post
  const actor = await withSight(deps.db.sql, member.actor, { accountId, postId })
  const [
    card,
    accounts,
    history,
    approvals,
    sections,
    evergreen,
    isUnresolved,
    numbers,
    drawn,
    linkOut,
    commentsOf,
    versions,
    twin,
  ] = await Promise.all([
    checkedCardOf(deps, actor, post),
    listAccounts(deps, actor),
    listPostChanges(deps, actor, { accountId, postId, limit: CHANGES_SHOWN }),
    listApprovalsOf(deps, actor, { accountId, postId, limit: APPROVALS_SHOWN }),
    findSections(deps, actor, post.boardSectionId === null ? { accountId, boardId: null } : post),
    evergreenOf(deps, actor, post),
    post.status === 'uploading' && isOutcomeOpen(deps, actor, { accountId, postId }),
    post.pinId === null || actor.sees !== undefined ? undefined : readPinTotals(deps, actor, { accountId, pinId: post.pinId }),
    drawnPin(deps, post, drawnMs),
    readLinkOut(deps, actor, post),
    readLastComments(deps, actor, { accountId, postIds: [postId], limit: COMMENTS_SHOWN }),
    compareVersions(deps, actor, { accountId, postId }),
    twinOf(deps, actor, post),
  ])
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const sectionName = sections?.find(({ id }) => id === post.boardSectionId)?.name ?? null
  const { organizationId } = post
  const more = await deps.picturesOf(furtherOf(post.media).map((media) => ({ kind: 'media', organizationId, media })))
  const morePictures = more.filter((picture) => picture !== null)
  const timezone = readerZone(member, account)
  const now = deps.clock()
  return pinDetails({
    card,
    drawn,
    linkOut,
    morePictures,
    sectionName,
    account,
    timezone,
    history,
    approvals: approvals.map((approval) => asShown(approval, deps.clock())),
    comments: commentsOf(postId),
    versions,
    evergreen,
    receiptHref: post.status === 'sent' && post.pinId !== null ? receiptHref(deps, post) : undefined,
    page: { address: pinAddress(deps, postId), pageHref: pinPageHref(deps, actor, { accountId, postId }) },
    twin,
    isUnresolved,
    numbers,
    now,
  })
}

/** Returns the pin's evergreen state; undefined for one that cannot be added: a repetition, a saved pin, or one that is gone. */
async function evergreenOf(deps: SlackDeps, actor: Actor, post: Post): Promise<InEvergreen> {
  if (post.status !== 'sent' || pinThere(post) === null || post.sourcePostId !== null || post.savedPin) return undefined
  return (await isEvergreen(deps, actor, { accountId: post.accountId, postId: post.id })) ? 'in' : 'out'
}

/** Returns the pair that the pin is in. */
async function twinOf(deps: SlackDeps, actor: Actor, post: Post): Promise<ShownTwin | null | undefined> {
  const { accountId, id: postId } = post
  if (actor.sees !== undefined) return undefined
  const { sql } = deps.db
  const twin = await findTwin(sql, await requireAccount(sql, actor, accountId), postId, deps.clock())
  const canBegin =
    post.status === 'sent' && post.url !== null && !post.savedPin && pinThere(post) !== null && post.sourcePostId === null
  if (!twin) return canBegin ? null : undefined
  const winner = twin.comparison.winnerPostId
  const better = winner === null ? undefined : await readPostAsked(deps, actor, { accountId, postId: winner })
  return { ...twin, canRepeatWinner: better !== undefined && (await evergreenOf(deps, actor, better)) === 'out' }
}
