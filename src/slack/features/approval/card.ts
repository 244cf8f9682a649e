/** Renders an approval as its card, read again each time, so that it is current. */
import type { WebClient } from '@slack/web-api'
import { type ApprovalCardModel, approvalCard, type Shown } from '../../../../blocks/approval/card.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Actor } from '../../../core/lib/actor.js'
import { readLinkOut } from '../../../core/posts/link-out.js'
import type { Approval } from '../../../core/posts/approval/model.js'
import { canUndo } from '../../../core/posts/approval/status.js'
import type { Post } from '../../../core/posts/post.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { type ApprovalRef, readApproval } from '../../../core/posts/approval/approval.js'
import { cardOf, type PostCard } from '../cards/cards.js'
import type { SlackContext, SlackDeps } from '../../listener.js'
import { refreshTogether } from './read-together.js'
import { drawnPin } from '../../pictures/pin-picture.js'
import { findPin } from '../cards/find-pin.js'

type Reading = Pick<SlackDeps, 'db' | 'clock'> & Parameters<typeof cardOf>[0]
type Model = Omit<ApprovalCardModel, 'card'> & { card: PostCard | undefined }

/** @throws NOT_FOUND it was deleted with its pin */
export async function readApprovalCard(deps: Reading, actor: Actor, ref: ApprovalRef): Promise<Model> {
  const approval = await readApproval(deps, actor, ref)
  const [account, post] = await Promise.all([readAccount(deps, actor, ref), findPin(deps, actor, approval)])
  const isOpen = approval.state === 'open' && post !== undefined
  const [card, drawn, nextOpenSlot, linkOut] = await Promise.all([
    post && cardOf(deps, actor, post),
    isOpen ? drawnPin(deps, post) : undefined,
    isOpen && isForNextSlot(approval, deps.clock()) ? readNextSlot(deps, actor, post) : undefined,
    isOpen ? readLinkOut(deps, actor, post) : undefined,
  ])
  return { approval, account, card, drawn, nextOpenSlot, linkOut, canUndo: canUndo(approval, deps.clock()) }
}

/** True when the next open slot was requested, or the requested time has passed. */
const isForNextSlot = ({ requestedTime }: Approval, now: Date): boolean =>
  requestedTime.kind === 'nextOpenSlot' || requestedTime.at <= now

/** The time that the pin would get if it were approved now. */
async function readNextSlot(deps: Reading, actor: Actor, { accountId, id: postId, url }: Post): Promise<Date | null> {
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
