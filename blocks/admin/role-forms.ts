/** The forms that give a role: to a person, to a user group, to everybody else. */
import { type RolesMemory, rolesMemory } from './memory.js'
import type { InputBlock, ModalView, PlainTextOption } from '@slack/types'
import type { RoleSettings } from '../../src/core/accounts/people/assign-roles.js'
import type { Role } from '../../src/core/lib/actor.js'
import { action, field, view } from '../ids.js'
import { form, input, option, text } from '../kit/kit.js'
import { roleOption } from './role-text.js'

/** In place of a role: what was given to the person is taken back. */
export const AS_GROUPS_SAY = 'groups'

export const personRoleView = (memory: RolesMemory): ModalView =>
  form({
    callbackId: view.personRole,
    title: 'Role of a person',
    submit: 'Save',
    memory: rolesMemory.write(memory),
    blocks: [
      input({
        blockId: field.person,
        label: 'Person',
        element: { type: 'users_select', action_id: action.value, placeholder: text('Choose a person', 150) },
        hint: 'May be a guest, or somebody who has not used Pinslot yet. Admins of the Slack workspace stay admins.',
      }),
      roleInput([
        ...ROLES.map(roleOption),
        option('As the groups say', AS_GROUPS_SAY, 'no role of their own: their user groups, or that of everybody else'),
      ]),
    ],
  })

export const groupRoleView = (memory: RolesMemory): ModalView =>
  form({
    callbackId: view.groupRole,
    title: 'Role of a user group',
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
        hint: 'Everybody in it has the role, as long as they are in it.',
      }),
      roleInput(ROLES.map(roleOption)),
    ],
  })

export const defaultRoleView = (memory: RolesMemory, { defaultRole }: Pick<RoleSettings, 'defaultRole'>): ModalView =>
  form({
    callbackId: view.defaultRole,
    title: 'Everybody else',
    submit: 'Save',
    memory: rolesMemory.write(memory),
    blocks: [roleInput(ROLES.filter((role) => role !== 'admin').map(roleOption), roleOption(defaultRole))],
  })

const ROLES: readonly Role[] = ['viewer', 'contributor', 'scheduler', 'admin']

const roleInput = (options: PlainTextOption[], chosen?: PlainTextOption): InputBlock =>
  input({
    blockId: field.role,
    label: 'Role',
    element: {
      type: 'static_select',
      action_id: action.value,
      options,
      placeholder: text('Choose a role', 150),
      ...(chosen && { initial_option: chosen }),
    },
  })
