/** One message as Slack is to have it: posted, posted into its thread, or in place of what was posted before. */
import type { ChatPostMessageArguments, WebClient } from '@slack/web-api'
import { WebAPIPlatformError } from '@slack/web-api'
import type { AnyBlock } from '@slack/types'
import type { Message } from '../../../blocks/kit/kit.js'
import type { Deps } from '../../core/ports/deps.js'
import { findKeptMessage, forgetMessage, type KeptMessage, keepMessage } from '../reply/kept-messages.js'

/** A message with its history in a channel. */
export type Delivered = Message & {
  /** Known again under this name: a later one with the same name takes its place. */
  keepAs?: string
  /** Its thread: the first message of that name in a place is the root, later ones are replies. */
  thread?: string
  /** As a reply it is shown in the channel, too. */
  broadcast?: boolean
  /** What it is as a reply, where the first message of its thread shows the rest. */
  asReply?: AnyBlock[]
  /** Of the pin that it shows; null: that is gone. */
  version?: number | null
  /** Of the check of that pin whose findings it shows; null: of none. */
  checkedAt?: Date | null
  /** When it says something else though nothing has changed. */
  againAt?: Date | undefined
}
export type Poster = Pick<Deps, 'db' | 'clock' | 'log'> & {
  client: WebClient
  organizationId: string
  /** A channel's id, or a person's. */
  place: string
}

/** What Slack says of a message that is not there any more, or may not be changed or answered any more. */
const GONE = ['message_not_found', 'thread_not_found', 'cannot_reply_to_message', 'edit_window_closed', 'cant_update_message']

/** `isReply`: it was posted as the short reply. */
export type PostedMessage = KeptMessage & { isReply?: boolean }

/** @returns where it is now @throws what the Web API throws */
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
    const { channel, ts } = await poster.client.chat.postMessage(message as ChatPostMessageArguments) // its type wants one branch of its own per reply
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

/** The message is there, whether or not we can store that: sent again it would be there twice. */
async function keep({ db, clock, log, organizationId, place }: Poster, subject: string, sent: KeptMessage): Promise<void> {
  await keepMessage(db.sql, { organizationId, subject, place }, sent, clock()).catch((error: unknown) =>
    log.warn({ organizationId, subject, err: error }, 'a sent message could not be recorded'),
  )
}

/** @returns undefined when the message was deleted meanwhile, which is then forgotten */
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
