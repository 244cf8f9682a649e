/** The forms that give a role to a person, a user group, or everyone else. */
import { type RolesMemory, rolesMemory } from './memory.js'
import type { InputBlock, ModalView, PlainTextOption } from '@slack/types'
import type { RoleSettings } from '../../src/core/accounts/people/assign-roles.js'
import type { Access } from '../../src/core/lib/actor.js'
import type { Account } from '../../src/core/accounts/account.js'
import { shared, field } from '../ids.js'
import { form, input, option, text } from '../kit/kit.js'
import { roleOption } from './role-text.js'

export const action = { groupOfRole: 'group_of_role' } as const
export const view = { personRole: 'role_of_person', groupRole: 'role_of_group', defaultRole: 'default_role' } as const

/** A value in the role select that removes the person's own role. */
export const AS_GROUPS_SAY = 'groups'

/** A value in the account select that gives the role in the whole organization. */
export const EVERYWHERE = 'everywhere'
type Accounts = readonly Pick<Account, 'id' | 'username'>[]

export const personRoleView = (memory: RolesMemory, accounts: Accounts): ModalView =>
  form({
    callbackId: view.personRole,
    title: 'Role for a person',
    submit: 'Save',
    memory: rolesMemory.write(memory),
    blocks: [
      input({
        blockId: field.person,
        label: 'Person',
        element: { type: 'users_select', action_id: shared.value, placeholder: text('Choose a person', 150) },
        hint: 'Can be a guest or someone new to Pinslot. Slack workspace admins stay admins.',
      }),
      ...whereInput(accounts),
      roleInput([
        ...ROLES.map(roleOption),
        option('Use group role', AS_GROUPS_SAY, 'no individual role: their groups’ role, or the one for everyone else'),
      ]),
    ],
  })

export const groupRoleView = (memory: RolesMemory, accounts: Accounts): ModalView =>
  form({
    callbackId: view.groupRole,
    title: 'Role for a user group',
    submit: 'Save',
    memory: rolesMemory.write(memory),
    blocks: [
      input({
        blockId: field.group,
        label: 'User group',
        element: {
          type: 'external_select',
          action_id: action.groupOfRole,
          min_query_length: 0,
          placeholder: text('Find a user group', 150),
        },
        hint: 'Members have this role as long as they are in the group.',
      }),
      ...whereInput(accounts),
      roleInput(ROLES.map(roleOption)),
    ],
  })

export const defaultRoleView = (memory: RolesMemory, { defaultRole }: Pick<RoleSettings, 'defaultRole'>): ModalView =>
  form({
    callbackId: view.defaultRole,
    title: 'Everyone else',
    submit: 'Save',
    memory: rolesMemory.write(memory),
    blocks: [roleInput(ROLES.filter((role) => role !== 'admin').map(roleOption), roleOption(defaultRole))],
  })

const ROLES: readonly Access[] = ['none', 'reviewer', 'viewer', 'contributor', 'scheduler', 'admin']

/** Empty if there is only one account. */
function whereInput(accounts: Accounts): InputBlock[] {
  if (accounts.length < 2) return []
  const everywhere = option('All accounts', EVERYWHERE)
  return [
    input({
      blockId: field.account,
      label: 'Where',
      element: {
        type: 'static_select',
        action_id: shared.value,
        options: [everywhere, ...accounts.slice(0, MOST_ACCOUNTS).map(({ id, username }) => option(username, id))],
        initial_option: everywhere,
      },
      hint: 'A role on one account overrides the role on all accounts. Admins of all accounts stay admins.',
    }),
  ]
}
/** A select takes 100 options, the first of which is “All accounts”. */
const MOST_ACCOUNTS = 99

const roleInput = (options: PlainTextOption[], chosen?: PlainTextOption): InputBlock =>
  input({
    blockId: field.role,
    label: 'Role',
    element: {
      type: 'static_select',
      action_id: shared.value,
      options,
      placeholder: text('Choose a role', 150),
      ...(chosen && { initial_option: chosen }),
    },
  })
