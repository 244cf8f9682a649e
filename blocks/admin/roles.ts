/** Who may do what: the part of the settings, and the list behind it. */
import { type RolesMemory, rolesMemory } from './memory.js'
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Role } from '../../src/core/lib/actor.js'
import type { RoleSettings } from '../../src/core/accounts/people/assign-roles.js'
import { action, view } from '../ids.js'
import { actions, button, context, escape, header, inline, section, text } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { ROLE_MAY, ROLE_NAME } from './role-text.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'

/** The reader's own role; admins come to the list from here. */
export function rolesPart({ role, canChange }: { role: Role; canChange: boolean }): AnyBlock[] {
  const open = button({ words: 'Who may do what', actionId: action.openRoles, says: 'Roles: who may do what' })
  return [section(`*Roles*\nYours: ${ROLE_NAME[role]} (${ROLE_MAY[role]})`, canChange ? open : undefined)]
}

/** A row each, within the hundred blocks of a form. */
export const rolePages: PagedList = { size: 20, next: action.rolesPage, first: action.rolesFirst, says: 'roles' }

export type RolesModel = {
  memory: RolesMemory
  defaultRole: RoleSettings['defaultRole']
  /** The page of people and groups that is shown; groups come first. */
  rows: RoleRow[]
  count: number
  banner?: Banner | undefined
}
export type RoleRow =
  | { kind: 'group'; id: string; teamId: string; handle: string; role: Role }
  | { kind: 'person'; id: string; teamId: string; role: Role }

/** What the button of a row carries. */
export const roleKey = ({ kind, teamId, id }: Pick<RoleRow, 'kind' | 'teamId' | 'id'>): string => `${kind}:${teamId}:${id}`

export const rolesView = ({ memory, defaultRole, rows, count, banner }: RolesModel): ModalView => ({
  type: 'modal',
  callback_id: view.roles,
  title: text('Who may do what', 24),
  close: text('Back', 24),
  private_metadata: rolesMemory.write(memory),
  blocks: [
    ...bannerBlocks(banner),
    section(
      `*Everybody else*\n${ROLE_NAME[defaultRole]}: ${ROLE_MAY[defaultRole]}`,
      button({ words: 'Change', actionId: action.defaultRole, says: 'Change the role of everybody else' }),
    ),
    header('People and user groups'),
    ...(count === 0 ? [section('Nobody has a role of their own yet.')] : []),
    ...rows.map((row) => section(`${nameOf(row)}\n${ROLE_NAME[row.role]}: ${ROLE_MAY[row.role]}`, removeButton(row))),
    actions([
      button({ words: 'Add or change a person', actionId: action.personRole }),
      button({ words: 'Add or change a group', actionId: action.groupRole }),
      ...pageButtons(rolePages, { at: memory.at, of: count }),
    ]),
    context(
      [
        'Admins of the Slack workspace are admins here. A person’s own role counts before their groups, and of several groups the highest role counts.',
        'Guests of the workspace are viewers, unless they have a role of their own. A group’s role does not count for them.',
        'People from other workspaces of your enterprise are viewers, unless they or their group have a role.',
        'Changes here count at once. Who is in a group, and who is a guest, is read from Slack every ten minutes.',
      ].join('\n'),
    ),
  ],
})

const nameOf = (row: RoleRow): string => (row.kind === 'group' ? `*@${inline(row.handle)}*` : `<@${escape(row.id)}>`)

const removeButton = (row: RoleRow): Button => ({
  ...button({
    words: 'Remove',
    actionId: action.removeRole,
    value: roleKey(row),
    says: `Remove: ${row.kind === 'group' ? row.handle : row.id}`,
  }),
  confirm: {
    title: text('Remove the role?', 100),
    text: text(
      row.kind === 'group'
        ? 'Its people keep the roles that they have otherwise, or have the role of everybody else.'
        : 'They get the role of their user groups, or that of everybody else.',
      300,
    ),
    confirm: text('Remove', 30),
    deny: text('Cancel', 30),
  },
})
