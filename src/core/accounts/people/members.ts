/** People of a Slack workspace as members of an organization. */
import { isDeepStrictEqual } from 'node:util'
import { DAY_MS, HOUR_MS } from '../../lib/duration.js'
import type { Access, Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { requireAccount } from '../accounts.js'
import { type AccountRules, effectiveRole, type EffectiveRole, hangsOnGroups, type SlackStanding } from './effective-role.js'
import { claimHome } from './home-workspace.js'

/** `locale`: as Slack names it, `de-DE`. */
export type Member = {
  actor: Actor
  role: Access
  currentAccountId: string | null
  timezone: string | null
  locale: string | null
  /** Slack has not said for a day who they are: only what they were given in Pinslot counts. */
  isUnknown?: true
}
export type SlackPerson = {
  enterpriseId: string | null
  teamId: string
  userId: string
  /** null: Slack cannot be reached just now. */
  standing: SlackStanding | null
  timezone: string | null
  locale?: string | null
}

/** Whether they are one of the workspace's own, only Slack could say. */
export class NobodyKnows extends Error {
  override readonly name = 'NobodyKnows'
}

/** Which of these user groups of Slack a person is in; one that is left out: Slack could not say. */
export type AskGroups = (groupIds: string[]) => Promise<ReadonlyMap<string, boolean>>

type Row = {
  organizationId: string
  role: Access | null
  accountRoles: Record<string, Access> | null
  currentAccountId: string | null
  timezone: string | null
  locale: string | null
}
type Seen = Row & {
  assignedRole: Access | null
  defaultRole: Access
  standing: SlackStanding | null
  standingAt: Date | null
  /** They were here before; else they have been given a role at most. */
  wasHere: boolean
  isEnterprise: boolean
  isHome: boolean
  hasHome: boolean
  groups: { groupId: string; role: Access }[]
  accounts: { accountId: string; holder: string; role: Access }[]
}

/** How long Slack's last answer about a person counts while it cannot be reached. */
const STANDING_COUNTS_MS = DAY_MS
/** What Slack says again and again is written down no more often. */
const STANDING_KEPT_MS = HOUR_MS

/**
 * The organization's member behind a Slack user, created at first contact with the first account selected. Their role is
 * determined on each request, so that a change counts at once; their groups are fetched only where the role depends on them.
 * While Slack cannot be reached its last answer of that day counts, and without one they are a viewer. undefined: no
 * organization has this workspace.
 * @throws NobodyKnows Slack cannot be reached, and they were never here
 */
export async function findOrMakeMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  person: SlackPerson,
  fetchGroups: AskGroups = nobodyCanSay,
): Promise<Member | undefined> {
  const { sql } = db
  const now = clock()
  const found = await findMember(sql, person)
  if (!found) return undefined
  if (person.standing === null && !found.wasHere) throw new NobodyKnows('nobody knows whether the person is of this workspace')
  const seen = await claimHome({ db }, person, found, now)
  const standing = person.standing ?? lastStanding(seen, now)
  const effective = await roleOf({ ...seen, standing }, fetchGroups)
  const { role, accountRoles = {} } = effective
  const timezone = person.timezone ?? seen.timezone
  const locale = person.locale ?? seen.locale
  const isKept =
    seen.role === role &&
    isDeepStrictEqual(seen.accountRoles, accountRoles) &&
    seen.timezone === timezone &&
    seen.locale === locale &&
    seen.currentAccountId !== null
  if ((isKept && isFresh(seen, person, now)) || person.standing === null)
    return { ...toMember(person, seen, effective), ...(standing === null && { isUnknown: true as const }) }
  const firstAccountId = seen.currentAccountId ?? (await findFirstAccount(sql, seen.organizationId))
  const [row] = await sql<[Omit<Row, 'organizationId'>]>`
    insert into members as m (organization_id, slack_team_id, slack_user_id, role, account_roles, current_account_id, timezone,
                              locale, seen_at, slack_standing, slack_standing_at)
    values (${seen.organizationId}, ${person.teamId}, ${person.userId}, ${role}, ${sql.json(accountRoles)},
            ${firstAccountId}, ${timezone}, ${locale}, ${now}, ${person.standing}, ${now})
    on conflict (organization_id, slack_team_id, slack_user_id) do update
       set role = excluded.role, account_roles = excluded.account_roles, timezone = excluded.timezone, locale = excluded.locale, seen_at = excluded.seen_at,
           current_account_id = coalesce(m.current_account_id, excluded.current_account_id),
           slack_standing = excluded.slack_standing, slack_standing_at = excluded.slack_standing_at
    returning role, account_roles as "accountRoles", current_account_id as "currentAccountId", timezone, locale`
  return toMember(person, { organizationId: seen.organizationId, ...row }, effective)
}

