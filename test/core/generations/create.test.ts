/** What may be asked for, by whom and how often; one page that is in work is one work, however many ask. */
import { expect, test } from 'vitest'
import { cancelGeneration } from '../../../src/core/sources/generations/cancel.js'
import { createGeneration } from '../../../src/core/sources/generations/create.js'
import { claimDueGenerations } from '../../../src/core/sources/generations/work.js'
import type { NewGeneration } from '../../../src/core/sources/generations/model.js'
import { readGeneration } from '../../../src/core/sources/generations/store.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, type World } from '../../support/world.js'
import { begin, generationOf } from './support/generations.js'

const { db } = await aDatabase()
const URL = 'https://shop.example.com/shelf'
const countOf = async ({ organizationId }: World) =>
  (await db.sql`select from generations where organization_id = ${organizationId}`).length

test('it waits, with nothing made of it yet', async () => {
  const world = await aWorld(db)
  const made = await begin(world, ` ${URL} `, { title: ' A shelf ', keywords: ['oak shelf'] })
  expect(made).toMatchObject({
    accountId: world.accountId,
    url: URL,
    title: 'A shelf',
    status: 'queued',
    failureCode: null,
    deduplicated: false,
    postIds: [],
    writtenBy: null,
    warnings: [],
    createdAt: world.clock.now,
    finishedAt: null,
  })
})

test.each<[Partial<NewGeneration>, string]>([
  [{ url: 'shop' }, 'url'],
  [{ url: 'ftp://shop.example.com/' }, 'url'],
  [{ url: 'https://127.0.0.1/' }, 'url'],
  [{ url: 'http://localhost:3000/' }, 'url'],
  [{ url: 'https://me:secret@shop.example.com/' }, 'url'],
  [{ url: `https://shop.example.com/${'x'.repeat(2048)}` }, 'url'],
  [{ title: 'x'.repeat(257) }, 'title'],
  [{ keywords: Array.from({ length: 11 }, (_, number) => `word ${number}`) }, 'keywords'],
  [{ keywords: ['oak', '  '] }, 'keywords[1]'],
  [{ keywords: ['x'.repeat(101)] }, 'keywords[0]'],
  [{ drafts: 0 }, 'drafts'],
  [{ drafts: 6 }, 'drafts'],
  [{ drafts: 1.5 }, 'drafts'],
  [{ boardId: 'Kitchen' }, 'boardId'],
])('%j is refused by its field, and nothing is kept', async (given, field) => {
  const world = await aWorld(db)
  await expect(begin(world, given.url ?? URL, given)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
  expect(await countOf(world)).toBe(0)
})

test('the same page is one work while it is not over, however it is written and whatever else is requested', async () => {
  const world = await aWorld(db)
  const first = await begin(world, URL)
  expect(await begin(world, `http://SHOP.example.com/shelf/#price`, { drafts: 5 })).toEqual({ ...first, deduplicated: true })
  const claimed = await claimDueGenerations(world.deps, 1000)
  expect(claimed.map(({ generationId }) => generationId)).toContain(first.id)
  expect(await begin(world, URL)).toMatchObject({ id: first.id, deduplicated: true, status: 'processing' })
  expect(await begin(world, `${URL}?size=2`)).toMatchObject({ deduplicated: false })
  expect(await countOf(world)).toBe(2)
})

test('once it is over, the same page is read again', async () => {
  const world = await aWorld(db)
  const first = await begin(world, URL)
  const cancelled = await cancelGeneration(world.deps, world.actor, { accountId: world.accountId, generationId: first.id })
  expect(cancelled).toMatchObject({ id: first.id, status: 'failed', failureCode: 'cancelled', finishedAt: world.clock.now })
  const second = await begin(world, URL)
  expect(second).toMatchObject({ deduplicated: false, status: 'queued' })
  expect(second.id).not.toBe(first.id)
})

test('twelve that ask at once for one page get one work', async () => {
  const world = await aWorld(db)
  const made = await Promise.all(Array.from({ length: 12 }, () => begin(world, URL)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect(made.filter(({ deduplicated }) => !deduplicated)).toHaveLength(1)
  expect(await countOf(world)).toBe(1)
})

test('two organizations with the same page have a work each', async () => {
  const [one, other] = [await aWorld(db), await aWorld(db)]
  const made = [await begin(one, URL), await begin(other, URL)]
  expect(made.map(({ deduplicated }) => deduplicated)).toEqual([false, false])
})

test('ten pages of an account may wait, also where many ask at once; the page that waits is still the same work', async () => {
  const world = await aWorld(db)
  const asked = await Promise.allSettled(Array.from({ length: 14 }, (_, number) => begin(world, `${URL}/${number}`)))
  const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(4)
  for (const one of refused) expect(one).toMatchObject({ code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 30 } })
  expect(await countOf(world)).toBe(10)
  const first = asked.find((one) => one.status === 'fulfilled')!.value
  expect(await begin(world, first.url)).toMatchObject({ id: first.id, deduplicated: true })
})

test('contributors may ask, and cancel what they started; viewers neither', async () => {
  const world = await aWorld(db)
  const input = generationOf(world, URL)
  const as = (role: 'viewer' | 'contributor' | 'scheduler', userId: string) => ({ ...world.actor, role, userId })
  await expect(createGeneration(world.deps, as('viewer', 'key:v'), input)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { id: generationId } = await createGeneration(world.deps, as('contributor', 'key:c'), input)
  const ref = { accountId: world.accountId, generationId }
  for (const actor of [as('viewer', 'key:c'), as('contributor', 'key:other')])
    await expect(cancelGeneration(world.deps, actor, ref)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await readGeneration(world.deps, as('viewer', 'key:v'), ref)).toMatchObject({ status: 'queued' })
  expect(await cancelGeneration(world.deps, as('contributor', 'key:c'), ref)).toMatchObject({ failureCode: 'cancelled' })
})

test('another organization, or another account, finds nothing', async () => {
  const [world, other] = [await aWorld(db), await aWorld(db)]
  const { id: generationId } = await begin(world, URL)
  for (const accountId of [world.accountId, other.accountId]) {
    await expect(readGeneration(other.deps, other.actor, { accountId, generationId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(cancelGeneration(other.deps, other.actor, { accountId, generationId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
  for (const generationId of ['x', '0', '99999999999999999999', '123456'])
    await expect(readGeneration(world.deps, world.actor, { accountId: world.accountId, generationId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  expect(await readGeneration(world.deps, world.actor, { accountId: world.accountId, generationId })).toMatchObject({
    status: 'queued',
  })
})
