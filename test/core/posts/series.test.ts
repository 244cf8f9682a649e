import { expect, test } from 'vitest'
import type { NewPost } from '../../../src/core/posts/create/create.js'
import type { Post, Series } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import type { World } from '../../support/world.js'
import { anUpload, boardsOf, create, createAll, NOTHING, openStudios, refused, writtenIn } from './support/create-fixtures.js'
import { aPin } from '../slots/support/fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
// The world starts on Monday 2 March 2026, 10:00 UTC; its slots here are in UTC, its zone is New York.

const nextOpenSlot = { kind: 'nextOpenSlot' } as const
const at = (time: string) => ({ kind: 'at', at: new Date(time) }) as const
const timesOf = (posts: Post[]) => posts.map(({ sendAt }) => sendAt?.toISOString().replace(':00.000Z', 'Z'))

function seriesOf(boardIds: string[], fields: Partial<Series> = {}): Partial<NewPost> {
  const boards = boardIds.map((boardId) => ({ boardId, boardSectionId: null }))
  return { board: null, series: { boards, intervalType: 'daily', intervalDays: null, mode: 'exact', ...fields } }
}

/** A series over so many boards. */
async function createSeries(world: World, count: number, when: NewPost['when'], fields: Partial<Series> = {}): Promise<Post[]> {
  return createAll(world, { ...seriesOf(await boardsOf(world, count), fields), when })
}

test('rule 6: each board gets a post of its own, in the order given, the first being the pin itself', async () => {
  const world = await aStudio()
  const series = seriesOf(['102', 'b_101'], {
    boards: [
      { boardId: '102', boardSectionId: null },
      { boardId: 'b_101', boardSectionId: '1012' },
    ],
  })
  const posts = await createAll(world, { ...series, when: at('2026-03-04T12:00:00Z') })
  expect(posts).toMatchObject([
    { boardId: '102', boardSectionId: null, boardName: 'Garden', status: 'queued', title: 'Shelves' },
    { boardId: '101', boardSectionId: '1012', boardName: 'Kitchen ideas', status: 'queued', title: 'Shelves' },
  ])
  expect(posts.map(({ intervalGroupId }) => intervalGroupId)).toEqual([posts[0]!.id, posts[0]!.id])
  const rows = await db.sql`
    select id, interval_position as position
      from posts
     where organization_id = ${world.organizationId} and interval_group_id = ${posts[0]!.id}
     order by interval_position`
  expect([...rows]).toEqual(posts.map(({ id }, position) => ({ id, position })))
})

test('rule 6: a series of one board is a post that stands alone', async () => {
  const world = await aStudio()
  const posts = await createSeries(world, 1, at('2026-03-04T12:00:00Z'), { mode: 'slots' })
  expect(posts).toMatchObject([{ status: 'queued', intervalGroupId: null }])
})

test('rule 6: it cannot be a draft nor stand beside boardId, and takes 1 to 20 boards and 1 to 90 days', async () => {
  const world = await aStudio()
  const when = at('2026-03-04T12:00:00Z')
  const accountId = '404' // the form is checked before the account is looked up
  await refused(world, { ...seriesOf(['101', '102']), accountId, when: { kind: 'draft' } }, 'intervalBoards')
  await refused(
    world,
    { ...seriesOf(['101']), accountId, when, board: { boardId: '102', boardSectionId: null } },
    'intervalBoards',
  )
  await refused(world, { ...seriesOf([]), accountId, when }, 'intervalBoards')
  await refused(
    world,
    { ...seriesOf(Array.from({ length: 21 }, (_, index) => String(201 + index))), accountId, when },
    'intervalBoards',
  )
  for (const intervalDays of [0, 91, 1.5])
    await refused(world, { ...seriesOf(['101'], { intervalDays }), accountId, when }, 'intervalDays')
  expect(await createSeries(world, 20, when, { intervalDays: 90 })).toHaveLength(20)
})

test('rule 6: no board may repeat, with b_ or without', async () => {
  const world = await aStudio()
  const when = at('2026-03-04T12:00:00Z')
  await refused(world, { ...seriesOf(['101', '102', 'b_101']), when, accountId: '404' }, 'intervalBoards[2].boardId')
  await refused(world, { ...seriesOf(['101', 'Garden']), when, accountId: '404' }, 'intervalBoards[1].boardId')
})

test('rule 6: title, description and url are needed', async () => {
  const world = await aStudio()
  for (const field of ['title', 'description', 'url']) {
    await refused(world, { ...seriesOf(['101', '102']), when: nextOpenSlot, [field]: null }, field)
  }
})

