/** People of a Slack workspace as members of an organization. */
import type { Actor, Role } from '../actor.js'
import { notFound } from '../errors.js'
import type { Deps, Sql } from '../ports.js'
import { requireAccount } from './accounts.js'
import { effectiveRole } from './effective-role.js'

export type Member = { actor: Actor; role: Role; currentAccountId: string | null; timezone: string | null }
export type SlackPerson = {
  enterpriseId: string | null
  teamId: string
  userId: string
  isAdmin: boolean
  timezone: string | null
}

/** Which of these user groups of Slack a person is in; one that is left out: Slack could not say. */
export type AskGroups = (groupIds: string[]) => Promise<ReadonlyMap<string, boolean>>

type Row = { organizationId: string; role: Role | null; currentAccountId: string | null; timezone: string | null }
type Seen = Row & { assignedRole: Role | null; defaultRole: Role; groups: { groupId: string; role: Role }[] }

/**
 * The organization's member behind a Slack user, made at first contact with the first account as theirs. What they may do is found out
 * anew each time, so that a change of it counts at once; their groups are asked for only where the answer hangs on them.
 * undefined: no organization has this workspace.
 */
export async function findOrMakeMember(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  person: SlackPerson,
  askGroups: AskGroups = nobodyCanSay,
): Promise<Member | undefined> {
  const seen = await findMember(sql, person)
  if (!seen) return undefined
  const role = await roleOf(seen, person, askGroups)
  const timezone = person.timezone ?? seen.timezone
  if (seen.role === role && seen.timezone === timezone && seen.currentAccountId !== null) {
    return toMember(person, { ...seen, role })
  }
  const [row] = await sql<[{ role: Role; currentAccountId: string | null; timezone: string | null }]>`
    insert into members as m (organization_id, slack_team_id, slack_user_id, role, current_account_id, timezone, seen_at)
    values (${seen.organizationId}, ${person.teamId}, ${person.userId}, ${role},
            (select min(id) from accounts where organization_id = ${seen.organizationId}), ${timezone}, ${clock()})
    on conflict (organization_id, slack_team_id, slack_user_id) do update
       set role = excluded.role, timezone = excluded.timezone, seen_at = excluded.seen_at,
           current_account_id = coalesce(m.current_account_id, excluded.current_account_id)
    returning role, current_account_id as "currentAccountId", timezone`
  return toMember(person, { organizationId: seen.organizationId, ...row })
}

const nobodyCanSay: AskGroups = async () => new Map()

async function roleOf(seen: Seen, { isAdmin }: SlackPerson, askGroups: AskGroups): Promise<Role> {
  const { assignedRole, defaultRole } = seen
  const hangsOnGroups = !isAdmin && assignedRole === null && seen.groups.length > 0
  const isIn = hangsOnGroups ? await askGroups(seen.groups.map(({ groupId }) => groupId)) : new Map<string, boolean>()
  const groups = seen.groups.map(({ groupId, role }) => ({ role, isIn: isIn.get(groupId) }))
  return effectiveRole({ isSlackAdmin: isAdmin, assignedRole, groups, defaultRole })
}

/** Whom we have met in a workspace of this organization, with the role they last acted with: for what is shown without their asking. */
export async function findKnownMember(
  sql: Sql,
  { organizationId, teamId, userId }: { organizationId: string; teamId: string; userId: string },
): Promise<Member | undefined> {
  const [row] = await sql<(Row & { role: Role })[]>`
    select organization_id as "organizationId", role, current_account_id as "currentAccountId", timezone
      from members
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and slack_user_id = ${userId}`
  return row && toMember({ teamId, userId }, row)
}

/** A workspace's own installation goes before one of its whole enterprise. `role` null: not a member yet. */
async function findMember(sql: Sql, { enterpriseId, teamId, userId }: SlackPerson): Promise<Seen | undefined> {
  const [row] = await sql<Seen[]>`
    select i.organization_id as "organizationId", m.role, m.assigned_role as "assignedRole", o.default_role as "defaultRole",
           m.current_account_id as "currentAccountId", m.timezone,
           (select coalesce(jsonb_agg(jsonb_build_object('groupId', g.slack_group_id, 'role', g.role)), '[]')
              from role_groups g
             where g.organization_id = i.organization_id
               and g.slack_team_id = ${teamId}) as groups
      from slack_installations i
      join organizations o on o.id = i.organization_id
      left join members m
        on m.organization_id = i.organization_id
       and m.slack_team_id = ${teamId}
       and m.slack_user_id = ${userId}
     where i.revoked_at is null
       and ((i.team_id = ${teamId} and not i.is_enterprise) or (i.enterprise_id = ${enterpriseId ?? ''} and i.is_enterprise))
     order by i.is_enterprise
     limit 1`
  return row
}

function toMember({ teamId, userId }: Pick<SlackPerson, 'teamId' | 'userId'>, row: Row & { role: Role }): Member {
  const { organizationId, role, currentAccountId, timezone } = row
  return { actor: { organizationId, via: 'slack', role, userId: `${teamId}:${userId}` }, role, currentAccountId, timezone }
}

/** Remembers the account a member works with. @throws NOT_FOUND */
export async function chooseAccount(
  { db: { sql } }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { teamId, slackUserId, accountId }: { teamId: string; slackUserId: string; accountId: string },
): Promise<void> {
  const account = await requireAccount(sql, actor, accountId)
  const chosen = await sql`
    update members
       set current_account_id = ${account.id}
     where organization_id = ${actor.organizationId}
       and slack_team_id = ${teamId}
       and slack_user_id = ${slackUserId}`
  if (chosen.count !== 1) throw notFound('Resource')
}
