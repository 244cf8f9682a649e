/**
 * Reminds people of requests that wait for them: one message for all of them, in their own morning, through the outbox. The
 * message is written when it is delivered. @see docs/slack.md#approval
 */
import { announceApproval } from '../../events/announce.js'
import { recordAct } from '../../audit/audit.js'
import type { Actor, Author } from '../../lib/actor.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { enqueueNotice } from '../../notices/notices.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isHeld } from '../../slots/kept.js'
import { readWritten } from './approval.js'
import { inPlaceOf, listKnownPeople } from './approvers.js'
import { isAskedOf } from './decidable.js'
import type { Approval } from './model.js'
import { nextReminder, remindersBy, type Turn, turnsOf } from './reminder-times.js'

/** Sets when its next reminder is, in the transaction that opens, holds or releases the request. */
export async function planReminder(sql: Sql, approval: Approval, now: Date): Promise<void> {
  await sql`
    update approvals
       set remind_at = ${nextReminder(approval, now)}
     where organization_id = ${approval.organizationId}
       and id = ${approval.id}`
}

/** True for requests `a` that may be reminded of. */
const isWaiting = (sql: Sql, now: Date) => sql`a.state = 'open' and a.remind_at is not null and not ${isHeld(sql, now)}`

/** Returns when the next request is due for a reminder, or for another attempt in the morning of its approvers. */
export async function nextReminderDue(sql: Sql): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(greatest(a.remind_at, a.held_until)) as next
      from approvals a
     where a.state = 'open'
       and a.remind_at is not null
       and (a.held_by is null or a.held_until is not null)`
  return row.next
}

/** `reminded`: requests of which people get a reminder; `waiting`: until the morning of their approvers; `failed`: organizations. */
type ReminderTick = { reminded: number; waiting: number; failed: { organizationId: string; error: unknown }[] }

/** The most requests of an organization in one transaction. */
const AT_A_TIME = 200

/** Processes all organizations, each in its own transactions. */
export async function remindApprovers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  goesOn: GoesOn = () => true,
): Promise<ReminderTick> {
  const tick: ReminderTick = { reminded: 0, waiting: 0, failed: [] }
  for (const organizationId of await listDue(db.sql, clock())) {
    try {
      let read = AT_A_TIME
      while (read === AT_A_TIME && goesOn()) {
        const done = await db.tx((sql) => remindOf(sql, organizationId, clock()))
        tick.reminded += done.reminded
        tick.waiting += done.waiting
        read = done.read
      }
    } catch (error) {
      tick.failed.push({ organizationId, error })
    }
  }
  return tick
}

async function listDue(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select distinct a.organization_id as "organizationId"
      from approvals a
     where ${isWaiting(sql, now)}
       and a.remind_at <= ${now}
     order by 1`
  return rows.map(({ organizationId }) => organizationId)
}

/**
 * Processes the due requests of an organization. The rows are the claim: what another process holds is skipped, and its next
 * reminder is later once it is done. A reminder counts when its first message is written; those of other zones follow in their
 * morning.
 */
async function remindOf(
  sql: Sql,
  organizationId: string,
  now: Date,
): Promise<{ read: number; reminded: number; waiting: number }> {
  const due = await sql<{ id: string; reminders: number }[]>`
    select a.id, a.reminders
      from approvals a
     where a.organization_id = ${organizationId}
       and ${isWaiting(sql, now)}
       and a.remind_at <= ${now}
     order by a.id
     limit ${AT_A_TIME}
       for no key update skip locked`
  if (due.length === 0) return { read: 0, reminded: 0, waiting: 0 }
  const read = await readWritten(sql, organizationId, due)
  const had = new Map(due.map(({ id, reminders }) => [id, reminders] as const))
  const isTime = (approval: Approval): boolean => remindersBy(approval, now) > (had.get(approval.id) ?? 0)
  // its due time has moved since its reminder was planned
  for (const approval of read.filter((one) => !isTime(one))) await setNext(sql, approval, nextReminder(approval, now), 0)
  const approvals = read.filter(isTime)
  const asked = await peopleFor(sql, organizationId, approvals, now)
  const messages = await readMessages(sql, organizationId, { people: [...asked.values()].flat(), now })
  const chosen = new Map<string, Reminder>()
  const done = { read: due.length, reminded: 0, waiting: 0 }
  for (const approval of approvals) {
    const reminders = (asked.get(approval.id) ?? []).flatMap((person) => messages.nextOf(person) ?? [])
    const first = reminders.reduce<Date | null>((at, reminder) => (at === null || reminder.at < at ? reminder.at : at), null)
    if (first !== null && first > now) {
      await setNext(sql, approval, first, 0)
      done.waiting++
      continue
    }
    await setNext(sql, approval, nextReminder(approval, now), reminders.length > 0 ? 1 : 0)
    if (reminders.length === 0) continue
    done.reminded++
    for (const reminder of reminders) chosen.set(reminder.dedupeKey, reminder)
    await announceApproval(sql, 'approval.reminded', approval, now)
    const act = { accountId: approval.accountId, subject: `approval:${approval.id}`, action: 'remind' }
    await recordAct(sql, authorOf(organizationId), { ...act, after: { people: reminders.map(({ userId }) => userId) } }, now)
  }
  // in one order, so that two processes do not wait for each other
  const inOrder = [...chosen.values()].sort((one, other) => (one.dedupeKey < other.dedupeKey ? -1 : 1))
  for (const reminder of inOrder) await enqueueReminder(sql, organizationId, reminder, now)
  return done
}

