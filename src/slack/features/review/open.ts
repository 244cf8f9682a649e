/** Starts a review: `/pin new many`, "New pins", the shortcut on a message, and files in the app's direct messages. */
import { action as digestAction } from '../../../../blocks/stats/digest.js'
import { action as reviewAction } from '../../../../blocks/review/view.js'
import { bulkMemory } from '../../../../blocks/review/memory.js'
import { view, bulkView } from '../../../../blocks/review/forms.js'
import { field, shortcut } from '../../../../blocks/ids.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import { requireMayMake } from '../../../core/posts/permissions.js'
import { chosenAccount } from '../../accounts.js'
import { chosenFiles, typed, typedAddress } from '../../forms/values.js'
import { explain } from '../../reply/errors.js'
import { explainedMessage } from '../../reply/explain.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { onMessageShortcut, type CommandArgs, type MessageArgs, type SlackDeps, onAction, onView } from '../../listener.js'
import { isTable } from '../../pictures/files.js'
import { finishEvent } from '../../transport/events.js'
import { originOf } from '../composer/message-files.js'
import { withoutLinks } from '../../input/links.js'
import { layForm } from '../cards/pressed.js'
import { beginImport } from '../imports/begin.js'
import type { Filled } from '../../../core/sources/review/fill.js'
import { type Answer, patiently, showBrought, takeIn } from './bring.js'
import { contentOf, linksIn } from './content.js'
import { reviewNow } from '../pins/lists/review.js'

const FILE_IN_MESSAGES = 'The contents of the file are in your messages with Pinslot.'

/** Handles `/pin new many`. */
export async function bulkByCommand(deps: SlackDeps, { command, client, context }: CommandArgs): Promise<void> {
  const { account, name } = await accountFor(deps, context.member)
  const isThere = command.channel_id?.startsWith('D') === true
  const memory = { accountId: account.id, ...(!isThere && { responseUrl: command.response_url }) }
  await client.views.open({ trigger_id: command.trigger_id, view: bulkView(memory, name) })
}

/** Handles "New pins" on Home, in a review and in a digest, for the shown account. */
onAction([reviewAction.newPins, digestAction.digestFill], async (deps, args) => {
  const { action, context } = args
  const shown = action.type === 'button' && action.value ? action.value : context.member.currentAccountId
  const { account, name } = await accountFor(deps, { ...context.member, currentAccountId: shown })
  await layForm(args, bulkView({ accountId: account.id }, name))
})

/** @throws FORBIDDEN: before they choose anything */
export async function accountFor(deps: SlackDeps, member: Member) {
  const { accounts, account } = await chosenAccount(deps, member)
  requireMayMake(member.actor, account.id)
  return { account, name: accounts.length > 1 ? account.username : undefined }
}

onView(view.bulk, async (deps, { view, client, context, ack }) => {
  const { member, slackUserId } = context
  const { accountId, responseUrl } = bulkMemory.read(view)
  const words = typed(view, field.words)
  const chosen = [...chosenFiles(view, field.files), ...chosenFiles(view, field.moreFiles)]
  const tables = chosen.filter((file) => isTable(file))
  const files = chosen.filter((file) => !isTable(file))
  const links = linksIn(`${words}\n${typedAddress(view, field.link)}`)
  if (chosen.length === 0 && links.length === 0) throw badRequest(field.files, 'Add images, videos, links or a CSV.')
  const bringer = { client, member, slackUserId }
  const filled =
    files.length + links.length > 0
      ? await takeIn(deps, bringer, { accountId, files, links, words: withoutLinks(words) })
      : undefined
  await ack({ response_action: 'clear' })
  const answer = responseUrl === undefined ? undefined : answerTo(deps, responseUrl)
  if (filled) await answer?.(noticeMessage(readingText(filled)))
  else if (responseUrl !== undefined)
    await deps.respondTo(responseUrl, noticeMessage(FILE_IN_MESSAGES), { replacesOriginal: false })
  for (const file of tables) await beginImport(deps, bringer, { accountId, file })
  if (filled) await showBrought(deps, bringer, filled, { answer, ready: reviewNow }) // the person has just chosen all of it
})

const readingText = ({ added, again }: Filled): string => {
  const count = added.length + again.length
  return `Reading ${count === 1 ? '1 pin' : `${count} pins`}…`
}

const answerTo = (deps: SlackDeps, responseUrl: string): Answer =>
  patiently((message) => deps.respondTo(responseUrl, message, { replacesOriginal: false }))

/** Handles "New pins" on a message: one pin for each of its pictures, videos or links. */
onMessageShortcut(shortcut.makePins, async (deps, { shortcut, client, context }) => {
  const { member, slackUserId } = context
  const { others, tables, ...given } = contentOf(shortcut.message, originOf(shortcut))
  const { account } = await accountFor(deps, member)
  const addressee = { client, slackUserId, responseUrl: shortcut.response_url }
  const bringer = { client, member, slackUserId }
  const isThere = shortcut.channel.id.startsWith('D')
  if (tables.length > 0 && !isThere) await sendToPerson(deps, addressee, noticeMessage(FILE_IN_MESSAGES))
  for (const file of tables) await beginImport(deps, bringer, { accountId: account.id, file })
  if (given.files.length === 0 && (given.links.length === 0 || tables.length > 0)) {
    if (tables.length > 0) return
    return sendToPerson(deps, addressee, noticeMessage('This message has no images, videos, links or CSV files.'))
  }
  const filled = await takeIn(deps, bringer, { ...given, accountId: account.id })
  const answer = isThere ? undefined : answerTo(deps, shortcut.response_url)
  await answer?.(noticeMessage(readingText(filled)))
  await showBrought(deps, bringer, filled, { others, answer })
})

/**
 * Starts a review from files or links in the app's direct messages; other text is ignored. After an unexpected error the event
 * is handled again.
 */
export async function reviewFromDrop(deps: SlackDeps, { event, body, client, context }: MessageArgs): Promise<void> {
  if (!isFromPerson(event)) return
  const { member, slackUserId } = context
  const { others, tables, ...given } = contentOf(event)
  if (given.files.length === 0 && given.links.length === 0 && others.length === 0 && tables.length === 0)
    return finishEvent(deps, body.event_id)
  const bringer = { client, member, slackUserId }
  try {
    if (given.files.length === 0 && given.links.length === 0 && tables.length === 0)
      throw badRequest(
        field.files,
        'Drop images or videos here, and each becomes a draft. Save a spreadsheet as CSV to import it. Other files can’t be pins.',
      )
    const { account } = await accountFor(deps, member)
    const hasPins = given.files.length > 0 || (given.links.length > 0 && tables.length === 0) // a link beside a table is only about the table
    const filled = hasPins ? await takeIn(deps, bringer, { ...given, accountId: account.id }) : undefined
    await finishEvent(deps, body.event_id) // from here on the review is resumed, and a table shows that it is being read
    for (const file of tables) await beginImport(deps, bringer, { accountId: account.id, file })
    if (filled) await showBrought(deps, bringer, filled, { others })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    await sendToPerson(deps, { client, slackUserId }, explainedMessage(explain(deps, error, { type: 'message' })))
  }
  await finishEvent(deps, body.event_id)
}

/** True for a direct message that a person wrote: not one of the app's own, and not an edit. */
const isFromPerson = (event: MessageArgs['event']): boolean =>
  event.channel_type === 'im' && !('bot_id' in event) && (event.subtype === undefined || event.subtype === 'file_share')
