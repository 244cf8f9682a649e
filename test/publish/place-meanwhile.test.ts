/** Boards and sections that change while nobody knows whether a pin on them was made. */
import { afterEach, expect, test } from 'vitest'
import { pausePublishing } from '../../src/core/accounts/publishing.js'
import { deleteSection, readSections } from '../../src/core/boards/sections.js'
import { leaveSection } from '../../src/core/posts/leave-section.js'
import { editPost } from '../../src/core/posts/edit.js'
import type { Post } from '../../src/core/posts/post.js'
import { claimDue } from '../../src/core/publish/claim/claim-due.js'
import { listQueued } from '../../src/core/publish/claim/due.js'
import { releaseClaims } from '../../src/core/publish/claim/requeue.js'
import { sweepLate } from '../../src/core/publish/late/sweep.js'
import { setOutcome } from '../../src/core/publish/settle/set-outcome.js'
import type { Sql } from '../../src/core/ports/deps.js'
import { clearFaults, type CreateFault } from '../../src/sandbox/platform/faults/faults.js'
import { addBoard, addSection } from '../../src/sandbox/platform/seed-api.js'
import { untilWaiting } from '../db/support/waiting.js'
import { aDatabase } from '../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../support/factories.js'
import { aGate } from '../support/gate.js'
import { START } from '../support/world.js'
import { judge } from './support/judge.js'
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
} from './support/support.js'
import { scheduleAgain } from './support/unknown.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId, organizationId, simulator } = world

/** What was made and went with its board. */
let deleted = 0
afterEach(async () => {
  await clearFaults(db.sql)
  const state = await simulator.state()
  expect(await judge(db.sql, { ...state, creates: state.creates - deleted })).toEqual([])
})

const statesOf = async (post: Post) => (await attemptsOf(world, post)).map(({ state }) => state)
const faulty = (post: Post, fault: CreateFault) => simulator.fault({ operation: 'create_pin', fault, match: { link: post.url! } })
let places = 0
/** A board with a section, at the platform and in our cache. */
async function aPlace(): Promise<{ boardId: string; boardSectionId: string }> {
  const { id: boardId } = await addBoard(db.sql, { ownerId: '901', name: `Board ${++places}`, createdAt: START })
  const { id: boardSectionId } = await addSection(db.sql, { boardId, name: 'Mills' })
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    values (${organizationId}, ${accountId}, ${boardId}, 'A board', 'public', ${world.clock.now})`
  return { boardId, boardSectionId }
}
async function aPinAt(place: { boardId: string; boardSectionId?: string }, fault?: CreateFault): Promise<Post> {
  const post = await aPin(world, { ...place, url: `https://example.com/place-${places}`, title: `Pin ${places}` })
  if (fault) await faulty(post, fault)
  return post
}
/** On the platform, as its holder may. */
const removeSection = (id: string) => db.sql`delete from sim_sections where id = ${id}`
async function removeBoard(id: string): Promise<void> {
  const [row] = await db.sql<[{ pins: number }]>`select count(*)::int as pins from sim_pins where board_id = ${id}`
  deleted += row.pins
  await db.sql`delete from sim_boards where id = ${id}`
}

test('a pin whose answer was lost is found at the board itself when its section was deleted by us meanwhile', async () => {
  const place = await aPlace()
  const post = await aPinAt(place, 'commit_then_500')
  await workFor(world, MINUTE_MS + SECOND_MS)
  await deleteSection(deps, actor, { accountId, boardId: place.boardId, sectionId: place.boardSectionId })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(sent).toMatchObject({ status: 'sent', boardSectionId: null, failure: null })
  expect(await statesOf(post)).toEqual(['found'])
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
})

test('a pin that was not made goes to the board itself when its section was deleted by us meanwhile', async () => {
  const place = await aPlace()
  const post = await aPinAt(place, 'fail_500')
  await workFor(world, MINUTE_MS + SECOND_MS)
  await deleteSection(deps, actor, { accountId, boardId: place.boardId, sectionId: place.boardSectionId })
  expect((await attemptsOf(world, post))[0]!.reason).toMatch(/section was deleted/)
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', boardSectionId: null })
  expect(await statesOf(post)).toEqual(['absent', 'confirmed'])
})

