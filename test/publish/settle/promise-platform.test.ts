/** Promise 1 against a platform that makes pins late, shows them late, or answers oddly while its board is read back. */
import { afterEach, expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { clearFaults, type CreateFault } from '../../../src/sandbox/platform/faults/faults.js'
import { resetSwitches, setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { judge } from '../support/judge.js'
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
import { asking } from '../support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator, clock } = world
const mayBeTwice = new Set<string>()
/** Pins by hand. */
const others = new Set<string>()

afterEach(async () => {
  await clearFaults(db.sql)
  await resetSwitches(db.sql)
  expect(await judge(db.sql, await simulator.state(), { mayBeTwice, others })).toEqual([])
})

const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)
const faulty = (post: Post, fault: CreateFault) => simulator.fault({ operation: 'create_pin', fault, match: { link: post.url! } })
const hideFor = (post: Post, ms: number) => db.sql`
  update sim_pins
     set visible_at = ${new Date(clock.now.getTime() + ms)}
   where link = ${post.url}`

test.each([
  ['just before the last look', 9.5 * MINUTE_MS, ['found'], 1],
  ['after the last look: what is left over, one more attempt and two pins', HOUR_MS, ['absent', 'confirmed'], 2],
])('an answer that was lost and a pin that shows %s', async (name, hiddenMs, states, pins) => {
  const post = await aPin(world, { url: `https://example.com/late-${pins}`, title: name })
  if (pins === 2) mayBeTwice.add(post.url!)
  await faulty(post, 'commit_then_500')
  await workFor(world, MINUTE_MS)
  await hideFor(post, hiddenMs)
  await workFor(world, 3 * HOUR_MS)
  expect(await statesOf(post)).toEqual(states)
  expect(await reread(world, post)).toMatchObject({ status: 'sent' })
  expect(await pinsOf(world, post)).toHaveLength(pins)
  expect((await noticesOf(world, post)).map(({ kind }) => kind)).not.toContain('pinFailed')
})

test('hidden for an hour twice: never a third attempt, and the team is asked to look', async () => {
  const post = await aPin(world, { url: 'https://example.com/late-twice', title: 'late twice' })
  mayBeTwice.add(post.url!)
  for (let n = 0; n < 3; n++) await faulty(post, 'commit_then_500')
  for (let minute = 0; minute < 30; minute++) {
    await workFor(world, MINUTE_MS)
    await hideFor(post, 3 * HOUR_MS)
  }
  expect(await statesOf(post)).toEqual(['absent', 'absent'])
  expect(await reread(world, post)).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  expect(await pinsOf(world, post)).toHaveLength(2)
  await clearFaults(db.sql)
})

test('an answer that comes when its attempt was given up leaves the attempt that followed as it is', async () => {
  const post = await aPin(world, { url: 'https://example.com/late-answer', title: 'late answer' })
  mayBeTwice.add(post.url!)
  let wake = () => {}
  const woken = new Promise<void>((resolve) => (wake = resolve))
  let stands = () => {}
  const standing = new Promise<void>((resolve) => (stands = resolve))
  const slow = aPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'answered') return
      stands()
      await woken
    },
  })
  clock.advance(MINUTE_MS)
  const drained = slow.drain()
  await standing
  await hideFor(post, 5 * HOUR_MS)
  const other = aPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'sending') return
      wake() // the first answer is heard of while the second request is on its way
      await drained
    },
  })
  await workFor(world, HOUR_MS, [other])
  const sent = await reread(world, post)
  expect(await statesOf(post)).toEqual(['absent', 'confirmed'])
  expect(await pinsOf(world, post)).toEqual([expect.not.stringMatching(`^${sent.pinId}$`), sent.pinId])
})

test('a pin that the platform makes after its answer was given up is found, and made once', async () => {
  const post = await aPin(world, { url: 'https://example.com/made-late', title: 'made late' })
  let make = async (): Promise<unknown> => undefined
  const slow = asking(world, {
    createPin: async (access, pin) => {
      make = () => world.deps.platform.createPin(access, pin, new AbortController().signal)
      return { kind: 'noAnswer', message: 'timeout' }
    },
  })
  await workFor(slow, MINUTE_MS + 30 * SECOND_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'uploading' })
  await make()
  await workFor(slow, HOUR_MS)
  const sent = await reread(world, post)
  expect(await statesOf(post)).toEqual(['found'])
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
})

