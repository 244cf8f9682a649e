/** files.*: the two calls of filesUploadV2 around its upload, reading a file's facts, and deleting one of the app's own. */
import { after } from '../../../core/lib/duration.js'
import { ApiRefusal, type ApiMethod, readBlocks } from '../api-call.js'
import {
  announceFile,
  completeFile,
  deleteFile,
  filesSeenByApp,
  fileWire,
  findFile,
  type SlackFile,
  UPLOAD_BASE,
} from '../files.js'
import { users } from '../ids.js'
import { postMessage } from '../messages/messages.js'
import { requireChannelById } from './chat.js'

export const fileMethods: Record<string, ApiMethod> = {
  'files.getUploadURLExternal': async ({ sql, args, workspace }) => {
    if (!(Number(args.require('length')) > 0)) throw new ApiRefusal('invalid_arguments', ['[ERROR] length must be positive'])
    const { id, uploadKey } = await announceFile(sql, { userId: users.bot, name: args.require('filename') }, workspace.clock())
    return { file_id: id, upload_url: UPLOAD_BASE + uploadKey }
  },

  'files.completeUploadExternal': async (call) => {
    const { sql, args, workspace } = call
    const wanted = args.json('files')
    if (!Array.isArray(wanted) || wanted.length === 0) throw new ApiRefusal('invalid_arguments', ['[ERROR] files must be a list'])
    const files: SlackFile[] = []
    for (const { id, title } of wanted as { id?: string; title?: string }[]) {
      // checked field by field
      const file =
        typeof id === 'string'
          ? await completeFile(sql, id, title, after(workspace.wallClock(), workspace.filesTakeMs))
          : undefined
      if (!file) throw new ApiRefusal('file_not_found')
      files.push(file)
    }
    if (args.has('channel_id')) {
      const channel = await requireChannelById(call, 'channel_id')
      const threadTs = args.text('thread_ts')
      await postMessage(
        sql,
        {
          channelId: channel.id,
          userId: users.bot,
          text: args.text('initial_comment') ?? '',
          blocks: readBlocks(args) ?? [],
          fileIds: files.map(({ id }) => id),
          ...(threadTs === undefined ? {} : { threadTs }),
        },
        workspace.clock(),
      )
    }
    return { files: files.map(fileWire) }
  },

  'files.delete': async ({ sql, args }) => {
    const file = await findFile(sql, args.require('file'))
    if (!file) throw new ApiRefusal('file_not_found')
    if (file.userId !== users.bot) throw new ApiRefusal('cant_delete_file')
    await deleteFile(sql, file.id)
    return {}
  },

  'files.info': async ({ sql, args, workspace }) => {
    const [file] = await filesSeenByApp(sql, [args.require('file')], workspace.wallClock())
    if (!file) throw new ApiRefusal('file_not_found')
    return { file: fileWire(file) }
  },
}
