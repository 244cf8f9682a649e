/** Keeps slots for requests for approval, gives them to approved pins, and replaces those that are gone. */
import type { Account } from '../accounts/account.js'
import { after, DAY_MS, HOUR_MS, SECOND_MS } from '../lib/duration.js'
import { DomainError } from '../lib/errors.js'
import { urlKeyOf } from '../lib/http/url.js'
import { enqueueCard, type CardOf } from '../notices/approval-cards.js'
import type { Sql } from '../ports/deps.js'
import { blackoutAt, readGuard, whyClosed } from './guard.js'
import { isKept, type Kept, type LostBecause, readKept } from './kept.js'
import { type FoundSlot, nextOpenSlot } from './next-open-slot.js'
import { openSlots, readSmartSlots, readTaken } from './occupancy.js'
import { slotsAt } from './occurrences.js'

const DUE_BEFORE_MS = DAY_MS
const DUE_AFTER_MS = 48 * HOUR_MS

/**
 * Returns until when a request should be decided: a day before its time, but never before half of the time until then has passed;
 * without a time, two days after it was made. @param dueBeforeSeconds how long before its time, if a rule says so
 */
export function dueOf(sendAt: Date | null, requestedAt: Date, dueBeforeSeconds: number | null = null): Date {
  if (sendAt === null) return after(requestedAt, DUE_AFTER_MS)
  const left = Math.max(0, sendAt.getTime() - requestedAt.getTime())
  const before = dueBeforeSeconds === null ? DUE_BEFORE_MS : dueBeforeSeconds * SECOND_MS
  return after(requestedAt, Math.max(left - before, left / 2))
}

/** A pin for which the next open slot is requested. */
export type Wanting = { postId: string; title: string | null; url: string | null; spreadDays: number | null }

/**
 * Finds a slot to keep for each pin, in the order given: none gets that of another. The caller holds the schedule lock, and
 * writes what was found in the same transaction.
 * @returns by post; a pin without an open slot is not in it
 */
export async function findSlotsToKeep(
  sql: Sql,
  account: Account,
  wanting: readonly Wanting[],
  now: Date,
): Promise<Map<string, FoundSlot>> {
  const found = new Map<string, FoundSlot>()
  const full = new Set<string | null>() // a search without an open slot reads ten years
  let kept: Kept[] | undefined
  for (const { postId, title, url, spreadDays } of wanting) {
    const urlKey = url && urlKeyOf(url)
    if (full.has(null) || full.has(urlKey)) continue
    try {
      const slot = await nextOpenSlot(sql, account, { postId, urlKey, spreadDays: spreadDays ?? undefined, kept }, now)
      found.set(postId, slot)
      if (wanting.length === 1) break
      const { sendAt: at, timeslotId } = slot
      kept = (kept ?? (await readKept(sql, account, now))).filter((one) => one.postId !== postId)
      kept.push({ postId, at, timeslotId, title, urlKey, isKept: true })
    } catch (error) {
      if (!(error instanceof DomainError) || error.details.reason !== 'no_open_slot') throw error
      full.add(urlKey)
    }
  }
  return found
}

/** A request as a search for its slot needs it. `sendAt`, `timeslotId`: of the slot that it has. */
export type Keeper = Wanting & { id: string; slot: { sendAt: Date; timeslotId: string | null } | null }

/** `lost`: the slot that the request had, when it gets another one. */
export type Given = FoundSlot & { lost: { sendAt: Date; because: LostBecause } | null }

const NOTHING_PASSED = { passedOver: [], more: 0, spacingDays: null }

/**
 * Returns the slot that a request gets when it is approved, or opened again: its own, else the next open slot. What was lost is
 * written to the request. The caller holds the schedule lock and the post.
 * @throws UNPROCESSABLE_ENTITY no_open_slot
 */
export async function slotOfRequest(sql: Sql, account: Account, keeper: Keeper, now: Date): Promise<Given> {
  const { id, postId, url, spreadDays, slot } = keeper
  const own = slot && (await readOwn(sql, account, { ...keeper, slot }, now))
  if (own?.open) return { ...own.open, placement: NOTHING_PASSED, lost: null }
  const next = await nextOpenSlot(
    sql,
    account,
    { postId, urlKey: url && urlKeyOf(url), spreadDays: spreadDays ?? undefined },
    now,
  )
  if (slot === null || own?.because === undefined) return { ...next, lost: null }
  const { because } = own
  await sql`
    update approvals
       set lost_at = ${slot.sendAt}, lost_because = ${because}
     where organization_id = ${account.organizationId} and id = ${id}`
  return { ...next, lost: { sendAt: slot.sendAt, because } }
}

type Own = { open: { sendAt: Date; timeslotId: string | null }; because?: undefined } | { open?: undefined; because: LostBecause }