test('a section that we delete between the claim and the request: the pin goes to the board itself at once', async () => {
  const place = await aPlace()
  const post = await aPinAt(place)
  let isDeleted = false
  const publisher = aPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'prepared' || isDeleted) return
      isDeleted = true
      await deleteSection(deps, actor, { accountId, boardId: place.boardId, sectionId: place.boardSectionId })
    },
  })
  await workFor(world, 2 * MINUTE_MS, [publisher])
  expect(await reread(world, post)).toMatchObject({ status: 'sent', boardSectionId: null })
  expect(await statesOf(post)).toEqual(['retry', 'confirmed'])
})

/** A transaction whose nth statement waits until `act` is done. */
function interrupted(sql: Sql, nth: number, act: () => Promise<unknown>): Sql {
  let statements = 0
  let done: Promise<unknown> | undefined
  return new Proxy(sql, {
    apply(target, self, given) {
      const query = Reflect.apply(target, self, given) as Promise<unknown>
      const then = query.then.bind(query)
      query.then = (...handlers) => {
        if (++statements === nth) done = act()
        return done ? done.then(() => then(...handlers)) : then(...handlers)
      }
      return query
    },
  })
}
const leaving = (
  { boardId, boardSectionId: sectionId }: Awaited<ReturnType<typeof aPlace>>,
  nth: number,
  act: () => Promise<unknown>,
) => db.tx((sql) => leaveSection(interrupted(sql, nth, act), actor, { accountId, boardId, sectionId }, world.clock.now))

test.each([1, 2, 3, 4, 5])(
  'a pin that is claimed before statement %i of its section’s deletion goes to the board itself',
  async (nth) => {
    const place = await aPlace()
    const post = await aPinAt(place)
    await removeSection(place.boardSectionId)
    world.clock.now = post.sendAt!
    const [claimed, left] = [aGate(), aGate()]
    const publisher = aPublisher(world, {
      atFailpoint: async (failpoint) => {
        if (failpoint !== 'claimed') return
        claimed.open()
        await left.passed
      },
    })
    let work: Promise<unknown> = Promise.resolve()
    await leaving(place, nth, () => Promise.race([claimed.passed, (work = publisher.drain())]))
    left.open()
    await work
    await workFor(world, MINUTE_MS)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardSectionId: null })
  },
)

test.each([1, 2, 3, 4, 5])(
  'a pin that is requeued before statement %i of its section’s deletion goes to the board itself',
  async (nth) => {
    const place = await aPlace()
    const post = await aPinAt(place)
    await removeSection(place.boardSectionId)
    const now = (world.clock.now = post.sendAt!)
    const claimed = await claimDue(db, await listQueued(db.sql, { now, limit: 10 }), now)
    expect(claimed).toMatchObject([{ postId: post.id }])
    await leaving(place, nth, () => releaseClaims(db, claimed, now))
    await workFor(world, HOUR_MS)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardSectionId: null })
  },
)

test.each(['section_gone', 'board_gone', 'forbidden', 'bad_link'] as const)(
  'a second attempt that is refused (%s) while the first may have made the pin: a person is asked, and nothing is said to have failed',
  async (fault) => {
    const credits = await creditsOf(world)
    const post = await aPinAt(await aPlace(), 'commit_then_500')
    await faulty(post, fault)
    await workFor(world, MINUTE_MS + SECOND_MS)
    await db.sql`update sim_pins set visible_at = ${new Date(world.clock.now.getTime() + HOUR_MS)} where link = ${post.url}`
    await workFor(world, 2 * HOUR_MS)
    expect(await statesOf(post)).toEqual(['absent', 'refused'])
    const { failure } = await reread(world, post)
    expect(failure).toMatchObject({
      reason: 'outcome_unknown',
      message: expect.stringMatching(/never answered.*record whether the pin is there/) as string,
    })
    expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', reason: 'outcome_unknown', refunded: true }])
    expect(await creditsOf(world)).toBe(credits)
    await clearFaults(db.sql)
    await scheduleAgain(world, post)
    await workFor(world, 2 * MINUTE_MS)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: (await pinsOf(world, post))[0] })
    expect(await pinsOf(world, post)).toHaveLength(1)
  },
)

