import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '../../../src/http/envelope.js'
import { postSchema } from '../../../src/http/wire/post.js'
import type { Post } from '../../../src/core/posts/post.js'
import { asCarousel } from '../../core/posts/support/changes.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, creditsOf } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { expectRefused, inOpenTransaction, postsOf, untilSomebodyWaits, written } from './support/posts-fixtures.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const server = await aServer(db, { parts: { platform: simulator.platform } })

const urlOf = (post: Post) => `${postsOf(server)}/${post.id}`
const edit = (post: Post, body: object) => server.call('PATCH', urlOf(post), body)
const read = async (post: Post) => (await server.call('GET', urlOf(post))).body.data.post
const refused = (post: Post, body: object, field: string) => expectRefused(server, () => edit(post, body), field)

async function edited(post: Post, body: object) {
  const { status, body: answer } = await edit(post, body)
  expect([status, answer.error]).toEqual([200, undefined])
  return answer.data.post
}

describe.each([
  ['draft', aDraft],
  ['queued', aQueuedPost],
] as const)('a %s post', (status, make) => {
  test('takes each field; what is left out stays, and so do status and time', async () => {
    const post = await make(server)
    const before = await read(post)
    const changes = {
      title: 'Another',
      description: 'Of ash',
      url: 'https://shop.test/other',
      altText: 'A shelf of ash',
      boardId: 'b_102',
      productTagPinIds: ['7'],
    }
    for (const [field, value] of Object.entries(changes)) {
      const { body } = await edit(post, { [field]: value })
      envelopeSchema(z.strictObject({ post: z.strictObject(postSchema.shape) })).parse(body)
    }
    expect(await read(post)).toEqual({ ...before, ...changes, boardId: '102', boardName: 'Garden' })
    expect(before.status).toBe(status)
  })
})

test('at least one field is required', async () => {
  const post = await aDraft(server)
  const before = await written(server)
  const { status, body } = await edit(post, {})
  expect([status, body.error?.message]).toEqual([400, 'Nothing to change: fill in at least one field.'])
  expect(await written(server)).toEqual(before)
})

describe('rule 1: what other operations handle is rejected by their name', () => {
  test.each([
    ['sendAt', '2026-04-01T00:00:00Z', '/schedule'],
    ['useNextOpenSlot', true, '/schedule'],
    ['status', 'queued', '/schedule'],
    ['mediaUrl', 'https://sample.test/one.jpg', 'PUT .*/media'],
    ['uploadId', 'up_1_x', 'PUT .*/media'],
    ['mediaType', 'video', 'PUT .*/media'],
    ['carouselItems', [], 'PUT .*/media'],
    ['intervalBoards', [], 'create it again'],
    ['isSimplifiedPin', false, 'create it again'],
  ])('%s', async (field, value, operation) => {
    const { body } = await refused(await aQueuedPost(server), { title: 'Another', [field]: value }, field)
    expect(body.error?.message).toMatch(new RegExp(`^${field} cannot be changed here: .*${operation}`))
  })
  test('an unknown field is named', async () => refused(await aDraft(server), { title: 'Another', colour: 'red' }, 'colour'))
})

describe('rule 2: title and description cannot be emptied', () => {
  test.each(['title', 'description'])('%s', async (field) => {
    const post = await aDraft(server)
    for (const empty of ['', '  ']) await refused(post, { [field]: empty }, field)
  })
})

describe('the bounds', () => {
  test.each([
    ['title', 'x'.repeat(100), 'x'.repeat(101)],
    ['description', 'x'.repeat(800), 'x'.repeat(801)],
    ['altText', 'x'.repeat(500), 'x'.repeat(501)],
    ['url', 'https://shop.test/', 'shop.test'],
    ['boardId', '102', 'Garden'],
    ['title', 'x', null],
    ['title', 'x', 7],
  ])('%s', async (field, taken, refusedValue) => {
    const post = await aDraft(server)
    expect(await edited(post, { [field]: taken })).toMatchObject({ [field]: taken })
    await refused(post, { [field]: refusedValue }, field)
  })
  test('an empty alt text takes it away', async () => {
    expect(await edited(await aDraft(server, { altText: 'Oak' }), { altText: '' })).toMatchObject({ altText: null })
  })
})

describe('rule 3: boards and sections', () => {
  const inSection = () => aDraft(server, { boardId: '101', boardSectionId: '1011' })
  test('moving to a different board clears the section', async () => {
    expect(await edited(await inSection(), { boardId: '102' })).toMatchObject({ boardId: '102', boardSectionId: null })
  })
  test('supplying the same board without a section clears it too', async () => {
    expect(await edited(await inSection(), { boardId: '101' })).toMatchObject({ boardId: '101', boardSectionId: null })
  })
  test('an empty section is the board root', async () => {
    expect(await edited(await inSection(), { boardSectionId: '' })).toMatchObject({ boardId: '101', boardSectionId: null })
  })
  test('a section alone is of the board the pin is on', async () => {
    expect(await edited(await inSection(), { boardSectionId: '1012' })).toMatchObject({ boardId: '101', boardSectionId: '1012' })
  })
  test('without either both stay', async () => {
    expect(await edited(await inSection(), { title: 'x' })).toMatchObject({ boardId: '101', boardSectionId: '1011' })
  })
  test('the section is checked on the board the pin ends up on', async () => {
    const [there, elsewhere] = [await aDraft(server, { boardId: '102' }), await inSection()]
    expect(await edited(there, { boardId: '101', boardSectionId: '1011' })).toMatchObject({
      boardId: '101',
      boardSectionId: '1011',
    })
    await refused(elsewhere, { boardId: '102', boardSectionId: '1011' }, 'boardSectionId')
    await refused(await aDraft(server, { boardId: '102' }), { boardSectionId: '1011' }, 'boardSectionId')
  })
  test('a section of a pin without a board is refused', async () =>
    refused(await aDraft(server, { boardId: null }), { boardSectionId: '1011' }, 'boardSectionId'))
  test('a board that is not there is 404', async () => {
    expect((await edit(await aDraft(server), { boardId: '999' })).status).toBe(404)
  })
})

