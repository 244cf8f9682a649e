/** The list of roles behind the settings, its pages, and the removal of a role. */
import { turnsPages, toPage } from '../../forms/paging.js'
import { type RolesMemory, rolesMemory } from '../../../../blocks/admin/memory.js'
import type { ModalView } from '@slack/types'
import { defaultRoleView, groupRoleView, personRoleView } from '../../../../blocks/admin/role-forms.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { done, doneTo, type Banner } from '../../../../blocks/kit/banner.js'
import { action, rolePages, type RoleRow, rolesView } from '../../../../blocks/admin/roles.js'
import { assignRole, readRoles, setGroupRole } from '../../../core/accounts/people/assign-roles.js'
import { listAccountRoles, setAccountRole } from '../../../core/accounts/people/account-roles.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import { requireOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { lacksRight } from '../../install/granted.js'

/** @param banner the confirmation of the last change @throws FORBIDDEN not an admin */
export async function rolesNow(deps: SlackDeps, { actor }: Member, requested: RolesMemory, banner?: Banner): Promise<ModalView> {
  const [{ defaultRole, people, groups }, onAccounts, accounts] = await Promise.all([
    readRoles(deps, actor),
    listAccountRoles(deps, actor),
    listAccounts(deps, actor),
  ])
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  const rows: RoleRow[] = [
    ...groups.map(({ teamId, groupId, handle, role }) => ({ kind: 'group' as const, teamId, id: groupId, handle, role })),
    ...people.map(({ teamId, userId, role }) => ({ kind: 'person' as const, teamId, id: userId, role })),
    ...onAccounts.flatMap(({ accountId, teamId, holder, handle, role }) => {
      const account = accountOf.get(accountId)
      if (!account) return [] // it is being deleted
      const row = { teamId, id: holder, role, account }
      return [handle === null ? { kind: 'person' as const, ...row } : { kind: 'group' as const, handle, ...row }]
    }),
  ]
  const { at, shown } = pageOf(rolePages, rows, requested)
  return rolesView({ memory: { at }, defaultRole, rows: shown, count: rows.length, banner })
}

/** Opens the roles over the settings; from Home, as a form of its own. */
onAction(action.openRoles, async (deps, { body, client, context }) => {
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await openInTime(deps, { client, triggerId: body.trigger_id, how, title: 'Roles' }, () =>
    rolesNow(deps, context.member, { at: 0 }),
  )
})

const opening =
  (make: (deps: SlackDeps, member: Member, memory: RolesMemory, context: ActionArgs['context']) => Promise<ModalView>) =>
  async (deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> => {
    if (!body.view) return
    const view = await make(deps, context.member, rolesMemory.read(body.view), context)
    await client.views.push({ trigger_id: body.trigger_id, view })
  }

onAction(
  action.personRole,
  opening(async (deps, { actor }, memory) => {
    requireOrganizationAdmin(actor) // refused before anything is chosen
    return personRoleView(memory, await listAccounts(deps, actor))
  }),
)
onAction(
  action.groupRole,
  opening(async (deps, { actor }, memory, context) => {
    requireOrganizationAdmin(actor)
    if (await lacksRight(deps.db.sql, context, 'usergroups:read'))
      return noticeView(
        `This workspace didn’t let Pinslot read its user groups (usergroups:read). Give roles to people, or add Pinslot again at ${deps.settings.publicUrl}/slack/install and allow it.`,
      )
    return groupRoleView(memory, await listAccounts(deps, actor))
  }),
)
onAction(
  action.defaultRole,
  opening(async (deps, { actor }, memory) => defaultRoleView(memory, await readRoles(deps, actor))),
)

/** Removes the role; a second click changes nothing. */
onAction(action.removeRole, async (deps, { action, body, client, context }) => {
  if (!body.view || action.type !== 'button') return
  const { member } = context
  const [kind, teamId = '', id = '', accountId] = (action.value ?? '').split(':') // written by roleKey
  if (accountId !== undefined) {
    const holder = { accountId, teamId, holder: id, handle: kind === 'group' ? '' : null }
    await setAccountRole(deps, member.actor, { ...holder, role: null })
  } else if (kind === 'group') await setGroupRole(deps, member.actor, { teamId, groupId: id, handle: '', role: null })
  else await assignRole(deps, member.actor, { teamId, userId: id, role: null })
  const banner = kind === 'group' ? done('Group role removed.') : doneTo(id, 'no longer has an individual role.')
  await client.views.update({ view_id: body.view.id, view: await rolesNow(deps, member, rolesMemory.read(body.view), banner) })
})

turnsPages(rolePages, { memory: rolesMemory, show: rolesNow, turned: toPage })
