/** Slots and live posts put straight into the tables, for tests of the schedule alone. */
import type { Account } from '../../../../src/core/accounts/account.js'
import { readAccount } from '../../../../src/core/accounts/accounts.js'
import { nextOpenSlot, slotAt, type Slot } from '../../../../src/core/slots/next-open-slot.js'
import type { TimeslotType } from '../../../../src/core/slots/week/timeslot.js'
import { createTimeslot } from '../../../../src/core/slots/week/timeslots.js'
import type { World } from '../../../support/world.js'

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** `aSlot(world, 'mon 09:30')`, in the account's zone; gives the id. */
export async function aSlot({ deps, actor, accountId }: World, when: string, timezone: string | null = null): Promise<string> {
  const [weekday, time] = when.split(' ')
  const day = WEEKDAYS.findIndex((name) => name === weekday)
  return (await createTimeslot(deps, actor, { accountId, day, time: time!, timezone })).id
}

export async function setType({ deps, organizationId }: World, timeslotId: string, type: TimeslotType): Promise<void> {
  await deps.db.sql`update timeslots set type = ${type} where organization_id = ${organizationId} and id = ${timeslotId}`
}

export type LivePin = { at: string | Date; timeslotId?: string | null; status?: 'queued' | 'uploading' | 'sent' }

export async function aPin(world: World, { at, timeslotId = null, status = 'queued' }: LivePin): Promise<string> {
  const { deps, organizationId, accountId, clock } = world
  const sendAt = new Date(at)
  const [post] = await deps.db.sql<[{ id: string }]>`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, timeslot_id,
                       due_at, attempt_number, pin_id, sent_at, created_via, created_at, updated_at)
    values (${organizationId}, ${accountId}, ${status}, 'image', 'Shelf', 'A shelf', 'https://shop.test/shelf', '101', ${sendAt},
            ${timeslotId}, ${status === 'sent' ? null : sendAt}, ${status === 'queued' ? 0 : 1},
            ${status === 'sent' ? sendAt.getTime() : null}, ${status === 'sent' ? sendAt : null}, 'api', ${clock.now}, ${clock.now})
    returning id`
  return post.id
}

export async function aDraft({ deps, organizationId, accountId, clock }: World): Promise<string> {
  const [post] = await deps.db.sql<[{ id: string }]>`
    insert into posts (organization_id, account_id, status, media_type, created_via, created_at, updated_at)
    values (${organizationId}, ${accountId}, 'draft', 'image', 'api', ${clock.now}, ${clock.now})
    returning id`
  return post.id
}

export const accountOf = ({ deps, actor, accountId }: World): Promise<Account> => readAccount(deps, actor, { accountId })

/** Asks without writing. */
export async function next(world: World, postId: string | null = null): Promise<Slot> {
  const { sendAt, timeslotId } = await nextOpenSlot(world.deps.db.sql, await accountOf(world), { postId }, world.clock.now)
  return { sendAt, timeslotId }
}

/** Asks and writes, as scheduling does. */
export async function takeNext(world: World): Promise<Slot> {
  const slot = await next(world)
  await aPin(world, { at: slot.sendAt, timeslotId: slot.timeslotId })
  return slot
}

export async function slotOf(world: World, at: string, postId: string | null = null): Promise<string | null> {
  return (await slotAt(world.deps.db.sql, await accountOf(world), { at: new Date(at), postId }, world.deps.clock())).timeslotId
}
