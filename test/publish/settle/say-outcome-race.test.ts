/** Several words about one pin at the same time: the first counts, the others hear that it is known. */
import { expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { setOutcome, type ReportedOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import {
  aPublisher,
  aPublishWorld,
  attemptsOf,
  MINUTE_MS,
  noticesOf,
  pinsOf,
  reread,
  SECOND_MS,
  workFor,
} from '../support/support.js'
import { anUnknownDraft, anUnknownPost, asking, scheduleAgain } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId } = world
const say = (post: Post, outcome: ReportedOutcome) => setOutcome(deps, actor, { accountId, postId: post.id, outcome })
const pinOf = async (post: Post) => (await pinsOf(world, post))[0]!
const notThere: ReportedOutcome = { kind: 'notThere' }
const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)

const reasons = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { details?: { reason?: string } }).details?.reason] : []))

test.each([
  ['a failed draft', anUnknownDraft],
  ['a post whose board is being read', anUnknownPost],
] as const)('six people say different things of %s: one is heard, five are told that it is known', async (what, make) => {
  for (let round = 0; round < 3; round++) {
    const post = await make(world, { made: true, post: { url: `https://example.com/six-${what.length}-${round}` } })
    const pinId = await pinOf(post)
    const said = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) => say(post, n % 2 === round % 2 ? { kind: 'there', pinId } : notThere)),
    )
    expect(reasons(said)).toEqual(Array.from({ length: 5 }, () => 'outcome_known'))
    const now = await reread(world, post)
    expect(now.version).toBe(post.version + 1)
    const won = said.find((one) => one.status === 'fulfilled')
    expect(won).toMatchObject({ value: { status: now.status, pinId: now.pinId } })
    if (now.status !== 'sent') await db.sql`delete from posts where id = ${post.id}`
  }
})

test('what is said of one attempt is not said of the next, which began while it waited', async () => {
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/next-attempt' } })
  const known = { code: 'CONFLICT', details: { reason: 'outcome_known' } }
  const nextAttempt = async (sql: Sql) => {
    await sql`select from posts where id = ${post.id} for update`
    await sql`update publish_attempts set state = 'absent' where post_id = ${post.id}`
    await sql`
      insert into publish_attempts
      select (jsonb_populate_record(a, '{ "number": 2, "state": "unknown" }')).*
        from publish_attempts a
       where post_id = ${post.id}`
    await sql`update posts set attempt_number = 2 where id = ${post.id}`
  }
  await expect(whileWaited(db, nextAttempt, () => say(post, notThere))).rejects.toMatchObject(known)
  expect(await statesOf(post)).toEqual(['absent', 'unknown'])
  expect((await db.sql`select ruled_out_at as at from publish_attempts where post_id = ${post.id} and number = 2`)[0]).toEqual({
    at: null,
  })
  await db.sql`delete from posts where id = ${post.id}`
})

test('one pin said of two posts at once belongs to one of them', async () => {
  const one = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/one-of-two' } })
  const two = await anUnknownDraft(world, { made: true, post: { url: 'https://example.com/two-of-two' } })
  await db.sql`update sim_pins set created_at = ${world.clock.now} where link = ${one.url}`
  const pinId = await pinOf(one)
  const said = await Promise.allSettled([one, two].map((post) => say(post, { kind: 'there', pinId })))
  expect(said.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(said.find((each) => each.status === 'rejected')).toMatchObject({
    reason: { code: 'BAD_REQUEST', details: { field: 'pinId' } },
  })
})

test.each([
  ['there', 'sent'],
  ['not there', 'queued'],
] as const)('who reads the board while a person says “it is %s” writes nothing more', async (word, status) => {
  const post = await anUnknownPost(world, { made: true, post: { url: `https://example.com/reader-${status}` } })
  const pinId = await pinOf(post)
  let said: Post | undefined
  const interrupted = asking(world, {
    async listBoardPins(...asked) {
      const page = await deps.platform.listBoardPins(...asked)
      said ??= await say(post, word === 'there' ? { kind: 'there', pinId } : notThere)
      return page
    },
  })
  const reader = aPublisher(interrupted)
  world.clock.advance(10 * SECOND_MS)
  await reader.drain()
  expect(said?.status).toBe(status)
  expect((await statesOf(post))[0]).toBe(word === 'there' ? 'found' : 'absent')
  const now = await reread(world, post)
  if (word === 'there') expect(now).toEqual(said)
  else expect(now.pinId).not.toBe(pinId) // a person is believed, and it goes out again
})

test('what the reader has found is known, whatever is said at the same time', async () => {
  const post = await anUnknownPost(world, { made: true, post: { url: 'https://example.com/reader-first' } })
  world.clock.advance(10 * SECOND_MS)
  const [said] = await Promise.allSettled([say(post, notThere), aPublisher(world).drain()])
  const now = await reread(world, post)
  if (said.status === 'rejected') {
    expect(reasons([said])).toEqual(['outcome_known'])
    expect(now).toMatchObject({ status: 'sent', pinId: await pinOf(post) })
  } else expect((await statesOf(post))[0]).toBe('absent')
})

test('who schedules a draft while a person says what became of it: one of both is refused', async () => {
  for (const [n, outcome] of (['there', 'notThere'] as const).entries()) {
    const draft = await anUnknownDraft(world, { made: true, post: { url: `https://example.com/scheduled-${n}` } })
    const said: ReportedOutcome = outcome === 'there' ? { kind: 'there', pinId: await pinOf(draft) } : notThere
    const [spoken, scheduled] = await Promise.allSettled([say(draft, said), scheduleAgain(world, draft, HOUR_MS)])
    const now = await reread(world, draft)
    if (spoken.status === 'rejected') {
      expect(reasons([spoken])).toEqual(['outcome_known'])
      expect(now.status).toBe('queued')
    } else expect(now.status).toBe(outcome === 'there' ? 'sent' : scheduled.status === 'fulfilled' ? 'queued' : 'draft')
    await db.sql`delete from posts where id = ${draft.id} and status <> 'sent'`
  }
})

test('a post that is said not to be there while the sweep runs is told late by neither twice', async () => {
  const post = await anUnknownPost(world, { made: false, post: { url: 'https://example.com/swept' } })
  world.clock.advance(20 * MINUTE_MS)
  await Promise.all([say(post, notThere), sweepLate(deps), sweepLate(deps)])
  await sweepLate(deps)
  expect((await noticesOf(world, post)).filter(({ kind }) => kind === 'pinLate').length).toBeLessThanOrEqual(1)
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: await pinOf(post) })
})