const authorOf = (organizationId: string): Author => ({ organizationId, via: 'operator', userId: 'reminders' })

/** The most people who are reminded of one request; the most recently active are. */
const MOST_REMINDED = 25

type Asked = { userId: string; turns: Turn[] }

/** Returns, by request, the people who get a reminder of it, and when they may get one. */
async function peopleFor(
  sql: Sql,
  organizationId: string,
  approvals: readonly Approval[],
  now: Date,
): Promise<ReadonlyMap<string, Asked[]>> {
  const accounts = await remindingAccounts(sql, organizationId)
  const people = await listKnownPeople(sql, organizationId, now)
  const asked = (approval: Approval, zone: string | null) =>
    inPlaceOf(people, (person) => isAskedOf(person, approval, now))
      .filter(({ wantsReminders }) => wantsReminders)
      .slice(0, MOST_REMINDED)
      .map(({ userId, timezone }) => ({ userId, turns: turnsOf(approval, timezone ?? zone, now) }))
  return new Map(
    approvals.map((approval) => {
      const zone = accounts.get(approval.accountId)
      return [approval.id, zone === undefined ? [] : asked(approval, zone)]
    }),
  )
}

/** The accounts that remind, with their zones: as readWaiting() says. */
async function remindingAccounts(sql: Sql, organizationId: string): Promise<ReadonlyMap<string, string | null>> {
  const rows = await sql<{ id: string; timezone: string | null }[]>`
    select a.id, a.timezone
      from accounts a
     where a.organization_id = ${organizationId}
       and ${reminds(sql, organizationId)}`
  return new Map(rows.map(({ id, timezone }) => [id, timezone]))
}

/** True for accounts `a` whose approvers get reminders. */
const reminds = (sql: Sql, organizationId: string) => sql`
  a.reminds_approvers and a.disconnected_at is null and a.deleting_at is null
  and exists (select 1 from organizations o where o.id = ${organizationId} and o.deleting_at is null)`

/** `dedupeKey`: a person’s half of a day, which has one message. */
export type Reminder = { userId: string; dedupeKey: string; at: Date }

const keyOf = (userId: string, { key }: Turn): string => `approvals-waiting:${userId}@${key}`
const reminderAt = (userId: string, turn: Turn): Reminder => ({ userId, dedupeKey: keyOf(userId, turn), at: turn.at })

/**
 * Reads which messages of these people there are. `nextOf`: the next one of a person. A message that is late, because Slack is
 * away, will list what waits when it comes, so it is that one; else their first turn whose message is not over.
 */
async function readMessages(sql: Sql, organizationId: string, { people, now }: { people: readonly Asked[]; now: Date }) {
  const rows = await sql<{ key: string; destination: string; dueAt: Date | null }[]>`
    select dedupe_key as key, destination, due_at as "dueAt"
      from outbox
     where organization_id = ${organizationId}
       and (dedupe_key = any (${people.flatMap(({ userId, turns }) => turns.map((turn) => keyOf(userId, turn)))})
            or destination = any (${people.map(({ userId }) => `user:${userId}`)}) and due_at <= ${now}
               and notice ->> 'kind' = 'approvalsWaiting')
     order by id`
  const late = new Map(rows.flatMap(({ key, destination, dueAt }) => (dueAt && dueAt <= now ? [[destination, key]] : [])))
  const over = new Set(rows.flatMap(({ key, dueAt }) => (dueAt === null ? [key] : [])))
  return {
    nextOf({ userId, turns }: Asked): Reminder | undefined {
      const key = late.get(`user:${userId}`)
      if (key !== undefined) return { userId, dedupeKey: key, at: now }
      return turns.map((turn) => reminderAt(userId, turn)).find(({ dedupeKey }) => !over.has(dedupeKey))
    },
  }
}

async function setNext(sql: Sql, { organizationId, id }: Approval, at: Date | null, more: 0 | 1): Promise<void> {
  await sql`
    update approvals
       set remind_at = ${at}, reminders = reminders + ${more}
     where organization_id = ${organizationId}
       and id = ${id}`
}

/** Enqueues what could not reach a person in their hours for the next morning. Its key is its own: the first was of another half. */
export async function postponeReminder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
  timezone: string | null,
): Promise<void> {
  const now = clock()
  const [turn] = turnsOf({ dueAt: null }, timezone, now).filter(({ at }) => at > now)
  if (!turn) throw new Error('a person has a next morning')
  const reminder = reminderAt(userId, turn)
  await db.tx((sql) => enqueueReminder(sql, organizationId, { ...reminder, dedupeKey: `${reminder.dedupeKey}:postponed` }, now))
}

/** Enqueues a person’s message, unless it is there. One that is due later holds up no other notice. */
async function enqueueReminder(sql: Sql, organizationId: string, { userId, dedupeKey, at }: Reminder, now: Date): Promise<void> {
  const notice = { kind: 'approvalsWaiting' } as const
  const destination = `user:${userId}`
  const orderKey = at > now ? dedupeKey : destination
  await enqueueNotice(sql, { organizationId, destination, dedupeKey, orderKey, notice }, at)
}