describe('rule 4: product tags', () => {
  test('they replace all; an empty list clears them; left out they stay', async () => {
    const post = await aDraft(server)
    await edited(post, { productTagPinIds: ['7', '8'] })
    expect(await edited(post, { productTagPinIds: ['9'] })).toMatchObject({ productTagPinIds: ['9'] })
    expect(await edited(post, { title: 'x' })).toMatchObject({ productTagPinIds: ['9'] })
    expect(await edited(post, { productTagPinIds: [] })).toMatchObject({ productTagPinIds: [] })
  })
  test('tagging forces a simplified pin, and clearing keeps it one', async () => {
    const post = await aDraft(server)
    await db.sql`update posts set is_simplified = false where organization_id = ${server.organizationId} and id = ${post.id}`
    expect(await edited(post, { title: 'x' })).toMatchObject({ isSimplifiedPin: false })
    expect(await edited(post, { productTagPinIds: ['7'] })).toMatchObject({ isSimplifiedPin: true })
    expect(await edited(post, { productTagPinIds: [] })).toMatchObject({ isSimplifiedPin: true })
  })
  test('on a carousel they are refused, an empty list is taken', async () => {
    const post = await asCarousel(server, await aDraft(server))
    await refused(post, { productTagPinIds: ['7'] }, 'productTagPinIds')
    expect(await edited(post, { productTagPinIds: [] })).toMatchObject({ productTagPinIds: [] })
  })
  test('25, one twice and what is no id are refused', async () => {
    const post = await aDraft(server)
    const many = Array.from({ length: 25 }, (_, index) => String(index + 1))
    for (const ids of [many, ['7', '7'], ['x']]) await refused(post, { productTagPinIds: ids }, 'productTagPinIds')
    expect(await edited(post, { productTagPinIds: many.slice(1) })).toMatchObject({ productTagPinIds: many.slice(1) })
  })
  test('they are for business accounts only', async () => {
    const small = await aServer(db, { isBusiness: false })
    const post = await aDraft(small)
    const ask = () => small.call('PATCH', `${postsOf(small)}/${post.id}`, { productTagPinIds: ['7'] })
    await expectRefused(small, ask, 'productTagPinIds')
  })
})

test('rule 5: editing consumes no credits', async () => {
  const [queued, draft] = [await aQueuedPost(server), await aDraft(server)]
  const before = [await creditsOf(server), (await written(server))['ledger']]
  for (const post of [queued, draft]) await edited(post, { title: 'Another', url: 'https://shop.test/other', boardId: '102' })
  expect([await creditsOf(server), (await written(server))['ledger']]).toEqual(before)
})

describe('rule 6: a pin that changes its status during the edit', () => {
  test('is 409, and nothing is saved', async () => {
    const post = await aQueuedPost(server)
    const claim = await inOpenTransaction(
      server,
      (sql) => sql`
        update posts set status = 'uploading', attempt_number = 1, lease_until = send_at, due_at = null
         where organization_id = ${server.organizationId} and id = ${post.id}`,
    )
    const answering = edit(post, { title: 'Too late' })
    await untilSomebodyWaits(server)
    await claim()
    const { status, body } = await answering
    expect([status, body.error?.code, body.error?.reason]).toEqual([409, 'CONFLICT', 'post_status_changed'])
    expect(await read(post)).toMatchObject({ status: 'uploading', title: post.title })
  })
  test.each([
    ['sent', aSentPost],
    ['uploading', anUploadingPost],
  ] as const)('before it, to %s, is 409 too', async (_status, make) => {
    const post = await make(server)
    const { status, body } = await edit(post, { title: 'Too late' })
    expect([status, body.error?.code, body.error?.reason]).toEqual([409, 'CONFLICT', 'post_not_editable'])
    expect(await read(post)).toMatchObject({ title: post.title })
  })
})

test('the schema is judged before the post, the post and the board before its status, its status before the rules', async () => {
  const nowhere = `${postsOf(server)}/999999`
  expect((await server.call('PATCH', nowhere, { sendAt: 'x' })).status).toBe(400)
  expect((await server.call('PATCH', nowhere, { title: 'x'.repeat(101) })).status).toBe(400)
  expect((await server.call('PATCH', nowhere, { title: 'x' })).status).toBe(404)
  const sent = await asCarousel(server, await aSentPost(server))
  expect((await edit(sent, { boardId: '999', productTagPinIds: ['7'] })).status).toBe(404)
  expect((await edit(sent, { productTagPinIds: ['7'] })).status).toBe(409)
  expect((await edit(sent, { boardId: '101', boardSectionId: '99' })).status).toBe(409)
  const small = await aServer(db, { isBusiness: false, parts: { platform: simulator.platform } })
  const draft = `${postsOf(small)}/${(await aDraft(small)).id}`
  expect((await small.call('PATCH', draft, { productTagPinIds: ['7'], boardId: '999' })).status).toBe(404)
})

test('a post of another organization, a missing one and one of a wrong id are the same 404', async () => {
  const stranger = await aServer(db)
  const theirs = await aDraft(stranger)
  const answers = []
  for (const id of [theirs.id, '999999', 'x'])
    answers.push(await server.call('PATCH', `${postsOf(server)}/${id}`, { title: 'x' }))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1)
})
