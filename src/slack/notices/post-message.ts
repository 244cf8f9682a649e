/** Posts one message: as a new one, into its thread, or as the replacement of an earlier one. */
import type { ChatPostMessageArguments, WebClient } from '@slack/web-api'
import { WebAPIPlatformError } from '@slack/web-api'
import type { AnyBlock } from '@slack/types'
import type { Message } from '../../../blocks/kit/kit.js'
import type { Deps } from '../../core/ports/deps.js'
import { findKeptMessage, forgetMessage, type KeptMessage, keepMessage } from '../reply/kept-messages.js'

/** A message and how it relates to earlier ones in its channel. */
export type Delivered = Message & {
  /** The name under which the message is stored: a later one with the same name replaces it. */
  keepAs?: string
  /** The thread: the first message with this name in a conversation is the root, later ones are replies. */
  thread?: string
  /** Shows a reply in the channel, too. */
  broadcast?: boolean
  /** The blocks of a reply, when the first message of its thread shows the rest. */
  asReply?: AnyBlock[]
  /** Version of the shown pin; null: the pin is gone. */
  version?: number | null
  /** Time of the check whose findings are shown; null: none. */
  checkedAt?: Date | null
  /** The last comment that is shown; null: there is none. */
  commentId?: string | null
  /** The time at which the content changes though nothing was changed. */
  againAt?: Date | undefined
}
export type Poster = Pick<Deps, 'db' | 'clock' | 'log'> & {
  client: WebClient
  organizationId: string
  /** The id of a channel or a person. */
  place: string
}

/** Slack's errors for a message that is gone, or may no longer be changed or replied to. */
const GONE = ['message_not_found', 'thread_not_found', 'cannot_reply_to_message', 'edit_window_closed', 'cant_update_message']

/** The message in Slack. `isReply`: it was posted as the short reply. */
export type PostedMessage = KeptMessage & { isReply?: boolean }

/** @returns the message's position @throws what the Web API throws */
export async function postMessage(poster: Poster, delivered: Delivered): Promise<PostedMessage> {
  const { text, blocks, keepAs, thread, broadcast = false, asReply } = delivered
  const earlier = keepAs === undefined ? undefined : await findKept(poster, keepAs)
  if (keepAs !== undefined && earlier) {
    const { channelId: channel, ts } = earlier
    const isChanged = await unlessGone(poster, keepAs, earlier, () => poster.client.chat.update({ channel, ts, text, blocks }))
    if (isChanged) return earlier
  }
  const root = thread === undefined ? undefined : await findKept(poster, thread)
  const post = async (reply: { thread_ts?: string; reply_broadcast?: boolean }): Promise<PostedMessage> => {
    const isReply = reply.thread_ts !== undefined && asReply !== undefined
    const message = {
      channel: poster.place,
      text,
      blocks: isReply ? asReply : blocks,
      unfurl_links: false,
      unfurl_media: false,
      ...reply,
    }
    const { channel, ts } = await poster.client.chat.postMessage(message as ChatPostMessageArguments) // its type requires a branch for each kind of reply
    const sent = { channelId: channel ?? poster.place, ts: ts ?? '' }
    if (keepAs !== undefined) await keep(poster, keepAs, sent)
    if (thread !== undefined && reply.thread_ts === undefined) await keep(poster, thread, sent)
    return isReply ? { ...sent, isReply } : sent
  }
  if (thread !== undefined && root) {
    const reply = { thread_ts: root.ts, ...(broadcast && { reply_broadcast: true }) }
    const sent = await unlessGone(poster, thread, root, () => post(reply))
    if (sent) return sent
  }
  return post({})
}

const findKept = ({ db, organizationId, place }: Poster, subject: string): Promise<KeptMessage | undefined> =>
  findKeptMessage(db.sql, { organizationId, subject, place })

/** Stores the sent message; a failure is only logged, because sending it again would post it twice. */
async function keep({ db, clock, log, organizationId, place }: Poster, subject: string, sent: KeptMessage): Promise<void> {
  await keepMessage(db.sql, { organizationId, subject, place }, sent, clock()).catch((error: unknown) =>
    log.warn({ organizationId, subject, err: error }, 'a sent message could not be recorded'),
  )
}

/** @returns undefined when the message was deleted, whose row is then deleted, too */
async function unlessGone<T extends object>(
  poster: Poster,
  subject: string,
  kept: KeptMessage,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || !GONE.includes(error.data.error)) throw error
    const { db, organizationId, place } = poster
    await forgetMessage(db.sql, { organizationId, subject, place }, kept)
    return undefined
  }
}