test('rule 5: every board and every section is checked before anything is fetched', async () => {
  const world = await aStudio()
  const simulator = await startSimulator(db, world.clock)
  try {
    const real = { ...world, deps: { ...world.deps, platform: simulator.platform } }
    const boards = (boardSectionId: string, last: string) => [
      { boardId: '101', boardSectionId: '1011' },
      { boardId: '102', boardSectionId },
      { boardId: last, boardSectionId: null },
    ]
    const when = at('2026-03-04T12:00:00Z')
    const wrong = { ...seriesOf([], { boards: boards('1011', '999') }), when }
    await expect(createAll(real, wrong)).rejects.toMatchObject({ code: 'NOT_FOUND' }) // before the section of an earlier one
    const sectionless = [...boards('1011', '101').slice(1, 2)]
    await refused(
      real,
      { ...seriesOf([], { boards: [{ boardId: '101', boardSectionId: null }, ...sectionless] }), when },
      'intervalBoards[1].boardSectionId',
    )
    expect(world.fetched).toEqual([])
  } finally {
    await simulator.close()
  }
})

test('mode exact: each comes the interval after the one before, regardless of slots', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 3, time: '12:00' })
  const posts = await createSeries(world, 3, at('2026-06-03T15:30:20Z'), { intervalType: 'weekly' })
  expect(posts.map(({ sendAt }) => sendAt)).toEqual([
    new Date('2026-06-03T15:30:20Z'),
    new Date('2026-06-10T15:30:20Z'),
    new Date('2026-06-17T15:30:20Z'),
  ])
  expect(posts.map(({ timeslotId }) => timeslotId)).toEqual([null, null, null])
})

test('mode exact: an instant that is an open occurrence occupies it', async () => {
  const world = await aStudio()
  const slot = await aTimeslot(world, { day: 3, time: '12:00' })
  const posts = await createSeries(world, 2, at('2026-06-02T12:00:00Z'))
  expect(posts.map(({ timeslotId }) => timeslotId)).toEqual([null, slot])
})

test('mode exact: with useNextOpenSlot the days count from the slot that was found', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 3, time: '12:00' })
  const posts = await createSeries(world, 3, nextOpenSlot, { intervalType: 'weekly', intervalDays: 14 })
  expect(timesOf(posts)).toEqual(['2026-03-04T12:00Z', '2026-03-18T11:00Z', '2026-04-01T11:00Z']) // 07:00 in New York, whose clocks change on the 8th
})

test.each([
  ['daily', null, '2026-06-02T12:00Z'],
  ['weekly', null, '2026-06-08T12:00Z'],
  ['biweekly', null, '2026-06-15T12:00Z'],
  ['monthly', null, '2026-07-01T12:00Z'],
  ['monthly', 3, '2026-06-04T12:00Z'],
] as const)('%s with intervalDays %s is that many days', async (intervalType, intervalDays, second) => {
  const world = await aStudio()
  const posts = await createSeries(world, 2, at('2026-06-01T12:00:00Z'), { intervalType, intervalDays })
  expect(timesOf(posts)[1]).toBe(second)
})

test('the days are calendar days at the wall time of the account: New York in March', async () => {
  const world = await aStudio()
  const morning = await createSeries(world, 4, at('2026-03-06T14:00:00Z'))
  expect(timesOf(morning)).toEqual(['2026-03-06T14:00Z', '2026-03-07T14:00Z', '2026-03-08T13:00Z', '2026-03-09T13:00Z'])
  const night = await createAll(world, { ...seriesOf(['201', '202', '203']), when: at('2026-03-07T07:30:00Z') })
  expect(timesOf(night)).toEqual(['2026-03-07T07:30Z', '2026-03-08T07:30Z', '2026-03-09T06:30Z']) // 02:30 is in the gap once, and 02:30 again
})

test('the days are calendar days at the wall time of the account: New York in November', async () => {
  const world = await aStudio()
  const posts = await createSeries(world, 3, at('2026-10-31T05:30:00Z'))
  expect(timesOf(posts)).toEqual(['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z']) // the first of two 01:30
})

test('an account without a zone counts in UTC', async () => {
  const world = await aStudio({ timezone: null })
  const posts = await createSeries(world, 3, at('2026-03-07T14:00:00Z'))
  expect(timesOf(posts)).toEqual(['2026-03-07T14:00Z', '2026-03-08T14:00Z', '2026-03-09T14:00Z'])
})

test('31 January and monthly is plain arithmetic of 30 days', async () => {
  const world = await aStudio({ timezone: null, at: new Date('2026-01-02T10:00:00Z') })
  const posts = await createSeries(world, 3, at('2026-01-31T08:00:00Z'), { intervalType: 'monthly' })
  expect(timesOf(posts)).toEqual(['2026-01-31T08:00Z', '2026-03-02T08:00Z', '2026-04-01T08:00Z'])
})

