/** People of a Slack workspace as members of an organization. */
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, HOUR_MS } from '../../lib/duration.js'
import type { Access, Actor, AwayPerson } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { requireAccount } from '../accounts.js'
import { type AccountRules, effectiveRole, type EffectiveRole, hangsOnGroups, type SlackStanding } from './effective-role.js'
import { listAway, standsIn } from './deputies.js'
import { claimHome } from './home-workspace.js'

/** `locale`: as Slack names it, `de-DE`. */
export type Member = {
  actor: Actor
  role: Access
  currentAccountId: string | null
  timezone: string | null
  locale: string | null
  /** True when Slack has not identified them for a day: only roles given in Pinslot count. */
  isUnknown?: true
}
export type SlackPerson = {
  enterpriseId: string | null
  teamId: string
  userId: string
  /** null: Slack cannot be reached. */
  standing: SlackStanding | null
  timezone: string | null
  locale?: string | null
}

/** Thrown when only Slack could say whether they belong to the workspace. */
export class NobodyKnows extends Error {
  override readonly name = 'NobodyKnows'
}

/** Returns which of these Slack user groups a person is in; a group that is absent is unknown. */
export type AskGroups = (groupIds: string[]) => Promise<ReadonlyMap<string, boolean>>

type Row = {
  organizationId: string
  standsInFor?: AwayPerson[] | undefined
  role: Access | null
  accountRoles: Record<string, Access> | null
  /** Their groups, of those that approval rules name. */
  groupIds: string[] | null
  currentAccountId: string | null
  timezone: string | null
  locale: string | null
}
type Seen = Row & {
  assignedRole: Access | null
  defaultRole: Access
  standing: SlackStanding | null
  standingAt: Date | null
  /** True when they have used the app; otherwise they have at most been given a role. */
  wasHere: boolean
  isEnterprise: boolean
  isHome: boolean
  hasHome: boolean
  groups: { groupId: string; role: Access }[]
  accounts: { accountId: string; holder: string; role: Access }[]
  /** Groups that approval rules name. */
  askedGroups: string[]
}

/** How long Slack's last answer about a person counts while it cannot be reached. */
const STANDING_COUNTS_MS = DAY_MS
/** An unchanged answer of Slack is stored at most this often. */
const STANDING_KEPT_MS = HOUR_MS

/**
 * Returns the member for a Slack user, created at first contact with the first account selected; undefined: no organization has
 * this workspace. The role is computed for each request, and groups are fetched only where they decide; without Slack, its last
 * answer counts for a day, then they are a viewer.
 * @throws NobodyKnows Slack cannot be reached, and they have never used the app
 */
export async function findOrMakeMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: SlackPerson,
  fetchGroups: AskGroups = nobodyCanSay,
): Promise<Member | undefined> {
  const { sql } = db
  const now = clock()
  const found = await findMember(sql, person, now)
  if (!found) return undefined
  if (person.standing === null && !found.wasHere) throw new NobodyKnows('nobody knows whether the person is of this workspace')
  const seen = await claimHome({ db }, person, found, now)
  const { organizationId, standsInFor } = seen
  const standing = person.standing ?? lastStanding(seen, now)
  const effective = await roleOf({ ...seen, standing }, fetchGroups)
  const groupIds = await ruleGroupsOf(seen, fetchGroups)
  const { role, accountRoles = {} } = effective
  const timezone = person.timezone ?? seen.timezone
  const locale = person.locale ?? seen.locale
  const isKept =
    seen.role === role &&
    isDeepStrictEqual(seen.accountRoles, accountRoles) &&
    isDeepStrictEqual(seen.groupIds ?? [], groupIds) &&
    seen.timezone === timezone &&
    seen.locale === locale &&
    seen.currentAccountId !== null
  if ((isKept && isFresh(seen, person, now)) || person.standing === null)
    return { ...toMember(person, { ...seen, groupIds }, effective), ...(standing === null && { isUnknown: true as const }) }
  const firstAccountId = seen.currentAccountId ?? (await findFirstAccount(sql, seen.organizationId))
  const [row] = await sql<[Omit<Row, 'organizationId'>]>`
    insert into members as m (organization_id, slack_team_id, slack_user_id, role, account_roles, groups, current_account_id, timezone,
                              locale, seen_at, slack_standing, slack_standing_at)
    values (${seen.organizationId}, ${person.teamId}, ${person.userId}, ${role}, ${sql.json(accountRoles)}, ${groupIds},
            ${firstAccountId}, ${timezone}, ${locale}, ${now}, ${person.standing}, ${now})
    on conflict (organization_id, slack_team_id, slack_user_id) do update
       set role = excluded.role, account_roles = excluded.account_roles, groups = excluded.groups, timezone = excluded.timezone, locale = excluded.locale, seen_at = excluded.seen_at,
           current_account_id = coalesce(m.current_account_id, excluded.current_account_id),
           slack_standing = excluded.slack_standing, slack_standing_at = excluded.slack_standing_at
    returning role, account_roles as "accountRoles", groups as "groupIds", current_account_id as "currentAccountId", timezone, locale`
  return toMember(person, { organizationId, standsInFor, ...row }, effective)
}

