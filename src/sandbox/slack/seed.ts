/** The people and channels of the local workspace. */
import type { Sql } from '../../core/ports/deps.js'
import { channels, groups, otherTeam, users } from './ids.js'

/** Creates users and channels; running it again keeps all later changes. */
export async function seedWorkspace(sql: Sql): Promise<void> {
  const person = { is_admin: false, is_bot: false, team_id: null }
  const everyone = [
    { ...person, id: users.admin, name: 'ada', real_name: 'Ada Admin', is_admin: true, tz: 'America/New_York' },
    { ...person, id: users.member, name: 'milo', real_name: 'Milo Member', tz: 'Europe/Berlin' },
    { ...person, id: users.client, name: 'rosa', real_name: 'Rosa Bluebird', team_id: otherTeam.id, tz: 'America/New_York' },
    { ...person, id: users.bot, name: 'pinslot', real_name: 'Pinslot', is_bot: true, tz: 'Etc/UTC' },
    { ...person, id: users.slackbot, name: 'slackbot', real_name: 'Slackbot', is_bot: true, tz: 'Etc/UTC' },
  ]
  await sql`
    insert into slk_users ${sql(everyone)}
    on conflict (id) do nothing`
  const place = { has_app: true, im_user_id: null }
  const places = [
    { ...place, id: channels.general, name: 'general', position: 1 },
    { ...place, id: channels.pins, name: 'pins', position: 2 },
    { ...place, id: channels.approvals, name: 'approvals', position: 3 },
    { ...place, id: channels.staff, name: 'staff', position: 4 },
    { ...place, id: channels.random, name: 'random', position: 5, has_app: false },
    { ...place, id: channels.adminDm, name: 'directmessage', position: 6, im_user_id: users.admin },
    { ...place, id: channels.memberDm, name: 'directmessage', position: 7, im_user_id: users.member },
    { ...place, id: channels.client, name: 'bluebird-pinslot', position: 8 },
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
       set channel_id = case when team_id is null then ${channels.general} else ${channels.client} end
     where channel_id is null and not is_bot`
}