test('mode slots: each lands on the first open slot at or after its day, counted from the first', async () => {
  const world = await aStudio({ timezone: 'UTC' })
  const wednesday = await aTimeslot(world, { day: 3, time: '12:00' })
  const friday = await aTimeslot(world, { day: 5, time: '09:00' })
  const posts = await createSeries(world, 4, at('2026-03-03T12:00:00Z'), { mode: 'slots', intervalDays: 8 })
  expect(timesOf(posts)).toEqual(['2026-03-03T12:00Z', '2026-03-11T12:00Z', '2026-03-20T09:00Z', '2026-04-01T12:00Z'])
  expect(posts.map(({ timeslotId }) => timeslotId)).toEqual([null, wednesday, friday, wednesday]) // 11 March is at its day, not after
})

test('mode slots: an explicit first time is not snapped, but stands on the slot of its instant', async () => {
  const world = await aStudio()
  const slot = await aTimeslot(world, { day: 3, time: '12:00' })
  const [on] = await createSeries(world, 2, at('2026-03-04T12:00:00Z'), { mode: 'slots' })
  expect(on).toMatchObject({ sendAt: new Date('2026-03-04T12:00:00Z'), timeslotId: slot })
  const [off] = await createAll(world, { ...seriesOf(['201', '202'], { mode: 'slots' }), when: at('2026-03-04T12:00:01Z') })
  expect(off).toMatchObject({ sendAt: new Date('2026-03-04T12:00:01Z'), timeslotId: null })
})

test('mode slots: two boards of one series never get the same place', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 1, time: '12:00' })
  await aPin(world, { at: '2026-03-16T12:00:00Z' })
  const posts = await createSeries(world, 4, nextOpenSlot, { mode: 'slots' })
  expect(timesOf(posts)).toEqual(['2026-03-02T12:00Z', '2026-03-09T12:00Z', '2026-03-23T12:00Z', '2026-03-30T12:00Z'])
})

test('mode slots: several slots at one instant are several places, and a slot before the turn of a board is passed over', async () => {
  const world = await aStudio()
  const [one, two] = [await aTimeslot(world, { day: 4, time: '12:00' }), await aTimeslot(world, { day: 4, time: '12:00' })]
  const posts = await createSeries(world, 5, at('2026-03-03T12:00:00Z'), { mode: 'slots' })
  expect(posts.slice(1).map(({ sendAt, timeslotId }) => [sendAt?.toISOString().slice(5, 10), timeslotId])).toEqual([
    ['03-05', one],
    ['03-05', two],
    ['03-12', one],
    ['03-12', two],
  ])
})

test('mode slots: two series at once on few slots get distinct places', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 1, time: '12:00' })
  const boards = await boardsOf(world, 3)
  const input = { ...seriesOf(boards, { mode: 'slots' }), when: nextOpenSlot }
  const [one, two] = await Promise.all([createAll(world, input), createAll(world, input)])
  const places = [...one, ...two].map(({ sendAt }) => sendAt!.getTime())
  expect(new Set(places).size).toBe(6)
  expect(Math.max(...places)).toBe(Date.parse('2026-04-06T12:00:00Z')) // six Mondays on end
})

test('rule 11: one charge a pin', async () => {
  const world = await aStudio({ credits: 5 })
  await createSeries(world, 3, at('2026-03-04T12:00:00Z'))
  expect(await creditsOf(world)).toBe(2)
  expect(await writtenIn(world)).toMatchObject({ posts: 3, charges: 3 })
})

test('the posts of a series share one upload and one picture', async () => {
  const world = await aStudio()
  const media = await anUpload(world)
  const boards = await boardsOf(world, 3)
  const posts = await createAll(world, { ...seriesOf(boards), media, when: at('2026-03-04T12:00:00Z') })
  expect(new Set(posts.map((post) => post.media[0]?.id)).size).toBe(1)
  expect(await writtenIn(world)).toMatchObject({ posts: 3, postMedia: 3, media: 1, attached: 1 })
})

test('a carousel may be a series', async () => {
  const world = await aStudio()
  const media = await anUpload(world)
  const carouselItems = [await anUpload(world, { width: 400, height: 600 })]
  const posts = await createAll(world, { ...seriesOf(['101', '102']), media, carouselItems, when: at('2026-03-04T12:00:00Z') })
  for (const post of posts) expect(post.media.map(({ width }) => width)).toEqual([200, 400])
})