test.each([
  ['its account is paused', async () => void (await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' }))],
  [
    'its account is paused, and pins fail then',
    async () => void (await pausePublishing(deps, actor, { accountId, whilePaused: 'fail' })),
  ],
  [
    'its account has lost its connection',
    () => db.sql`update accounts set token_status = 'unauthorized' where id = ${accountId}`,
  ],
])('a pin that waits for its second attempt while %s fails as unknown after its day', async (_, happens) => {
  const post = await aPinAt(await aPlace(), 'fail_500')
  await workFor(world, 11 * MINUTE_MS - SECOND_MS)
  await happens()
  await workFor(world, HOUR_MS)
  expect(await statesOf(post)).toEqual(['absent'])
  world.clock.advance(2 * DAY_MS)
  await sweepLate(deps)
  expect((await reread(world, post)).failure).toMatchObject({ reason: 'outcome_unknown' })
  await db.sql`update accounts set token_status = 'authorized', publishing = 'active', while_paused = 'wait' where id = ${accountId}`
})

test('a board that the platform merged into another: its pin is found there', async () => {
  const place = await aPlace()
  const post = await aPinAt({ boardId: place.boardId }, 'commit_then_500')
  await workFor(world, MINUTE_MS + SECOND_MS)
  await db.sql`update sim_pins set board_id = '102' where board_id = ${place.boardId}`
  await removeBoard(place.boardId)
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', boardId: '102', pinId: (await pinsOf(world, post))[0] })
  expect(await statesOf(post)).toEqual(['found'])
})

/** A draft that asks: its pin showed after its last read-back. */
async function anAskingDraft(place: { boardId: string; boardSectionId?: string }): Promise<Post> {
  const post = await aPinAt(place, 'commit_then_500')
  await faulty(post, 'section_gone')
  await workFor(world, MINUTE_MS + SECOND_MS)
  await db.sql`update sim_pins set visible_at = ${new Date(world.clock.now.getTime() + HOUR_MS)} where link = ${post.url}`
  await workFor(world, 2 * HOUR_MS)
  const draft = await reread(world, post)
  expect(draft).toMatchObject({ status: 'draft', failure: { reason: 'outcome_unknown' } })
  return draft
}
async function mergeBoard(boardId: string): Promise<void> {
  await db.sql`update sim_pins set board_id = '102' where board_id = ${boardId}`
  await removeBoard(boardId)
}
const publishedNotices = async (post: Post) => (await noticesOf(world, post)).filter(({ kind }) => kind === 'pinPublished')
const deleteOurs = ({ boardId, boardSectionId: sectionId }: Awaited<ReturnType<typeof aPlace>>) =>
  deleteSection(deps, actor, { accountId, boardId, sectionId })

const adopted: [how: string, adopt: (post: Post) => Promise<unknown>][] = [
  ['is scheduled again', async (post) => [await scheduleAgain(world, post), await workFor(world, 2 * MINUTE_MS)]],
  [
    'is said to be there',
    async (post) => {
      const [pinId] = await pinsOf(world, post)
      await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'there', pinId: pinId! } })
    },
  ],
]

test.each(adopted)(
  'a draft whose section we deleted since %s: it is on the board itself, and no change is missed',
  async (_, adopt) => {
    const place = await aPlace()
    const post = await anAskingDraft(place)
    await deleteOurs(place)
    await adopt(post)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardId: place.boardId, boardSectionId: null })
    expect(await publishedNotices(post)).toEqual([])
  },
)

