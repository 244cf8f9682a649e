import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { requestUpload } from '../../src/core/media/uploads.js'
import { createPost, type NewPost } from '../../src/core/posts/create.js'
import type { Deps } from '../../src/core/ports.js'
import { makePictures } from '../../src/media/pictures.js'
import { makeLocalStorage } from '../../src/storage/local.js'
import { aDatabase } from '../support/database.js'
import { aTimeslot, creditsOf, inDays } from '../support/factories.js'
import { aWorld, START, type World, type WorldOptions } from '../support/world.js'

const { db } = await aDatabase()
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-create-'))
const jpeg = await sharp({ create: { width: 200, height: 300, channels: 3, background: '#a33' } })
  .jpeg()
  .toBuffer()
const SAMPLE = 'https://pictures.test/one.jpg'

let fetches = 0
const pictures = makePictures({
  readSample: async (url) => {
    fetches += 1
    return url === SAMPLE ? jpeg : Buffer.from('not a picture')
  },
})
afterAll(async () => {
  await pictures.close()
  rmSync(dir, { recursive: true })
})

async function aStudio(options: WorldOptions = {}): Promise<World> {
  fetches = 0
  const storage = makeLocalStorage({
    dir,
    publicUrl: () => 'https://pinslot.test',
    secret: Buffer.alloc(32, 1),
    clock: () => START,
  })
  return aWorld(db, { ...options, parts: { storage, pictures, ...options.parts } })
}

const complete: Omit<NewPost, 'accountId'> = {
  media: { kind: 'url', url: SAMPLE },
  title: 'Shelves',
  description: 'Seven of them',
  url: 'https://example.com/shelves',
  altText: null,
  board: { boardId: '101', boardSectionId: null },
  when: { kind: 'draft' },
  isSimplified: true,
}
const create = ({ deps, actor, accountId }: World, input: Partial<NewPost> = {}) =>
  createPost(deps, actor, { accountId, ...complete, ...input })

async function anUpload({ deps, actor }: { deps: Deps; actor: World['actor'] }) {
  const upload = await requestUpload(deps, actor, { extension: 'jpg' })
  const { pathname } = new URL(upload.uploadUrl)
  await deps.storage.receivePut!({
    path: pathname,
    contentType: 'image/jpeg',
    contentLength: jpeg.length,
    body: Readable.from([jpeg]),
  })
  return upload.uploadId
}

const postsOf = async ({ organizationId }: World) =>
  (await db.sql`select 1 from posts where organization_id = ${organizationId}`).length
const at = (world: World, days = 1) => ({ kind: 'at', at: inDays(world, days) }) as const

test('a draft needs a picture alone, and takes no charge', async () => {
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
  expect(post.media).toMatchObject([{ contentType: 'image/jpeg', width: 200, height: 300 }])
})

test('with sendAt the post is queued and charged', async () => {
  const world = await aStudio({ credits: 2 })
  const post = await create(world, { ...at(world), when: at(world), title: ' Shelves ', altText: ' ' })
  expect(post).toMatchObject({
    status: 'queued',
    sendAt: inDays(world, 1),
    title: 'Shelves',
    altText: null,
    boardName: 'Kitchen ideas',
  })
  expect(post.media).toHaveLength(1)
  expect(await creditsOf(world)).toBe(1)
})

test('with useNextOpenSlot the post takes the next open slot', async () => {
  const world = await aStudio()
  const timeslotId = await aTimeslot(world, { day: 2, time: '09:00' })
  const post = await create(world, { when: { kind: 'nextOpenSlot' } })
  expect(post).toMatchObject({ status: 'queued', timeslotId, sendAt: new Date('2026-03-03T09:00:00Z') })
})

test('without an open slot nothing is written, charged or attached', async () => {
  const world = await aStudio({ credits: 1 })
  const uploadId = await anUpload(world)
  const media = { kind: 'upload', uploadId } as const
  await expect(create(world, { media, when: { kind: 'nextOpenSlot' } })).rejects.toMatchObject({
    details: { reason: 'no_open_slot' },
  })
  expect(await postsOf(world)).toBe(0)
  expect(await creditsOf(world)).toBe(1)
  expect(await create(world, { media })).toMatchObject({ status: 'draft' }) // named only in a refused request, so still usable
})

test('a denial comes before the picture is fetched', async () => {
  const world = await aStudio({ credits: 0 })
  await expect(create(world, { when: at(world) })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
  expect(fetches).toBe(0)
})

test('the rules come before the picture is fetched', async () => {
  const world = await aStudio()
  const refused = async (input: Partial<NewPost>, field: string) =>
    expect(create(world, input), field).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  await refused({ title: '' }, 'title')
  await refused({ url: 'example.com' }, 'url')
  await refused({ when: at(world, -1) }, 'sendAt')
  await refused({ when: at(world), title: null }, 'title')
  await refused({ when: at(world), board: null }, 'boardId')
  await refused({ board: { boardId: 'Kitchen', boardSectionId: null } }, 'boardId')
  expect(fetches).toBe(0)
  expect(await postsOf(world)).toBe(0)
})

test('what is no picture is refused and nothing is written', async () => {
  const world = await aStudio({ credits: 1 })
  const media = { kind: 'url', url: 'https://pictures.test/text' } as const
  await expect(create(world, { media, when: at(world) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    details: { field: 'mediaUrl' },
  })
  expect(await postsOf(world)).toBe(0)
  expect(await creditsOf(world)).toBe(1)
})

test('an account that is not there goes before every rule', async () => {
  const world = await aStudio()
  await expect(create(world, { accountId: '404', when: { kind: 'at', at: new Date(0) } })).rejects.toThrow('Account not found.')
})

test('an attached upload is told before the rules, and for good', async () => {
  const world = await aStudio()
  const media = { kind: 'upload', uploadId: await anUpload(world) } as const
  await create(world, { media })
  await expect(create(world, { media, when: { kind: 'at', at: new Date(0) } })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'upload_already_attached' },
  })
})

test('of two creates with one uploadId one wins and the other is told', async () => {
  const world = await aStudio()
  const media = { kind: 'upload', uploadId: await anUpload(world) } as const
  const outcomes = await Promise.allSettled([create(world, { media }), create(world, { media }), create(world, { media })])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ details: { reason: 'upload_already_attached' } })
  }
  expect(await postsOf(world)).toBe(1)
})

test('a picture used twice is kept once', async () => {
  const world = await aStudio()
  const [one, two] = await Promise.all([create(world), create(world)])
  expect(one.media).toEqual(two.media)
  expect(one.id).not.toBe(two.id)
})

test('what runs before the commit shares its fate', async () => {
  const world = await aStudio({ credits: 1 })
  const { deps, actor, accountId } = world
  const failing = createPost(deps, actor, { accountId, ...complete, when: at(world) }, async () => {
    throw new Error('no room for the answer')
  })
  await expect(failing).rejects.toThrow('no room for the answer')
  expect(await postsOf(world)).toBe(0)
  expect(await creditsOf(world)).toBe(1)
})