test('a created series is one change, recorded as it stands in the end', async () => {
  const world = await aStudio()
  const posts = await createSeries(world, 3, at('2026-03-04T12:00:00Z'))
  const rows = await db.sql`
    select subject, action, version, after->>'status' as status, count(*) over (partition by change_id)::int as together
      from audit
     where organization_id = ${world.organizationId}
     order by id`
  expect([...rows]).toEqual(
    posts.map(({ id, version }) => ({ subject: `post:${id}`, action: 'create', version, status: 'queued', together: 3 })),
  )
})

test('rule 10: when the third board finds no open slot there is no post, no charge and no taken upload', async () => {
  const world = await aStudio({ credits: 5 })
  const slot = await aTimeslot(world, { day: 1, time: '12:00' })
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, timeslot_id,
                       created_via, created_at, updated_at)
    select ${world.organizationId}, ${world.accountId}, 'queued', 'image', 't', 'd', 'https://shop.test', '101', at, ${slot}, 'api', at, at
      from generate_series('2026-03-16T12:00:00Z'::timestamptz, '2036-03-02T10:00:00Z', '168 hours') as at`
  const before = await writtenIn(world)
  const media = await anUpload(world)
  const boards = await boardsOf(world, 3)
  const input = { ...seriesOf(boards, { mode: 'slots' }), media, when: nextOpenSlot }
  await expect(createAll(world, input)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  expect(await writtenIn(world)).toEqual(before)
  expect(await creditsOf(world)).toBe(5)
  const two = { ...seriesOf(boards.slice(1), { mode: 'slots' }), media, when: nextOpenSlot }
  expect(timesOf(await createAll(world, two))).toEqual(['2026-03-02T12:00Z', '2026-03-09T12:00Z'])
})

test('every entry is within ten years: an exact time beyond is refused, before or after the first slot is known', async () => {
  const world = await aStudio()
  const boards = await boardsOf(world, 2)
  const last = at('2036-03-01T12:00:00Z')
  await refused(world, { ...seriesOf(boards), when: last }, 'intervalBoards')
  expect(world.fetched).toEqual([])
  expect(await createAll(world, { ...seriesOf(boards), when: at('2036-02-29T12:00:00Z') })).toHaveLength(2)

  const full = await aStudio()
  const slot = await aTimeslot(full, { day: 6, time: '12:00' })
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, timeslot_id,
                       created_via, created_at, updated_at)
    select ${full.organizationId}, ${full.accountId}, 'queued', 'image', 't', 'd', 'https://shop.test', '101', at, ${slot}, 'api', at, at
      from generate_series('2026-03-07T12:00:00Z'::timestamptz, '2036-02-29T10:00:00Z', '168 hours') as at`
  const before = await writtenIn(full)
  await refused(full, { ...seriesOf(await boardsOf(full, 2)), when: nextOpenSlot }, 'intervalBoards') // only 1 March 2036 is open
  expect(await writtenIn(full)).toEqual(before)
})

test('every entry is within ten years: no open slot after an explicit first time is 422', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 1, time: '12:00' })
  const boards = await boardsOf(world, 2)
  const input = { ...seriesOf(boards, { mode: 'slots' }), when: at('2036-03-01T12:00:00Z') }
  await expect(createAll(world, input)).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  expect(await writtenIn(world)).toEqual(NOTHING)
})

test('rule 10: a series that has to find a slot waits five seconds for the schedule, one with exact times does not wait', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 1, time: '12:00' })
  const boards = await boardsOf(world, 2)
  const when = at('2026-03-04T12:00:00Z')
  await db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${world.organizationId} for update`
    await createAll(world, { ...seriesOf(boards), when })
    const searching = createAll(world, { ...seriesOf(boards, { mode: 'slots' }), when })
    await expect(searching).rejects.toMatchObject({ details: { reason: 'slot_resolution_timeout' } })
  })
  expect(await writtenIn(world)).toMatchObject({ posts: 2, charges: 2 })
})

test('rule 9: of a series and a single post with one uploadId one wins and the other leaves nothing', async () => {
  const world = await aStudio({ credits: 100 })
  const boards = await boardsOf(world, 3)
  for (let round = 0; round < 4; round++) {
    const media = await anUpload(world, { color: `1${round}5` })
    const before = await writtenIn(world)
    const when = at('2026-03-04T12:00:00Z')
    const [series, single] = await Promise.allSettled([
      createAll(world, { ...seriesOf(boards), media, when }),
      create(world, { media, when }),
    ])
    const loser = [series, single].filter((outcome) => outcome.status === 'rejected')
    expect(loser).toHaveLength(1)
    expect(loser[0]!.reason).toMatchObject({ details: { reason: 'upload_already_attached' } })
    const made = series.status === 'fulfilled' ? 3 : 1
    const after = await writtenIn(world)
    expect({ posts: after.posts! - before.posts!, charges: after.charges! - before.charges! }).toEqual({
      posts: made,
      charges: made,
    })
  }
})
