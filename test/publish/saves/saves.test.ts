/** Somebody's public pin, saved to one of our boards at its time: once, whatever goes wrong. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { holdOf, resumeHold } from '../../../src/core/accounts/hold.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { addPin, addSection } from '../../../src/sandbox/platform/seed-api.js'
import type { SaveFault } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf, HOUR_MS } from '../../support/factories.js'
import {
  aPin,
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
import { aSave, copiesOf, somebodysPin } from '../support/saves.js'
import { scheduleAgain } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId } = world
const statesOf = async (post: { id: string }) => (await attemptsOf(world, post as never)).map(({ state }) => state)

test('at its time the pin is saved to the board, charged once, and nothing else is said of it', async () => {
  const credits = await creditsOf(world)
  const pinId = await somebodysPin(world)
  const post = await aSave(world, pinId)
  expect(post).toMatchObject({ status: 'queued', savedPin: { id: pinId }, media: [], title: null, url: null })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(await copiesOf(world, pinId)).toMatchObject([{ id: sent.pinId, boardId: '101', ownerId: '901', createdAt: post.sendAt }])
  expect(sent).toMatchObject({ status: 'sent', title: null, description: null, url: null })
  expect(sent.pinId).not.toBe(pinId)
  expect(await statesOf(post)).toEqual(['confirmed'])
  expect(await creditsOf(world)).toBe(credits - 1)
})

test('it goes to a section where one is named', async () => {
  await addSection(db.sql, { id: '1019', boardId: '101', name: 'Oak' })
  const pinId = await somebodysPin(world)
  await aSave(world, pinId, { board: { boardId: '101', boardSectionId: '1019' } })
  await workFor(world, HOUR_MS)
  expect(await copiesOf(world, pinId)).toMatchObject([{ sectionId: '1019' }])
})

type Case = { fault: SaveFault; attempts: string[] }
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
  { fault: 'trial_app', attempts: ['retry', 'confirmed'] },
]

test.each(cases)('$fault: one save, and the post is sent with it', async ({ fault, attempts }) => {
  const pinId = await somebodysPin(world, { title: `Shelf and ${fault}` })
  const post = await aSave(world, pinId)
  const credits = await creditsOf(world)
  await world.simulator.fault({ operation: 'save_pin', fault })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(await statesOf(post)).toEqual(attempts)
  expect(await copiesOf(world, pinId)).toMatchObject([{ id: sent.pinId }])
  expect(sent.status).toBe('sent')
  expect(await creditsOf(world)).toBe(credits)
})

const refusals = [
  { when: 'the pin is gone', pin: {}, fault: 'pin_gone', reason: 'pin_gone' },
  { when: 'the pin is secret by now', pin: { privacy: 'SECRET' }, reason: 'pin_gone' },
  { when: 'its owner shares it with nobody', pin: { privacy: 'PROTECTED' }, reason: 'pin_forbidden' },
  { when: 'the section is gone', pin: {}, fault: 'section_gone', reason: 'section_gone' },
] as const

test.each(refusals)('$when: a draft with the reason, refunded, the team told once', async ({ reason, pin, ...of }) => {
  const credits = await creditsOf(world)
  const pinId = await somebodysPin(world, pin)
  const post = await aSave(world, pinId)
  if ('fault' in of) await world.simulator.fault({ operation: 'save_pin', fault: of.fault })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason, cause: { code: reason } } })
  expect(await copiesOf(world, pinId)).toEqual([])
  expect(await creditsOf(world)).toBe(credits)
  expect((await noticesOf(world, post)).filter(({ kind }) => kind === 'pinFailed')).toMatchObject([{ reason, refunded: true }])
})

test('Pinterest takes it for spam: its account is on hold, and it stays scheduled', async () => {
  const post = await aSave(world, await somebodysPin(world))
  await world.simulator.fault({ operation: 'save_pin', fault: 'spam' })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  const account = await readAccount(world.deps, world.actor, { accountId })
  expect(holdOf(account)).toMatchObject({ reason: 'spam' })
  await resumeHold(world.deps, world.actor, { accountId })
  await workFor(world, 10 * MINUTE_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('a board that is gone is told apart from a pin that may not be saved', async () => {
  const pinId = await somebodysPin(world)
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    values (${organizationId}, ${accountId}, '900101', 'Gone', 'public', ${world.clock.now})`
  const post = await aSave(world, pinId, { board: { boardId: '900101', boardSectionId: null } })
  await world.simulator.fault({ operation: 'save_pin', fault: 'forbidden' })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'board_gone' } })
})

test('the same pin is saved twice where that is asked for, and a lost answer finds its own copy', async () => {
  const pinId = await somebodysPin(world)
  const first = await aSave(world, pinId)
  await workFor(world, HOUR_MS)
  const second = await aSave(world, pinId)
  await world.simulator.fault({ operation: 'save_pin', fault: 'commit_then_hang' })
  await workFor(world, HOUR_MS)
  const [one, other] = [await reread(world, first), await reread(world, second)]
  expect((await copiesOf(world, pinId)).map(({ id }) => id)).toEqual([one.pinId, other.pinId])
  expect(await statesOf(second)).toEqual(['found'])
})

test('beside a copy that a person saved before, a lost answer is for a person to decide, and nothing is sent again', async () => {
  const pinId = await somebodysPin(world)
  const picture = {
    contentType: 'image/jpeg' as const,
    bytes: (await db.sql<{ b: Buffer }[]>`select picture as b from sim_pins where id = ${pinId}`)[0]!.b,
  }
  const words = { title: 'Oak shelf', description: null, link: null, altText: null }
  await addPin(db.sql, { boardId: '102', ...words, parentPinId: pinId, createdAt: new Date('2026-01-20T10:00:00Z'), picture })
  const post = await aSave(world, pinId, { board: { boardId: '102', boardSectionId: null } })
  await world.simulator.fault({ operation: 'save_pin', fault: 'commit_then_500' })
  await workFor(world, HOUR_MS)
  const failed = await reread(world, post)
  expect(failed).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  const copies = await copiesOf(world, pinId)
  expect(copies).toHaveLength(2)
  const said = await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'there', pinId: copies[1]!.id } })
  expect(said).toMatchObject({ status: 'sent', pinId: copies[1]!.id, savedPin: { id: pinId } })
})

test('a person says that it is not there: it is saved when it is scheduled again', async () => {
  const pinId = await somebodysPin(world)
  const post = await aSave(world, pinId)
  await world.simulator.fault({ operation: 'save_pin', fault: 'fail_500', times: 2 })
  await workFor(world, HOUR_MS)
  const failed = await reread(world, post)
  expect(failed.failure?.reason).toBe('outcome_unknown')
  await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'notThere' } })
  await scheduleAgain(world, failed)
  await workFor(world, HOUR_MS)
  expect(await copiesOf(world, pinId)).toMatchObject([{ id: (await reread(world, post)).pinId }])
})

test('a draft with an unknown save that is scheduled again adopts the copy that is there, and keeps its title', async () => {
  const pinId = await somebodysPin(world)
  const post = await aSave(world, pinId)
  await world.simulator.fault({ operation: 'save_pin', fault: 'commit_then_hang' })
  await world.simulator.fault({ operation: 'save_pin', fault: 'fail_500', times: 1 })
  await workFor(world, MINUTE_MS + SECOND_MS)
  await db.sql`update sim_pins set visible_at = ${new Date(world.clock.now.getTime() + 2 * HOUR_MS)} where parent_pin_id = ${pinId}`
  await workFor(world, HOUR_MS)
  const failed = await reread(world, post)
  expect(failed.failure?.reason).toBe('outcome_unknown')
  await scheduleAgain(world, failed, 3 * HOUR_MS)
  await workFor(world, 4 * HOUR_MS)
  const found = await reread(world, post)
  expect(await copiesOf(world, pinId)).toMatchObject([{ id: found.pinId }])
  expect(found).toMatchObject({ status: 'sent', title: null, url: null, savedPin: { id: pinId } })
})

test('while its outcome is not known it cannot be deleted; its board waits, and another board does not', async () => {
  const [pinId, otherId, thirdId] = [await somebodysPin(world), await somebodysPin(world), await somebodysPin(world)]
  const post = await aSave(world, pinId)
  await world.simulator.fault({ operation: 'save_pin', fault: 'commit_late_then_hang' })
  await workFor(world, MINUTE_MS + SECOND_MS)
  expect((await reread(world, post)).status).toBe('uploading')
  await expect(deletePost(deps, actor, { accountId, postId: post.id })).rejects.toThrow(/being published/)
  const same = await aSave(world, otherId, { when: { kind: 'at', at: new Date(world.clock.now.getTime() + SECOND_MS) } })
  const beside = await aSave(world, thirdId, {
    board: { boardId: '102', boardSectionId: null },
    when: { kind: 'at', at: new Date(world.clock.now.getTime() + SECOND_MS) },
  })
  await workFor(world, 10 * SECOND_MS)
  expect([(await reread(world, same)).status, (await reread(world, beside)).status]).toEqual(['queued', 'sent'])
  await workFor(world, HOUR_MS)
  expect([await copiesOf(world, pinId), await copiesOf(world, otherId)].map(({ length }) => length)).toEqual([1, 1])
})

test('two publishers and a new pin of that moment: each goes out once', async () => {
  const pinIds = await Promise.all(Array.from({ length: 6 }, () => somebodysPin(world)))
  for (const [index, pinId] of pinIds.entries())
    await aSave(world, pinId, { board: { boardId: index % 2 === 0 ? '101' : '102', boardSectionId: null } })
  const pin = await aPin(world, { url: 'https://example.com/beside-saves', boardId: '102' })
  await workFor(world, HOUR_MS, [aPublisher(world), aPublisher(world)])
  for (const pinId of pinIds) expect(await copiesOf(world, pinId)).toHaveLength(1)
  expect(await pinsOf(world, pin)).toHaveLength(1)
})
