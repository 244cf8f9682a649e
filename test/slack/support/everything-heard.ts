/** One request for each thing that the app listens to, read from the tables of its listeners: a new one is there without being named. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { root } from '../../../src/root.js'
import { type Block, interactives, type Interactive, type View } from '../../../src/sandbox/slack/block-kit.js'
import { appId, botId, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import type { Message } from '../../../src/sandbox/slack/messages/messages.js'
import {
  blockActions,
  blockSuggestion,
  globalShortcut,
  messageShortcut,
  type Place,
  slashCommand,
  viewClosed,
  viewSubmission,
} from '../../../src/sandbox/slack/payloads.js'
import { findChannel, type User } from '../../../src/sandbox/slack/people.js'
import { closeViews, listModals, pushView } from '../../../src/sandbox/slack/views/views.js'
import { listenerTable } from '../../../src/slack/listeners.js'
import { parts, verbs } from '../../../src/slack/verbs.js'
import type { Team } from './a-team.js'

/** What was shown to somebody who may see it: messages, and views with their memory. */
export type Shown = { messages: readonly Message[]; views: readonly View[] }
/** `payload` of an interaction, fields of a command, or the envelope of an event. */
export type Heard = {
  kind: 'interaction' | 'command' | 'event'
  what: string
  make: (user: User) => Promise<object>
  /** A press on a message that all in its channel see. */
  isInChannel?: boolean
}

const manifest = parse(readFileSync(path.join(root, 'manifest.yml'), 'utf8')) as {
  settings: { event_subscriptions: { bot_events: string[] } }
}
export const events = manifest.settings.event_subscriptions.bot_events

/** What a view that nobody was shown remembers, and a button that is in none of the shown places carries. */
const carried = (pin: { accountId: string; postId: string; version: number }): string =>
  JSON.stringify({
    ...pin,
    id: pin.postId,
    approvalId: '1',
    step: 1,
    channel: 'C1',
    ts: '1.1',
    from: 'card',
    verb: 'queue',
    at: 0,
  })

