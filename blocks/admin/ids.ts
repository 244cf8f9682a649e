/** Ids in the views of admin; payloads return them. */

export const adminViews = {
  deleteAccount: 'delete_account',
  deleteOrganization: 'delete_organization',
  roles: 'roles',
  personRole: 'role_of_person',
  groupRole: 'role_of_group',
  defaultRole: 'default_role',
  keys: 'api_keys',
  newKey: 'new_api_key',
  newKeyShown: 'new_api_key_shown',
  connect: 'connect_account',
} as const

export const adminActions = {
  connect: 'open_connect',
  /** Leads to the platform; Slack reports the click too. */
  connectGo: 'go_to_platform',
  deleteAccount: 'delete_account',
  deleteOrganization: 'delete_organization',
  openRoles: 'open_roles',
  rolesPage: 'roles_page',
  rolesFirst: 'roles_first',
  personRole: 'open_person_role',
  groupRole: 'open_group_role',
  groupOfRole: 'group_of_role',
  defaultRole: 'open_default_role',
  removeRole: 'remove_role',
  newKey: 'open_new_key',
  revokeKey: 'revoke_key',
  keysPage: 'keys_page',
  keysFirst: 'keys_first',
} as const
