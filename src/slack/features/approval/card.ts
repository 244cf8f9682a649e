/** Renders an approval as its card, read again each time, so that it is current. */
import type { WebClient } from '@slack/web-api'
import { type ApprovalCardModel, approvalCard, type Shown } from '../../../../blocks/approval/card.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { atOneMoment } from '../../../core/lib/rows/load-together.js'
import type { Actor } from '../../../core/lib/actor.js'
import { readLinkOut } from '../../../core/posts/link-out.js'
import { readLastComments } from '../../../core/posts/comments/read.js'
import type { Approval } from '../../../core/posts/approval/model.js'
import { withSight } from '../../../core/posts/approval/sight.js'
import { canUndo, asShown, type ShownApproval } from '../../../core/posts/approval/status.js'
import { hasRuleChanged } from '../../../core/posts/approval/rules/plan.js'
import { findRules } from '../../../core/posts/approval/rules/rules.js'
import { approversToName } from '../../../core/posts/approval/approvers.js'
import type { Comments } from '../../../core/posts/comments/comment.js'
import type { Post } from '../../../core/posts/post.js'
import { warningsOfStored } from '../../../core/posts/state/media-warnings.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { type ApprovalRef, readApproval } from '../../../core/posts/approval/approval.js'
import { compareVersions } from '../../../core/posts/approval/versions.js'
import { cardOf, COMMENTS_ON_CARD, type PostCard } from '../cards/cards.js'
import type { SlackContext, SlackDeps } from '../../listener.js'
import { refreshTogether } from './read-together.js'
import { drawnPin } from '../../pictures/pin-picture.js'
import { findPin } from '../cards/find-pin.js'

type Reading = Pick<SlackDeps, 'db' | 'clock'> & Parameters<typeof cardOf>[0]
type Model = Omit<ApprovalCardModel, 'card' | 'comments'> & { card: PostCard | undefined; comments: Comments }

/** @throws NOT_FOUND it was deleted with its pin */
export async function readApprovalCard(given: Reading, person: Actor, ref: ApprovalRef): Promise<Model> {
  const deps = atOneMoment(given)
  const actor = await withSight(deps.db.sql, person, ref)
  const approval = asShown(await readApproval(deps, actor, ref), deps.clock())
  const { accountId, postId } = approval
  const [account, post, commentsOf] = await Promise.all([
    readAccount(deps, actor, ref),
    findPin(deps, actor, approval),
    readLastComments(deps, actor, { accountId, postIds: [postId], limit: COMMENTS_ON_CARD }),
  ])
  const comments = commentsOf(postId)
  const isOpen = approval.state === 'open' && post !== undefined
  const [card, drawn, nextOpenSlot, linkOut, waitsFor, set, versions] = await Promise.all([
    post && cardOf(deps, actor, post),
    isOpen ? drawnPin(deps, post) : undefined,
    isOpen && isForNextSlot(approval, deps.clock()) ? readNextSlot(deps, actor, post, approval) : undefined,
    isOpen ? readLinkOut(deps, actor, post) : undefined,
    isOpen && !approval.plan ? approversToName(deps.db.sql, approval, deps.clock()) : undefined,
    isOpen && approval.plan ? findRules(deps.db.sql, { organizationId: account.organizationId, id: accountId }) : undefined,
    post && compareVersions(deps, actor, { accountId, postId }),
  ])
  return {
    approval,
    account,
    card,
    drawn,
    nextOpenSlot,
    linkOut,
    waitsFor,
    isRuleChanged: set && hasRuleChanged(approval, set.rules),
    comments,
    versions,
    warnings: post && warningsOfStored(post),
    canUndo: canUndo(approval, deps.clock()),
    now: deps.clock(),
  }
}

/** True when the next open slot was requested, or the requested time has passed. */
const isForNextSlot = ({ requestedTime }: Approval, now: Date): boolean =>
  requestedTime.kind === 'nextOpenSlot' || requestedTime.at <= now

/** The time that the pin would get if it were approved now. */
async function readNextSlot(
  deps: Reading,
  actor: Actor,
  { accountId, id: postId, url }: Post,
  { keeping }: ShownApproval,
): Promise<Date | null> {
  if (keeping) return keeping.sendAt
  const [slot] = await listOpenSlots(deps, actor, { accountId, limit: 1, pin: { postId, url } })
  return slot?.at ?? null
}

/** Updates the card at once. The outbox sends the same update, so a failure here is only logged. */
export async function refreshCard(
  deps: SlackDeps,
  { client, context }: { client: WebClient; context: SlackContext },
  { model, shown }: { model: ApprovalCardModel; shown: Shown | undefined },
): Promise<void> {
  if (!shown) return
  const { channel, ts, batchId } = shown
  const { accountId } = model.approval
  if (batchId !== undefined) return refreshTogether(deps, client, context.member.actor, { accountId, batchId, channel, ts })
  await client.chat.update({ channel, ts, ...approvalCard(model) }).catch((error: unknown) => {
    deps.log.warn({ err: error, approval: model.approval.id }, 'the card of an approval was not refreshed')
  })
}