/** Newer pins by hand, so that ours is on the second page. */
async function coverWith(count: number): Promise<void> {
  const rows = await db.sql<{ id: string }[]>`
    insert into sim_pins (board_id, owner_id, title, description, link, content_type, width, height, picture, created_at, media_type)
    select board_id, owner_id, 'By hand ' || n, 'by hand', 'https://example.com/by-hand', content_type, width, height, picture, created_at, media_type
      from (select * from sim_pins where board_id = '101' order by number desc limit 1) p, generate_series(1, ${count}::int) n
    returning id`
  await db.sql`update sim_counters set value = value + ${count} where name = 'creates'`
  for (const { id } of rows) others.add(id)
}

/** What happens once between the first page and the second. */
function meanwhile(happens: () => Promise<unknown>) {
  const between = { happened: 0 }
  const interrupted = asking(world, {
    listBoardPins: async (access, boardId, bookmark) => {
      if (bookmark !== undefined && between.happened++ === 0) await happens()
      return world.deps.platform.listBoardPins(access, boardId, bookmark)
    },
  })
  return { between, interrupted }
}

test.each([
  ['nothing', async () => {}],
  ['a rate limit', () => simulator.fault({ operation: 'list_board_pins', fault: 'rate_limited' })],
  ['a refused token', () => simulator.fault({ operation: 'list_board_pins', fault: 'unauthorized' })],
  ['a 500', () => simulator.fault({ operation: 'list_board_pins', fault: 'fail_500' })],
  ['an answer cut short', () => simulator.fault({ operation: 'list_board_pins', fault: 'truncated' })],
  ['no answer', () => simulator.fault({ operation: 'list_board_pins', fault: 'hang' })],
  ['a bookmark that is no longer good', () => setSwitches(db.sql, { expireBookmarks: 0 })],
] as const)(
  'its board is read back over two pages, with %s in between: the pin is found, and made once',
  async (name, happens) => {
    const post = await aPin(world, { url: `https://example.com/pages-${name.replaceAll(' ', '-')}`, title: name })
    await faulty(post, 'commit_then_500')
    await workFor(world, MINUTE_MS)
    await coverWith(260)
    const { between, interrupted } = meanwhile(async () => {
      clock.advance(2 * SECOND_MS)
      await happens()
    })
    await workFor(interrupted, 30 * SECOND_MS)
    expect(between.happened).toBeGreaterThan(0)
    await resetSwitches(db.sql)
    await workFor(interrupted, HOUR_MS)
    const sent = await reread(world, post)
    expect([sent.status, await statesOf(post)]).toEqual(['sent', ['found']])
    expect(await pinsOf(world, post)).toEqual([sent.pinId])
  },
)

test.each([
  ['times without a zone', { zonelessDates: true }],
  ['nothing where null was', { omitNulls: true }],
  ['values that nobody knows', { unknownEnums: true }],
  ['all of that', { zonelessDates: true, omitNulls: true, unknownEnums: true }],
])('a platform that sends %s: created pins are sent at their time, lost answers are found', async (name, switches) => {
  await setSwitches(db.sql, switches)
  const url = `https://example.com/${name.replaceAll(' ', '-')}`
  const told = await aPin(world, { url: `${url}-told`, title: `${name} told` })
  const lost = await aPin(world, { url: `${url}-lost`, title: `${name} lost`, boardId: '102', altText: 'An oak shelf' })
  await faulty(lost, 'commit_then_hang')
  await workFor(world, HOUR_MS)
  expect(await statesOf(told)).toEqual(['confirmed'])
  expect(await statesOf(lost)).toEqual(['found'])
  for (const post of [told, lost]) {
    const { status, sentAt, pinId } = await reread(world, post)
    expect([status, sentAt]).toEqual(['sent', post.sendAt])
    expect(await pinsOf(world, post)).toEqual([pinId])
  }
})

test.each(['truncated', 'commit_then_truncated'] as const)(
  '%s: the pin is made, its answer cut short, and it is found',
  async (fault) => {
    const post = await aPin(world, { url: `https://example.com/${fault}`, title: fault })
    await faulty(post, fault)
    await workFor(world, HOUR_MS)
    expect(await statesOf(post)).toEqual(['found'])
  },
)

test('restricted_feature: our app may not; the pin waits, and goes out once it may', async () => {
  const post = await aPin(world, { url: 'https://example.com/restricted', title: 'restricted' })
  await faulty(post, 'restricted_feature')
  await workFor(world, HOUR_MS)
  expect(await statesOf(post)).toEqual(['retry', 'confirmed'])
})
