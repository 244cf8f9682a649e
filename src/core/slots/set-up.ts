/** Sets up a newly connected account in one act: its zone, posting times and channel. @see docs/contract.md#setting-up */
import { recordAct, type Channel } from '../audit/audit.js'
import type { Account } from '../accounts/account.js'
import { accountColumns, listAccounts, loadAccount, requireAccount } from '../accounts/accounts.js'
import { requireRoleOn } from '../accounts/people/roles.js'
import { isOfClients, requireInternal, requireNotifyChannel } from '../accounts/settings.js'
import type { Actor } from '../lib/actor.js'
import { badRequest } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import { forgetFull } from './full-until.js'
import { brieflyForSchedule, lockSchedule } from './next-open-slot.js'
import { readSmartSlots } from './occupancy.js'
import { insertSlots } from './week/rebuild-slots.js'
import { requireTimezone } from './week/rules.js'

/** The daily posting hours by number of pins a day; 0: the person adds slots themselves. */
export const POSTING_HOURS: Record<number, readonly number[]> = {
  0: [],
  1: [20],
  2: [10, 20],
  3: [10, 15, 20],
  5: [9, 12, 15, 18, 21],
}
export const USUAL_PINS_PER_DAY = 2

/** `channelId` null: none is chosen. */
export type SetUpChoice = { timezone: string; pinsPerDay: number; channelId: string | null }
/** `isFirst` false: it was set up before, and nothing changed. `slots`: its current number of slots. */
export type SetUpResult = { account: Account; isFirst: boolean; slots: number }

/**
 * Sets the zone, adds posting times if the account has none, and sets the channel. Done once: a second call changes nothing.
 * @throws BAD_REQUEST timezone, pinsPerDay, notifyChannelId · FORBIDDEN not an admin · NOT_FOUND · CONFLICT schedule_locked
 */
export async function setUpAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, ...choice }: { accountId: string } & SetUpChoice,
): Promise<SetUpResult> {
  requireSetUp(choice)
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(
    async (sql) => {
      await requireInternal(sql, actor, 'notifyChannelId', choice.channelId)
      return applySetUp(sql, actor, await requireAccount(sql, actor, accountId), choice, now)
    },
    brieflyForSchedule(actor.organizationId, accountId),
  )
}

/** @throws BAD_REQUEST timezone, pinsPerDay, notifyChannelId */
export function requireSetUp({ timezone, pinsPerDay, channelId }: SetUpChoice): void {
  requireTimezone(timezone)
  if (POSTING_HOURS[pinsPerDay] === undefined)
    throw badRequest('pinsPerDay', (of) => `${of('pinsPerDay')} must be one of ${Object.keys(POSTING_HOURS).join(', ')}.`)
  if (channelId !== null) requireNotifyChannel(channelId)
}

type By = Pick<Actor, 'organizationId' | 'userId'> & { via: Channel }

/** Runs in the caller's transaction, which may be that of connecting. */
export async function applySetUp(sql: Sql, by: By, account: Account, choice: SetUpChoice, now: Date): Promise<SetUpResult> {
  const { organizationId, id } = account
  const { timezone, pinsPerDay } = choice
  const scheduleId = await lockSchedule(sql, account)
  await sql`select from accounts where organization_id = ${organizationId} order by id for no key update` // as setClients() does
  const channelId = (await isOfClients(sql, organizationId, choice.channelId)) ? null : choice.channelId
  const slots = await readSmartSlots(sql, account)
  const [done] = await sql<Account[]>`
    update accounts a
       set set_up = 'done', timezone = ${timezone}, notify_channel_id = coalesce(${channelId}, a.notify_channel_id)
     where a.organization_id = ${organizationId}
       and a.id = ${id}
       and a.set_up <> 'done'
    returning ${accountColumns(sql)}`
  if (!done) return { account: (await loadAccount(sql, account, id)) ?? account, isFirst: false, slots: slots.length }
  const planned = slots.length > 0 ? [] : weekOf(pinsPerDay, timezone)
  if (planned.length > 0) await forgetFull(sql, account)
  await insertSlots(sql, { organizationId, id, scheduleId }, planned, now)
  const before = { timezone: account.timezone, notifyChannelId: account.notifyChannelId, slots: slots.length }
  const after = { timezone, notifyChannelId: done.notifyChannelId, slots: slots.length + planned.length }
  await recordAct(sql, by, { accountId: id, subject: `account:${id}`, action: 'setUp', before, after }, now)
  return { account: done, isFirst: true, slots: after.slots }
}

const weekOf = (pinsPerDay: number, timezone: string) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((day) => (POSTING_HOURS[pinsPerDay] ?? []).map((hour) => ({ day, minute: hour * 60, timezone })))

/** Postpones the set-up; one that is done stays done. @throws FORBIDDEN not an admin · NOT_FOUND */
export async function putOffSetUp({ db, clock }: Pick<Deps, 'db' | 'clock'>, actor: Actor, accountId: string): Promise<Account> {
  requireRoleOn(actor, accountId, 'admin')
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    const { count } = await sql`
      update accounts
         set set_up = 'later'
       where organization_id = ${account.organizationId}
         and id = ${account.id}
         and set_up = 'due'`
    const act = { accountId, subject: `account:${accountId}`, action: 'set', before: { setUp: 'due' }, after: { setUp: 'later' } }
    if (count > 0) await recordAct(sql, actor, act, clock())
    return account
  })
}

/** What an account still lacks, with proposed choices. `slots`: existing slots, which are kept. */
export type SetUpDue = { account: Account; isPutOff: boolean; slots: number } & SetUpChoice

/**
 * Returns null when it is set up, or has a zone and slots already. `near`: the reader's zone and the channel they work in, where
 * known.
 * @throws NOT_FOUND
 */
export async function readSetUpDue(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, near }: { accountId: string; near: { timezone: string | null; channelId?: string | null | undefined } },
): Promise<SetUpDue | null> {
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === accountId) ?? (await requireAccount(deps.db.sql, actor, accountId))
  if (account.setUp === 'done') return null
  const slots = (await readSmartSlots(deps.db.sql, account)).length
  if (account.timezone !== null && slots > 0) return null
  const elsewhere = accounts.findLast(({ notifyChannelId }) => notifyChannelId !== null)?.notifyChannelId ?? null
  return {
    account,
    isPutOff: account.setUp === 'later',
    slots,
    timezone: account.timezone ?? near.timezone ?? 'UTC',
    pinsPerDay: USUAL_PINS_PER_DAY,
    channelId: account.notifyChannelId ?? near.channelId ?? elsewhere,
  }
}
