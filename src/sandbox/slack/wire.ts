/** The form of people, messages and views in payloads and API answers. */
import type { Sql } from '../../core/ports/deps.js'
import { appId, botId, teamDomain, teamId, users } from './ids.js'
import { listEntered, viewPlace } from './views/values.js'
import { fileWire, listFiles } from './files.js'
import type { Message } from './messages/messages.js'
import type { Channel, User } from './people/people.js'
import { stateValues } from './state.js'
import type { OpenView } from './views/views.js'

export const teamWire = { id: teamId, domain: teamDomain }

export const actorWire = (user: User) => ({ id: user.id, username: user.name, name: user.name, team_id: user.teamId ?? teamId })

export const channelWire = (channel: Channel) => ({ id: channel.id, name: channel.name })

export const userWire = (user: User) => ({
  id: user.id,
  team_id: user.teamId ?? teamId,
  name: user.name,
  real_name: user.realName,
  deleted: user.isDeleted,
  tz: user.tz,
  is_admin: user.isAdmin,
  is_owner: user.isAdmin,
  is_primary_owner: false,
  is_bot: user.isBot,
  is_restricted: user.isGuest,
  is_ultra_restricted: false,
  is_app_user: false,
  is_stranger: user.teamId !== null,
  profile: { real_name: user.realName, display_name: user.name, team: user.teamId ?? teamId },
})

export async function messageWire(sql: Sql, message: Message) {
  const files = await listFiles(sql, message.fileIds)
  return {
    type: 'message',
    user: message.userId,
    ts: message.ts,
    text: message.text,
    team: teamId,
    ...(message.blocks.length > 0 ? { blocks: message.blocks } : {}),
    ...(message.userId === users.bot ? { bot_id: botId, app_id: appId } : {}),
    ...(message.threadTs ? { thread_ts: message.threadTs } : {}),
    ...(message.metadata ? { metadata: message.metadata } : {}),
    ...(files.length > 0 ? { files: files.map(fileWire) } : {}),
  }
}

export async function viewWire(sql: Sql, open: OpenView) {
  const { view } = open
  return {
    id: open.id,
    team_id: teamId,
    type: view.type,
    blocks: view.blocks,
    private_metadata: view.private_metadata ?? '',
    callback_id: view.callback_id ?? '',
    state: { values: stateValues(view.blocks, await listEntered(sql, open.userId, viewPlace(open.id))) },
    hash: open.hash,
    title: view.title ?? null,
    submit: view.submit ?? null,
    close: view.close ?? null,
    clear_on_close: view.clear_on_close ?? false,
    notify_on_close: view.notify_on_close ?? false,
    previous_view_id: open.previousViewId,
    root_view_id: open.rootViewId,
    app_id: appId,
    external_id: open.externalId ?? '',
    app_installed_team_id: teamId,
    bot_id: botId,
  }
}
