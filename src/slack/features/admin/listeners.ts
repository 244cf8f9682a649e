/** Listeners of connecting and deleting accounts, of roles, and of the keys of the API. */
import { action, view } from '../../../../blocks/ids.js'
import { keyPages } from '../../../../blocks/admin/keys.js'
import { keysMemory, rolesMemory } from '../../../../blocks/admin/memory.js'
import { rolePages } from '../../../../blocks/admin/roles.js'
import { toPage, turnsPages } from '../../forms/paging.js'
import type { Listeners } from '../../listener.js'
import { endKeysOfDeactivated } from './deactivated.js'
import { forgetWorkspace } from './app-removal.js'
import { connectByButton, followLink } from './connect.js'
import { openDeleteAccount, openDeleteOrganization, submitDeleteAccount, submitDeleteOrganization } from './deletion.js'
import { keysNow, openNewKey, revokeByButton, submitNewKey } from './keys.js'
import { groupOptions, submitDefaultRole, submitGroupRole, submitPersonRole } from './role-forms.js'
import { openDefaultRole, openGroupRole, openPersonRole, openRoles, removeRole, rolesNow } from './roles.js'

export const adminListeners = {
  actions: {
    [action.connect]: connectByButton,
    [action.connectGo]: followLink,
    [action.deleteAccount]: openDeleteAccount,
    [action.deleteOrganization]: openDeleteOrganization,
    [action.openRoles]: openRoles,
    ...turnsPages(rolePages, { memory: rolesMemory, show: rolesNow, turned: toPage }),
    [action.personRole]: openPersonRole,
    [action.groupRole]: openGroupRole,
    [action.defaultRole]: openDefaultRole,
    [action.removeRole]: removeRole,
    [action.newKey]: openNewKey,
    [action.revokeKey]: revokeByButton,
    ...turnsPages(keyPages, { memory: keysMemory, show: keysNow, turned: toPage }),
  },
  removals: {
    app_uninstalled: forgetWorkspace,
    tokens_revoked: forgetWorkspace,
  },
  people: {
    user_change: endKeysOfDeactivated,
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
} as const satisfies Listeners
