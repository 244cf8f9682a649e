/** Everything that one person's screen shows, read from the workspace's tables. */
import { DateTime } from 'luxon'
import type { Workspace } from '../slack/context.js'
import { listEntered, viewPlace } from '../slack/views/values.js'
import { listFiles, type SlackFile } from '../slack/files.js'
import type { Who } from '../slack/ids.js'
import { listMessages, messagePlace, type Message } from '../slack/messages/messages.js'
import { type Channel, listChannels, listUsers, type User } from '../slack/people.js'
import { openWindow } from '../slack/views/windows.js'
import { channelLabel } from '../slack/screen.js'
import { stateValues } from '../slack/state.js'
import { findHome, listModals, type OpenView } from '../slack/views/views.js'
import type { Block, Values } from '../slack/block-kit.js'
import type { Surface } from './blocks.js'
import type { Reader } from './reader.js'

export type ShownMessage = { message: Message; author: User; values: Values; files: SlackFile[] }
export type ScreenData = {
  who: Who
  user: User
  reader: Reader
  channels: (Channel & { latest: string })[]
  channel: Channel
  messages: ShownMessage[]
  home: { view: OpenView; values: Values } | null
  modal: { view: OpenView; values: Values } | null
  /** The ids of all open modals, the top one last. */
  forms: string[]
  choices: Surface['choices']
}

/** The person and the window that shows the screen. */
export type Viewer = { as: Who; window: string }

export async function readScreenData({ db, clock, wallClock }: Workspace, { as: who, window }: Viewer): Promise<ScreenData> {
  const { sql } = db
  const user = await openWindow(sql, who, window, wallClock())
  const [users, channels, modals, home, messages] = await Promise.all([
    listUsers(sql),
    listChannels(sql, user),
    listModals(sql, user.id, user.windowId),
    user.onHome ? findHome(sql, user.id) : undefined,
    user.onHome ? [] : listMessages(sql, user.channelId, user.id),
  ])
  const latest = await sql<{ channel_id: string; ts: string }[]>`
    select channel_id, max(ts) as ts
      from slk_messages
     where ephemeral_to is null or ephemeral_to = ${user.id}
     group by channel_id`
  const files = await listFiles(
    sql,
    messages.flatMap(({ fileIds }) => fileIds),
  )
  const entered = async (place: string, blocks: Block[]) => stateValues(blocks, await listEntered(sql, user.id, place))
  const shownView = async (view: OpenView | undefined) =>
    view ? { view, values: await entered(viewPlace(view.id), view.view.blocks) } : null
  const known = new Map(users.map((each) => [each.id, each]))
  return {
    who,
    user,
    reader: {
      zone: user.tz,
      now: DateTime.fromJSDate(clock()),
      userName: (id) => known.get(id)?.realName ?? id,
      channelName: (id) => channels.find((each) => each.id === id)?.name ?? id,
    },
    channels: channels.map((each) => ({ ...each, latest: latest.find((row) => row.channel_id === each.id)?.ts ?? '' })),
    channel: channels.find(({ id }) => id === user.channelId) ?? { id: user.channelId, name: '', hasApp: true, imUserId: null },
    messages: await Promise.all(
      messages.map(async (message) => ({
        message,
        author: known.get(message.userId) ?? user,
        values: await entered(messagePlace(message), message.blocks),
        files: files.filter(({ id }) => message.fileIds.includes(id)),
      })),
    ),
    home: await shownView(home),
    modal: await shownView(modals.at(-1)),
    forms: modals.map(({ id }) => id),
    choices: {
      users: users
        .filter(({ isBot, teamId }) => !isBot && teamId === user.teamId)
        .map(({ id, realName }) => ({ id, name: realName })),
      channels: channels.map((each) => ({ id: each.id, name: channelLabel(each) })),
    },
  }
}
