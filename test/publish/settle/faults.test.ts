import { expect, test } from 'vitest'
import { before } from '../../../src/core/lib/duration.js'
import { nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import { unconfirmedMessage } from '../../../src/core/posts/state/failure-messages.js'
import { clearFaults, type CreateFault } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, HOUR_MS } from '../../support/factories.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, noticesOf, pinsOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

type Case = { fault: CreateFault; attempts: string[] }

/** Whatever goes wrong once, the pin is there once. */
const cases: Case[] = [
  { fault: 'commit_then_hang', attempts: ['found'] },
  { fault: 'commit_late_then_hang', attempts: ['found'] },
  { fault: 'hang', attempts: ['absent', 'confirmed'] },
  { fault: 'commit_then_2787', attempts: ['found'] },
  { fault: 'fail_2787', attempts: ['absent', 'confirmed'] },
  { fault: 'commit_then_500', attempts: ['found'] },
  { fault: 'fail_500', attempts: ['absent', 'confirmed'] },
  { fault: 'truncated_2xx', attempts: ['found'] },
  { fault: 'rate_limited', attempts: ['retry', 'confirmed'] },
  { fault: 'unauthorized', attempts: ['confirmed'] },
  { fault: 'late_in_board', attempts: ['confirmed'] },
  { fault: 'image_unreachable', attempts: ['retry', 'confirmed'] },
]

test.each(cases)('$fault: one create, and the post is sent', async ({ fault, attempts }) => {
  const post = await aPin(world, { url: `https://example.com/${fault}` })
  const creditsBefore = await creditsOf(world)
  await world.simulator.fault({ operation: 'create_pin', fault, times: 1, match: { link: post.url! } })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(await attemptsOf(world, post)).toMatchObject(attempts.map((state) => ({ state })))
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await creditsOf(world)).toBe(creditsBefore)
})

test.each([
  { fault: 'board_gone', reason: 'board_gone' },
  { fault: 'section_gone', reason: 'section_gone' },
  { fault: 'forbidden', reason: 'board_forbidden' },
  { fault: 'bad_link', reason: 'platform_rejected' },
] as const)('$fault is final: a draft with the reason, the charge refunded, the team told once', async ({ fault, reason }) => {
  const creditsBefore = await creditsOf(world)
  const post = await aPin(world, { url: `https://example.com/${fault}` })
  await world.simulator.fault({ operation: 'create_pin', fault, times: 1, match: { link: post.url! } })
  await workFor(world, HOUR_MS)
  const failed = await reread(world, post)
  expect(failed).toMatchObject({ status: 'draft', sendAt: null, failure: { reason, sendAt: post.sendAt } })
  expect(await pinsOf(world, post)).toEqual([])
  expect(await creditsOf(world)).toBe(creditsBefore)
  const reported = (await noticesOf(world, post)).filter(({ kind }) => kind === 'pinFailed')
  expect(reported).toMatchObject([{ reason, cause: failed.failure?.cause, refunded: true }])
  expect(failed.failure?.cause).toEqual(
    fault === 'bad_link' ? { code: reason, platformMessage: expect.stringMatching(/invalid URL/) as string } : { code: reason },
  )
})

test('an outcome that stays unknown twice is final, and nothing is sent a third time', async () => {
  const creditsBefore = await creditsOf(world)
  const post = await aPin(world, { url: 'https://example.com/twice' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500', times: 5, match: { link: post.url! } })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  expect(await attemptsOf(world, post)).toMatchObject([{ state: 'absent' }, { state: 'absent' }])
  expect(await creditsOf(world)).toBe(creditsBefore)
})

test('a board that cannot be read decides nothing: nothing is sent again until it can', async () => {
  const post = await aPin(world, { url: 'https://example.com/unreadable' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_500', times: 1, match: { link: post.url! } })
  await world.simulator.fault({ operation: 'list_board_pins', fault: 'fail_500', times: 12 })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).toContain('pinLate')
})

test('while a board cannot be read its pin is told late once, and nobody is told that it goes out as soon as it can', async () => {
  const post = await aPin(world, { url: 'https://example.com/one-story' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'hang', times: 1, match: { link: post.url! } })
  await world.simulator.fault({ operation: 'list_board_pins', fault: 'fail_500', times: 1000 })
  const lateStories = async () => (await noticesOf(world, post)).filter(({ kind }) => kind === 'pinLate')
  await workFor(world, 15 * MINUTE_MS)
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 0, reported: 0 })
  expect(await nextSweepDue(db.sql)).toBeNull() // or the clock of the sandbox would never pass
  expect(await lateStories()).toMatchObject([{ message: unconfirmedMessage(false) }])
  await clearFaults(db.sql)
  await workFor(world, 10 * MINUTE_MS)
  await sweepLate(world.deps)
  expect(await lateStories()).toHaveLength(1)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('of a pin whose outcome is being looked for it is not told that it goes out as soon as it can', async () => {
  const post = await aPin(world, { url: 'https://example.com/looked-for' })
  await world.simulator.fault({ operation: 'create_pin', fault: 'hang', times: 1, match: { link: post.url! } })
  await workFor(world, 5 * MINUTE_MS)
  await db.sql`
    update posts
       set send_at = ${before(post.sendAt!, 10 * MINUTE_MS)}
     where organization_id = ${world.organizationId}
       and id = ${post.id}`
  expect((await reread(world, post)).status).toBe('uploading')
  expect(await sweepLate(world.deps)).toMatchObject({ failed: 0, reported: 0 })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a platform that cannot be reached keeps the pin waiting for a day, then it fails', async () => {
  const post = await aPin(world, { url: 'https://example.com/down' })
  const nobody = {
    ...world,
    deps: {
      ...world.deps,
      platform: {
        ...world.deps.platform,
        createPin: async () => ({ kind: 'noAnswer', message: 'connect ECONNREFUSED', neverLeft: true }) as const,
      },
    },
  }
  await workFor(nobody, 20 * HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  await workFor(nobody, 8 * HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'platform_unavailable' } })
  expect(await pinsOf(world, post)).toEqual([])
})

test('dead tokens hold the queue, spend no retry and are told once', async () => {
  const one = await aPin(world, { url: 'https://example.com/dead-1' })
  const two = await aPin(world, { url: 'https://example.com/dead-2', boardId: '102' })
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now}`
  await workFor(world, HOUR_MS)
  const rows = await db.sql`
    select p.status, p.due_at, p.tries, a.token_status
      from posts p join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.organization_id = ${world.organizationId} and p.id in ${db.sql([one.id, two.id])}`
  expect([...rows]).toEqual([
    { status: 'queued', due_at: null, tries: 0, token_status: 'unauthorized' },
    { status: 'queued', due_at: null, tries: 0, token_status: 'unauthorized' },
  ])
  const reported =
    await db.sql`select 1 from outbox where organization_id = ${world.organizationId} and notice ->> 'kind' = 'reconnectNeeded'`
  expect(reported).toHaveLength(1)
})
