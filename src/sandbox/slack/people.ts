/** The people of the workspace, what their clients show, and the channels. */
import type { Sql } from '../../core/ports/deps.js'
import { touch } from './changes.js'
import { ACT_WINDOW, channels, type Colleague, users, type Who } from './ids.js'

export type User = {
  id: string
  name: string
  realName: string
  isAdmin: boolean
  isBot: boolean
  /** Another workspace that shares a channel; null for this one. */
  teamId: string | null
  isDeleted: boolean
  /** Invited to some channels only. */
  isGuest: boolean
  tz: string
  /** The window in which they act; the following three belong to it. */
  windowId: string
  channelId: string
  onHome: boolean
  alert: string | null
}
/** The acting person and window. */
export type Seat = Pick<User, 'id' | 'windowId'>
export type Channel = { id: string; name: string; hasApp: boolean; imUserId: string | null }

type UserRow = {
  id: string
  name: string
  real_name: string
  is_admin: boolean
  is_bot: boolean
  team_id: string | null
  is_deleted: boolean
  is_guest: boolean
  tz: string
  channel_id: string | null
  on_home: boolean
  alert: string | null
}
type ChannelRow = { id: string; name: string; has_app: boolean; im_user_id: string | null }

export async function findUser(sql: Sql, id: string): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`
    select id, name, real_name, is_admin, is_bot, team_id, is_deleted, is_guest, tz, channel_id, on_home, alert
      from slk_users
     where id = ${id}`
  return row && toUser(row)
}

async function requireUser(sql: Sql, id: string): Promise<User> {
  const user = await findUser(sql, id)
  if (!user) throw new Error(`the workspace was not seeded: no user ${id}`)
  return user
}

export const requirePerson = (sql: Sql, who: Who): Promise<User> => requireUser(sql, users[who])

export async function listUsers(sql: Sql): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    select id, name, real_name, is_admin, is_bot, team_id, is_deleted, is_guest, tz, channel_id, on_home, alert
      from slk_users
     order by id`
  return rows.map(toUser)
}

/** Serializes changes of one person's modals. */
export async function lockUser(sql: Sql, id: string): Promise<void> {
  await sql`select id from slk_users where id = ${id} for update`
}

export async function moveTo(sql: Sql, seat: Seat, place: { channelId: string } | 'home'): Promise<void> {
  const there = place === 'home' ? sql`on_home = true` : sql`channel_id = ${place.channelId}, on_home = false`
  await sql`update ${tableOf(sql, seat)} set ${there} where ${isOf(sql, seat)}`
  await touch(sql)
}

const tableOf = (sql: Sql, { windowId }: Seat) => (windowId === ACT_WINDOW ? sql`slk_users` : sql`slk_windows`)
const isOf = (sql: Sql, { id, windowId }: Seat) =>
  windowId === ACT_WINDOW ? sql`id = ${id}` : sql`user_id = ${id} and id = ${windowId}`

/** Sets the error that Slack's client shows a person about a failed request; null clears it. */
export async function setAlert(sql: Sql, seat: Seat, alert: string | null): Promise<void> {
  const rows = await sql`
    update ${tableOf(sql, seat)}
       set alert = ${alert}
     where ${isOf(sql, seat)} and alert is distinct from ${alert}
    returning id`
  if (rows.length > 0) await touch(sql)
}

export async function findChannel(sql: Sql, id: string): Promise<Channel | undefined> {
  const [row] = await sql<ChannelRow[]>`
    select id, name, has_app, im_user_id
      from slk_channels
     where id = ${id}`
  return row && toChannel(row)
}

export async function inviteApp(sql: Sql, channelId: string): Promise<void> {
  await sql`update slk_channels set has_app = true where id = ${channelId}`
}

/**
 * The channels a person sees in the bar: all public ones and their own DM with the app; from another workspace, the shared one.
 * Without a person: all channels.
 */
export async function listChannels(sql: Sql, person?: Pick<User, 'id' | 'teamId'>): Promise<Channel[]> {
  const isOwn = (id: string) => sql`im_user_id is null or im_user_id = ${id}`
  const isSeen = !person ? sql`true` : person.teamId === null ? isOwn(person.id) : sql`id = ${channels.client}`
  const rows = await sql<ChannelRow[]>`
    select id, name, has_app, im_user_id
      from slk_channels
     where ${isSeen}
     order by position`
  return rows.map(toChannel)
}

export async function findDm(sql: Sql, userId: string): Promise<Channel | undefined> {
  const [row] = await sql<ChannelRow[]>`
    select id, name, has_app, im_user_id
      from slk_channels
     where im_user_id = ${userId}`
  return row && toChannel(row)
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  realName: row.real_name,
  isAdmin: row.is_admin,
  isBot: row.is_bot,
  teamId: row.team_id,
  isDeleted: row.is_deleted,
  isGuest: row.is_guest,
  tz: row.tz,
  windowId: ACT_WINDOW,
  channelId: row.channel_id ?? '',
  onHome: row.on_home,
  alert: row.alert,
})
const toChannel = (row: ChannelRow): Channel => ({ id: row.id, name: row.name, hasApp: row.has_app, imUserId: row.im_user_id })

// User groups of the local workspace: `@pin-team`.

export type Group = { id: string; handle: string; name: string; isOff: boolean; userIds: string[] }

/** Sorted by handle. */
export async function listGroups(sql: Sql): Promise<Group[]> {
  return [
    ...(await sql<Group[]>`
    select g.id, g.handle, g.name, g.deleted_at is not null as "isOff",
           array(select m.user_id from slk_group_members m where m.group_id = g.id order by m.user_id) as "userIds"
      from slk_groups g
     order by g.handle`),
  ]
}

/**
 * Replaces the members of a group.
 * @returns undefined if there is no such group
 */
export async function setGroup(sql: Sql, handle: string, people: readonly Colleague[]): Promise<Group | undefined> {
  const group = (await listGroups(sql)).find((one) => one.handle === handle)
  if (!group) return undefined
  const userIds = [...new Set(people)].map((who) => users[who])
  await sql`delete from slk_group_members where group_id = ${group.id}`
  await sql`
    insert into slk_group_members (group_id, user_id)
    select ${group.id}, unnest(${userIds}::text[])`
  return { ...group, userIds }
}
