/** The forms that give a role. Each sets a state, so that sending it twice changes nothing. */
import { rolesMemory } from '../../../../blocks/admin/memory.js'
import { action, view, AS_GROUPS_SAY, EVERYWHERE } from '../../../../blocks/admin/role-forms.js'
import { field } from '../../../../blocks/ids.js'
import { clip, option } from '../../../../blocks/kit/kit.js'
import { ROLE_NAME } from '../../../../blocks/admin/role-text.js'
import { type Banner, done, doneTo } from '../../../../blocks/kit/banner.js'
import { setAccountRole } from '../../../core/accounts/people/account-roles.js'
import { assignRole, setDefaultRole, setGroupRole } from '../../../core/accounts/people/assign-roles.js'
import { requireOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import type { Access, Role } from '../../../core/lib/actor.js'
import { badRequest } from '../../../core/lib/errors.js'
import { chosen, chosenPerson } from '../../forms/values.js'
import { onOptions, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { settlesWithin } from '../../../core/lib/timeout.js'
import { showBelow } from '../../forms/show-below.js'
import { SlackIsSilent } from '../../reply/slack-problems.js'
import { rolesNow } from './roles.js'

const MOST_OPTIONS = 50

onView(view.personRole, (deps, args) =>
  saving(deps, args, async () => {
    const { actor } = args.context.member
    const picked = chosen(args.view, field.role)?.id
    const role = picked === AS_GROUPS_SAY ? null : roleIn(picked)
    const userId = chosenPerson(args.view, field.person) ?? ''
    const teamId = args.context.slackTeamId
    const where = whereIn(args)
    if (where) await setAccountRole(deps, actor, { accountId: where.id, teamId, holder: userId, handle: null, role })
    else await assignRole(deps, actor, { teamId, userId, role })
    return doneTo(userId, whatIsSo(role, where))
  }),
)

onView(view.groupRole, (deps, args) =>
  saving(deps, args, async () => {
    const group = chosen(args.view, field.group)
    const role = roleIn(chosen(args.view, field.role)?.id)
    const handle = clip((group?.name ?? '').replace(/^@/, ''), 80)
    const { context } = args
    const { actor } = context.member
    const teamId = context.slackTeamId
    const where = whereIn(args)
    if (where) await setAccountRole(deps, actor, { accountId: where.id, teamId, holder: group?.id ?? '', handle, role })
    else await setGroupRole(deps, actor, { teamId, groupId: group?.id ?? '', handle, role: noneRefused(role) })
    return done(`Everyone in @${handle} is now ${accessText(role)}${onText(where)}, unless another role is higher.`)
  }),
)

onView(view.defaultRole, (deps, args) =>
  saving(deps, args, async () => {
    const role = roleIn(chosen(args.view, field.role)?.id)
    await setDefaultRole(deps, args.context.member.actor, { role })
    return done(`Everyone else is now ${accessText(role)}.`)
  }),
)

/** Returns the end of a sentence that begins with the person's name. */
function whatIsSo(role: Access | null, where: { name: string } | undefined): string {
  if (role !== null) return `is now ${accessText(role)}${onText(where)}.`
  return where ? `now has the same role on ${where.name} as everywhere else.` : 'now has the role of their groups.'
}

/** @param work makes the change and returns its banner */
async function saving(deps: SlackDeps, { view, client, context, ack }: ViewArgs, work: () => Promise<Banner>): Promise<void> {
  const banner = await work()
  await ack()
  await showBelow(deps, client, view.previous_view_id, await rolesNow(deps, context.member, rolesMemory.read(view), banner))
}

/** @throws BAD_REQUEST role */
function roleIn(picked: string | undefined): Access {
  if (picked !== undefined && Object.hasOwn(ROLE_NAME, picked)) return picked as Access // the keys of the table are the roles
  throw badRequest('role', 'Role: choose one.')
}

/** Returns the chosen account; undefined: all accounts. */
function whereIn({ view }: ViewArgs): { id: string; name: string } | undefined {
  const where = chosen(view, field.account)
  return where === null || where.id === EVERYWHERE ? undefined : where
}

/**
 * Refuses "none" for a group: the highest role of a person's groups counts, so it would change nothing.
 * @throws BAD_REQUEST role
 */
function noneRefused(role: Access): Role {
  if (role !== 'none') return role
  throw badRequest('role', 'Role: a group can have no access on one account only. For all accounts, change “Everyone else”.')
}

const accessText = (role: Access): string =>
  role === 'none' ? 'without access' : `${role === 'admin' ? 'an' : 'a'} ${ROLE_NAME[role].toLowerCase()}`

const onText = (where: { name: string } | undefined): string => (where ? ` on ${where.name}` : '')

/** Lists user groups of the workspace by handle or name. */
onOptions(action.groupOfRole, async ({ timeouts }, { options: { value }, client, context, ack }) => {
  requireOrganizationAdmin(context.member.actor)
  const asking = client.usergroups.list({ team_id: context.slackTeamId })
  if (!(await settlesWithin(asking, timeouts.formMs))) throw new SlackIsSilent('slack does not name its user groups')
  const { usergroups = [] } = await asking
  const wanted = value.trim().replace(/^@/, '').toLowerCase()
  const found = usergroups.filter(({ handle = '', name = '' }) => `${handle} ${name}`.toLowerCase().includes(wanted))
  await ack({
    options: found
      .slice(0, MOST_OPTIONS)
      .map(({ id = '', handle = '', name = '' }) => option(`@${handle}`, id, name || undefined)),
  })
})
