/** The roles that admins of an organization assign. @see docs/slack.md#who-may-do-what */
import type { Access, Actor, Role } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { requireOrganizationAdmin } from './roles.js'

/** The default role is never admin: only assigned people may change settings and keys. */
export type DefaultRole = Exclude<Access, 'admin'>
export type PersonRole = { teamId: string; userId: string; role: Access }
export type GroupRole = { teamId: string; groupId: string; handle: string; role: Role }
export type RoleSettings = { defaultRole: DefaultRole; people: PersonRole[]; groups: GroupRole[] }

/** Each group may cost a call to Slack per person. */
export const MOST_ROLE_GROUPS = 20

/**
 * Reads assigned roles of people and groups, highest first; admins of the Slack workspace are not included. @throws FORBIDDEN not
 * an admin
 */
export async function readRoles({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): Promise<RoleSettings> {
  requireOrganizationAdmin(actor)
  const { organizationId } = actor
  const [organization] = await sql<[{ defaultRole: DefaultRole }]>`
    select default_role as "defaultRole"
      from organizations
     where id = ${organizationId}`
  const people = await sql<PersonRole[]>`
    select slack_team_id as "teamId", slack_user_id as "userId", assigned_role as role
      from members
     where organization_id = ${organizationId}
       and assigned_role is not null
     order by array_position(${HIGHEST_FIRST}, assigned_role), slack_team_id, slack_user_id`
  const groups = await sql<GroupRole[]>`
    select slack_team_id as "teamId", slack_group_id as "groupId", handle, role
      from role_groups
     where organization_id = ${organizationId}
     order by array_position(${HIGHEST_FIRST}, role), handle, slack_group_id`
  return { ...organization, people: [...people], groups: [...groups] }
}

const HIGHEST_FIRST: Access[] = ['admin', 'scheduler', 'contributor', 'viewer', 'reviewer', 'none']

/**
 * Sets the role of people without another rule, effective at their next request. @throws FORBIDDEN not an admin · BAD_REQUEST
 * role
 */
export async function setDefaultRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { role }: { role: Access },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  requireOrganizationAdmin(actor)
  if (role === 'admin')
    throw badRequest('role', (of) => `${of('role')}: not everyone can be an admin. Choose people or a user group instead.`)
  const { organizationId } = actor
  await db.tx(async (sql) => {
    const [before] = await sql<[{ role: Access }]>`
      select default_role as role
        from organizations
       where id = ${organizationId}
         for no key update`
    if (before.role !== role) {
      await sql`
        update organizations
           set default_role = ${role}
         where id = ${organizationId}`
      await recordAct(
        sql,
        actor,
        { subject: `organization:${organizationId}`, action: 'setDefaultRole', before, after: { role } },
        clock(),
      )
    }
    await beforeCommit?.(sql, undefined)
  })
}

/**
 * Assigns a role to a person, or removes it, so that their groups decide; effective at their next request. An admin of the Slack
 * workspace stays an admin, and the person need not have used the app before.
 * @throws FORBIDDEN not an admin · BAD_REQUEST person; role: removing one's own admin role
 */
export async function assignRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { teamId, userId, role }: { teamId: string; userId: string; role: Access | null },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  requireOrganizationAdmin(actor)
  if (!/^[UW][A-Z0-9]{1,30}$/.test(userId))
    throw badRequest('person', (of) => `${of('person')}: choose someone in your workspace.`)
  const { organizationId } = actor
  await db.tx(async (sql) => {
    const [current] = await sql<{ role: Access | null }[]>`
      select assigned_role as role
        from members
       where organization_id = ${organizationId}
         and slack_team_id = ${teamId}
         and slack_user_id = ${userId}
         for update`
    const before = current?.role ?? null
    if (before !== role) {
      requireOther(actor, { teamId, userId }, before, role)
      await sql`
        insert into members as m (organization_id, slack_team_id, slack_user_id, role, assigned_role)
        values (${organizationId}, ${teamId}, ${userId}, ${role ?? 'viewer'}, ${role})
        on conflict (organization_id, slack_team_id, slack_user_id) do update
           set assigned_role = excluded.assigned_role`
      const act = { subject: `member:${teamId}:${userId}`, action: 'assignRole', before: { role: before }, after: { role } }
      await recordAct(sql, actor, act, clock())
    }
    await beforeCommit?.(sql, undefined)
  })
}

/** Refuses to remove one's own admin role, which could not be undone. @throws BAD_REQUEST role */
function requireOther(
  actor: Actor,
  { teamId, userId }: { teamId: string; userId: string },
  before: Access | null,
  role: Access | null,
): void {
  const isSelf = actor.via === 'slack' && actor.userId === `${teamId}:${userId}`
  if (!isSelf || role === 'admin' || (role === null && before !== 'admin')) return
  throw badRequest('role', (of) => `${of('role')}: you cannot remove your own admin role. Ask another admin.`)
}

/**
 * Sets the role of a Slack user group; null removes it. Of several groups the highest role counts.
 * @throws FORBIDDEN not an admin · BAD_REQUEST group (wrong form, too many)
 */
export async function setGroupRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { teamId, groupId, handle, role }: { teamId: string; groupId: string; handle: string; role: Role | null },
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  requireOrganizationAdmin(actor)
  if (!/^S[A-Z0-9]{1,30}$/.test(groupId))
    throw badRequest('group', (of) => `${of('group')}: choose a user group in your workspace.`)
  const { organizationId } = actor
  await db.tx(async (sql) => {
    await sql`select from organizations where id = ${organizationId} for no key update` // so that the count is good
    const [before] = await sql<{ handle: string; role: Role }[]>`
      select handle, role
        from role_groups
       where organization_id = ${organizationId}
         and slack_team_id = ${teamId}
         and slack_group_id = ${groupId}`
    if ((before?.role ?? null) !== role) {
      if (!before) await requireFreePlace(sql, organizationId)
      await (role === null ? removeGroup() : putGroup(role))
      const after = role === null ? undefined : { handle, role }
      await recordAct(sql, actor, { subject: `role_group:${teamId}:${groupId}`, action: 'setGroupRole', before, after }, clock())
    }
    await beforeCommit?.(sql, undefined)

    async function putGroup(given: Role): Promise<void> {
      await sql`
        insert into role_groups (organization_id, slack_team_id, slack_group_id, handle, role)
        values (${organizationId}, ${teamId}, ${groupId}, ${handle}, ${given})
        on conflict (organization_id, slack_team_id, slack_group_id) do update
           set handle = excluded.handle, role = excluded.role`
    }
    async function removeGroup(): Promise<void> {
      await sql`
        delete from role_groups
         where organization_id = ${organizationId}
           and slack_team_id = ${teamId}
           and slack_group_id = ${groupId}`
    }
  })
}

async function requireFreePlace(sql: Sql, organizationId: string): Promise<void> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count
      from role_groups
     where organization_id = ${organizationId}`
  if (count >= MOST_ROLE_GROUPS)
    throw badRequest(
      'group',
      (of) => `${of('group')}: ${MOST_ROLE_GROUPS} user groups have a role, the maximum. Remove one first.`,
    )
}
