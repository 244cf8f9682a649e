/** canvases.*: a canvas is a file of the app. The tabs of a channel are not drawn here, so a message shows that it was made. */
import { ApiRefusal, type ApiMethod } from '../api-call.js'
import { keepFile } from '../files.js'
import { users } from '../ids.js'
import { postMessage } from '../messages/messages.js'
import { requireChannelById } from './chat.js'

export const canvasMethods: Record<string, ApiMethod> = {
  'canvases.create': async (call) => {
    const { sql, args, workspace } = call
    const channel = args.has('channel_id') ? await requireChannelById(call, 'channel_id') : undefined
    const title = args.text('title') ?? 'Untitled'
    const { type, markdown } = (args.json('document_content') ?? { type: 'markdown', markdown: '' }) as Record<string, unknown> // checked below
    if (type !== 'markdown' || typeof markdown !== 'string')
      throw new ApiRefusal('invalid_arguments', ['[ERROR] document_content must be markdown'])
    const file = await keepFile(sql, { userId: users.bot, name: `${title}.txt`, bytes: Buffer.from(markdown) }, workspace.clock())
    if (channel)
      await postMessage(
        sql,
        { channelId: channel.id, userId: users.bot, text: `Added a canvas: ${title}`, blocks: [], fileIds: [file.id] },
        workspace.clock(),
      )
    return { canvas_id: file.id }
  },
}
