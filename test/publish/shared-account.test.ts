/** One platform account that two organizations have connected: each keeps to its own pins, and learns nothing of the other's. */
import { expect, test } from 'vitest'
import type { Post } from '../../src/core/posts/post.js'
import { NO_UTM } from '../../src/core/links/utm.js'
import { deleteUtmRule, putUtmRule } from '../../src/core/links/utm-rules.js'
import { setOutcome } from '../../src/core/publish/settle/set-outcome.js'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { aWorld } from '../support/world.js'
import {
  aPin,
  aPublishWorld,
  attemptsOf,
  MINUTE_MS,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
  type PublishWorld,
} from './support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const own = await aWorld(db)
const other: PublishWorld = { ...own, deps: world.deps, clock: world.clock, simulator: world.simulator }
await db.sql`
  update accounts a
     set platform_user_id = o.platform_user_id
    from accounts o
   where o.organization_id = ${world.organizationId} and a.organization_id = ${other.organizationId}`
await db.sql`
  update connections c
     set access_token = o.access_token
    from connections o
   where o.organization_id = ${world.organizationId} and c.organization_id = ${other.organizationId}`

const statesOf = async (of: PublishWorld, post: Post) => (await attemptsOf(of, post)).map(({ state }) => state)
const faultyFor = (post: Post, fault: 'fail_500' | 'commit_then_500') =>
  world.simulator.fault({ operation: 'create_pin', fault, match: { link: post.url! } })

test('a pin that is a post’s of the other organization is not adopted: ours is sent', async () => {
  const at = new Date(world.clock.now.getTime() + MINUTE_MS)
  const url = 'https://example.com/equal'
  const theirs = await aPin(other, { url, at })
  await workFor(world, MINUTE_MS + SECOND_MS)
  expect((await reread(other, theirs)).status).toBe('sent')
  const ours = await aPin(world, { url })
  await faultyFor(ours, 'fail_500')
  await workFor(world, HOUR_MS)
  expect(await statesOf(world, ours)).toEqual(['absent', 'confirmed'])
  const pins = await pinsOf(world, ours)
  expect(new Set(pins)).toEqual(new Set([(await reread(world, ours)).pinId, (await reread(other, theirs)).pinId]))
  expect(pins).toHaveLength(2)
})

test('two lost answers and one pin: both teams are asked, and the pin is nobody’s until one of them says so', async () => {
  const url = 'https://example.com/two-lost'
  const at = new Date(world.clock.now.getTime() + MINUTE_MS)
  const [ours, theirs] = [await aPin(world, { url, at }), await aPin(other, { url, at })]
  await faultyFor(ours, 'commit_then_500')
  await faultyFor(ours, 'fail_500')
  await workFor(world, HOUR_MS)
  const [pinId] = await pinsOf(world, ours)
  expect(await pinsOf(world, ours)).toHaveLength(1)
  for (const [of, post] of [
    [world, ours],
    [other, theirs],
  ] as const)
    expect((await reread(of, post)).failure).toMatchObject({ reason: 'outcome_unknown' })
  const say = (of: PublishWorld, { id: postId }: Post) =>
    setOutcome(of.deps, of.actor, { accountId: of.accountId, postId, outcome: { kind: 'there', pinId: pinId! } })
  expect(await say(other, theirs)).toMatchObject({ status: 'sent', pinId })
  const refusal = await say(world, ours).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringMatching(/already belongs to another post\./) as string,
  })
})

test('it stays nobody’s also where one of the two adds parameters to the link', async () => {
  const { deps, actor, accountId } = other
  await putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: null, source: 'theirs' })
  const url = 'https://example.com/two-lost-one-tagged'
  const at = new Date(world.clock.now.getTime() + MINUTE_MS)
  const [ours, theirs] = [await aPin(world, { url, at }), await aPin(other, { url, at })]
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_500' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500' })
  await workFor(world, HOUR_MS)
  await deleteUtmRule(deps, actor, { accountId, boardId: null })
  expect(await db.sql`select from sim_pins where link like ${`${url}%`}`).toHaveLength(1)
  for (const [of, post] of [
    [world, ours],
    [other, theirs],
  ] as const)
    expect((await reread(of, post)).failure).toMatchObject({ reason: 'outcome_unknown' })
})