test.each(adopted)(
  'a draft whose board was merged since %s: it is on the other board, and no change is missed',
  async (_, adopt) => {
    const { boardId } = await aPlace()
    const post = await anAskingDraft({ boardId })
    await mergeBoard(boardId)
    await adopt(post)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardId: '102', boardSectionId: null })
    expect(await publishedNotices(post)).toEqual([])
  },
)

test.each(adopted)(
  'a draft that a person moved to another section before we deleted its own %s: the section is missed',
  async (_, adopt) => {
    const place = await aPlace()
    const { id: boardSectionId } = await addSection(db.sql, { boardId: place.boardId, name: 'Kilns' })
    const post = await anAskingDraft(place)
    await editPost(deps, actor, { accountId, postId: post.id, changes: { board: { boardSectionId } } })
    await deleteOurs(place)
    await adopt(post)
    expect(await reread(world, post)).toMatchObject({ status: 'sent', boardId: place.boardId, boardSectionId: null })
    expect(await publishedNotices(post)).toMatchObject([{ message: expect.stringMatching(/missing: section\./) as string }])
  },
)

test('a section whose deletion commits while the pin of its draft is adopted: it is on the board itself, and no change is missed', async () => {
  const { boardId, boardSectionId: sectionId } = await aPlace()
  const post = await anAskingDraft({ boardId, boardSectionId: sectionId })
  await readSections(deps, actor, { accountId, boardId })
  await scheduleAgain(world, post)
  world.clock.advance(MINUTE_MS)
  const [searched, left] = [aGate(), aGate()]
  const work = aPublisher(world, {
    atFailpoint: async (failpoint) => {
      if (failpoint !== 'lookedBack') return
      searched.open()
      await left.passed
    },
  }).drain()
  await searched.passed
  await removeSection(sectionId)
  await db.tx(async (sql) => {
    await sql`delete from board_sections where organization_id = ${organizationId} and id = ${sectionId}`
    await leaveSection(sql, actor, { accountId, boardId, sectionId }, world.clock.now)
    left.open()
    await untilWaiting(db)
  })
  await work
  expect(await reread(world, post)).toMatchObject({ status: 'sent', boardSectionId: null })
  expect(await publishedNotices(post)).toEqual([])
})

test('a draft whose board was merged since is found on the other board when it is scheduled again for a third', async () => {
  const place = await aPlace()
  const post = await anAskingDraft({ boardId: place.boardId })
  await mergeBoard(place.boardId)
  await db.sql`update posts set board_id = '101' where id = ${post.id}`
  await scheduleAgain(world, post)
  await workFor(world, 2 * MINUTE_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', boardId: '102', pinId: (await pinsOf(world, post))[0] })
})

test('a board that was deleted with its pins: told so, nothing is sent again', async () => {
  const place = await aPlace()
  const post = await aPinAt({ boardId: place.boardId }, 'commit_then_500')
  await workFor(world, MINUTE_MS + SECOND_MS)
  await removeBoard(place.boardId)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).failure).toMatchObject({ reason: 'board_gone' })
  expect(await pinsOf(world, post)).toHaveLength(0)
})

test('a pin for a board that is deleted (403/29) fails as board_gone, and the board leaves the listing', async () => {
  const place = await aPlace()
  const post = await aPinAt({ boardId: place.boardId })
  await removeBoard(place.boardId)
  world.clock.now = post.sendAt! // nothing was prefetched
  await aPublisher(world).drain()
  await workFor(world, MINUTE_MS)
  expect((await reread(world, post)).failure).toMatchObject({ reason: 'board_gone' })
  expect(await db.sql`select 1 from boards where organization_id = ${organizationId} and id = ${place.boardId}`).toHaveLength(0)
  await expect(scheduleAgain(world, post)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a section that the platform deleted, of a pin that was found: it is sent', async () => {
  const place = await aPlace()
  const post = await aPinAt(place, 'commit_then_500')
  await workFor(world, MINUTE_MS + SECOND_MS)
  await removeSection(place.boardSectionId)
  await workFor(world, HOUR_MS)
  expect(await statesOf(post)).toEqual(['found'])
  await db.sql`update posts set board_section_id = null where id = ${post.id}` // as the judge reads the platform
})
