/** Reads the card of a pin for clients, each time again, so that it is current. */
import type { ClientCardModel } from '../../../../blocks/approval/client-card.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { type Actor, isClient } from '../../../core/lib/actor.js'
import { after } from '../../../core/lib/duration.js'
import { UNDO_MS } from '../../../core/lib/undo-time.js'
import { readApproval } from '../../../core/posts/approval/approval.js'
import { asShown, lastStepOf } from '../../../core/posts/approval/status.js'
import { pendingOf } from '../../../core/posts/approval/steps/steps.js'
import { readReviewOf } from '../../../core/posts/review-links/open.js'
import { findAsked } from '../../../core/posts/review-links/people.js'
import type { SlackDeps } from '../../listener.js'
import { drawnPin } from '../../pictures/pin-picture.js'

type Reading = Pick<SlackDeps, 'db' | 'clock' | 'picturesOf'>
/** @param channelId where the card is; null: not sent yet @throws NOT_FOUND */
export async function readClientCard(
  deps: Reading,
  organizationId: string,
  { accountId, postId, approvalId, step }: ClientCardModel['ref'],
  channelId: string | null,
): Promise<ClientCardModel> {
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'messenger' }
  const now = deps.clock()
  const approval = asShown(await readApproval(deps, actor, { accountId, approvalId }), now)
  const [account, [row], asked] = await Promise.all([
    readAccount(deps, actor, { accountId }),
    readReviewOf(deps, { accountId, actor, postIds: [postId] }, ({ decidedBy }) => isClient(decidedBy)),
    findAsked(deps.db.sql, approval),
  ])
  const pin = row?.pin ?? null
  const isTurn = approval.state === 'open' && pendingOf(approval.progress)?.number === step
  const isMoved = channelId !== null && channelId !== asked.channelId
  const isOver = isMoved || (pin?.approval?.id ?? approvalId) !== approvalId
  const said = pin?.canUndo && !isOver ? pin.said : null
  const canUndo = said && (said.step === null || approval.state !== 'open' || lastStepOf(approval)?.id === said.id)
  return {
    ref: { accountId, postId, approvalId, step },
    account,
    pin,
    approval,
    asks: isTurn ? asked.userIds : [],
    isOver,
    undoUntil: canUndo ? after(said.decidedAt, UNDO_MS) : null,
    drawn: pin ? await drawnPin(deps, pin.post) : undefined,
  }
}
