import { EMPTY_CONTENT } from '../../../src/core/posts/content.js'
import { expect, test } from 'vitest'
import { createPosts } from '../../../src/core/posts/create/create.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf, DAY_MS, inDays } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import { anUpload, create, createAll, FILM, NOTHING, openStudios, refused, SAMPLE, writtenIn } from './support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const at = (world: World, days = 1) => ({ kind: 'at', at: inDays(world, days) }) as const
const nextOpenSlot = { kind: 'nextOpenSlot' } as const

test('rule 1: the media is fetched from its mediaUrl, or taken from an upload', async () => {
  const world = await aStudio()
  const fetched = await create(world)
  expect(fetched.media).toMatchObject([{ contentType: 'image/jpeg', width: 200, height: 300, durationMs: null }])
  const uploaded = await create(world, { media: await anUpload(world, { width: 400, height: 200 }) })
  expect(uploaded).toMatchObject({ mediaType: 'image', media: [{ width: 400, height: 200 }] })
})

test('rule 1: mediaType video fetches a video; of an upload it is taken from the upload', async () => {
  const world = await aStudio()
  const video = { mediaType: 'video', media: [{ contentType: 'video/mp4', width: 720, height: 1280, durationMs: 42_000 }] }
  expect(await create(world, { media: FILM })).toMatchObject(video)
  const media = await anUpload(world, { extension: 'mp4', width: 720, height: 1280 })
  expect(await create(world, { media, when: at(world) })).toMatchObject({ ...video, status: 'queued' })
  await refused(world, { media: { ...SAMPLE, mediaType: 'video' } }, 'mediaType')
  await refused(world, { media: { ...FILM, mediaType: 'image' } }, 'mediaType')
})

test('rule 1: the copy of a video whose post is not written is taken away again', async () => {
  const world = await aStudio()
  const removed: string[] = []
  const { storage } = world.deps
  const remove = async (key: string) => {
    removed.push(key)
    await storage.remove(key)
  }
  const watched = { ...world, deps: { ...world.deps, storage: { ...storage, remove } } }
  await expect(create(watched, { media: FILM, when: nextOpenSlot })).rejects.toMatchObject({
    details: { reason: 'no_open_slot' },
  })
  expect(removed).toEqual([expect.stringMatching(/^media\/.*\.mp4$/)])
  expect(await storage.stat(removed[0]!)).toBeUndefined()
  expect(await writtenIn(world)).toEqual(NOTHING)
})

test('rule 1: what is no picture is refused and nothing is written', async () => {
  const world = await aStudio({ credits: 1 })
  await refused(
    world,
    { media: { kind: 'url', url: 'https://pictures.test/text', mediaType: 'image' }, when: at(world) },
    'mediaUrl',
  )
  await refused(world, { media: await anUpload(world, { put: false }), when: at(world) }, 'uploadId')
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await creditsOf(world)).toBe(1)
})

test('rule 2: with neither time nor slot the post is a draft, which needs a picture alone and takes no charge', async () => {
  const world = await aStudio({ credits: 0 })
  const post = await create(world, { title: null, description: null, url: null, board: null })
  expect(post).toMatchObject({
    status: 'draft',
    title: null,
    url: null,
    boardId: null,
    sendAt: null,
    mediaType: 'image',
    version: 1,
  })
  expect(post.intervalGroupId).toBeNull()
})

test('rule 3: with sendAt the post is queued at that second', async () => {
  const world = await aStudio()
  const when = { kind: 'at', at: new Date(inDays(world, 1).getTime() + 999) } as const
  expect(await create(world, { when, title: ' Shelves ', altText: ' ' })).toMatchObject({
    status: 'queued',
    sendAt: inDays(world, 1),
    title: 'Shelves',
    altText: null,
    boardName: 'Kitchen ideas',
  })
})

test('rule 3: sendAt must be in the future and within ten years', async () => {
  const world = await aStudio()
  await refused(world, { when: at(world, 0) }, 'sendAt')
  await refused(world, { when: at(world, 3660) }, 'sendAt')
  expect(world.fetched).toEqual([])
})

