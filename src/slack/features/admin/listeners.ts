/** The part of the table that is for admins: who may do what, and the keys of the API. */
import { action, view } from '../../../../blocks/ids.js'
import { openDeleteAccount, openDeleteOrganization, submitDeleteAccount, submitDeleteOrganization } from './deletion.js'
import { openNewKey, revokeByButton, submitNewKey, turnKeysPage } from './keys.js'
import { openDefaultRole, openGroupRole, openPersonRole, openRoles, removeRole, turnRolesPage } from './roles.js'
import { groupOptions, submitDefaultRole, submitGroupRole, submitPersonRole } from './role-forms.js'

export const adminListeners = {
  actions: {
    [action.deleteAccount]: openDeleteAccount,
    [action.deleteOrganization]: openDeleteOrganization,
    [action.openRoles]: openRoles,
    [action.rolesPage]: turnRolesPage,
    [action.rolesFirst]: turnRolesPage,
    [action.personRole]: openPersonRole,
    [action.groupRole]: openGroupRole,
    [action.defaultRole]: openDefaultRole,
    [action.removeRole]: removeRole,
    [action.newKey]: openNewKey,
    [action.revokeKey]: revokeByButton,
    [action.keysPage]: turnKeysPage,
    [action.keysFirst]: turnKeysPage,
  },
  options: {
    [action.groupOfRole]: groupOptions,
  },
  views: {
    [view.deleteAccount]: submitDeleteAccount,
    [view.deleteOrganization]: submitDeleteOrganization,
    [view.personRole]: submitPersonRole,
    [view.groupRole]: submitGroupRole,
    [view.defaultRole]: submitDefaultRole,
    [view.newKey]: submitNewKey,
  },
} as const
