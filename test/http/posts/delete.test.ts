import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { setPlan } from '../../../src/core/billing/plan.js'
import { envelopeSchema } from '../../../src/http/envelope.js'
import { postSchema } from '../../../src/http/wire/post.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost, creditsOf, DAY_MS } from '../../support/factories.js'
import { at, postsOf, written } from './support/posts-fixtures.js'
import { aServer, inDays, type Server } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)

const remove = (id: string, where: Server = server) => where.call('DELETE', `${postsOf(where)}/${id}`)
const unschedule = (id: string, where: Server = server) => where.call('DELETE', `${postsOf(where)}/${id}/schedule`)
const read = (id: string, where: Server = server) => where.call('GET', `${postsOf(where)}/${id}`)

describe('deleting', () => {
  test.each([
    ['draft', aDraft],
    ['queued', aQueuedPost],
  ] as const)('a %s post is gone, and the answer says which', async (status, make) => {
    const { id } = await make(server)
    const { status: code, body } = await remove(id)
    expect(code).toBe(200)
    envelopeSchema(z.strictObject({ deleted: z.literal(true), postId: z.string() })).parse(body)
    expect(body.data).toEqual({ deleted: true, postId: id })
    expect((await read(id)).status).toBe(404)
    const listed = await server.call('GET', `${postsOf(server)}?status=${status}&limit=100`)
    expect(listed.body.data.posts.map((post) => post.id)).not.toContain(id)
    expect((await remove(id)).status).toBe(404)
  })
  test('a queued one gets its credit back, a draft nothing', async () => {
    const [queued, draft] = [await aQueuedPost(server), await aDraft(server)]
    const credits = await creditsOf(server)
    await remove(queued.id)
    await remove(draft.id)
    expect(await creditsOf(server)).toBe(credits + 1)
  })
  test('an open time is free again', async () => {
    const server = await aServer(db)
    await server.call('POST', `/v1/accounts/${server.accountId}/timeslots`, { dayPreference: 2, time: '09:00' })
    const next = async () => {
      const { id } = await aDraft(server)
      const { body } = await server.call('POST', `${postsOf(server)}/${id}/schedule`, { useNextOpenSlot: true })
      return body.data.post
    }
    const first = await next()
    await remove(first.id, server)
    expect((await next()).sendAt).toBe(first.sendAt)
  })
})

describe('taking off the schedule', () => {
  test('a queued post is a draft again with everything but its time', async () => {
    const { id } = await aQueuedPost(server, { altText: 'Oak', boardSectionId: '1011' })
    const queued = (await read(id)).body.data.post
    const { status, body } = await unschedule(id)
    expect(status).toBe(200)
    envelopeSchema(z.strictObject({ post: z.strictObject(postSchema.shape) })).parse(body)
    const state = { ...queued.state, name: 'draft', until: null }
    expect(body.data.post).toEqual({ ...queued, status: 'draft', sendAt: null, state })
    expect((await read(id)).body.data.post).toEqual(body.data.post)
  })
  test('it gets its credit back, and is charged again when it is scheduled again', async () => {
    const { id } = await aQueuedPost(server)
    const credits = await creditsOf(server)
    await unschedule(id)
    expect(await creditsOf(server)).toBe(credits + 1)
    await server.call('POST', `${postsOf(server)}/${id}/schedule`, at(2))
    expect(await creditsOf(server)).toBe(credits)
  })
  test('a draft stays as it is, so it may be repeated', async () => {
    const { id } = await aQueuedPost(server)
    const first = await unschedule(id)
    const before = await written(server)
    const again = await unschedule(id)
    expect([again.status, again.body.data.post]).toEqual([200, first.body.data.post])
    expect(await written(server)).toEqual(before)
  })
})

describe.each([
  ['deleting', remove],
  ['taking off the schedule', unschedule],
] as const)('%s', (_what, ask) => {
  test.each([
    ['sent', aSentPost],
    ['uploading', anUploadingPost],
  ] as const)('a %s post is 409, and nothing is written', async (status, make) => {
    const { id } = await make(server)
    const before = await written(server)
    const answer = await ask(id)
    expect([answer.status, answer.body.error?.code]).toEqual([409, 'CONFLICT'])
    expect(answer.body.error?.reason).toBe(ask === remove ? 'post_not_editable' : 'post_not_schedulable')
    expect(await written(server)).toEqual(before)
    expect((await read(id)).body.data.post.status).toBe(status)
  })

  test('a post of another organization, a missing one and one of a wrong id are the same 404', async () => {
    const stranger = await aServer(db)
    const theirs = await aQueuedPost(stranger)
    const answers = []
    for (const id of [theirs.id, '999999', 'x']) answers.push(await ask(id))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.error))).size).toBe(1)
    expect((await read(theirs.id, stranger)).body.data.post.status).toBe('queued')
  })

  test('a trial pin does not come back', async () => {
    const server = await aServer(db, { credits: 0 })
    await setPlan(server.deps, server.actor, { accountId: server.accountId, change: { access: 'none', trialPins: 2 } })
    const { id } = await aQueuedPost(server)
    expect((await ask(id, server)).status).toBe(200)
    const { body } = await server.call('GET', `/v1/accounts/${server.accountId}/usage`)
    expect(body.data.usage.trialPinsLeft).toBe(1)
  })

  test('a charge of an earlier period does not come back', async () => {
    const server = await aServer(db, { credits: 5 })
    const { id } = await aQueuedPost(server, { at: inDays(60) })
    server.clock.advance(31 * DAY_MS)
    expect((await ask(id, server)).status).toBe(200)
    expect(await creditsOf(server)).toBe(4)
  })

  test.each(['legacy', 'shopify'] as const)('on %s a post of the running period counts no more', async (billingSystem) => {
    const server = await aServer(db)
    await setPlan(server.deps, server.actor, { accountId: server.accountId, change: { billingSystem, postLimit: 5 } })
    const { id } = await aQueuedPost(server)
    await ask(id, server)
    const { body } = await server.call('GET', `/v1/accounts/${server.accountId}/usage`)
    expect(body.data.usage).toMatchObject({
      postsThisPeriod: 0,
      ledger: [{ kind: 'refund', unit: 'plan_post' }, { kind: 'charge' }, {}],
    })
  })
})
