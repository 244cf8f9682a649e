/** The open requests of an account by what they wait for, the soonest due first, page by page. */
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { countRequestsFor, listOpenRequests, type RequestsOf } from '../../../../src/core/posts/approval/requests.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, HOUR_MS } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'

const { db } = await aDatabase()

const as = (world: World, role: Role, name: string): Actor => ({
  organizationId: world.organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

async function aTeam(): Promise<World> {
  const world = await aWorld(db)
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  return world
}

/** A draft whose request is due in so many hours; null: from before due times. */
async function request(world: World, title: string, hours: number | null, name = 'MILO'): Promise<string> {
  const actor = as(world, 'contributor', name)
  const draft = await aDraft(world, { title })
  await db.sql`update posts set created_by = ${actor.userId} where organization_id = ${world.organizationId} and id = ${draft.id}`
  const input = { accountId: world.accountId, postId: draft.id, when: { kind: 'nextOpenSlot' } as const }
  const { approval } = await schedulePost(world.deps, actor, input)
  const due = hours === null ? null : new Date(world.clock.now.getTime() + hours * HOUR_MS)
  await db.sql`update approvals set due_at = ${due} where organization_id = ${world.organizationId} and id = ${approval!.id}`
  return approval!.id
}
const hold = (world: World, id: string, until: Date | null = null) => db.sql`
  update approvals set held_by = 'T1:UADA', held_at = ${world.clock.now}, held_until = ${until}
   where organization_id = ${world.organizationId} and id = ${id}`

const list = (world: World, actor: Actor, of?: RequestsOf, { at = 0, limit = 10, timezone = 'UTC' } = {}) =>
  listOpenRequests(world.deps, actor, { accountId: world.accountId, of, at, limit, timezone })
const titles = async (...asked: Parameters<typeof list>) => (await list(...asked)).approvals.map(({ title }) => title)

test('who decides has what waits for them first, who asks their own, who only reads what waits for others', async () => {
  const world = await aTeam()
  await request(world, 'Milos', 50)
  await request(world, 'Eves', 40, 'EVE')
  const [ada, milo, eve] = [as(world, 'admin', 'ADA'), as(world, 'contributor', 'MILO'), as(world, 'scheduler', 'EVE')]
  expect(await list(world, ada)).toMatchObject({ of: 'forMe', mayDecide: true, counts: { forMe: 2, mine: 0, others: 0 } })
  expect(await titles(world, ada)).toEqual(['Eves', 'Milos'])
  expect(await list(world, milo)).toMatchObject({ of: 'mine', mayDecide: false, counts: { forMe: 0, mine: 1, others: 1 } })
  expect(await titles(world, milo)).toEqual(['Milos'])
  expect(await titles(world, milo, 'others')).toEqual(['Eves'])
  expect(await titles(world, eve)).toEqual(['Milos']) // nobody decides what they asked for
  expect(await list(world, as(world, 'viewer', 'VAL'))).toMatchObject({ of: 'others', counts: { others: 2 } })
  expect(await countRequestsFor(world.deps, eve, world)).toBe(1)
  expect(await countRequestsFor(world.deps, milo, world)).toBe(0)
})

test('due today is by the reader’s own day, overdue is before now, and what has no due time is neither', async () => {
  const world = await aTeam()
  world.clock.now = new Date('2026-03-02T15:00:00Z')
  await request(world, 'past', -1)
  await request(world, 'in eight hours', 8)
  await request(world, 'in ten hours', 10)
  await request(world, 'old', null)
  const ada = as(world, 'admin', 'ADA')
  expect(await titles(world, ada, 'dueToday')).toEqual(['in eight hours'])
  expect(await titles(world, ada, 'dueToday', { timezone: 'America/New_York' })).toEqual(['in eight hours', 'in ten hours'])
  expect(await titles(world, ada, 'dueToday', { timezone: 'Asia/Dubai' })).toEqual([]) // there it is seven in the evening
  expect(await titles(world, ada, 'overdue')).toEqual(['past'])
  expect((await list(world, ada)).counts).toEqual({ forMe: 4, mine: 0, others: 0, dueToday: 1, overdue: 1, onHold: 0 })
})

test('on hold it waits for nobody and is not overdue; once the hold has ended it is as before', async () => {
  const world = await aTeam()
  const ada = as(world, 'admin', 'ADA')
  await hold(world, await request(world, 'held', -1))
  await hold(world, await request(world, 'released', -1), new Date(world.clock.now.getTime() - 1))
  expect(await titles(world, ada, 'onHold')).toEqual(['held'])
  expect((await list(world, ada)).counts).toMatchObject({ forMe: 1, others: 1, overdue: 1, onHold: 1 })
})

test('a page begins where the last one ended, and beyond the end the last page is read', async () => {
  const world = await aTeam()
  const ada = as(world, 'admin', 'ADA')
  for (let hours = 1; hours <= 5; hours++) await request(world, `${hours}`, 6 - hours)
  expect(await titles(world, ada, 'forMe', { limit: 2 })).toEqual(['5', '4'])
  expect(await titles(world, ada, 'forMe', { limit: 2, at: 2 })).toEqual(['3', '2'])
  expect(await list(world, ada, 'forMe', { limit: 2, at: 40 })).toMatchObject({ at: 4, approvals: [{ title: '1' }] })
})

test('another organization’s requests are not there', async () => {
  const [one, other] = [await aTeam(), await aTeam()]
  await request(one, 'Theirs', 5)
  expect((await list(other, as(other, 'admin', 'ADA'))).counts.forMe).toBe(0)
  await expect(list({ ...other, accountId: one.accountId }, as(other, 'admin', 'ADA'))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
