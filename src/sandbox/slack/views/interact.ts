/** A person's actions in Slack, by exact address: each becomes Slack's request to the app, and its ack is processed. */
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import { type Interactive, type Option, type Value } from '../block-kit.js'
import { featuresFor } from '../app-features.js'
import type { Workspace } from '../context.js'
import { enter, viewPlace } from './values.js'
import { keepFile } from '../files.js'
import { users } from '../ids.js'
import { messagePlace, postMessage, type Message } from '../messages/messages.js'
import { COMMENTS, isEntityView, linksOf, OPEN } from '../messages/unfurl.js'
import {
  blockActions,
  blockSuggestion,
  globalShortcut,
  homeOpened,
  linkShared,
  messagePosted,
  messageShortcut,
  paneRequested,
  type Place,
  slashCommand,
  type Chosen,
} from '../payloads.js'
import { findChannel, findDm, inviteApp, listChannels, listUsers, moveTo, setAlert, type User } from '../people.js'
import { showReply, type Reply } from '../messages/response-url.js'
import { type Directory, typedCommand, typedMessage } from '../messages/say.js'
import { closeStack, TROUBLE } from './submit.js'
import { NotOnScreen } from './targets.js'
import { entryOf, isStateful } from '../state.js'
import { findHome, holdOpen, showErrors } from './views.js'

/**
 * Sends `/pin queue` to the app, brings it into the channel by `/invite @Pinslot`, refuses other commands, and posts anything
 * else, in the thread if one is given. Messages in its channels and its DM are also delivered to the app.
 */
export async function typeText(
  workspace: Workspace,
  user: User,
  typed: string,
  files: readonly { name: string; bytes: Buffer }[] = [],
  threadTs?: string,
): Promise<void> {
  const { db, clock, sender } = workspace
  const features = featuresFor(user, workspace.features)
  const now = clock()
  await moveTo(db.sql, user, { channelId: user.channelId })
  const [command = '', ...rest] = typed.trim().split(/\s+/)
  if (!command.startsWith('/')) {
    const message = await db.tx(async (sql) => {
      const fileIds: string[] = []
      for (const file of files) fileIds.push((await keepFile(sql, { userId: user.id, ...file }, now)).id)
      const written = typedMessage(typed, { curvesQuotes: workspace.curvesQuotes, directory: await directoryOf(workspace) })
      return postMessage(
        sql,
        { channelId: user.channelId, userId: user.id, ...written, fileIds, ...(threadTs && { threadTs }) },
        now,
      )
    })
    if ((await findChannel(db.sql, user.channelId))?.hasApp) await sender.sendEvent(await messagePosted(workspace, message))
    const domain = parseUrl(workspace.unfurls() ?? '')?.hostname
    const urls = domain === undefined ? [] : linksOf(message, domain)
    if (urls.length > 0) await sender.sendEvent(await linkShared(workspace, message, urls))
    return
  }
  if (command === '/invite' && /^@pinslot$/i.test(rest.join(' '))) {
    await inviteApp(db.sql, user.channelId)
    await whisper(workspace, user, 'Pinslot is in this channel now.')
    return
  }
  if (!features.commands.some((known) => known.command === command)) {
    await whisper(
      workspace,
      user,
      `\`${command}\` is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.`,
    )
    return
  }
  await sendCommand(workspace, user, command, rest.length === 0 ? '' : typed.trim().slice(command.length).trim())
}

async function directoryOf({ db }: Workspace): Promise<Directory> {
  const [users, channels] = await Promise.all([listUsers(db.sql), listChannels(db.sql)])
  return { users, channels: channels.filter(({ imUserId }) => imUserId === null) }
}

async function sendCommand(workspace: Workspace, user: User, command: string, text: string): Promise<void> {
  const { db, sender } = workspace
  const channel = await findChannel(db.sql, user.channelId)
  if (!channel) throw new Error(`no channel ${user.channelId}`)
  const shouldEscape = workspace.features.commands.some((known) => known.command === command && known.shouldEscape)
  const sent = typedCommand(text, { curvesQuotes: workspace.curvesQuotes, shouldEscape, directory: await directoryOf(workspace) })
  const answer = await sender.sendCommand(await slashCommand(workspace, user, channel, command, sent))
  if (answer.kind === 'failed') return whisper(workspace, user, `${command} failed with the error "${answer.reason}"`)
  if (answer.body === undefined || answer.body === '') return
  const reply: Reply = typeof answer.body === 'string' ? { text: answer.body } : (answer.body as Reply) // the fields are read one by one
  const problem = await db.tx((sql) =>
    showReply(sql, { channelId: channel.id, userId: user.id, messageTs: null }, reply, workspace),
  )
  if (problem !== undefined) await whisper(workspace, user, `${command} failed with the error "${problem}"`)
}

