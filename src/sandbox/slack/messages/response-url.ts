/** POST to a response_url: thirty minutes, five uses, a new message or a replacement of the original. */
import type { Sql } from '../../../core/ports/deps.js'
import { isBlocks } from '../api-call.js'
import type { Workspace } from '../context.js'
import { users } from '../ids.js'
import { picturesRefused, refusalsOf } from '../limits.js'
import { deleteMessage, findMessage, postMessage, updateMessage } from './messages.js'
import { takeResponseUrl, type ResponseUrl } from '../tickets.js'

export type Reply = {
  text?: string
  blocks?: unknown
  response_type?: string
  replace_original?: boolean
  delete_original?: boolean
  thread_ts?: string
}

export async function postToResponseUrl(workspace: Workspace, token: string, reply: Reply): Promise<Response> {
  return workspace.db.tx(async (sql) => {
    const url = await takeResponseUrl(sql, token, workspace.wallClock())
    if (typeof url === 'string') return Response.json({ ok: false, error: url }, { status: 404 })
    const problem = await showReply(sql, url, reply, workspace)
    return problem === undefined ? new Response('ok') : Response.json({ ok: false, error: problem }, { status: 400 })
  })
}

/** Shows an app's answer, from a response_url or the body of an ack. Returns the name of the problem if Slack would refuse it. */
export async function showReply(
  sql: Sql,
  place: ResponseUrl,
  reply: Reply,
  workspace: Pick<Workspace, 'clock' | 'wallClock' | 'refusedBlocks'>,
): Promise<string | undefined> {
  const [now, wallNow] = [workspace.clock(), workspace.wallClock()]
  const { channelId, userId, messageTs } = place
  const original = messageTs === null ? undefined : await findMessage(sql, channelId, messageTs)
  if (reply.delete_original) {
    if (original) await deleteMessage(sql, channelId, original.ts)
    return undefined
  }
  const blocks = reply.blocks ?? []
  if (!isBlocks(blocks)) return 'invalid_blocks_format'
  const text = reply.text ?? ''
  if (text === '' && blocks.length === 0) return 'no_text'
  const refusals = [...refusalsOf({ blocks }, 'message', workspace), ...(await picturesRefused(sql, blocks, wallNow))]
  if (refusals.length > 0) return 'invalid_blocks'
  if (reply.replace_original && original) {
    await updateMessage(sql, { channelId, ts: original.ts, text, blocks }, now)
    return undefined
  }
  await postMessage(
    sql,
    {
      channelId,
      userId: users.bot,
      text,
      blocks,
      ...(reply.response_type === 'in_channel' ? {} : { ephemeralTo: userId }),
      ...(reply.thread_ts === undefined ? {} : { threadTs: reply.thread_ts }),
    },
    now,
  )
  return undefined
}
