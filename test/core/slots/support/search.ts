/** Full schedules, and a search by the definition alone to hold the quick one against. */
import { DomainError } from '../../../../src/core/lib/errors.js'
import { lockSchedule, nextOpenSlot, type FoundSlot, type Search } from '../../../../src/core/slots/next-open-slot.js'
import { readSmartSlots } from '../../../../src/core/slots/occupancy.js'
import { HORIZON_YEARS, slotInstants, type SlotInstant } from '../../../../src/core/slots/occurrences.js'
import { addYears, wallDayOf } from '../../../../src/core/lib/time.js'
import type { World } from '../../../support/world.js'
import { accountOf } from './fixtures.js'

/** `many(world, 100)`: so many manual slots spread over the week, in the account's zone; two share their instant here and there. */
export async function manySlots({ deps, organizationId, accountId, clock }: World, count: number, timezone = 'America/New_York') {
  await deps.db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select ${organizationId}, ${accountId}, n % 7, 420 + (n / 7) * 17, ${timezone}, 'manual', ${clock.now}::timestamptz
      from generate_series(0, ${count - 1}::int) as n`
}

export async function occurrences(world: World): Promise<SlotInstant[]> {
  const { deps, clock } = world
  const slots = await readSmartSlots(deps.db.sql, await accountOf(world))
  return [...slotInstants(slots, { after: clock.now, until: addYears(clock.now, HORIZON_YEARS) })]
}

/** A queued pin on each of these, without a charge. @returns their ids, soonest first */
export async function fill(
  { deps, organizationId, accountId, clock }: World,
  instants: readonly SlotInstant[],
): Promise<string[]> {
  const places = instants.flatMap(({ at, timeslotIds }) => timeslotIds.map((id) => ({ at: at.toISOString(), id })))
  const ids: string[] = []
  // a statement has 20 s, on a busy machine too
  for (let from = 0; from < places.length; from += 2_500) {
    const some = places.slice(from, from + 2_500)
    const rows = await deps.db.sql<{ id: string }[]>`
      insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, timeslot_id,
                         due_at, created_via, created_at, updated_at)
      select ${organizationId}::bigint, ${accountId}::bigint, 'queued', 'image', 'Taken', 'Taken', 'https://taken.test', 'taken.test', '102',
             at, id, at, 'api', ${clock.now}::timestamptz, ${clock.now}::timestamptz
        from unnest(${some.map(({ at }) => at)}::timestamptz[], ${some.map(({ id }) => id)}::bigint[]) as place(at, id)
      returning id`
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Asks as scheduling does, under the lock. undefined: there is none. */
export async function search(world: World, asked: Search = { postId: null }): Promise<FoundSlot | undefined> {
  const account = await accountOf(world)
  return world.deps.db.tx(async (sql) => {
    await lockSchedule(sql, account)
    return nextOpenSlot(sql, account, asked, world.clock.now).catch((error: unknown) => {
      if (error instanceof DomainError && error.details.reason === 'no_open_slot') return undefined
      throw error
    })
  })
}

/** By the definition: every occurrence in its order, every live post, every rule. */
export async function searchPlainly(
  world: World,
  { postId, urlKey, notBefore }: Search = { postId: null },
): Promise<Date | undefined> {
  const { deps, organizationId, accountId, clock } = world
  const { timezone } = await accountOf(world)
  const posts = await deps.db.sql<{ id: string; status: string; send_at: Date; sent_at: Date | null; url_key: string | null }[]>`
    select id, status, send_at, sent_at, url_key from posts
     where organization_id = ${organizationId} and account_id = ${accountId} and status <> 'draft'`
  const rules = await deps.db.sql<{ url_key: string; days: number }[]>`
    select url_key, days from spacing_rules where organization_id = ${organizationId} and account_id = ${accountId}`
  const days = urlKey
    ? (rules.find((rule) => rule.url_key === urlKey) ?? rules.find((rule) => rule.url_key === ''))?.days
    : undefined
  const others = posts.filter(({ id }) => id !== postId)
  const live = new Map<number, number>()
  for (const { send_at: at } of others) live.set(at.getTime(), (live.get(at.getTime()) ?? 0) + 1)
  const dayOf = (at: Date) => wallDayOf(at, timezone ?? 'UTC')
  const pinDays = others
    .filter((pin) => pin.url_key === urlKey)
    .map((pin) => dayOf(pin.status === 'sent' ? pin.sent_at! : pin.send_at))
  const slots = await readSmartSlots(deps.db.sql, await accountOf(world))
  for (const { at, timeslotIds } of slotInstants(slots, { after: clock.now, until: addYears(clock.now, HORIZON_YEARS) })) {
    if ((notBefore && at < notBefore) || (live.get(at.getTime()) ?? 0) >= timeslotIds.length) continue
    if (days === undefined || pinDays.every((day) => Math.abs(day - dayOf(at)) >= days)) return at
  }
  return undefined
}

export async function hintOf({ deps, organizationId, accountId }: World): Promise<{ fullUntil: Date | null; freed: Date[] }> {
  const [schedule] = await deps.db.sql<[{ fullUntil: Date | null }]>`
    select full_until as "fullUntil" from schedules where organization_id = ${organizationId} and account_id = ${accountId}`
  const freed = await deps.db.sql<{ at: Date }[]>`
    select at from freed_instants where organization_id = ${organizationId} and account_id = ${accountId} order by at, id`
  return { fullUntil: schedule.fullUntil, freed: freed.map(({ at }) => at) }
}
