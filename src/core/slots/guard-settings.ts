/** The guard of an account as its settings show it: the limit of a day, blackouts, and the pins that are beyond them already. */
import { recordAct } from '../audit/audit.js'
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { badRequest } from '../lib/errors.js'
import { DAY_MS } from '../lib/duration.js'
import { cleanLine, lengthOf } from '../lib/prose/text.js'
import { addYears, dateOf, wallDayOf } from '../lib/time.js'
import { followSchedule } from '../notices/cards.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import {
  type Blackout,
  guardColumns,
  type GuardRow,
  isDayAlone,
  MOST_A_DAY,
  type PerDay,
  rangesOf,
  spanOf,
  toGuard,
  zoneOfGuard,
} from './guard.js'
import { keepOthers } from './keep.js'
import { brieflyForSchedule, lockSchedule } from './next-open-slot.js'
import { HORIZON_YEARS } from './occurrences.js'

export const MOST_BLACKOUTS = 100
export const MOST_OF_PICTURE = 100
export const NOTE_LENGTH = 200
/** The days over the limit that are named, from today on. */
const DAYS_NAMED = 31

/** `pins`: how many queued pins lie inside. */
export type BlackoutWithPins = Blackout & { pins: number; hasEnded: boolean }
export type GuardSettings = {
  account: Account
  perDay: PerDay
  /** The limit of today; null: none. */
  limitToday: number | null
  samePicturePerMonth: number
  /** The earliest first. */
  blackouts: BlackoutWithPins[]
  /** Days from today on with more pins than their limit: the first ones, in the account's zone. */
  daysOver: { date: string; pins: number; limit: number }[]
}

