import { expect, test } from 'vitest'
import { updateTitle } from '../support/edit.js'
import { aDatabase } from '../../support/database.js'
import { aPin, aPublisher, aPublishWorld, attemptsOf, MINUTE_MS, pinsOf, reread, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator } = world

test('several publishers on one database publish each post once', async () => {
  const createsBefore = (await simulator.state()).creates
  const posts = []
  for (let n = 0; n < 30; n++)
    posts.push(await aPin(world, { url: `https://example.com/shared-${n}`, boardId: n % 2 ? '101' : '102' }))
  world.clock.advance(MINUTE_MS)
  const publishers = [aPublisher(world), aPublisher(world), aPublisher(world)]
  while ((await Promise.all(publishers.map((one) => one.drain()))).some(Boolean));
  for (const post of posts) {
    expect((await reread(world, post)).status).toBe('sent')
    expect(await attemptsOf(world, post)).toEqual([{ number: 1, state: 'confirmed', reason: null }])
  }
  expect((await simulator.state()).creates).toBe(createsBefore + posts.length)
})

test('one attempt at a time on a board, side by side on different boards', async () => {
  const open = new Map<string, number>()
  let most = 0
  let together = 0
  const publisher = aPublisher(world, {
    atFailpoint: async (failpoint, { boardId }) => {
      if (failpoint === 'claimed') open.set(boardId, (open.get(boardId) ?? 0) + 1)
      most = Math.max(most, ...open.values())
      together = Math.max(
        together,
        [...open.values()].reduce((sum, n) => sum + n, 0),
      )
      if (failpoint === 'answered') open.set(boardId, (open.get(boardId) ?? 0) - 1)
    },
  })
  for (let n = 0; n < 6; n++) await aPin(world, { url: `https://example.com/board-${n}`, boardId: n % 2 ? '101' : '102' })
  await workFor(world, 2 * MINUTE_MS, [publisher])
  expect(most).toBe(1)
  expect(together).toBe(2)
})

test('an unknown outcome holds its board: the next pin there waits, another board goes on', async () => {
  const first = await aPin(world, { url: 'https://example.com/holds' })
  const behind = await aPin(world, { url: 'https://example.com/behind', at: new Date(first.sendAt!.getTime() + SECOND_MS) })
  const beside = await aPin(world, { url: 'https://example.com/beside', boardId: '102', at: behind.sendAt! })
  await simulator.fault({ operation: 'create_pin', fault: 'commit_late_then_hang', times: 1, match: { link: first.url! } })
  await workFor(world, MINUTE_MS + 2 * SECOND_MS)
  expect((await reread(world, first)).status).toBe('uploading')
  expect((await reread(world, behind)).status).toBe('queued')
  expect((await reread(world, beside)).status).toBe('sent')
  await workFor(world, 15 * MINUTE_MS)
  expect((await reread(world, first)).status).toBe('sent')
  expect((await reread(world, behind)).status).toBe('sent')
})

test('an edit that commits before the claim is in the pin', async () => {
  const post = await aPin(world, { url: 'https://example.com/edited' })
  await updateTitle(world, post, 'The new title')
  await workFor(world, 2 * MINUTE_MS)
  const { pins } = await simulator.state()
  expect(pins.find((pin) => pin.link === post.url)?.title).toBe('The new title')
})

test('a post that somebody holds for long does not hold up the others', async () => {
  const held = await aPin(world, { url: 'https://example.com/locked' })
  const free = await aPin(world, { url: 'https://example.com/free', boardId: '102' })
  world.clock.advance(MINUTE_MS)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let lock: Promise<void> | undefined
  await new Promise<void>((isHeld) => {
    lock = db.tx(async (sql) => {
      await sql`select 1 from posts where organization_id = ${world.organizationId} and id = ${held.id} for update`
      isHeld()
      await released
    })
  })
  await aPublisher(world).drain()
  expect((await reread(world, free)).status).toBe('sent')
  expect((await reread(world, held)).status).toBe('queued')
  release()
  await lock
  await aPublisher(world).drain()
  expect(await pinsOf(world, held)).toHaveLength(1)
})

test('closing waits for open attempts and begins no new ones', async () => {
  const post = await aPin(world, { url: 'https://example.com/closing' })
  world.clock.advance(MINUTE_MS)
  let arrived = () => {}
  const atSending = new Promise<void>((resolve) => (arrived = resolve))
  const publisher = aPublisher(world, { atFailpoint: async (failpoint) => void (failpoint === 'sending' && arrived()) })
  await publisher.start()
  await atSending
  await publisher.close()
  expect((await reread(world, post)).status).toBe('sent')
})
