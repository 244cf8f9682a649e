/** A post with an unknown past whose worker dies, or whose board cannot be read: nothing is sent before it was searched for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import type { Post } from '../../../src/core/posts/post.js'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listQueued } from '../../../src/core/publish/claim/due.js'
import type { Failpoint } from '../../../src/core/publish/model/publish-end.js'
import type { Claimed } from '../../../src/core/publish/model/claimed-post.js'
import { preparePictures } from '../../../src/core/publish/prefetch/pictures.js'
import { publishPost } from '../../../src/core/publish/publish.js'
import { makeCommitSending } from '../../../src/core/publish/send/commit-sending.js'
import { makeSettleSent } from '../../../src/core/publish/settle/sent.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'
import { anUnknownDraft, asking, counting, HIDDEN_MS, scheduleAgain } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId } = world
const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)

test.each<Failpoint>(['claimed', 'lookedBack'])(
  'a worker that dies at %s leaves one pin, and the post is sent with it',
  async (failpoint) => {
    const draft = await anUnknownDraft(world, { made: true, post: { url: `https://example.com/past-died-${failpoint}` } })
    await workFor(world, HIDDEN_MS)
    await scheduleAgain(world, draft)
    const dying = aPublisher(world, {
      atFailpoint: async (at) => {
        if (at === failpoint) throw new Error(`killed at ${failpoint}`)
      },
    })
    await workFor(world, MINUTE_MS + SECOND_MS, [dying])
    expect((await reread(world, draft)).status).toBe('uploading')
    await workFor(world, HOUR_MS)
    expect(await reread(world, draft)).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, draft))[0] })
    expect(await pinsOf(world, draft)).toHaveLength(1)
    expect(await statesOf(draft)).toEqual(['found', 'absent', 'retry', 'retry'])
  },
)

test('a worker that was superseded while it read writes nothing: the pin is adopted once', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-superseded' } })
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  const superseded = aPublisher(world, {
    atFailpoint: async (at) => {
      if (at !== 'lookedBack') return
      world.clock.advance(2 * MINUTE_MS) // its lease runs out while it sleeps
      await aPublisher(world).drain()
    },
  })
  await workFor(world, MINUTE_MS, [superseded])
  await workFor(world, HOUR_MS)
  expect((await reread(world, draft)).status).toBe('sent')
  expect(await pinsOf(world, draft)).toHaveLength(1)
})

test('while the board cannot be read nothing is sent; once it can, the pin is adopted', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-unread' } })
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  await world.simulator.fault({ operation: 'list_board_pins', fault: 'fail_500', times: 1000 })
  await workFor(world, 20 * MINUTE_MS)
  expect(await reread(world, draft)).toMatchObject({ status: 'queued', failure: null })
  expect(new Set((await statesOf(draft)).slice(2))).toEqual(new Set(['retry']))
  expect((await sweepLate(world.deps)).reported).toBe(1) // as of any pin that is late
  await clearFaults(db.sql)
  await workFor(world, HOUR_MS)
  expect(await reread(world, draft)).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, draft))[0] })
  expect(await pinsOf(world, draft)).toHaveLength(1)
})

test('a board that cannot be read for a day: nothing was sent, and the team knows to look', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-never-read' } })
  const credits = await creditsOf(world)
  await scheduleAgain(world, draft)
  const blind = asking(world, { readBoard: () => Promise.reject(new PlatformError('unavailable', 'HTTP 503')) })
  await workFor(blind, DAY_MS, [aPublisher(blind)])
  expect((await reread(world, draft)).failure).toMatchObject({
    reason: 'outcome_unknown',
    cause: { code: 'earlier_request', because: 'board_unread' },
  })
  expect(await pinsOf(world, draft)).toHaveLength(1)
  expect(await creditsOf(world)).toBe(credits)
})

test('a board with more pins than are read asks a person at once', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-large' } })
  await scheduleAgain(world, draft)
  const large = counting(
    asking(world, { readBoard: async (...asked) => ({ ...(await world.deps.platform.readBoard(...asked)), pinCount: 10_001 }) }),
  )
  await workFor(large.world, 2 * MINUTE_MS, [aPublisher(large.world)])
  expect((await reread(world, draft)).failure).toMatchObject({
    reason: 'outcome_unknown',
    cause: { code: 'earlier_request', because: 'board_too_large' },
  })
  expect(large.reads).toEqual({ boards: 1, pages: 0 })
})

test('dead tokens are waited for, and spend no retry', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-dead' } })
  await workFor(world, HIDDEN_MS)
  await scheduleAgain(world, draft)
  const dead = asking(world, { readBoard: () => Promise.reject(new PlatformError('reconnect', 'Authentication failed.')) })
  dead.deps.platform.refreshToken = () => Promise.reject(new PlatformError('reconnect', 'The authorization grant is invalid'))
  await workFor(dead, 2 * MINUTE_MS, [aPublisher(dead)])
  const [row] = await db.sql`select status, due_at, tries from posts where id = ${draft.id}`
  expect(row).toEqual({ status: 'queued', due_at: null, tries: 0 })
  await db.sql`update accounts set token_status = 'authorized' where id = ${accountId}`
  await sweepLate(world.deps)
  await workFor(world, HOUR_MS)
  expect((await reread(world, draft)).status).toBe('sent')
  expect(await pinsOf(world, draft)).toHaveLength(1)
})

/** What publishes one claimed post, and `acquireSendLimit` is what happens while it waits for its turn to send bytes. */
const publishing = (acquireSendLimit: () => Promise<() => void>) => ({
  ...deps,
  commitSending: makeCommitSending(deps),
  settleSent: makeSettleSent(deps),
  pictures: preparePictures(deps),
  acquireSendLimit,
})
async function claimOne(): Promise<Claimed> {
  const { now } = world.clock
  const [claimed] = await claimDue(db, await listQueued(db.sql, { now, limit: 10 }), now)
  return claimed!
}
const setToken = (status: 'authorized' | 'unauthorized') =>
  db.sql`update accounts set token_status = ${status} where organization_id = ${organizationId} and id = ${accountId}`

