/** An approval as its card: read again each time, so that it is current. */
import type { WebClient } from '@slack/web-api'
import { type ApprovalCardModel, approvalCard, type Shown } from '../../../../blocks/approval/card.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Actor } from '../../../core/lib/actor.js'
import { type ApprovalRef, readApproval } from '../../../core/posts/approval/approval.js'
import { cardOf, type PostCard } from '../pins/cards.js'
import type { SlackDeps } from '../../listener.js'
import { findPin } from '../pins/click.js'

type Model = Omit<ApprovalCardModel, 'card'> & { card: PostCard | undefined }

/** @throws NOT_FOUND it was forgotten with its pin */
export async function readApprovalCard(
  deps: Pick<SlackDeps, 'db'> & Parameters<typeof cardOf>[0],
  actor: Actor,
  ref: ApprovalRef,
): Promise<Model> {
  const approval = await readApproval(deps, actor, ref)
  const [account, post] = await Promise.all([readAccount(deps, actor, ref), findPin(deps, actor, approval)])
  return { approval, account, card: post && (await cardOf(deps, actor, post)) }
}

/** In its place at once; what comes through the outbox says the same again, also where this fails. */
export async function refreshCard(
  deps: SlackDeps,
  client: WebClient,
  { model, shown }: { model: ApprovalCardModel; shown: Shown | undefined },
): Promise<void> {
  if (!shown) return
  await client.chat.update({ ...shown, ...approvalCard(model) }).catch((error: unknown) => {
    deps.log.warn({ err: error, approval: model.approval.id }, 'the card of an approval was not refreshed')
  })
}
