/**
 * Roles on one account for people and user groups, by which an agency separates its clients. @see docs/slack.md#who-may-do-what
 */
import type { Access, Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { requireAccount } from '../accounts.js'
import { MOST_ROLE_GROUPS } from './assign-roles.js'
import { requireOrganizationAdmin } from './roles.js'

/** `handle`: a group's name in Slack, without the @; null: a person. */
export type AccountRole = { accountId: string; teamId: string; holder: string; handle: string | null; role: Access }

/**
 * The most roles of one account, as people read the list. Groups have their own limit, because their members may have to be
 * requested from Slack.
 */
export const MOST_ACCOUNT_ROLES = 200

/** Lists by account, groups first. @throws FORBIDDEN not an admin of the organization */
export async function listAccountRoles({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): Promise<AccountRole[]> {
  requireOrganizationAdmin(actor)
  return [
    ...(await sql<AccountRole[]>`
      select account_id as "accountId", slack_team_id as "teamId", holder, handle, role
        from account_roles
       where organization_id = ${actor.organizationId}
       order by account_id, handle is null, handle, slack_team_id, holder`),
  ]
}

export type SetAccountRole = Omit<AccountRole, 'role'> & {
  /** null: the same role as elsewhere. none: they do not see the account. */
  role: Access | null
}

/**
 * Sets a role on the account, effective at the next request. It overrides the role in the organization, except for its admins,
 * who are admins everywhere.
 * @throws FORBIDDEN not an admin of the organization · NOT_FOUND the account · BAD_REQUEST person, group (wrong form, too many)
 */
export async function setAccountRole(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, teamId, holder, handle, role }: SetAccountRole,
  beforeCommit?: BeforeCommit<void>,
): Promise<void> {
  requireOrganizationAdmin(actor)
  if (handle === null && !/^[UW][A-Z0-9]{1,30}$/.test(holder))
    throw badRequest('person', (of) => `${of('person')}: choose someone in your workspace.`)
  if (handle !== null && !/^S[A-Z0-9]{1,30}$/.test(holder))
    throw badRequest('group', (of) => `${of('group')}: choose a user group in your workspace.`)
  const { organizationId } = actor
  await db.tx(async (sql) => {
    const { id } = await requireAccount(sql, actor, accountId)
    await sql`select from organizations where id = ${organizationId} for no key update` // so that the count is good
    const [before] = await sql<{ role: Access }[]>`
      select role
        from account_roles
       where organization_id = ${organizationId} and account_id = ${id} and slack_team_id = ${teamId} and holder = ${holder}`
    if ((before?.role ?? null) !== role) {
      if (!before) await requireFreePlace(sql, { organizationId, accountId: id, isGroup: handle !== null })
      await (role === null ? remove(id) : put(id, role))
      const subject = handle === null ? `member:${teamId}:${holder}` : `role_group:${teamId}:${holder}`
      const after = role === null ? undefined : { role, ...(handle !== null && { handle }) }
      await recordAct(sql, actor, { accountId: id, subject, action: 'setAccountRole', before, after }, clock())
    }
    await beforeCommit?.(sql, undefined)

    async function put(account: string, given: Access): Promise<void> {
      await sql`
        insert into account_roles (organization_id, account_id, slack_team_id, holder, handle, role)
        values (${organizationId}, ${account}, ${teamId}, ${holder}, ${handle}, ${given})
        on conflict (organization_id, account_id, slack_team_id, holder) do update
           set handle = excluded.handle, role = excluded.role`
    }
    async function remove(account: string): Promise<void> {
      await sql`
        delete from account_roles
         where organization_id = ${organizationId} and account_id = ${account} and slack_team_id = ${teamId} and holder = ${holder}`
    }
  })
}

type Place = { organizationId: string; accountId: string; isGroup: boolean }

async function requireFreePlace(sql: Sql, { organizationId, accountId, isGroup }: Place): Promise<void> {
  const [{ all, groups }] = await sql<[{ all: number; groups: number }]>`
    select count(*) filter (where account_id = ${accountId})::int as all,
           count(distinct holder) filter (where holder like 'S%')::int as groups
      from account_roles
     where organization_id = ${organizationId}`
  if (all >= MOST_ACCOUNT_ROLES)
    throw badRequest(
      'person',
      (of) => `${of('person')}: ${MOST_ACCOUNT_ROLES} have a role on this account, the maximum. Remove one first.`,
    )
  if (isGroup && groups >= MOST_ROLE_GROUPS)
    throw badRequest(
      'group',
      (of) => `${of('group')}: ${MOST_ROLE_GROUPS} user groups have a role on accounts, the maximum. Remove one first.`,
    )
}
