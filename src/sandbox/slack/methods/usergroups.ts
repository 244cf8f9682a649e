/** usergroups.*: the groups and their members. */
import { ApiRefusal, type ApiMethod } from './api-call.js'
import { listGroups, type Group } from '../people/groups.js'
import { teamId } from '../ids.js'

export const usergroupMethods: Record<string, ApiMethod> = {
  'usergroups.list': async ({ sql, args }) => {
    const groups = (await listGroups(sql)).filter(({ isOff }) => !isOff || args.text('include_disabled') === 'true')
    return { usergroups: groups.map((group) => groupWire(group, args.text('include_users') === 'true')) }
  },

  'usergroups.users.list': async ({ sql, args }) => {
    const id = args.require('usergroup')
    const group = (await listGroups(sql)).find((one) => one.id === id)
    if (!group || (group.isOff && args.text('include_disabled') !== 'true')) throw new ApiRefusal('no_such_subteam')
    return { users: group.userIds }
  },
}

const groupWire = ({ id, handle, name, isOff, userIds }: Group, withUsers: boolean) => ({
  id,
  team_id: teamId,
  is_usergroup: true,
  handle,
  name,
  description: '',
  date_delete: isOff ? 1 : 0,
  user_count: userIds.length,
  ...(withUsers && { users: userIds }),
})