/** Read by itself: a cluster plans no subselect in what is inserted. */
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

const isGroup = (holder: string): boolean => holder.startsWith('S')

function rulesByAccount({ accounts }: Seen, isIn: ReadonlyMap<string, boolean>): AccountRules[] {
  return [...new Set(accounts.map(({ accountId }) => accountId))].map((accountId) => {
    const rules = accounts.filter((rule) => rule.accountId === accountId)
    const assigned = rules.find(({ holder }) => !isGroup(holder))
    const groups = rules.filter(({ holder }) => isGroup(holder)).map(({ holder, role }) => ({ role, isIn: isIn.get(holder) }))
    return { accountId, assignedRole: assigned?.role ?? null, groups }
  })
}

/**
 * Known people of this organization's workspace, with the role they last acted with: for what is shown without a request of
 * theirs.
 */
export async function findKnownMember(
  sql: Sql,
  { organizationId, teamId, userId }: { organizationId: string; teamId: string; userId: string },
): Promise<Member | undefined> {
  const [row] = await sql<(Row & { role: Access })[]>`
    select organization_id as "organizationId", role, account_roles as "accountRoles", current_account_id as "currentAccountId", timezone, locale
      from members
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and slack_user_id = ${userId}`
  return row && toMember({ teamId, userId }, row, { role: row.role, accountRoles: row.accountRoles ?? {} })
}

type Workspace = Pick<Seen, 'organizationId' | 'defaultRole' | 'isEnterprise' | 'isHome' | 'hasHome'>

/** A workspace's own installation goes before one of its whole enterprise. */
async function findWorkspace(sql: Sql, { enterpriseId, teamId }: SlackPerson): Promise<Workspace | undefined> {
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

/** By statements of their own: the workspace says which organization it is. `role` null: not a member yet. */
async function findMember(sql: Sql, person: SlackPerson): Promise<Seen | undefined> {
  const workspace = await findWorkspace(sql, person)
  if (!workspace) return undefined
  const { organizationId } = workspace
  const { teamId, userId } = person
  const [row] = await sql<[Omit<Seen, keyof Workspace>]>`
    select m.role, m.account_roles as "accountRoles", m.assigned_role as "assignedRole", m.current_account_id as "currentAccountId",
           m.timezone, m.locale, m.slack_standing as standing, m.slack_standing_at as "standingAt", m.seen_at is not null as "wasHere",
           (select coalesce(jsonb_agg(jsonb_build_object('groupId', g.slack_group_id, 'role', g.role)), '[]')
              from role_groups g
             where g.organization_id = ${organizationId}
               and g.slack_team_id = ${teamId}) as groups,
           (select coalesce(jsonb_agg(jsonb_build_object('accountId', r.account_id::text, 'holder', r.holder, 'role', r.role)), '[]')
              from account_roles r
             where r.organization_id = ${organizationId}
               and r.slack_team_id = ${teamId}
               and (r.holder = ${userId} or r.holder like 'S%')) as accounts
      from (select) one
      left join members m
        on m.organization_id = ${organizationId}
       and m.slack_team_id = ${teamId}
       and m.slack_user_id = ${userId}`
  return { ...workspace, ...row }
}

function toMember(
  { teamId, userId }: Pick<SlackPerson, 'teamId' | 'userId'>,
  {
    organizationId,
    currentAccountId,
    timezone,
    locale,
  }: Pick<Row, 'organizationId' | 'currentAccountId' | 'timezone' | 'locale'>,
  { role, accountRoles = {}, viewerBecause }: EffectiveRole,
): Member {
  const actor: Actor = {
    organizationId,
    via: 'slack',
    role,
    ...(Object.keys(accountRoles).length > 0 && { accountRoles }),
    userId: `${teamId}:${userId}`,
    ...(viewerBecause && { viewerBecause }),
  }
  return { actor, role, currentAccountId, timezone, locale }
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
