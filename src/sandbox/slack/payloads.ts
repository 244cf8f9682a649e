/** The payloads that Slack sends for people's actions. */
import type { Sql } from '../../core/ports/deps.js'
import type { Interactive, Option, Value } from './block-kit.js'
import type { Workspace } from './context.js'
import { listEntered } from './views/values.js'
import { appId, channels, teamDomain, teamId, users, verificationToken } from './ids.js'
import { type Message, messagePlace } from './messages/messages.js'
import { isEntityView, unfurledBy } from './messages/unfurl.js'
import { type Channel, findChannel, findDm, findUser, type User } from './people.js'
import { randomId } from './random-id.js'
import { stateValues } from './state.js'
import { makeResponseUrl, makeTrigger } from './tickets.js'
import type { OpenView } from './views/views.js'
import { actorWire, channelWire, messageWire, teamWire, viewWire } from './wire.js'

/** The container of an element: an open modal or Home, or a message. */
export type Place = { kind: 'view'; view: OpenView } | { kind: 'message'; message: Message }

/** @see https://github.com/slackapi/bolt-js/issues/1614: in a modal of somebody of another workspace, `team` is theirs */
const envelope = (type: string, user: User, place?: Pick<Place, 'kind'>) => ({
  type,
  team: teamWire(place?.kind === 'view' ? user.teamId : null),
  user: actorWire(user),
  api_app_id: appId,
  token: verificationToken,
  enterprise: null,
  is_enterprise_install: false,
})

const actionTs = ({ wallClock }: Workspace) => (wallClock().getTime() / 1000).toFixed(6)

/** The payload's part about the container; only messages have a response_url. */
async function placeWire(sql: Sql, user: User, place: Place) {
  if (place.kind === 'view') {
    const { view } = place.view
    if (isEntityView(view))
      return { container: { type: 'entity_detail', entity_url: view.entity.url, external_ref: view.entity.external_ref } }
    return { container: { type: 'view', view_id: place.view.id }, view: await viewWire(sql, place.view) }
  }
  const { message } = place
  const channel = await findChannel(sql, message.channelId)
  const isEphemeral = message.ephemeralTo !== null
  return {
    container: { type: 'message', message_ts: message.ts, channel_id: message.channelId, is_ephemeral: isEphemeral },
    channel: channelWire(channel ?? { id: message.channelId, name: '' }),
    // Slack leaves out an ephemeral message, which it does not store
    ...(isEphemeral ? {} : { message: await messageWire(sql, message) }),
    state: { values: stateValues(message.blocks, await listEntered(sql, user.id, messagePlace(message))) },
  }
}

/** What was picked from a menu, or the half of feedback buttons that was pressed. */
export type Chosen = { selected_option: Option } | Pick<Option, 'text' | 'value'>

export async function blockActions(
  workspace: Workspace,
  user: User,
  place: Place,
  on: Interactive,
  value: Value | Chosen | null,
) {
  const { block, element, actionId, blockId } = on
  const { db, wallClock } = workspace
  const posted = unfurledBy(on)
  return db.tx(async (sql) => ({
    ...envelope('block_actions', user, place),
    ...(await placeWire(sql, user, place)),
    ...(posted !== undefined &&
      place.kind === 'message' && {
        container: {
          type: 'message_attachment',
          message_ts: place.message.ts,
          channel_id: place.message.channelId,
          is_ephemeral: false,
          is_app_unfurl: true,
          app_unfurl_url: posted,
        },
      }),
    trigger_id: await makeTrigger(sql, user, place.kind === 'view' && place.view.position > 0 ? place.view.id : null, workspace),
    ...(place.kind === 'message'
      ? {
          response_url: await makeResponseUrl(
            sql,
            { channelId: place.message.channelId, userId: user.id, messageTs: place.message.ts },
            wallClock(),
          ),
        }
      : {}),
    actions: [
      {
        action_id: actionId,
        block_id: blockId ?? block.block_id,
        type: element.type,
        ...(typeof element.text === 'object' ? { text: element.text } : {}),
        ...(element.type === 'button' && element.value !== undefined ? { value: element.value } : {}),
        ...(element.placeholder ? { placeholder: element.placeholder } : {}),
        ...value,
        action_ts: actionTs(workspace),
      },
    ],
  }))
}

export async function blockSuggestion(
  workspace: Workspace,
  user: User,
  place: Place,
  { actionId, blockId }: Interactive,
  query: string,
) {
  const { sql } = workspace.db
  return {
    ...envelope('block_suggestion', user, place),
    ...(await placeWire(sql, user, place)),
    action_id: actionId,
    block_id: blockId,
    value: query,
  }
}

export async function viewSubmission(workspace: Workspace, user: User, view: OpenView) {
  const { db } = workspace
  return db.tx(async (sql) => ({
    ...envelope('view_submission', user, { kind: 'view' }),
    trigger_id: await makeTrigger(sql, user, view.id, workspace),
    view: await viewWire(sql, view),
    response_urls: [],
  }))
}

