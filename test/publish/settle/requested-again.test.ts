/** A draft with an unknown outcome goes on the schedule and comes off again: the question stays open. */
import { afterEach, expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import type { Post } from '../../../src/core/posts/post.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { failureMessage } from '../../../src/core/posts/state/failure-messages.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost, unscheduleSeries } from '../../../src/core/posts/unschedule.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, noticesOf, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'
import { anUnknownDraft, HIDDEN_MS, scheduleAgain } from '../support/unknown.js'

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
  expect(await setOutcome(deps, actor, { accountId, postId: draft.id, outcome })).toMatchObject({ status: 'sent', pinId })
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
  await setOutcome(deps, actor, { accountId, postId: draft.id, outcome: { kind: 'notThere' } })
  await scheduleAgain(world, draft, HOUR_MS)
  expect(await unschedule(draft)).toMatchObject({ status: 'draft', failure: null })
})

const setAccount = async (fields: Record<string, string>): Promise<void> =>
  void (await db.sql`update accounts set ${db.sql(fields)} where organization_id = ${organizationId} and id = ${accountId}`)
const USUAL = { token_status: 'authorized', publishing: 'active', while_paused: 'wait' }
afterEach(() => setAccount(USUAL))
const pause = async (whilePaused: 'wait' | 'fail'): Promise<void> =>
  void (await pausePublishing(deps, actor, { accountId, whilePaused }))

const inItsWay: [reason: 'paused' | 'account_disconnected' | 'missed', what: string, happens: () => Promise<void>][] = [
  ['paused', 'its account is paused, and pins fail then', () => pause('fail')],
  ['paused', 'its account is paused for a day', () => pause('wait')],
  ['account_disconnected', 'its account is disconnected for a day', () => setAccount({ token_status: 'unauthorized' })],
  ['missed', 'nobody publishes for a day', async () => {}],
]

test.each(inItsWay)(
  'scheduled again, it does not fail as %s before its pin was looked for: where %s, it asks still',
  async (reason, what, happens) => {
    const draft = await anUnknownDraft(world, { made: true, post: { url: `https://example.com/${reason}-${what.length}` } })
    const credits = await creditsOf(world)
    await scheduleAgain(world, draft, HOUR_MS)
    await happens()
    world.clock.advance(2 * DAY_MS)
    await sweepLate(deps)
    const failed = await reread(world, draft)
    expect(failed).toMatchObject({
      status: 'draft',
      failure: { reason: 'outcome_unknown', message: failureMessage({ code: 'earlier_request', because: reason }) },
    })
    expect(await creditsOf(world)).toBe(credits)
    const notices = (await noticesOf(world, draft)).filter(({ kind }) => kind === 'pinFailed')
    expect(notices.map((notice) => notice.reason)).toEqual(['outcome_unknown', 'outcome_unknown'])
    await setAccount(USUAL)
    await scheduleAgain(world, draft)
    await workFor(world, 2 * MINUTE_MS)
    expect(await pinsOf(world, draft)).toEqual([(await reread(world, draft)).pinId])
  },
)

test('scheduled into a pause once a person has said that it is not there, it fails as paused', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/ruled-out' } })
  await setOutcome(deps, actor, { accountId, postId: draft.id, outcome: { kind: 'notThere' } })
  await scheduleAgain(world, draft, HOUR_MS)
  await pause('fail')
  world.clock.advance(2 * HOUR_MS)
  await sweepLate(deps)
  expect((await reread(world, draft)).failure).toMatchObject({ reason: 'paused' })
})

/** Its first request left no trace, and it waits to be tried again; its pin shows later. */
async function aPinWithoutTrace(url: string): Promise<Post> {
  const pin = await aPin(world, { url })
  for (const fault of ['commit_then_500', 'image_unreachable'] as const)
    await world.simulator.fault({ operation: 'create_pin', fault, match: { link: url } })
  await workFor(world, MINUTE_MS + SECOND_MS)
  await db.sql`update sim_pins set visible_at = ${new Date(world.clock.now.getTime() + HOUR_MS)} where link = ${url}`
  await workFor(world, 10 * MINUTE_MS + 29 * SECOND_MS)
  expect((await attemptsOf(world, pin)).map(({ state }) => state)).toEqual(['absent', 'retry'])
  return pin
}
const failing: [as: string, happens: (pin: Post) => Promise<unknown>][] = [
  ['is refused', ({ url }) => world.simulator.fault({ operation: 'create_pin', fault: 'bad_link', match: { link: url! } })],
  ...inItsWay.map(([, what, happens]): (typeof failing)[number] => [`is not made, for ${what}`, happens]),
]

test.each(failing)(
  'one request that left no trace, and a second one that %s: off the schedule again it asks still, is not published by a button, and may be answered',
  async (as, happens) => {
    const pin = await aPinWithoutTrace(`https://example.com/one-trace-${as.length}`)
    await happens(pin)
    await workFor(world, as === 'is refused' ? 5 * MINUTE_MS : 0)
    world.clock.advance(2 * DAY_MS)
    await sweepLate(deps)
    await setAccount(USUAL)
    const asking = await reread(world, pin)
    expect(asking).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
    const { failedAt, sendAt } = asking.failure!
    const isAsked = { status: 'draft', failure: { reason: 'outcome_unknown', failedAt, sendAt } }

    await scheduleAgain(world, pin, DAY_MS)
    const now = { accountId, postId: pin.id, when: { kind: 'now' } } as const
    const refused = { code: 'CONFLICT', details: { reason: 'outcome_unknown' } }
    await expect(schedulePost(deps, actor, now)).rejects.toMatchObject(refused)
    const off = await unschedule(pin)
    expect(off).toMatchObject(isAsked)
    await expect(schedulePost(deps, actor, now)).rejects.toMatchObject(refused)

    await scheduleAgain(world, pin, DAY_MS)
    const { version } = await deletePost(deps, actor, { accountId, postId: pin.id })
    await undoChange(deps, actor, { accountId, postId: pin.id, version })
    expect(await unschedule(pin)).toMatchObject(isAsked)
    const [pinId] = await pinsOf(world, pin)
    const outcome = { kind: 'there', pinId: pinId! } as const
    expect(await setOutcome(deps, actor, { accountId, postId: pin.id, outcome })).toMatchObject({ status: 'sent', pinId })
  },
)

test('of what failed before it was noted that a team was asked, two requests without a trace ask still', async () => {
  const draft = await anUnknownDraft(world, { made: false, post: { url: 'https://example.com/not-noted' } })
  await db.sql`update publish_attempts set reported_unknown_at = null where post_id = ${draft.id}`
  await scheduleAgain(world, draft, HOUR_MS)
  expect(await unschedule(draft)).toMatchObject({ failure: draft.failure })
})

test('nothing is asked of a pin whose first attempt left no trace, and that waits to be tried again', async () => {
  expect(await unschedule(await aPinWithoutTrace('https://example.com/one-trace'))).toMatchObject({
    status: 'draft',
    failure: null,
  })
})

test('nor of one that was moved while it waited for that', async () => {
  const pin = await aPinWithoutTrace('https://example.com/one-trace-moved')
  await scheduleAgain(world, pin, DAY_MS)
  expect(await unschedule(pin)).toMatchObject({ status: 'draft', failure: null })
})