/** Sends one person a message from Slackbot. */
async function whisper({ db, clock }: Workspace, user: User, text: string): Promise<void> {
  await db.tx((sql) =>
    postMessage(sql, { channelId: user.channelId, userId: users.slackbot, text, ephemeralTo: user.id }, clock()),
  )
}

export async function openChannel(workspace: Workspace, user: User, channelId: string): Promise<void> {
  await closeStack(workspace, user)
  await moveTo(workspace.db.sql, user, { channelId })
  const dm = await findDm(workspace.db.sql, user.id)
  if (dm?.id === channelId) await workspace.sender.sendEvent(await homeOpened(workspace, user, 'messages', undefined))
}

export async function openHome(workspace: Workspace, user: User): Promise<void> {
  if (user.teamId !== null) throw new NotOnScreen('The app has no Home here: this workspace has not installed it.')
  await closeStack(workspace, user)
  await moveTo(workspace.db.sql, user, 'home')
  await workspace.sender.sendEvent(await homeOpened(workspace, user, 'home', await findHome(workspace.db.sql, user.id)))
}

export const placeKey = (place: Place): string => (place.kind === 'view' ? viewPlace(place.view.id) : messagePlace(place.message))

/** Presses a button, or picks from an overflow menu. */
export async function press(workspace: Workspace, user: User, place: Place, target: Interactive, option?: Option): Promise<void> {
  const { actionId, element } = target
  if (actionId === OPEN) return workspace.sender.sendEvent(await paneRequested(workspace, user, 'details', element.value ?? ''))
  if (actionId === COMMENTS && place.kind === 'view' && isEntityView(place.view.view))
    return workspace.sender.sendEvent(await paneRequested(workspace, user, 'comments', place.view.view.entity.url))
  await act(workspace, user, place, target, option === undefined ? null : wireOf(target, option))
}

const wireOf = ({ element }: Interactive, option: Option): Chosen =>
  element.type === 'feedback_buttons' ? { text: option.text, value: option.value } : { selected_option: option }

/** Types or picks a value. The app receives it if the element is outside an input, or the input dispatches. */
export async function setValue(
  workspace: Workspace,
  user: User,
  place: Place,
  target: Interactive,
  entered: unknown,
): Promise<void> {
  const { element, block, blockId, actionId } = target
  if (!isStateful(element)) throw new Error(`${element.type} holds no value`)
  const value = entryOf(element, entered)
  const isThere = await workspace.db.tx(async (sql) => {
    if (place.kind === 'view' && !(await holdOpen(sql, place.view.id))) return false
    await enter(sql, { userId: user.id, place: placeKey(place), blockId, actionId }, value)
    if (place.kind === 'view' && blockId in place.view.errors) {
      const { [blockId]: _gone, ...errors } = place.view.errors
      await showErrors(sql, place.view.id, { errors })
    }
    return true
  })
  if (!isThere) return // closed meanwhile, with its values
  if (block.type !== 'input' || block.dispatch_action) await act(workspace, user, place, target, value)
}

async function act(
  workspace: Workspace,
  user: User,
  place: Place,
  target: Interactive,
  value: Value | Chosen | null,
): Promise<void> {
  const answer = await workspace.sender.sendInteraction(await blockActions(workspace, user, place, target, value))
  if (answer.kind === 'failed') await setAlert(workspace.db.sql, user, TROUBLE)
}

/** The options of an external select for a query; undefined if the app did not answer with options. */
export async function suggest(
  workspace: Workspace,
  user: User,
  place: Place,
  target: Interactive,
  query: string,
): Promise<Option[] | undefined> {
  const answer = await workspace.sender.sendInteraction(await blockSuggestion(workspace, user, place, target, query))
  if (answer.kind === 'failed') return undefined
  const body = answer.body as { options?: Option[]; option_groups?: { options: Option[] }[] } | undefined // the shape that Slack requires of the app
  return body?.options ?? body?.option_groups?.flatMap((group) => group.options)
}

export async function runShortcut(workspace: Workspace, user: User, callbackId: string, message?: Message): Promise<void> {
  if (!featuresFor(user, workspace.features).shortcuts.some((known) => known.callbackId === callbackId))
    throw new NotOnScreen('There is no such shortcut.')
  const payload = message
    ? await messageShortcut(workspace, user, callbackId, message)
    : await globalShortcut(workspace, user, callbackId)
  const answer = await workspace.sender.sendInteraction(payload)
  if (answer.kind === 'failed') await setAlert(workspace.db.sql, user, TROUBLE)
}
