/** The card of requests that were made together, read again each time, so that it is current. */
import type { WebClient } from '@slack/web-api'
import { togetherCard, type TogetherModel } from '../../../../blocks/approval/together.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Actor } from '../../../core/lib/actor.js'
import { after } from '../../../core/lib/duration.js'
import { UNDO_MS } from '../../../core/lib/undo-time.js'
import { canUndo } from '../../../core/posts/approval/status.js'
import type { Deps } from '../../../core/ports/deps.js'
import { type ApprovalsRef, type ApprovalsTogether, readApprovalsTogether } from '../../../core/many/approvals-together.js'
import { readFindings } from '../../../core/preflight/store.js'
import { findBegin } from '../../reply/kept-messages.js'
import { errorText } from '../../reply/errors.js'
import type { SlackDeps } from '../../listener.js'
import { picturesOfPosts } from '../cards/cards.js'

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
  return { message: togetherCard(await modelOf(deps, together, at)), againAt: againAt(together, deps.clock()) }
}

async function modelOf(
  deps: Reading,
  { accountId, batchId, account, lines }: ApprovalsTogether,
  at: number,
): Promise<TogetherModel> {
  const posts = lines.flatMap(({ approval, post }) => (post && approval.state === 'open' ? [post] : []))
  const [pictures, found] = await Promise.all([picturesOfPosts(deps, posts), readFindings(deps.db.sql, posts)])
  const pictureOf = new Map(posts.map(({ id }, index) => [id, pictures[index] ?? null]))
  return {
    accountId,
    batchId,
    account,
    at,
    lines: lines.map(({ post, problem, ...line }) => ({
      ...line,
      card: post && { post, picture: pictureOf.get(post.id) ?? null, findings: found.get(post.id)?.findings },
      problem: problem ? errorText(problem) : null,
      canUndo: canUndo(line.approval, deps.clock()),
    })),
  }
}

/**
 * The time at which the card changes though nothing was changed: a requested time passes, or a decision can no longer be undone.
 */
function againAt({ lines }: ApprovalsTogether, now: Date): Date | undefined {
  const times = lines.flatMap(({ approval }) => {
    const { state, requestedTime, decidedAt } = approval
    if (decidedAt !== null && canUndo(approval, now)) return [after(decidedAt, UNDO_MS + 1000)]
    return state === 'open' && requestedTime.kind === 'at' && requestedTime.at > now ? [requestedTime.at] : []
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
