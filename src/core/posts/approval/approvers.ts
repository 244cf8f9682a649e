/** The people who may decide a request, as far as the database knows them. */
import { listAway } from '../../accounts/people/deputies.js'
import { type Access, type AwayPerson, isSamePerson } from '../../lib/actor.js'
import { before, DAY_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import { mayDecide } from './decidable.js'
import type { Approval } from './model.js'

/** A person of an enterprise counts once, in the workspace that they used last. */
export type KnownPerson = {
  /** `T1:U1` */
  userId: string
  role: Access
  accountRoles: Record<string, Access>
  groups: string[]
  timezone: string | null
  wantsReminders: boolean
  /** `T1:U2`, while they are away. */
  deputy?: string
  standsInFor?: AwayPerson[]
}

/** People who have been away for longer count only with a role of their own. */
const SEEN_WITHIN_MS = 90 * DAY_MS
/** The most people of an organization; the most recently active come first. */
const MOST_PEOPLE = 1000

/**
 * Lists people of the organization with the roles they last acted with, or were given since. It is for messages: whether a person
 * may decide is judged when they are reached, and again at the decision.
 */
export async function listKnownPeople(sql: Sql, organizationId: string, now: Date): Promise<KnownPerson[]> {
  const people = await sql<KnownPerson[]>`
    select *
      from (select distinct on (m.slack_user_id) m.slack_team_id || ':' || m.slack_user_id as "userId",
                   case when m.role = 'admin' then m.role else coalesce(m.assigned_role, m.role) end as role,
                   m.account_roles || coalesce(g.roles, '{}') as "accountRoles", m.groups, m.timezone, m.wants_reminders as "wantsReminders",
                   m.seen_at
              from members m
              left join (select r.slack_team_id, r.holder, jsonb_object_agg(r.account_id, r.role) as roles
                           from account_roles r
                          where r.organization_id = ${organizationId}
                          group by r.slack_team_id, r.holder) g
                on g.slack_team_id = m.slack_team_id and g.holder = m.slack_user_id
             where m.organization_id = ${organizationId}
               and (m.seen_at > ${before(now, SEEN_WITHIN_MS)} or m.assigned_role is not null or g.holder is not null)
             order by m.slack_user_id, m.seen_at desc nulls last, m.slack_team_id) p
     order by p.seen_at desc nulls last, p."userId"
     limit ${MOST_PEOPLE}`
  const away = await listAway(sql, organizationId, { now })
  const unseen = away.flatMap(({ deputy: userId }): KnownPerson[] =>
    people.some((one) => isSamePerson(one.userId, userId))
      ? []
      : [{ userId, role: 'none', accountRoles: {}, groups: [], timezone: null, wantsReminders: true }],
  )
  return [...people, ...unseen].map(({ userId, role, accountRoles, groups, timezone, wantsReminders }) => {
    const deputy = away.find((one) => isSamePerson(one.userId, userId))?.deputy
    const standsInFor = away.filter((one) => isSamePerson(one.deputy, userId))
    const known = { userId, role, accountRoles, groups, timezone, wantsReminders, standsInFor }
    return { ...known, ...(deputy !== undefined && { deputy }) }
  })
}

/** Returns the people who are asked, without those who are away and whose deputy is asked, too. */
export function inPlaceOf(people: readonly KnownPerson[], isAsked: (person: KnownPerson) => boolean): KnownPerson[] {
  const asked = people.filter(isAsked)
  return asked.filter(({ deputy }) => deputy === undefined || !asked.some(({ userId }) => isSamePerson(userId, deputy)))
}

/** More people than these are not named: a mention of many is noise. */
const MOST_NAMED = 5

/** Returns the people whom a request waits for, as `T1:U1`; empty: there are none, or too many to name. */
export async function approversToName(
  sql: Sql,
  approval: Pick<Approval, 'organizationId' | 'accountId' | 'askedBy' | 'waitsFor'>,
  now: Date,
): Promise<string[]> {
  const people = await listKnownPeople(sql, approval.organizationId, now)
  const approvers = inPlaceOf(people, (person) => mayDecide(person, approval))
  return approvers.length > MOST_NAMED ? [] : approvers.map(({ userId }) => userId)
}