test('rule 3: a sendAt that passes while the picture is fetched is refused, so nothing is queued in the past', async () => {
  const world = await aStudio({ credits: 1 })
  world.onFetch = () => world.clock.advance(DAY_MS)
  await refused(world, { when: at(world) }, 'sendAt')
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await creditsOf(world)).toBe(1)
})

test('rule 3: a slot that passes while the picture is fetched is not taken', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 2, time: '09:00' })
  world.onFetch = () => world.clock.advance(DAY_MS) // to Tuesday, 10:00
  expect((await create(world, { when: nextOpenSlot })).sendAt).toEqual(new Date('2026-03-10T09:00:00Z'))
})

test('rule 4: scheduling needs board, title, description and url', async () => {
  const world = await aStudio()
  for (const when of [at(world), nextOpenSlot]) {
    await refused(world, { when, board: null }, 'boardId')
    for (const field of ['title', 'description', 'url']) await refused(world, { when, [field]: null }, field)
  }
  expect(world.fetched).toEqual([])
})

test('rule 5: boardSectionId must be a section of boardId', async () => {
  const world = await aStudio()
  expect(await create(world, { board: { boardId: 'b_101', boardSectionId: '1011' } })).toMatchObject({
    boardId: '101',
    boardSectionId: '1011',
  })
  await refused(world, { board: { boardId: '101', boardSectionId: 'Shelves' } }, 'boardSectionId')
  await refused(world, { board: { boardId: 'Kitchen', boardSectionId: null } }, 'boardId')
  expect(await writtenIn(world)).toMatchObject({ posts: 1 })
})

test('rule 8: any product tag forces a simplified pin', async () => {
  const world = await aStudio()
  expect(await create(world, { isSimplified: false })).toMatchObject({ isSimplified: false, productTagPinIds: [] })
  expect(await create(world, { isSimplified: false, productTagPinIds: ['7001', '7002'] })).toMatchObject({
    isSimplified: true,
    productTagPinIds: ['7001', '7002'],
  })
})

test('rule 8: product tags are for business accounts, at most 24 digit strings, none twice', async () => {
  const world = await aStudio()
  const tags = Array.from({ length: 25 }, (_, index) => String(7000 + index))
  expect((await create(world, { productTagPinIds: tags.slice(1) })).productTagPinIds).toHaveLength(24)
  for (const productTagPinIds of [tags, ['7001', '7001'], ['https://pin.it/7001'], ['']]) {
    await refused(world, { productTagPinIds, accountId: '404' }, 'productTagPinIds') // by its form, before the account is looked up
  }
  const private_ = await aStudio({ isBusiness: false })
  await refused(private_, { productTagPinIds: ['7001'] }, 'productTagPinIds')
  expect((await create(private_, { productTagPinIds: [] })).productTagPinIds).toEqual([])
  await expect(create(private_, { productTagPinIds: ['7001'], accountId: '404' })).rejects.toThrow('Account not found.')
})

test('rule 9: an attached upload is told before the rules, and for good', async () => {
  const world = await aStudio()
  const media = await anUpload(world)
  await create(world, { media })
  world.clock.advance(30 * DAY_MS)
  await expect(create(world, { media, when: { kind: 'at', at: new Date(0) } })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'upload_already_attached' },
  })
})

test('rule 9: of several creates with one uploadId one wins and the others are told', async () => {
  const world = await aStudio()
  const media = await anUpload(world)
  const outcomes = await Promise.allSettled([
    create(world, { media }),
    create(world, { media, when: at(world) }),
    create(world, { media }),
  ])
  const losers = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(losers).toHaveLength(2)
  for (const { reason } of losers) expect(reason).toMatchObject({ details: { reason: 'upload_already_attached' } })
  expect(await writtenIn(world)).toMatchObject({ posts: 1, attached: 1 })
})

test('rule 9: an uploadId of another organization is as if it did not exist', async () => {
  const [mine, theirs] = [await aStudio(), await aStudio()]
  await refused(mine, { media: await anUpload(theirs) }, 'uploadId')
})

test('rule 10: with useNextOpenSlot the post takes the next open slot', async () => {
  const world = await aStudio()
  const timeslotId = await aTimeslot(world, { day: 2, time: '09:00' })
  expect(await create(world, { when: nextOpenSlot })).toMatchObject({
    status: 'queued',
    timeslotId,
    sendAt: new Date('2026-03-03T09:00:00Z'),
  })
})