/** A separate query, because a cluster plans no subselect in an insert. */
async function findFirstAccount(sql: Sql, organizationId: string): Promise<string | null> {
  const [first] = await sql<[{ id: string | null }]>`select min(id) as id from accounts where organization_id = ${organizationId}`
  return first.id
}

const nobodyCanSay: AskGroups = async () => new Map()

const lastStanding = ({ standing, standingAt }: Seen, now: Date): SlackStanding | null =>
  standingAt !== null && now.getTime() - standingAt.getTime() < STANDING_COUNTS_MS ? standing : null

const isFresh = ({ standing, standingAt }: Seen, person: SlackPerson, now: Date): boolean =>
  standing === person.standing && standingAt !== null && now.getTime() - standingAt.getTime() < STANDING_KEPT_MS

async function roleOf(seen: Seen, fetchGroups: AskGroups): Promise<EffectiveRole> {
  const holders = [...seen.groups.map(({ groupId }) => groupId), ...seen.accounts.map(({ holder }) => holder).filter(isGroup)]
  const groupIds = [...new Set(holders)]
  const asks = hangsOnGroups(seen) && groupIds.length > 0
  const isIn = asks ? await fetchGroups(groupIds) : new Map<string, boolean>()
  const groups = seen.groups.map(({ groupId, role }) => ({ role, isIn: isIn.get(groupId) }))
  return effectiveRole({ ...seen, groups, accounts: rulesByAccount(seen, isIn) })
}

/** Returns the groups that they are in, of those that approval rules name. What Slack does not say stays as it was. */
async function ruleGroupsOf({ askedGroups, groupIds }: Seen, fetchGroups: AskGroups): Promise<string[]> {
  if (askedGroups.length === 0) return []
  const isIn = await fetchGroups(askedGroups)
  return askedGroups.filter((id) => isIn.get(id) ?? groupIds?.includes(id) ?? false)
}

const isGroup = (holder: string): boolean => holder.startsWith('S')

function rulesByAccount({ accounts }: Seen, isIn: ReadonlyMap<string, boolean>): AccountRules[] {
  return [...new Set(accounts.map(({ accountId }) => accountId))].map((accountId) => {
    const rules = accounts.filter((rule) => rule.accountId === accountId)
    const assigned = rules.find(({ holder }) => !isGroup(holder))
    const groups = rules.filter(({ holder }) => isGroup(holder)).map(({ holder, role }) => ({ role, isIn: isIn.get(holder) }))
    return { accountId, assignedRole: assigned?.role ?? null, groups }
  })
}

/** Finds a known member with the last role they acted with, for displays that they did not request. */
export async function findKnownMember(
  sql: Sql,
  { organizationId, teamId, userId }: { organizationId: string; teamId: string; userId: string },
  now: Date,
): Promise<Member | undefined> {
  const [row] = await sql<(Row & { role: Access })[]>`
    select organization_id as "organizationId", role, account_roles as "accountRoles", groups as "groupIds", current_account_id as "currentAccountId", timezone, locale
      from members
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and slack_user_id = ${userId}`
  const standsInFor = await listAway(sql, organizationId, { deputy: `${teamId}:${userId}`, now })
  return row && toMember({ teamId, userId }, { ...row, standsInFor }, { role: row.role, accountRoles: row.accountRoles ?? {} })
}

type Workspace = Pick<Seen, 'organizationId' | 'defaultRole' | 'isEnterprise' | 'isHome' | 'hasHome'>

