/** auth.test, users.*, bots.*, conversations.*: people and channels. */
import { ApiRefusal, type ApiMethod } from '../api-call.js'
import { appId, botId, teamDomain, teamId, users } from '../ids.js'
import { type Channel, findChannel, findDm, findUser, listChannels, listUsers } from '../people.js'
import { userWire } from '../wire.js'

export const directoryMethods: Record<string, ApiMethod> = {
  'api.test': async () => ({}),

  'auth.test': async () => ({
    url: `https://${teamDomain}.slack.com/`,
    team: 'Pinslot local workspace',
    team_id: teamId,
    user: 'pinslot',
    user_id: users.bot,
    bot_id: botId,
    is_enterprise_install: false,
  }),

  'bots.info': async ({ args }) => {
    if ((args.text('bot') ?? botId) !== botId) throw new ApiRefusal('bot_not_found')
    return { bot: { id: botId, app_id: appId, user_id: users.bot, name: 'Pinslot', deleted: false } }
  },

  'team.info': async () => ({ team: { id: teamId, name: 'Pinslot local workspace', domain: teamDomain } }),

  'users.info': async ({ sql, args }) => {
    const user = await findUser(sql, args.require('user'))
    if (!user) throw new ApiRefusal('user_not_found')
    return { user: { ...userWire(user), ...(args.text('include_locale') === 'true' && { locale: 'en-US' }) } }
  },

  'users.list': async ({ sql }) => ({
    members: (await listUsers(sql)).filter(({ teamId: other }) => other === null).map(userWire),
    response_metadata: { next_cursor: '' },
  }),

  'conversations.open': async ({ sql, args }) => {
    const wanted = args.text('users') ?? ''
    if (wanted.includes(',')) throw new ApiRefusal('not_supported', ['[ERROR] the local workspace has no group messages'])
    const channel = await findDm(sql, wanted)
    if (!channel) throw new ApiRefusal('user_not_found')
    return { channel: { id: channel.id } }
  },

  'conversations.list': async ({ sql, args }) => {
    const types = (args.text('types') ?? 'public_channel').split(',')
    const listed = (await listChannels(sql)).filter((channel) =>
      types.includes(channel.imUserId === null ? 'public_channel' : 'im'),
    )
    return { channels: listed.map(conversationWire), response_metadata: { next_cursor: '' } }
  },

  'conversations.info': async ({ sql, args }) => {
    const channel = await findChannel(sql, args.require('channel'))
    if (!channel) throw new ApiRefusal('channel_not_found')
    return { channel: conversationWire(channel) }
  },
}

const conversationWire = ({ id, name, hasApp, imUserId }: Channel) => ({
  id,
  ...(imUserId === null ? { name, name_normalized: name } : { user: imUserId }),
  is_channel: imUserId === null,
  is_im: imUserId !== null,
  is_private: imUserId !== null,
  is_archived: false,
  is_general: name === 'general',
  is_member: hasApp,
})
