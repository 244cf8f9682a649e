/**
 * Renders the current state of a card about a pin: as it was sent while that is still true, otherwise with what became of the
 * pin.
 */
import { approvalAnsweredMessage, approvalReopenedMessage } from '../../../blocks/approval/notices.js'
import { deletedMessage, followUpMessage } from '../../../blocks/pin/follow-up.js'
import type { Message } from '../../../blocks/kit/kit.js'
import { requireAccount } from '../../core/accounts/accounts.js'
import type { Actor } from '../../core/lib/actor.js'
import { listApprovalsOf } from '../../core/posts/approval/approval.js'
import { listPostChanges } from '../../core/posts/history.js'
import type { Post } from '../../core/posts/post.js'
import { isOutcomeOpen } from '../../core/publish/settle/set-outcome.js'
import { findDeletedTitle } from '../../core/posts/undo/deleted.js'
import { readApprovalCard } from '../features/approval/card.js'
import { readClientCard } from '../features/approval/read-client-card.js'
import { findPin, isGone } from '../features/cards/find-pin.js'
import { cardOf } from '../features/cards/cards.js'
import type { PinCard } from './pin-cards.js'
import type { Delivered } from './post-message.js'
import { clientCardOf, renderNotice } from './render.js'

type Reading = Parameters<typeof renderNotice>[0]

const CHANGES_READ = 20

/** Renders the card; undefined: its account or its request is gone. */
export async function renderPinCard(deps: Reading, card: PinCard): Promise<Delivered | undefined> {
  const { organizationId, notice } = card
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'messenger' }
  if (notice.kind === 'clientCard') {
    const model = await readClientCard(deps, organizationId, notice, card.channelId).catch((error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    })
    return model && clientCardOf(model, deps.clock())
  }
  const post = await findPin(deps, actor, notice)
  if (notice.kind === 'approvalCard' || (post && (await isStillSo(deps, actor, card, post))))
    return renderNotice(deps, organizationId, notice)
  try {
    if (notice.kind === 'approvalDecided') {
      const [newest] = await listApprovalsOf(deps, actor, { ...notice, limit: 1 })
      if (newest && newest.id !== notice.approvalId) return approvalAnsweredMessage(await readApprovalCard(deps, actor, notice))
      return (
        (await renderNotice(deps, organizationId, notice)) ?? approvalReopenedMessage(await readApprovalCard(deps, actor, notice))
      )
    }
    return await whatBecame(deps, actor, card, post)
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

async function whatBecame(deps: Reading, actor: Actor, { notice, sentAt }: PinCard, post: Post | undefined): Promise<Message> {
  const { accountId, postId } = notice
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const all = await listPostChanges(deps, actor, { accountId, postId, limit: CHANGES_READ }).catch((error: unknown) => {
    if (isGone(error)) return []
    throw error
  })
  const changes = all.filter(({ at, isUndone }) => at >= sentAt && !isUndone)
  if (!post) return deletedMessage(account, { postId, title: await findDeletedTitle(deps.db.sql, { ...actor, postId }) }, changes)
  return followUpMessage(account, await cardOf(deps, actor, post), changes)
}

/** True while the reason for which the card was sent still holds. */
async function isStillSo(deps: Reading, actor: Actor, { notice }: PinCard, post: Post): Promise<boolean> {
  switch (notice.kind) {
    case 'pinPublished':
    case 'tagsFailed':
      return post.status === 'sent'
    case 'pinFailed':
      return post.status === 'draft' && post.failure?.reason === notice.reason
    case 'pinLate':
      if (notice.isUnconfirmed) return post.status === 'uploading' && isOutcomeOpen(deps, actor, notice)
      return post.status === 'queued' && post.sendAt !== null && post.sendAt <= deps.clock()
    case 'approvalCard':
    case 'clientCard':
    case 'pinLink':
      return true
    case 'approvalDecided':
      return false
  }
}