/** Finds the installation; a workspace's own takes precedence over its enterprise's. */
async function findWorkspace(
  sql: Sql,
  { enterpriseId, teamId }: Pick<SlackPerson, 'enterpriseId' | 'teamId'>,
): Promise<Workspace | undefined> {
  const [row] = await sql<Workspace[]>`
    select i.organization_id as "organizationId", o.default_role as "defaultRole", i.is_enterprise as "isEnterprise",
           coalesce(o.home_slack_team_id = ${teamId}, false)
             or exists (select 1 from slack_installations own
                         where own.organization_id = i.organization_id
                           and own.team_id = ${teamId} and not own.is_enterprise and own.is_home) as "isHome",
           o.home_slack_team_id is not null
             or exists (select 1 from slack_installations own
                         where own.organization_id = i.organization_id and not own.is_enterprise and own.is_home) as "hasHome"
      from slack_installations i
      join organizations o on o.id = i.organization_id
     where i.revoked_at is null
       and o.deleting_at is null
       and ((i.team_id = ${teamId} and not i.is_enterprise) or (i.enterprise_id = ${enterpriseId ?? ''} and i.is_enterprise))
     order by i.is_enterprise
     limit 1`
  return row
}

/** Finds the organization that has this workspace. */
export const findOrganization = async (
  { db: { sql } }: Pick<Deps, 'db'>,
  workspace: Pick<SlackPerson, 'enterpriseId' | 'teamId'>,
): Promise<string | undefined> => (await findWorkspace(sql, workspace))?.organizationId

/** Uses separate statements, because the workspace determines the organization. `role` null: not a member yet. */
async function findMember(sql: Sql, person: SlackPerson, now: Date): Promise<Seen | undefined> {
  const workspace = await findWorkspace(sql, person)
  if (!workspace) return undefined
  const { organizationId } = workspace
  const { teamId, userId } = person
  const as = { deputy: `${teamId}:${userId}`, now }
  const [row] = await sql<[Omit<Seen, keyof Workspace> & { standsIn: boolean }]>`
    select m.role, m.account_roles as "accountRoles", m.groups as "groupIds", m.assigned_role as "assignedRole", m.current_account_id as "currentAccountId",
           m.timezone, m.locale, m.slack_standing as standing, m.slack_standing_at as "standingAt", m.seen_at is not null as "wasHere",
           (select coalesce(jsonb_agg(jsonb_build_object('groupId', g.slack_group_id, 'role', g.role)), '[]')
              from role_groups g
             where g.organization_id = ${organizationId}
               and g.slack_team_id = ${teamId}) as groups,
           (select coalesce(jsonb_agg(jsonb_build_object('accountId', r.account_id::text, 'holder', r.holder, 'role', r.role)), '[]')
              from account_roles r
             where r.organization_id = ${organizationId}
               and r.slack_team_id = ${teamId}
               and (r.holder = ${userId} or r.holder like 'S%')) as accounts,
           (select coalesce(array_agg(distinct g order by g), '{}')
              from approval_rules r, unnest(r.group_ids) g
             where r.organization_id = ${organizationId}) as "askedGroups",
           ${standsIn(sql, organizationId, as)} as "standsIn"
      from (select) one
      left join members m
        on m.organization_id = ${organizationId}
       and m.slack_team_id = ${teamId}
       and m.slack_user_id = ${userId}`
  return { ...workspace, ...row, standsInFor: row.standsIn ? await listAway(sql, organizationId, as) : [] }
}

function toMember(
  { teamId, userId }: Pick<SlackPerson, 'teamId' | 'userId'>,
  {
    organizationId,
    groupIds,
    standsInFor = [],
    currentAccountId,
    timezone,
    locale,
  }: Pick<Row, 'organizationId' | 'groupIds' | 'standsInFor' | 'currentAccountId' | 'timezone' | 'locale'>,
  { role, accountRoles = {}, viewerBecause }: EffectiveRole,
): Member {
  const actor: Actor = {
    organizationId,
    via: 'slack',
    role,
    ...(Object.keys(accountRoles).length > 0 && { accountRoles }),
    ...(groupIds && groupIds.length > 0 && { groups: groupIds }),
    userId: `${teamId}:${userId}`,
    ...(standsInFor.length > 0 && { standsInFor }),
    ...(viewerBecause && { viewerBecause }),
  }
  return { actor, role, currentAccountId, timezone, locale }
}

/** Stores the account that a member works with. @throws NOT_FOUND */
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
