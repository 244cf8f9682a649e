/** The form of people, messages and views in payloads and API answers. */
import type { Sql } from '../../core/ports/deps.js'
import { appId, botId, otherTeam, teamDomain, teamId, users } from './ids.js'
import { listEntered, viewPlace } from './views/values.js'
import { fileWire, listFiles } from './files.js'
import type { Message } from './messages/messages.js'
import { isEntityView, isUnfurl, paneValues } from './messages/unfurl.js'
import type { Channel, User } from './people.js'
import { stateValues } from './state.js'
import type { OpenView } from './views/views.js'

/** The workspace of a payload: that of the app, but in a modal that of the person. */
export const teamWire = (ofPerson: string | null) =>
  ofPerson === null ? { id: teamId, domain: teamDomain } : { id: ofPerson, domain: otherTeam.domain }

export const actorWire = (user: User) => ({ id: user.id, username: user.name, name: user.name, team_id: user.teamId ?? teamId })

export const channelWire = (channel: Pick<Channel, 'id' | 'name'>) => ({ id: channel.id, name: channel.name })

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
  is_stranger: user.teamId !== null && user.teamId !== otherTeam.id, // who shares a channel is none
  profile: { real_name: user.realName, display_name: user.name, team: user.teamId ?? teamId },
})

export async function messageWire(sql: Sql, message: Message) {
  const files = await listFiles(sql, message.fileIds)
  const blocks = message.blocks.filter((block) => !isUnfurl(block)) // Slack keeps unfurls as attachments
  return {
    type: 'message',
    user: message.userId,
    ts: message.ts,
    text: message.text,
    team: teamId,
    ...(blocks.length > 0 ? { blocks } : {}),
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
    ...(isEntityView(view) && {
      type: view.callback_id === 'work-object-edit' ? 'entity_detail' : 'entity_comment',
      entity_url: view.entity.url,
      external_ref: view.entity.external_ref,
    }),
    blocks: view.blocks,
    private_metadata: view.private_metadata ?? '',
    callback_id: view.callback_id ?? '',
    state: { values: paneValues(stateValues(view.blocks, await listEntered(sql, open.userId, viewPlace(open.id)))) },
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