export async function viewClosed(workspace: Workspace, user: User, view: OpenView, isCleared: boolean) {
  return {
    ...envelope('view_closed', user, { kind: 'view' }),
    view: await viewWire(workspace.db.sql, view),
    is_cleared: isCleared,
  }
}

export async function globalShortcut(workspace: Workspace, user: User, callbackId: string) {
  const { db } = workspace
  return {
    ...envelope('shortcut', user),
    callback_id: callbackId,
    trigger_id: await db.tx((sql) => makeTrigger(sql, user, null, workspace)),
    action_ts: actionTs(workspace),
  }
}

export async function messageShortcut(workspace: Workspace, user: User, callbackId: string, message: Message) {
  const { db, wallClock } = workspace
  return db.tx(async (sql) => {
    const channel = await findChannel(sql, message.channelId)
    return {
      ...envelope('message_action', user),
      callback_id: callbackId,
      trigger_id: await makeTrigger(sql, user, null, workspace),
      response_url: await makeResponseUrl(
        sql,
        { channelId: message.channelId, userId: user.id, messageTs: message.ts },
        wallClock(),
      ),
      message_ts: message.ts,
      channel: channelWire(channel ?? { id: message.channelId, name: '' }),
      message: await messageWire(sql, message),
      action_ts: actionTs(workspace),
    }
  })
}

export async function slashCommand(workspace: Workspace, user: User, channel: Channel, command: string, text: string) {
  const { db, wallClock } = workspace
  return db.tx(async (sql) => ({
    token: verificationToken,
    team_id: teamId,
    team_domain: teamDomain,
    channel_id: channel.id,
    channel_name: channel.name,
    user_id: user.id,
    user_name: user.name,
    command,
    text,
    api_app_id: appId,
    is_enterprise_install: 'false',
    response_url: await makeResponseUrl(sql, { channelId: channel.id, userId: user.id, messageTs: null }, wallClock()),
    trigger_id: await makeTrigger(sql, user, null, workspace),
  }))
}

/** The event of a message or file that a person sent in a channel of the app, or in its DM. */
export async function messagePosted(workspace: Workspace, message: Message) {
  const { db, wallClock } = workspace
  const wire = await messageWire(db.sql, message)
  const [channel, author] = [await findChannel(db.sql, message.channelId), await findUser(db.sql, message.userId)]
  const team = author?.teamId
  return {
    ...eventEnvelope(wallClock()),
    event: {
      ...wire,
      ...('files' in wire && { subtype: 'file_share' }),
      channel: message.channelId,
      channel_type: channel?.imUserId ? 'im' : 'channel',
      ...(team && { team, user_team: team, source_team: team }),
      event_ts: message.ts,
    },
  }
}

/** The event of a message with links of the app’s domain. */
export const linkShared = async ({ wallClock }: Workspace, message: Message, urls: readonly string[]) => ({
  ...eventEnvelope(wallClock()),
  is_ext_shared_channel: message.channelId === channels.client,
  event: {
    type: 'link_shared',
    user: message.userId,
    channel: message.channelId,
    message_ts: message.ts,
    ...(message.threadTs && { thread_ts: message.threadTs }),
    source: 'conversations_history',
    links: urls.map((url) => ({ url, domain: new URL(url).hostname })),
    event_ts: message.ts,
  },
})

/** The event of a person who opens the pane of an unfurl, or the comments in it. */
export async function paneRequested(workspace: Workspace, user: User, of: 'details' | 'comments', url: string) {
  const { db, wallClock } = workspace
  return {
    ...eventEnvelope(wallClock()),
    event: {
      type: `entity_${of}_requested`,
      user: user.id,
      trigger_id: await db.tx((sql) => makeTrigger(sql, user, null, workspace)),
      entity_url: url,
      external_ref: { id: url.split('/').at(-1), type: 'pin' },
      link: { url, domain: new URL(url).hostname },
      ...(of === 'details' ? { user_locale: 'en-US' } : { limit: 100 }),
      event_ts: actionTs(workspace),
    },
  }
}

export const eventEnvelope = (now: Date) => ({
  token: verificationToken,
  team_id: teamId,
  api_app_id: appId,
  type: 'event_callback',
  event_id: randomId('Ev'),
  event_time: Math.floor(now.getTime() / 1000),
  authorizations: [{ enterprise_id: null, team_id: teamId, user_id: users.bot, is_bot: true, is_enterprise_install: false }],
  is_ext_shared_channel: false,
})

export async function homeOpened(workspace: Workspace, user: User, tab: 'home' | 'messages', home: OpenView | undefined) {
  const { db, wallClock } = workspace
  const dm = await findDm(db.sql, user.id)
  return {
    ...eventEnvelope(wallClock()),
    event: {
      type: 'app_home_opened',
      user: user.id,
      channel: dm?.id ?? channels.adminDm,
      tab,
      event_ts: actionTs(workspace),
      ...(tab === 'home' && home ? { view: await viewWire(db.sql, home) } : {}),
    },
  }
}
