/** Roles: the part of the settings, and the list behind it. */
import { type RolesMemory, rolesMemory } from './memory.js'
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Access, Role } from '../../src/core/lib/actor.js'
import type { RoleSettings } from '../../src/core/accounts/people/assign-roles.js'
import { actions, button, context, escape, header, inline, section, text } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { ROLE_MAY, ROLE_NAME } from './role-text.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'

export const action = {
  openRoles: 'open_roles',
  rolesPage: 'roles_page',
  rolesFirst: 'roles_first',
  personRole: 'open_person_role',
  groupRole: 'open_group_role',
  defaultRole: 'open_default_role',
  removeRole: 'remove_role',
} as const
export const view = { roles: 'roles' } as const

/** Shows the reader's role; admins open the list from here. */
export function rolesPart({ role, isOrganizationAdmin }: { role: Role; isOrganizationAdmin: boolean }): AnyBlock[] {
  const open = button({ text: 'Edit', actionId: action.openRoles, label: 'Edit: roles' })
  return [section(`*Roles*\nYour role: ${ROLE_NAME[role]} (${ROLE_MAY[role]})`, isOrganizationAdmin ? open : undefined)]
}

/** One row each, within the 100 blocks of a form. */
export const rolePages: PagedList = { size: 20, next: action.rolesPage, first: action.rolesFirst, label: 'roles' }

export type RolesModel = {
  memory: RolesMemory
  defaultRole: RoleSettings['defaultRole']
  /** The people and groups of the current page, groups first. */
  rows: RoleRow[]
  count: number
  banner?: Banner | undefined
}
export type RoleRow = ({ kind: 'group'; handle: string } & RowFields) | ({ kind: 'person' } & RowFields)
type RowFields = {
  id: string
  teamId: string
  role: Access
  /** The account of the role; absent: all accounts. */
  account?: { id: string; username: string }
}

/** The value of a row's button. */
export const roleKey = ({ kind, teamId, id, account }: RoleRow): string =>
  [kind, teamId, id, ...(account ? [account.id] : [])].join(':')

export const rolesView = ({ memory, defaultRole, rows, count, banner }: RolesModel): ModalView => ({
  type: 'modal',
  callback_id: view.roles,
  title: text('Roles', 24),
  close: text('Back', 24),
  private_metadata: rolesMemory.write(memory),
  blocks: [
    ...bannerBlocks(banner),
    section(
      `*Everyone else*\n${ROLE_NAME[defaultRole]}: ${ROLE_MAY[defaultRole]}`,
      button({ text: 'Edit', actionId: action.defaultRole, label: 'Edit: the role for everyone else' }),
    ),
    header('People and user groups'),
    ...(count === 0 ? [section('No individual roles yet.')] : []),
    ...rows.map((row) =>
      section(`${nameOf(row)}${whereOf(row)}\n${ROLE_NAME[row.role]}: ${ROLE_MAY[row.role]}`, removeButton(row)),
    ),
    actions([
      button({ text: 'Add or change a person', actionId: action.personRole }),
      button({ text: 'Add or change a group', actionId: action.groupRole }),
      ...pageButtons(rolePages, { at: memory.at, of: count }),
    ]),
    context(
      [
        'Slack workspace admins are admins here. Individual roles override groups; the highest group role wins.',
        'A role on one account overrides the role on all accounts.',
        'Guests are viewers unless they have an individual role. Group roles don’t apply to them.',
        'People from other workspaces of your enterprise are viewers unless they or their group have a role.',
        'Changes here apply right away. Group and guest changes in Slack can take 10 minutes.',
      ].join('\n'),
    ),
  ],
})

const nameOf = (row: RoleRow): string => (row.kind === 'group' ? `*@${inline(row.handle)}*` : `<@${escape(row.id)}>`)

function whatIsLeft({ kind, account }: RoleRow): string {
  if (account) return 'On this account, they’ll have the same role as on all others.'
  return kind === 'group'
    ? 'Members keep their other roles, or get the role for everyone else.'
    : 'They get the role of their user groups, or the role for everyone else.'
}

const whereOf = ({ account }: RoleRow): string => (account ? ` on ${inline(account.username)}` : '')

const removeButton = (row: RoleRow): Button => ({
  ...button({
    text: 'Remove',
    actionId: action.removeRole,
    value: roleKey(row),
    label: `Remove: ${row.kind === 'group' ? row.handle : row.id}${row.account ? ` on ${row.account.username}` : ''}`,
  }),
  confirm: {
    title: text('Remove this role?', 100),
    text: text(whatIsLeft(row), 300),
    confirm: text('Remove', 30),
    deny: text('Cancel', 30),
  },
})
