/** "Export CSV": sends the listed pins as a file in the app's direct messages. */
import { view } from '../../../../blocks/boards/view.js'
import { action, calledOf, type Exported, type ExportRef } from '../../../../blocks/bulk/export.js'
import { boardsMemory } from '../../../../blocks/boards/memory.js'
import { done } from '../../../../blocks/kit/banner.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { exportBoards } from '../../../core/many/csv-boards.js'
import { exportPosts } from '../../../core/many/csv-posts.js'
import type { Actor } from '../../../core/lib/actor.js'
import { after, DAY_MS } from '../../../core/lib/duration.js'
import { badRequest } from '../../../core/lib/errors.js'
import { onAction, type SlackDeps } from '../../listener.js'
import { sendFile } from '../../reply/send-file.js'
import { boardsNow } from '../boards/view.js'
import { answerClick, shown } from '../pins/click.js'
import { valueOf } from '../cards/pressed.js'

/** The limit of a file, some forty thousand pins: it is in memory while it is sent to Slack. */
const MOST_BYTES = 20 * 1024 * 1024

onAction(action.exportCsv, async (deps, args) => {
  const { body, client, context } = args
  const { member, slackUserId } = context
  const { accountId, what } = valueOf<ExportRef>(args)
  const { username } = await readAccount(deps, member.actor, { accountId })
  const bytes = await bytesOf(deps, member.actor, accountId, what)
  const called = calledOf(what)
  await sendFile(client, slackUserId, {
    name: `${username}-${called.replaceAll(' ', '-')}.csv`,
    text: `All ${called} of ${username}`,
    bytes,
  })
  const sentence = 'The file is in your messages with Pinslot.'
  if (body.view?.callback_id !== view.boards) return answerClick(deps, args, 'list', shown(noticeMessage(sentence)))
  const again = await boardsNow(deps, member, boardsMemory.read(body.view), { banner: done(sentence) })
  await client.views.update({ view_id: body.view.id, view: again })
})

async function bytesOf(deps: SlackDeps, actor: Actor, accountId: string, what: Exported): Promise<Buffer> {
  if (what === 'boards') return Buffer.from(await exportBoards(deps, actor, { accountId, withByteOrderMark: true }))
  const ever =
    what === 'sent'
      ? { startDate: new Date(0), endDate: after(deps.clock(), 100 * 365 * DAY_MS) }
      : { startDate: null, endDate: null }
  const pieces: Buffer[] = []
  let bytes = 0
  const reading = { ...deps, actorNow: async () => actor } // read at once: no slow client delays it
  for await (const piece of exportPosts(reading, actor, { accountId, status: what, ...ever, withByteOrderMark: true })) {
    const one = Buffer.from(piece)
    bytes += one.length
    if (bytes > MOST_BYTES) throw badRequest('accountId', 'These are too many for a Slack file. Export them with the API.')
    pieces.push(one)
  }
  return Buffer.concat(pieces)
}
