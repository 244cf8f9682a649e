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
  const open = button({ words: 'Roles', actionId: action.openRoles })
  return [section(`*Roles*\nYour role: ${ROLE_NAME[role]} (${ROLE_MAY[role]})`, canChange ? open : undefined)]
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
  title: text('Roles', 24),
  close: text('Back', 24),
  private_metadata: rolesMemory.write(memory),
  blocks: [
    ...bannerBlocks(banner),
    section(
      `*Everyone else*\n${ROLE_NAME[defaultRole]}: ${ROLE_MAY[defaultRole]}`,
      button({ words: 'Change', actionId: action.defaultRole, says: 'Change the role of everyone else' }),
    ),
    header('People and user groups'),
    ...(count === 0 ? [section('No individual roles yet.')] : []),
    ...rows.map((row) => section(`${nameOf(row)}\n${ROLE_NAME[row.role]}: ${ROLE_MAY[row.role]}`, removeButton(row))),
    actions([
      button({ words: 'Add or change a person', actionId: action.personRole }),
      button({ words: 'Add or change a group', actionId: action.groupRole }),
      ...pageButtons(rolePages, { at: memory.at, of: count }),
    ]),
    context(
      [
        'Slack workspace admins are admins here. Individual roles override groups; the highest group role wins.',
        'Guests are viewers unless they have an individual role. Group roles don’t apply to them.',
        'People from other workspaces of your enterprise are viewers unless they or their group have a role.',
        'Changes here apply right away. Group and guest changes in Slack can take 10 minutes.',
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
    title: text('Remove this role?', 100),
    text: text(
      row.kind === 'group'
        ? 'Members keep their other roles, or get the role of everyone else.'
        : 'They get the role of their user groups, or of everyone else.',
      300,
    ),
    confirm: text('Remove', 30),
    deny: text('Cancel', 30),
  },
})
