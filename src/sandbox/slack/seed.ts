/** The people and channels of the local workspace. */
import type { Sql } from '../../core/ports/deps.js'
import { channels, groups, users } from './ids.js'

/** Creates users and channels; running it again keeps all later changes. */
export async function seedWorkspace(sql: Sql): Promise<void> {
  const everyone = [
    { id: users.admin, name: 'ada', real_name: 'Ada Admin', is_admin: true, is_bot: false, tz: 'America/New_York' },
    { id: users.member, name: 'milo', real_name: 'Milo Member', is_admin: false, is_bot: false, tz: 'Europe/Berlin' },
    { id: users.bot, name: 'pinslot', real_name: 'Pinslot', is_admin: false, is_bot: true, tz: 'Etc/UTC' },
    { id: users.slackbot, name: 'slackbot', real_name: 'Slackbot', is_admin: false, is_bot: true, tz: 'Etc/UTC' },
  ]
  await sql`
    insert into slk_users ${sql(everyone)}
    on conflict (id) do nothing`
  const places = [
    { id: channels.general, name: 'general', position: 1, has_app: true, im_user_id: null },
    { id: channels.pins, name: 'pins', position: 2, has_app: true, im_user_id: null },
    { id: channels.approvals, name: 'approvals', position: 3, has_app: true, im_user_id: null },
    { id: channels.staff, name: 'staff', position: 4, has_app: true, im_user_id: null },
    { id: channels.random, name: 'random', position: 5, has_app: false, im_user_id: null },
    { id: channels.adminDm, name: 'directmessage', position: 6, has_app: true, im_user_id: users.admin },
    { id: channels.memberDm, name: 'directmessage', position: 7, has_app: true, im_user_id: users.member },
  ]
  await sql`
    insert into slk_channels ${sql(places)}
    on conflict (id) do nothing`
  await sql`
    insert into slk_groups (id, handle, name)
    values (${groups.pinTeam.id}, ${groups.pinTeam.handle}, 'Pin team')
    on conflict (id) do nothing`
  await sql`
    update slk_users
       set channel_id = ${channels.general}
     where channel_id is null and not is_bot`
}
