/** chat.*: messages of the app. */
import { ApiRefusal, type ApiCall, type ApiMethod, readBlocks } from '../api-call.js'
import { users } from '../ids.js'
import { picturesRefused, refusalsOf } from '../limits.js'
import { deleteMessage, findMessage, type Message, postMessage, updateMessage } from '../messages/messages.js'
import { type Channel, findChannel, findDm, findUser, listChannels } from '../people.js'
import { messageWire } from '../wire.js'

const MAX_TEXT = 40_000
const MAX_BLOCK_TEXT = 13_200

export const chatMethods: Record<string, ApiMethod> = {
  'chat.postMessage': async (call) => {
    const channel = await requireChannel(call)
    const content = {
      channelId: channel.id,
      userId: users.bot,
      ...(await readContent(call)),
      ...(await readThread(call, channel)),
    }
    const message = await postMessage(call.sql, content, call.workspace.clock())
    return { channel: channel.id, ts: message.ts, message: await messageWire(call.sql, message) }
  },

  'chat.postEphemeral': async (call) => {
    const channel = await requireChannel(call)
    const reader = await findUser(call.sql, call.args.require('user'))
    if (!reader || (channel.imUserId !== null && channel.imUserId !== reader.id)) throw new ApiRefusal('user_not_in_channel')
    const content = {
      channelId: channel.id,
      userId: users.bot,
      ephemeralTo: reader.id,
      ...(await readContent(call)),
      ...(await readThread(call, channel)),
    }
    const message = await postMessage(call.sql, content, call.workspace.clock())
    return { message_ts: message.ts }
  },

  'chat.update': async (call) => {
    const message = await requireOwnMessage(call, 'cant_update_message')
    const { text, blocks } = await readContent(call)
    const content = { channelId: message.channelId, ts: message.ts, text, blocks }
    const updated = await updateMessage(call.sql, content, call.workspace.clock())
    if (!updated) throw new ApiRefusal('message_not_found')
    return { channel: updated.channelId, ts: updated.ts, text: updated.text, message: await messageWire(call.sql, updated) }
  },

  'chat.delete': async (call) => {
    const message = await requireOwnMessage(call, 'cant_delete_message')
    await deleteMessage(call.sql, message.channelId, message.ts)
    return { channel: message.channelId, ts: message.ts }
  },

  'chat.getPermalink': async (call) => {
    const channel = call.args.require('channel')
    const ts = call.args.require('message_ts')
    if (!(await findMessage(call.sql, channel, ts))) throw new ApiRefusal('message_not_found')
    return { channel, permalink: `https://pinslot-local.slack.com/archives/${channel}/p${ts.replace('.', '')}` }
  },
}

/** The target of a post: a channel by id or `#name`, or a user's id (their DM). The app must be a member. */
async function requireChannel({ sql, args }: ApiCall): Promise<Channel> {
  const wanted = args.require('channel')
  const byName = wanted.replace(/^#/, '')
  const channel =
    (await findChannel(sql, wanted)) ??
    (await findDm(sql, wanted)) ??
    (await listChannels(sql)).find((each) => each.imUserId === null && each.name === byName)
  return requireMember(channel)
}

/** Finds a channel by its id only, as all methods but posting require. */
export async function requireChannelById({ sql, args }: ApiCall, name: string): Promise<Channel> {
  const id = args.require(name)
  if (!/^[CGDZ][A-Z0-9]{8,}$/.test(id))
    throw new ApiRefusal('invalid_arguments', [
      `[ERROR] input must match regex pattern: ^[CGDZ][A-Z0-9]{8,}$ [json-pointer:/${name}]`,
    ])
  return requireMember(await findChannel(sql, id))
}

function requireMember(channel: Channel | undefined): Channel {
  if (!channel) throw new ApiRefusal('channel_not_found')
  if (!channel.hasApp) throw new ApiRefusal('not_in_channel')
  return channel
}

async function requireOwnMessage(call: ApiCall, whenForeign: string): Promise<Message> {
  const channel = await requireChannelById(call, 'channel')
  const message = await findMessage(call.sql, channel.id, call.args.require('ts'))
  if (!message || message.ephemeralTo !== null) throw new ApiRefusal('message_not_found')
  if (message.userId !== users.bot) throw new ApiRefusal(whenForeign)
  return message
}

/** Allows replies only to a message that the channel itself shows. */
async function readThread({ sql, args }: ApiCall, { id }: Channel): Promise<{ threadTs?: string; isBroadcast?: boolean }> {
  const threadTs = args.text('thread_ts')
  if (threadTs === undefined) return {}
  const root = await findMessage(sql, id, threadTs)
  if (!root || root.ephemeralTo !== null) throw new ApiRefusal('thread_not_found')
  return { threadTs: root.threadTs ?? root.ts, isBroadcast: args.text('reply_broadcast') === 'true' }
}

async function readContent({ args, sql, workspace }: ApiCall) {
  const blocks = readBlocks(args) ?? []
  const text = args.text('text') ?? ''
  if (text === '' && blocks.length === 0) throw new ApiRefusal('no_text')
  if (text.length > MAX_TEXT) throw new ApiRefusal('msg_too_long')
  if (wordCount(blocks) > MAX_BLOCK_TEXT) throw new ApiRefusal('msg_blocks_too_long')
  const refusals = [
    ...refusalsOf({ text, blocks }, 'message', workspace),
    ...(await picturesRefused(sql, blocks, workspace.wallClock())),
  ]
  if (refusals.length > 0) throw new ApiRefusal('invalid_blocks', refusals)
  return {
    text,
    blocks,
    ...(args.has('metadata') ? { metadata: args.json('metadata') } : {}),
  }
}

/** Characters of all texts in the blocks, which Slack sums over a message. */
function wordCount(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + wordCount(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (key === 'text' && typeof each === 'string' ? each.length : wordCount(each)),
    0,
  )
}