/** @throws NOT_FOUND */
export async function readGuardSettings(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<GuardSettings> {
  return readGuardOf(sql, await requireAccount(sql, actor, accountId), clock())
}

type SettingsRow = GuardRow & { samePicturePerMonth: number }

/** Reads the guard of an account that was read already. */
export async function readGuardOf(sql: Sql, account: Account, now: Date): Promise<GuardSettings> {
  const [row] = await sql<[SettingsRow]>`
    select ${guardColumns(sql, account, null, now)}, s.same_picture_per_month as "samePicturePerMonth"
      from schedules s
     where s.organization_id = ${account.organizationId} and s.account_id = ${account.id}`
  const guard = toGuard(row, account, [])
  const today = wallDayOf(now, guard.timezone)
  const daysOver = [...guard.days]
    .flatMap(([day, pins]) => {
      const limit = guard.limitOn(day)
      return day >= today && limit !== null && pins > limit ? [{ day, pins, limit }] : []
    })
    .sort((one, other) => one.day - other.day)
    .slice(0, DAYS_NAMED)
    .map(({ day, ...rest }) => ({ date: dateOf(new Date(day * DAY_MS)), ...rest }))
  return {
    account,
    perDay: row.perDay === 0 ? 'auto' : row.perDay,
    limitToday: guard.limitOn(today),
    samePicturePerMonth: row.samePicturePerMonth,
    blackouts: await withPins(sql, account, row.blackouts, now),
    daysOver,
  }
}

async function withPins(sql: Sql, account: Account, blackouts: readonly Blackout[], now: Date): Promise<BlackoutWithPins[]> {
  if (blackouts.length === 0) return []
  const ranges = rangesOf(blackouts, account)
  const iso = (ms: number) => new Date(ms).toISOString()
  const rows = await sql<{ pins: number }[]>`
    select (select count(*)::int
              from posts p
             where p.organization_id = ${account.organizationId} and p.account_id = ${account.id}
               and p.status = (select 'queued')
               and p.send_at >= r.from_at and p.send_at < r.until_at) as pins
      from unnest(${ranges.map(({ from }) => iso(from))}::timestamptz[],
                  ${ranges.map(({ until }) => iso(until))}::timestamptz[]) with ordinality as r(from_at, until_at, n)
     order by r.n`
  return ranges.map(({ blackout, until }, index) => ({
    ...blackout,
    pins: rows[index]?.pins ?? 0,
    hasEnded: until <= now.getTime(),
  }))
}

/** Lists the queued pins inside the account's blackouts that have not ended, the soonest first. */
export async function listInBlackouts(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<string[]> {
  const account = await requireAccount(sql, actor, accountId)
  const [{ blackouts }] = await sql<[{ blackouts: Blackout[] }]>`
    select blackouts
      from schedules
     where organization_id = ${account.organizationId} and account_id = ${account.id}`
  const ranges = rangesOf(lasting(blackouts, account, clock()), account)
  const iso = (ms: number) => new Date(ms).toISOString()
  const rows = await sql<{ id: string }[]>`
    select p.id
      from unnest(${ranges.map(({ from }) => iso(from))}::timestamptz[],
                  ${ranges.map(({ until }) => iso(until))}::timestamptz[]) as r(from_at, until_at)
      join posts p on p.organization_id = ${account.organizationId} and p.account_id = ${account.id}
                  and p.status = (select 'queued')
                  and p.send_at >= r.from_at and p.send_at < r.until_at
     group by p.id, p.send_at
     order by p.send_at, p.id
     limit ${limit}`
  return rows.map(({ id }) => id)
}

const lasting = (blackouts: readonly Blackout[], account: Account, now: Date): Blackout[] =>
  blackouts.filter((one) => spanOf(one, zoneOfGuard(account)).until > now.getTime())

/** Absent fields stay unchanged. */
export type GuardChange = {
  /** null: no limit. */
  perDay?: PerDay | undefined
  samePicturePerMonth?: number | undefined
  /** Replaces all of them, or changes those of that moment; then those that have ended make room for others. */
  blackouts?: readonly Blackout[] | ((current: readonly Blackout[]) => readonly Blackout[]) | undefined
}

/**
 * Changes the guard. No scheduled pin moves: the answer says which lie in blackouts, and which days are over the limit. A slot that
 * is kept for a request moves out of a blackout.
 * @throws BAD_REQUEST perDay, samePicturePerMonth, blackouts · FORBIDDEN not an admin · NOT_FOUND · CONFLICT schedule_locked
 */
export async function changeGuard(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...change }: { accountId: string } & GuardChange,
  beforeCommit?: BeforeCommit<GuardSettings>,
): Promise<GuardSettings> {
  requireGuard(change)
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(
    async (sql) => {
      const account = await requireAccount(sql, actor, accountId)
      const makeRoom = (all: readonly Blackout[]) => (all.length > MOST_BLACKOUTS ? lasting(all, account, now) : all)
      await lockSchedule(sql, account)
      const { organizationId, id } = account
      const [before] = await sql<[GuardImage]>`
        select ${imageColumns(sql)}
          from schedules
         where organization_id = ${organizationId} and account_id = ${id}`
      const given = typeof change.blackouts === 'function' ? makeRoom(change.blackouts(before.blackouts)) : change.blackouts
      const blackouts = given && requireBlackouts(given, account, now)
      const after: GuardImage = {
        perDay: change.perDay === undefined ? before.perDay : change.perDay === 'auto' ? 0 : change.perDay,
        blackouts: blackouts ?? before.blackouts,
        samePicturePerMonth: change.samePicturePerMonth ?? before.samePicturePerMonth,
      }
      if (JSON.stringify(after) !== JSON.stringify(before)) {
        await sql`
          update schedules
             set per_day = ${after.perDay}, blackouts = ${sql.json(after.blackouts)},
                 same_picture_per_month = ${after.samePicturePerMonth}
           where organization_id = ${organizationId} and account_id = ${id}`
        await recordAct(sql, actor, { accountId, subject: `account:${id}`, action: 'setGuard', before, after }, now)
        await keepOthers(sql, account, now)
        await followSchedule(sql, account, now)
      }
      const settings = await readGuardOf(sql, account, now)
      await beforeCommit?.(sql, settings)
      return settings
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/** What the table keeps; 0: `auto`. */
type GuardImage = { perDay: number | null; blackouts: Blackout[]; samePicturePerMonth: number }
const imageColumns = (sql: Sql) => sql`per_day as "perDay", blackouts, same_picture_per_month as "samePicturePerMonth"`

/** @throws BAD_REQUEST perDay, samePicturePerMonth, body */
function requireGuard({ perDay, samePicturePerMonth, blackouts }: GuardChange): void {
  if (perDay === undefined && samePicturePerMonth === undefined && blackouts === undefined)
    throw badRequest('body', 'The body must have at least one field.')
  if (typeof perDay === 'number' && !isWithin(perDay, MOST_A_DAY))
    throw badRequest('perDay', (of) => `${of('perDay')} must be a whole number from 1 to ${MOST_A_DAY}, auto or null.`)
  if (samePicturePerMonth !== undefined && !isWithin(samePicturePerMonth, MOST_OF_PICTURE))
    throw badRequest(
      'samePicturePerMonth',
      (of) => `${of('samePicturePerMonth')} must be a whole number from 1 to ${MOST_OF_PICTURE}.`,
    )
}

const isWithin = (count: number, most: number): boolean => Number.isInteger(count) && count >= 1 && count <= most

/** Returns them with instants in UTC, the earliest first. @throws BAD_REQUEST blackouts */
function requireBlackouts(blackouts: readonly Blackout[], account: Account, now: Date): Blackout[] {
  if (blackouts.length > MOST_BLACKOUTS)
    throw badRequest('blackouts', (of) => `${of('blackouts')} must have at most ${MOST_BLACKOUTS} entries. Remove some.`)
  const last = addYears(now, HORIZON_YEARS).getTime()
  const read = blackouts.map(({ from, to, note }, index): Blackout => {
    const named = (name: 'from' | 'to' | 'note') => `blackouts[${index}].${name}`
    const edge = (name: 'from' | 'to', written: string) => {
      const isReal = isDate(written.slice(0, 10)) && (isDayAlone(written) || (INSTANT.test(written) && Date.parse(written) >= 0))
      if (!isReal)
        throw badRequest(named(name), (of) => `${of(named(name))} must be a day, like 2026-12-24, or a time with its zone.`)
      return isDayAlone(written) ? written : new Date(written).toISOString()
    }
    const said = cleanLine(named('note'), note ?? '') || null
    const blackout = { from: edge('from', from), to: edge('to', to), note: said }
    const span = spanOf(blackout, zoneOfGuard(account))
    if (span.until <= span.from)
      throw badRequest(named('to'), (of) => `${of(named('to'))} must be after its begin. A day is included as a whole.`)
    if (span.until > last)
      throw badRequest(named('to'), (of) => `${of(named('to'))} must be within ${HORIZON_YEARS} years from now.`)
    if (said !== null && lengthOf(said) > NOTE_LENGTH)
      throw badRequest(named('note'), (of) => `${of(named('note'))} must have at most ${NOTE_LENGTH} characters.`)
    return blackout
  })
  return rangesOf(read, account).map(({ blackout }) => blackout)
}

/** A time with its zone. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i

/** True for a day that the calendar has, from 1970 on. */
const isDate = (written: string): boolean => {
  const at = new Date(`${written}T00:00:00Z`)
  return at.getTime() >= 0 && dateOf(at) === written
}
