/** A draft of which nobody knows whether it is published goes on the schedule and comes off again: what was asked stays asked. */
import { expect, test } from 'vitest'
import { deletePost } from '../../src/core/posts/delete.js'
import type { Post } from '../../src/core/posts/post.js'
import { sayOutcome } from '../../src/core/posts/publish/say-outcome.js'
import { undoChange } from '../../src/core/posts/undo.js'
import { unschedulePost, unscheduleSeries } from '../../src/core/posts/unschedule.js'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from './support.js'
import { anUnknownDraft, HIDDEN_MS, scheduleAgain } from './unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId } = world
const unschedule = ({ id: postId }: Post) => unschedulePost(deps, actor, { accountId, postId })

test('taken off the schedule again, it asks still, with what was told at first, and may be answered', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/off-again' } })
  const queued = await scheduleAgain(world, draft, HOUR_MS)
  expect(queued.failure).toBeNull()
  const off = await unschedule(draft)
  expect(off).toMatchObject({ status: 'draft', failure: draft.failure })
  expect(await reread(world, draft)).toEqual(off)
  await workFor(world, HIDDEN_MS)
  const [pinId] = await pinsOf(world, draft)
  const outcome = { kind: 'there', pinId: pinId! } as const
  expect(await sayOutcome(deps, actor, { accountId, postId: draft.id, outcome })).toMatchObject({ status: 'sent', pinId })
})

test('its series taken off, it asks still; so it does when its deletion is undone after that', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/series-off' } })
  await db.sql`
    update posts
       set interval_group_id = id, interval_position = 0
     where organization_id = ${organizationId} and id = ${draft.id}`
  await scheduleAgain(world, draft, HOUR_MS)
  expect(await unscheduleSeries(deps, actor, { accountId, intervalGroupId: draft.id })).toMatchObject([
    { failure: draft.failure },
  ])
  const { version } = await deletePost(deps, actor, { accountId, postId: draft.id })
  await undoChange(deps, actor, { accountId, postId: draft.id, version })
  expect((await reread(world, draft)).failure).toEqual(draft.failure)
})

test('what a person has answered is not asked again', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/answered' } })
  await sayOutcome(deps, actor, { accountId, postId: draft.id, outcome: { kind: 'notThere' } })
  await scheduleAgain(world, draft, HOUR_MS)
  expect(await unschedule(draft)).toMatchObject({ status: 'draft', failure: null })
})

test('nothing is asked of a pin whose first attempt left no trace, and that waits to be tried again', async () => {
  const url = 'https://example.com/one-trace'
  const pin = await aPin(world, { url })
  for (const fault of ['fail_500', 'image_unreachable'] as const)
    await world.simulator.fault({ operation: 'create_pin', fault, match: { link: url } })
  await workFor(world, 11 * MINUTE_MS + 30 * SECOND_MS)
  expect((await attemptsOf(world, pin)).map(({ state }) => state)).toEqual(['absent', 'retry'])
  expect(await unschedule(pin)).toMatchObject({ status: 'draft', failure: null })
})
