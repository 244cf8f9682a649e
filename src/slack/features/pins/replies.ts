/** Replies in the thread of a pin’s card become comments of the team. */
import { replyTooLongMessage } from '../../../../blocks/pin/comments.js'
import { DomainError } from '../../../core/lib/errors.js'
import { findPinOfCard } from '../../../core/notices/cards.js'
import { addComment } from '../../../core/posts/comments/add.js'
import type { Comment } from '../../../core/posts/comments/comment.js'
import { submitOnce } from '../../forms/submit-once.js'
import { readWholeMessage } from '../../input/slack-text.js'
import type { MessageArgs, SlackDeps } from '../../listener.js'
import { finishEvent, replyIn } from '../../transport/events.js'

/**
 * Adds the reply as an internal comment, once for each message. The reply of a person who may not comment stays in Slack, and
 * nobody is told: people may talk in a thread.
 */
export async function commentFromReply(deps: SlackDeps, { event, body, client, context }: MessageArgs): Promise<void> {
  const { actor } = context.member
  const reply = replyIn(event)
  const card = reply && { organizationId: actor.organizationId, channelId: reply.channel, ts: reply.thread_ts }
  const pin = card && (await findPinOfCard(deps.db.sql, card))
  const text = reply ? readWholeMessage(reply) : ''
  if (reply && pin && text !== '') {
    const { channel, ts, thread_ts, user } = reply
    const input = { ...pin, text, audience: 'internal' as const }
    try {
      await submitOnce(
        deps,
        { actor, viewId: `${channel}:${ts}`, callbackId: 'reply', input },
        (beforeCommit) => addComment(deps, actor, input, beforeCommit),
        ({ id }: Comment) => ({ id }),
      )
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'CONFLICT') throw error // it is handled again
      if (error.code === 'BAD_REQUEST') await client.chat.postEphemeral({ channel, user, thread_ts, ...replyTooLongMessage() })
    }
  }
  await finishEvent(deps, body.event_id)
}