/** Checks the slot that a request has: while it is kept, a pin that goes out at the same time on no slot does not matter. */
async function readOwn(
  sql: Sql,
  account: Account,
  { id, postId, slot }: Keeper & { slot: { sendAt: Date; timeslotId: string | null } },
  now: Date,
): Promise<Own> {
  const { sendAt: at, timeslotId } = slot
  if (at <= now) return { because: 'passed' }
  const timeslotIds = slotsAt(await readSmartSlots(sql, account), at)
  if (timeslotIds.length === 0) return { because: 'removed' }
  const [row] = await sql<{ isKept: boolean }[]>`
    select ${isKept(sql, now)} and a.state = 'open' as "isKept"
      from approvals a
     where a.organization_id = ${account.organizationId} and a.id = ${id}`
  const guard = await readGuard(sql, account, { postId }, now)
  if (blackoutAt(guard.ranges, at)) return { because: 'blackout' }
  const taken = await readTaken(sql, account, { at, postId }, now)
  const isThere = timeslotId !== null && timeslotIds.includes(timeslotId)
  if (row?.isKept && isThere && taken.every((one) => one.timeslotId !== timeslotId)) return { open: slot }
  const open = whyClosed(guard, at) ? [] : openSlots({ at, timeslotIds }, taken)
  const [first] = open
  if (first !== undefined) return { open: { sendAt: at, timeslotId: open.find((one) => one === timeslotId) ?? first } }
  return { because: isThere ? 'taken' : 'removed' }
}

/** Writes the slot that a request has from now on, with when it is due; the tick of reminders then plans the next from it. */
export async function writeKept(
  sql: Sql,
  { organizationId }: Pick<Account, 'organizationId'>,
  { id, slot }: { id: string; slot: { sendAt: Date; timeslotId: string | null } | null },
  now: Date,
): Promise<void> {
  const [rule] = await sql<{ dueBeforeSeconds: number | null }[]>`
    select due_before_seconds as "dueBeforeSeconds"
      from approvals
     where organization_id = ${organizationId} and id = ${id}`
  await sql`
    update approvals
       set kept_at = ${slot?.sendAt ?? null}, kept_timeslot_id = ${slot?.timeslotId ?? null},
           due_at = case when ${slot !== null} then ${dueOf(slot?.sendAt ?? null, now, rule?.dueBeforeSeconds)} else due_at end,
           remind_at = case when ${slot !== null} and state = 'open' and reminders < 2 then ${now}::timestamptz else remind_at end
     where organization_id = ${organizationId} and id = ${id}`
}

type KeeperRow = CardOf & Omit<Wanting, 'postId'> & { at: Date; timeslotId: string | null }

/**
 * Replaces kept slots that do not occur any more, or lie in a blackout, after posting times or blackouts were changed; their cards
 * say so. The caller holds the schedule lock.
 */
export async function keepOthers(sql: Sql, account: Account, now: Date): Promise<void> {
  const { organizationId, id: accountId } = account
  const kept = await sql<KeeperRow[]>`
    select a.organization_id as "organizationId", a.id, a.account_id as "accountId", a.post_id as "postId", a.batch_id as "batchId",
           a.revision, a.spread_days as "spreadDays", p.title, p.url, a.kept_at as at, a.kept_timeslot_id as "timeslotId"
      from approvals a
      join posts p on p.organization_id = ${organizationId} and p.id = a.post_id
     where a.organization_id = ${organizationId} and a.account_id = ${accountId}
       and a.state = 'open'
       and a.kept_at is not null
       and a.kept_at > ${now}
       and ${isKept(sql, now)}
     order by a.kept_at, a.id
       for no key update of a`
  if (kept.length === 0) return
  const slots = await readSmartSlots(sql, account)
  const { ranges } = await readGuard(sql, account, { postId: null, kept: [] }, now)
  const whyGone = ({ at, timeslotId }: KeeperRow): LostBecause | undefined =>
    timeslotId === null || !slotsAt(slots, at).includes(timeslotId) ? 'removed' : blackoutAt(ranges, at) && 'blackout'
  const gone = kept.flatMap((one) => {
    const because = whyGone(one)
    return because ? [{ ...one, because }] : []
  })
  if (gone.length === 0) return
  const others = await findSlotsToKeep(sql, account, gone, now)
  for (const { at, because, ...card } of gone) {
    const slot = others.get(card.postId) ?? null
    await writeKept(sql, account, { id: card.id, slot }, now)
    const [{ revision }] = await sql<[{ revision: number }]>`
      update approvals
         set lost_at = ${at}, lost_because = ${because}, revision = revision + 1
       where organization_id = ${organizationId} and id = ${card.id}
      returning revision`
    await enqueueCard(sql, { ...card, revision }, now)
  }
}
