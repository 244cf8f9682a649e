/** The card of requests that were made together, read again each time, so that it is current. */
import type { WebClient } from '@slack/web-api'
import { togetherCard } from '../../../../blocks/approval/together.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Actor } from '../../../core/lib/actor.js'
import { after, SECOND_MS } from '../../../core/lib/duration.js'
import { UNDO_MS } from '../../../core/lib/undo-time.js'
import { canUndo } from '../../../core/posts/approval/status.js'
import type { Deps } from '../../../core/ports/deps.js'
import { type ApprovalsRef, type ApprovalsTogether, readApprovalsTogether } from '../../../core/many/approvals-together.js'
import { findBegin } from '../../reply/kept-messages.js'
import type { SlackDeps } from '../../listener.js'
import { requestLinesOf } from '../cards/request-lines.js'

type Reading = Pick<Deps, 'db' | 'clock'> & Pick<SlackDeps, 'picturesOf'>

/** The subject under which the page of this card is stored. */
export const togetherSubject = ({ batchId }: Pick<ApprovalsRef, 'batchId'>): string => `approvals:${batchId}`

/** Reads the current card, on the page that was last chosen. @throws NOT_FOUND */
export async function readTogether(
  deps: Reading,
  actor: Actor,
  ref: ApprovalsRef,
): Promise<{ message: Message; againAt: Date | undefined }> {
  const together = await readApprovalsTogether(deps, actor, ref)
  const at = await findBegin(deps.db.sql, { ...actor, subject: togetherSubject(ref) })
  const lines = await requestLinesOf(deps, together.reader, together)
  return { message: togetherCard({ ...together, at, lines }), againAt: againAt(together, deps.clock()) }
}

/** The time at which the card changes though nothing was changed: something that it says passes. */
function againAt({ lines }: ApprovalsTogether, now: Date): Date | undefined {
  const times = lines.flatMap(({ approval, sendAt, isHeld }): Date[] => {
    const { state, requestedTime, decidedAt, dueAt, hold } = approval
    if (decidedAt !== null && canUndo(approval, now)) return [after(decidedAt, UNDO_MS + SECOND_MS)]
    if (state !== 'open') return []
    const slot = requestedTime.kind === 'at' ? requestedTime.at : sendAt
    const until = isHeld ? hold?.until : dueAt
    return [...(slot ? [slot] : []), ...(until ? [until] : [])].filter((at) => at > now).map((at) => after(at, SECOND_MS))
  })
  return times.sort((a, b) => a.getTime() - b.getTime())[0]
}

/** Updates the card at once. The outbox sends the same update, so a failure here is only logged. */
export async function refreshTogether(
  deps: SlackDeps,
  client: WebClient,
  actor: Actor,
  { channel, ts, ...ref }: ApprovalsRef & { channel: string; ts: string },
): Promise<void> {
  await readTogether(deps, actor, ref)
    .then(({ message }) => client.chat.update({ channel, ts, ...message }))
    .catch((error: unknown) => {
      deps.log.warn({ err: error, batch: ref.batchId }, 'the card of approvals was not refreshed')
    })
}
