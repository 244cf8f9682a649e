/** One platform account that two organizations have connected, and a pin that both save. */
import { expect, test } from 'vitest'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aSave, copiesOf, somebodysPin } from '../support/saves.js'
import { aPublishWorld, MINUTE_MS, reread, SECOND_MS, workFor, type PublishWorld } from '../support/support.js'

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

test('a copy that is a post’s of the other organization is not adopted: ours is saved', async () => {
  const pinId = await somebodysPin(world)
  const theirs = await aSave(other, pinId)
  await workFor(world, MINUTE_MS + SECOND_MS)
  const ours = await aSave(world, pinId)
  await world.simulator.fault({ operation: 'save_pin', fault: 'fail_500' })
  await workFor(world, HOUR_MS)
  const pinIds = [(await reread(other, theirs)).pinId, (await reread(world, ours)).pinId]
  expect((await copiesOf(world, pinId)).map(({ id }) => id)).toEqual(pinIds)
})

test('two lost answers and one copy: both teams are asked, and it is nobody’s until one of them says so', async () => {
  const pinId = await somebodysPin(world)
  const posts = [
    [world, await aSave(world, pinId)],
    [other, await aSave(other, pinId)],
  ] as const
  await world.simulator.fault({ operation: 'save_pin', fault: 'commit_then_500' })
  await world.simulator.fault({ operation: 'save_pin', fault: 'fail_500' })
  await workFor(world, HOUR_MS)
  const [copy, ...more] = await copiesOf(world, pinId)
  expect(more).toEqual([])
  for (const [of, post] of posts) expect((await reread(of, post)).failure).toMatchObject({ reason: 'outcome_unknown' })
  const outcome = { kind: 'there', pinId: copy!.id } as const
  const say = ([of, { id: postId }]: (typeof posts)[number]) =>
    setOutcome(of.deps, of.actor, { accountId: of.accountId, postId, outcome })
  expect(await say(posts[1])).toMatchObject({ status: 'sent', pinId: copy!.id })
  await expect(say(posts[0])).rejects.toThrow(/already belongs to another post/)
})