test('rule 10: without an open slot nothing is written, charged or attached', async () => {
  const world = await aStudio({ credits: 1 })
  const media = await anUpload(world)
  await expect(create(world, { media, when: nextOpenSlot })).rejects.toMatchObject({ details: { reason: 'no_open_slot' } })
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await creditsOf(world)).toBe(1)
  expect(await create(world, { media })).toMatchObject({ status: 'draft' }) // named only in a refused request, so still usable
})

test('rule 10: while another write holds the schedule longer than five seconds it is a timeout and nothing is written', async () => {
  const world = await aStudio()
  await aTimeslot(world, { day: 2, time: '09:00' })
  await db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${world.organizationId} for update`
    await expect(create(world, { when: nextOpenSlot })).rejects.toMatchObject({ details: { reason: 'slot_resolution_timeout' } })
  })
  expect(await writtenIn(world)).toEqual(NOTHING)
})

test('rule 11: a scheduled post takes one charge', async () => {
  const world = await aStudio({ credits: 2 })
  await create(world, { when: at(world) })
  expect(await creditsOf(world)).toBe(1)
  expect(await writtenIn(world)).toMatchObject({ posts: 1, charges: 1 })
})

test('rule 11: a denial comes before the picture is fetched and a slot is searched', async () => {
  const world = await aStudio({ credits: 0 })
  for (const when of [at(world), nextOpenSlot]) {
    await expect(create(world, { when })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      details: { reason: 'insufficient_credits' },
    })
  }
  expect(world.fetched).toEqual([])
})

test('the form comes before 404, that before 409, that before the rules, those before payment', async () => {
  const world = await aStudio({ credits: 0 })
  const attached = await anUpload(world)
  await create(world, { media: attached })
  const past = { kind: 'at', at: new Date(0) } as const
  await refused(world, { accountId: '404', title: '', when: past }, 'title')
  await expect(create(world, { accountId: '404', media: attached, when: past })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(create(world, { media: attached, when: past })).rejects.toMatchObject({ code: 'CONFLICT' })
  await refused(world, { when: past }, 'sendAt')
})

test('a picture used twice is kept once', async () => {
  const world = await aStudio()
  const [one, two] = await Promise.all([create(world), create(world)])
  expect(one.media).toEqual(two.media)
  expect(one.id).not.toBe(two.id)
})

test('a created post is one change, recorded as it stands in the end', async () => {
  const world = await aStudio()
  const post = await create(world, { when: at(world) })
  const rows = await db.sql`
    select action, via, actor, version, before, after->>'status' as status
      from audit
     where organization_id = ${world.organizationId} and subject = ${`post:${post.id}`}`
  expect([...rows]).toEqual([
    { action: 'create', via: 'api', actor: 'key:test', version: post.version, before: null, status: 'queued' },
  ])
})

test('what runs before the commit shares its fate', async () => {
  const world = await aStudio({ credits: 1 })
  const { deps, actor, accountId } = world
  const input = { ...EMPTY_CONTENT, media: SAMPLE, carouselItems: [], title: 'T', description: 'D', url: 'https://example.com' }
  const rest = { series: null, board: { boardId: '101', boardSectionId: null } }
  const failing = createPosts(deps, actor, { accountId, ...input, ...rest, when: at(world) }, async () => {
    throw new Error('no room for the answer')
  })
  await expect(failing).rejects.toThrow('no room for the answer')
  expect(await writtenIn(world)).toEqual(NOTHING)
  expect(await creditsOf(world)).toBe(1)
})

test('a draft of a picture that is kept already is written by one statement, without a transaction', async () => {
  const world = await aStudio()
  await create(world)
  let transactions = 0
  const counting = { ...db, tx: <T>(work: (sql: Sql) => Promise<T>) => ((transactions += 1), db.tx(work)) }
  const again = { ...world, deps: { ...world.deps, db: counting } }
  await createAll(again) // a pool that has not seen the picture looks it up
  expect(transactions).toBe(0)
  await createAll(again, { when: at(world) })
  expect(transactions).toBe(1)
})
