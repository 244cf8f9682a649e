/** Reads the details of a pin for one reader. */
import type { ListRef } from '../../../../../blocks/pin/memory.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import type { InEvergreen } from '../../../../../blocks/pin/buttons.js'
import { pinDetails } from '../../../../../blocks/pin/details.js'
import { readPinTotals } from '../../../../core/insight/analytics/pin-totals.js'
import { listAccounts } from '../../../../core/accounts/accounts.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import { notFound } from '../../../../core/lib/errors.js'
import { listApprovalsOf } from '../../../../core/posts/approval/approval.js'
import { listPostChanges } from '../../../../core/posts/history.js'
import { isEvergreen } from '../../../../core/posts/evergreen/membership.js'
import { readLinkOut } from '../../../../core/posts/link-out.js'
import { readPost } from '../../../../core/posts/list.js'
import type { Post } from '../../../../core/posts/post.js'
import { isOutcomeOpen } from '../../../../core/publish/settle/set-outcome.js'
import { readerZone } from '../../../accounts.js'
import { checkedCardOf } from '../../cards/cards.js'
import { drawnPin } from '../../../pictures/pin-picture.js'
import type { SlackDeps } from '../../../listener.js'
import { findSections } from '../../cards/section-choices.js'

const CHANGES_SHOWN = 5
const APPROVALS_SHOWN = 3

/** @throws NOT_FOUND */
export const detailsAgain = async (
  deps: SlackDeps,
  member: Member,
  ref: Extract<ListRef, { kind: 'details' }>,
): Promise<Message> => readDetails(deps, member, await readPost(deps, member.actor, ref))

/** @param drawnMs time to wait for the drawn pin; default: as for other pictures of a view. A later one is shown the next time */
export async function readDetails(deps: SlackDeps, member: Member, post: Post, drawnMs?: number): Promise<Message> {
  const { actor } = member
  const { accountId, id: postId } = post
  const [card, accounts, history, approvals, sections, evergreen, isUnresolved, numbers, drawn, linkOut] = await Promise.all([
    checkedCardOf(deps, actor, post),
    listAccounts(deps, actor),
    listPostChanges(deps, actor, { accountId, postId, limit: CHANGES_SHOWN }),
    listApprovalsOf(deps, actor, { accountId, postId, limit: APPROVALS_SHOWN }),
    findSections(deps, actor, post.boardSectionId === null ? { accountId, boardId: null } : post),
    evergreenOf(deps, member, post),
    post.status === 'uploading' && isOutcomeOpen(deps, actor, { accountId, postId }),
    post.pinId === null ? undefined : readPinTotals(deps, actor, { accountId, pinId: post.pinId }),
    drawnPin(deps, post, drawnMs),
    readLinkOut(deps, actor, post),
  ])
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const sectionName = sections?.find(({ id }) => id === post.boardSectionId)?.name ?? null
  const { organizationId } = post
  const more = await deps.picturesOf(post.media.slice(1).map((media) => ({ kind: 'media', organizationId, media })))
  const morePictures = more.filter((picture) => picture !== null)
  const timezone = readerZone(member, account)
  return pinDetails({
    card,
    drawn,
    linkOut,
    morePictures,
    sectionName,
    account,
    timezone,
    history,
    approvals,
    evergreen,
    isUnresolved,
    numbers,
    now: deps.clock(),
  })
}

/** Returns the pin's evergreen state; undefined for a pin that cannot be added: a repetition of another pin, or a saved one. */
async function evergreenOf(deps: SlackDeps, { actor }: Member, post: Post): Promise<InEvergreen> {
  if (post.status !== 'sent' || post.sourcePostId !== null || post.savedPin) return undefined
  return (await isEvergreen(deps, actor, { accountId: post.accountId, postId: post.id })) ? 'in' : 'out'
}