export function everythingHeard(
  { slack: { workspace } }: Pick<Team, 'slack'>,
  { messages, views }: Shown,
  pin: { accountId: string; postId: string; version: number },
): Heard[] {
  const { db } = workspace
  const pins = async () => (await findChannel(db.sql, channels.pins))!
  const [message] = messages
  if (!message) throw new Error('nothing was shown')

  const places: { place: { kind: 'message'; message: Message } | { kind: 'view'; view: View }; on: Interactive }[] = [
    ...messages.flatMap((shown) =>
      interactives(shown.blocks).map((on) => ({ place: { kind: 'message' as const, message: shown }, on })),
    ),
    ...views.flatMap((shown) => interactives(shown.blocks).map((on) => ({ place: { kind: 'view' as const, view: shown }, on }))),
  ]
  /** Where the id was shown; else a button of that id in the message. */
  const shownAs = (id: string): (typeof places)[number] => {
    const element = { type: 'button', action_id: id, text: { type: 'plain_text', text: id }, value: carried(pin) }
    const block: Block = { type: 'actions', block_id: 'made', elements: [element] }
    return (
      places.find(({ on }) => on.actionId === id) ?? {
        place: { kind: 'message', message },
        on: { block, blockId: 'made', element, actionId: id },
      }
    )
  }
  /** Opens the view for the person, whoever was shown it. */
  const opened = (user: User, view: View) =>
    db.tx(async (sql) => {
      const open = await listModals(sql, user.id, user.windowId)
      const above = open.map(({ id }) => id)
      await closeViews(sql, above)
      return pushView(sql, user, { ...view, type: 'modal', title: view.title ?? { type: 'plain_text', text: 'Home' } })
    })
  const placeFor = async (user: User, { place }: (typeof places)[number]): Promise<Place> =>
    place.kind === 'message' ? place : { kind: 'view', view: await opened(user, place.view) }
  const form = (id: string, user: User) => {
    const input = { type: 'input', block_id: 'title', label: { type: 'plain_text', text: 'Title' } }
    const blank: View = {
      type: 'modal',
      callback_id: id,
      private_metadata: carried(pin),
      blocks: [{ ...input, element: { type: 'plain_text_input', action_id: 'title' } }],
    }
    return opened(user, views.find(({ callback_id: callback }) => callback === id) ?? blank)
  }

  const interaction = (what: string, make: Heard['make']): Heard => ({ kind: 'interaction', what, make })
  const each = (ids: Iterable<string>, what: string, make: (id: string, user: User) => Promise<object>) =>
    [...ids].map((id) => interaction(`${what} ${id}`, (user) => make(id, user)))
  return [
    ...Object.keys(listenerTable.commands).flatMap((command) =>
      ['', ...Object.keys(verbs), ...Object.keys(parts), '12', 'tomorrow', 'words nobody knows', 'https://a.test/page'].map(
        (line): Heard => ({
          kind: 'command',
          what: `${command} ${line}`,
          make: async (user) => slashCommand(workspace, user, await pins(), command, line),
        }),
      ),
    ),
    ...[...listenerTable.actions.keys()].map((id): Heard => {
      const shown = shownAs(id)
      const option = shown.on.element.options?.[0]
      const chosen = option ? { selected_option: option } : null
      const make = async (user: User) => blockActions(workspace, user, await placeFor(user, shown), shown.on, chosen)
      return {
        ...interaction(`action ${id}`, make),
        isInChannel: shown.place.kind === 'message' && shown.place.message.ephemeralTo === null,
      }
    }),
    ...each(listenerTable.options.keys(), 'search', async (id, user) => {
      const shown = shownAs(id)
      return blockSuggestion(workspace, user, await placeFor(user, shown), shown.on, 'a')
    }),
    ...each(listenerTable.views.keys(), 'form', async (id, user) => viewSubmission(workspace, user, await form(id, user))),
    ...each(listenerTable.closed.keys(), 'closed form', async (id, user) =>
      viewClosed(workspace, user, await form(id, user), false),
    ),
    ...each(listenerTable.globalShortcuts.keys(), 'shortcut', (id, user) => globalShortcut(workspace, user, id)),
    ...each(listenerTable.messageShortcuts.keys(), 'shortcut of a message', (id, user) =>
      messageShortcut(workspace, user, id, message),
    ),
    ...events.map(
      (name): Heard => ({ kind: 'event', what: `event ${name}`, make: async (user) => eventOf(name, user, message) }),
    ),
  ]
}

let number = 0
/** An event about this person, with whatever fields events have. The end of an installation is about the person's own workspace. */
function eventOf(name: string, user: User, { channelId, ts }: Message): object {
  const [type = '', channels] = name.split('.')
  const channelType = channels?.replace(/s$/, '')
  const isRemoval = type in listenerTable.removals
  const team = user.teamId ?? teamId
  const now = Math.floor(Date.now() / 1000)
  const authorized = { enterprise_id: null, team_id: isRemoval ? team : teamId, user_id: users.bot, is_bot: true }
  return {
    team_id: isRemoval ? team : teamId,
    api_app_id: appId,
    type: 'event_callback',
    event_id: `Ev0OUT${++number}X${process.pid}`,
    event_time: now,
    authorizations: [{ ...authorized, is_enterprise_install: false }],
    is_ext_shared_channel: true,
    event: {
      type,
      ...(channelType && { channel_type: channelType, user_team: team, source_team: team, team }),
      user: type in listenerTable.people ? { id: user.id, team_id: team, deleted: true } : user.id,
      ...(isRemoval && { tokens: { bot: [botId] } }),
      channel: channelType === 'im' ? 'D0OUTSIDE' : channelId,
      tab: 'home',
      text: 'See https://a.test/page',
      ts: `${now}.000100`,
      thread_ts: ts,
      event_ts: `${now}.000100`,
    },
  }
}