test.each([
  ['paused', 'resumed', () => pausePublishing(deps, actor, { accountId }), () => resumePublishing(deps, actor, { accountId })],
  ['without a connection', 'connected', () => setToken('unauthorized'), () => setToken('authorized')],
])(
  'its account is %s when it is claimed, and %s while it waits to be sent: its board is read before anything is sent',
  async (where, _, hold, release) => {
    const draft = await anUnknownDraft(world, {
      made: true,
      post: { url: `https://example.com/past-${where.replaceAll(' ', '-')}` },
    })
    await workFor(world, HIDDEN_MS)
    const { sendAt } = await scheduleAgain(world, draft)
    await hold()
    await db.sql`update posts set due_at = ${sendAt} where id = ${draft.id}` // as one that was locked while its queue was held
    world.clock.advance(MINUTE_MS)
    const claimed = await claimOne()
    const waiting = publishing(async () => {
      await release()
      await sleep(1_100) // so long that its account is read again
      return () => {}
    })
    const [pinId, ...others] = await pinsOf(world, draft)
    expect(others).toEqual([])
    expect(await publishPost(waiting, claimed)).toEqual({ kind: 'sent', pinId })
    expect(await pinsOf(world, draft)).toEqual([pinId])
    expect(await statesOf(draft)).toEqual(['found', 'absent', 'retry'])
  },
)

test('its account stays paused while it waits to be sent: no board is read, and it is held', async () => {
  const draft = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/past-stays-paused' } })
  await workFor(world, HIDDEN_MS)
  const { sendAt } = await scheduleAgain(world, draft)
  await pausePublishing(deps, actor, { accountId })
  await db.sql`update posts set due_at = ${sendAt} where id = ${draft.id}`
  world.clock.advance(MINUTE_MS)
  const claimed = await claimOne()
  const { world: counted, reads } = counting(world)
  const waiting = publishing(() => sleep(1_100, () => {}))
  expect(await publishPost({ ...waiting, platform: counted.deps.platform }, claimed)).toMatchObject({ kind: 'held' })
  expect(reads).toEqual({ boards: 0, pages: 0 })
  await resumePublishing(deps, actor, { accountId })
  await workFor(world, MINUTE_MS)
  expect(await pinsOf(world, draft)).toEqual([(await reread(world, draft)).pinId])
})
