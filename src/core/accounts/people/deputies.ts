/** Deputies: who decides requests for a person who is away. It ends by the clock. @see docs/decisions.md#187-a-deputy */
import { recordAct } from '../../audit/audit.js'
import { type Actor, type AwayPerson, isSamePerson, isSlackPerson } from '../../lib/actor.js'
import { after, DAY_MS } from '../../lib/duration.js'
import { badRequest, DomainError } from '../../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'

/** `deputy`: `T1:U2`. */
export type Absence = { deputy: string; until: Date }

/** The longest absence. */
export const LONGEST_ABSENCE_MS = 366 * DAY_MS

/** Returns the acting person's absence; null: they are not away. */
export async function readAbsence({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<Absence | null> {
  const [absence] = await db.sql<Absence[]>`
    select deputy, until
      from deputies
     where organization_id = ${actor.organizationId}
       and ${isPerson(db.sql, 'user_id', actor)}
       and until > ${clock()}`
  return absence ?? null
}

/**
 * Names the person who decides for the acting person until then, from now on. Another absence is replaced.
 * @throws FORBIDDEN a key without a person, or a program · BAD_REQUEST person: nobody of Slack, or themselves; until
 */
export async function setDeputy(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { deputy, until }: Absence,
  beforeCommit?: BeforeCommit<Absence>,
): Promise<void> {
  requirePerson(actor)
  if (!isSlackPerson(deputy)) throw badRequest('person', (of) => `${of('person')}: choose someone in your workspace.`)
  if (isSamePerson(deputy, actor.userId))
    throw badRequest('person', (of) => `${of('person')}: choose someone else. You cannot be your own deputy.`)
  const now = clock()
  if (until <= now || until > after(now, LONGEST_ABSENCE_MS))
    throw badRequest('until', 'The end of your absence must be in the future, and within a year.')
  await db.tx(async (sql) => {
    const before = await remove(sql, actor)
    await sql`
      insert into deputies (organization_id, user_id, deputy, until, created_at)
      values (${actor.organizationId}, ${actor.userId}, ${deputy}, ${until}, ${now})
      on conflict (organization_id, user_id) do update
         set deputy = excluded.deputy, until = excluded.until, created_at = excluded.created_at`
    const isSame = before?.deputy === deputy && before.until.getTime() === until.getTime()
    const act = { subject: `member:${actor.userId}`, action: 'setDeputy', before, after: { deputy, until } }
    if (!isSame) await recordAct(sql, actor, act, now)
    await beforeCommit?.(sql, { deputy, until })
  })
}

/** Ends the acting person's absence now. @throws FORBIDDEN as setDeputy() */
export async function endAbsence({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor): Promise<void> {
  requirePerson(actor)
  await db.tx(async (sql) => {
    const before = await remove(sql, actor)
    if (before) await recordAct(sql, actor, { subject: `member:${actor.userId}`, action: 'endAbsence', before }, clock())
  })
}

/** A person of an enterprise may have named somebody in another of its workspaces. */
async function remove(sql: Sql, actor: Actor): Promise<Absence | undefined> {
  const [before] = await sql<Absence[]>`
    delete from deputies
     where organization_id = ${actor.organizationId}
       and ${isPerson(sql, 'user_id', actor)}
    returning deputy, until`
  return before
}

/** Compares like isSamePerson(). */
const isPerson = (sql: Sql, column: 'user_id' | 'deputy', { userId }: Pick<Actor, 'userId'>) =>
  sql`split_part(${sql(column)}, ':', 2) = split_part(${userId}, ':', 2)`

function requirePerson({ userId, isAgent }: Actor): void {
  if (!isSlackPerson(userId) || isAgent) throw new DomainError('FORBIDDEN', 'Only people can name a deputy.')
}

/** True if somebody is away now, and this person decides for them: listAway() says who. @param deputy `T1:U1` */
export const standsIn = (sql: Sql, organizationId: string, { deputy, now }: { deputy: string; now: Date }) => sql`
  exists (select 1
            from deputies
           where organization_id = ${organizationId}
             and until > ${now}
             and ${isPerson(sql, 'deputy', { userId: deputy })})`

/** Lists who is away now, as what they last acted with, or were given since. @param deputy absent: of everybody */
export async function listAway(
  sql: Sql,
  organizationId: string,
  { deputy, now }: { deputy?: string; now: Date },
): Promise<(AwayPerson & { deputy: string })[]> {
  return sql<(AwayPerson & { deputy: string })[]>`
    select d.user_id as "userId", d.deputy, case when m.role = 'admin' then m.role else coalesce(m.assigned_role, m.role) end as role,
           m.account_roles || coalesce((select jsonb_object_agg(r.account_id, r.role)
                                          from account_roles r
                                         where r.organization_id = ${organizationId}
                                           and r.slack_team_id = m.slack_team_id
                                           and r.holder = m.slack_user_id), '{}') as "accountRoles", m.groups
      from deputies d
      join members m
        on m.organization_id = ${organizationId}
       and m.slack_team_id = split_part(d.user_id, ':', 1)
       and m.slack_user_id = split_part(d.user_id, ':', 2)
     where d.organization_id = ${organizationId}
       and d.until > ${now}
       and ${deputy === undefined ? sql`true` : isPerson(sql, 'deputy', { userId: deputy })}
     order by d.user_id`
}
