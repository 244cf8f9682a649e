/** The operations of webhooks as a client meets them. */
import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { rotateSecrets } from '../../../src/core/care/rotate-secrets.js'
import { makeSealer } from '../../../src/core/care/seal.js'
import { EVENTS } from '../../../src/core/events/events.js'
import type { deliverySchema, webhookSchema } from '../../../src/http/wire/webhook.js'
import type { z } from 'zod'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, aQueuedPost, DAY_MS } from '../../support/factories.js'
import { aServer, type Server } from '../support/support.js'
import { purgeExpired } from '../../../src/core/care/purge.js'

const { db } = await aDatabase()
const sealer = makeSealer(Buffer.alloc(32, 1))
const server = await aServer(db, { parts: { sealer } })
const { organizationId, accountId } = server

type WebhookWire = z.output<typeof webhookSchema>
type Data = {
  webhook: WebhookWire
  webhooks: WebhookWire[]
  secret: string
  delivery: z.output<typeof deliverySchema>
  deliveries: z.output<typeof deliverySchema>[]
  cursor: string | null
  replayed: number
}
async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers = {},
  by: Server = server,
) {
  const { status, body } = await by.call(method, url, payload, headers)
  return { status, data: body.data as unknown as Data, error: body.error }
}
const url = 'https://hooks.example.com/pins'
const anEndpoint = async (fields: object = {}) => {
  const { webhook, secret } = (await call('POST', '/v1/webhooks', { url, events: ['*'], ...fields })).data
  return { ...webhook, secret }
}

test('a webhook is made with a secret that no later answer has', async () => {
  const { status, data } = await call('POST', '/v1/webhooks', { url, events: ['post.sent', 'post.failed', 'post.sent'] })
  expect(status).toBe(201)
  const { secret, webhook } = data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(webhook).toMatchObject({
    url,
    events: ['post.sent', 'post.failed'],
    accountIds: null,
    state: 'active',
    createdAt: 1772445600,
  })
  expect((await call('GET', `/v1/webhooks/${webhook.id}`)).data.webhook).toEqual(webhook)
  expect((await call('GET', '/v1/webhooks')).data.webhooks).toContainEqual(webhook)
  const [row] = await db.sql<{ secret: Buffer }[]>`select secret from webhooks where id = ${webhook.id}`
  expect(row?.secret.toString()).not.toContain(secret)
})

test.each([
  ['http://hooks.example.com/pins', 'url must begin with https.'],
  ['https://10.0.0.7/pins', 'url must lead to a public address. This one is private.'],
  ['https://127.0.0.1/pins', 'url must lead to a public address. This one is private.'],
  ['https://[::1]/pins', 'url must lead to a public address. This one is private.'],
  ['https://[2002:7f00:1::]/pins', 'url must lead to a public address. This one is private.'],
  ['https://[2001:0:7f00:1::]/pins', 'url must lead to a public address. This one is private.'],
  ['https://168.63.129.16/pins', 'url must lead to a public address. This one is private.'],
  ['https://2130706433/pins', 'url must lead to a public address. This one is private.'],
  ['https://hooks.internal/pins', 'url must lead to a public address. This one is private.'],
  ['https://localhost/pins', 'url must lead to a public address. This one is private.'],
  ['https://hooks.example.com:22/', 'url must use port 443 or 8443.'],
  ['https://pinslot.test/v1/webhooks', 'url leads back to this service. Use your receiver’s URL.'],
  ['https://PINSLOT.test.:8443/', 'url leads back to this service. Use your receiver’s URL.'],
  ['https://me:secret@hooks.example.com/', 'url must not contain a user name or password: each delivery is signed.'],
  ['ftp://hooks.example.com/', 'url must be a full http or https address, such as https://example.com/page.'],
])('%s is refused: %s', async (bad, message) => {
  const webhook = await anEndpoint()
  for (const answer of [
    await call('POST', '/v1/webhooks', { url: bad, events: ['*'] }),
    await call('PATCH', `/v1/webhooks/${webhook.id}`, { url: bad }),
  ])
    expect(answer).toMatchObject({ status: 400, error: { field: 'url', message } })
  await call('DELETE', `/v1/webhooks/${webhook.id}`)
})

test('in the sandbox this machine is allowed on any port but ours', async () => {
  const sandbox = await aServer(db, {
    settings: { publicUrl: 'http://127.0.0.1:3100', webhooks: { allowsLoopback: true, ownPort: 3000 } },
  })
  const asked = (address: string) => call('POST', '/v1/webhooks', { url: address, events: ['*'] }, {}, sandbox)
  expect((await asked('http://localhost:4000/hooks')).status).toBe(201)
  expect((await asked('http://[::1]:4000/hooks')).status).toBe(201)
  for (const ours of ['http://127.0.0.1:3000/v1/webhooks', 'http://localhost:3100/hooks', 'https://127.8.8.8:3000'])
    expect(await asked(ours)).toMatchObject({ status: 400, error: { field: 'url' } })
  expect((await asked('http://hooks.example.com/')).status).toBe(400)
})

test('an unknown event is refused by a list of the known ones', async () => {
  const { status, error } = await call('POST', '/v1/webhooks', { url, events: ['post.sent', 'post.exploded'] })
  expect([status, error?.field]).toEqual([400, 'events'])
  for (const event of EVENTS) expect(error?.message).toContain(event)
  expect(error?.message).toContain('post.exploded')
  expect((await call('POST', '/v1/webhooks', { url, events: [] })).status).toBe(400)
})

test('accounts are those of the organization', async () => {
  const other = await aServer(db)
  expect((await call('POST', '/v1/webhooks', { url, events: ['*'], accountIds: [other.accountId] })).status).toBe(404)
  const second = await anotherAccount(server)
  const webhook = await anEndpoint({ accountIds: [second.accountId, accountId, accountId] })
  expect(webhook.accountIds).toEqual([accountId, second.accountId].toSorted((a, b) => Number(a) - Number(b)))
  const patched = await call('PATCH', `/v1/webhooks/${webhook.id}`, { accountIds: null, events: ['*'] })
  expect(patched.data.webhook.accountIds).toBeNull()
  await call('DELETE', `/v1/webhooks/${webhook.id}`)
})

test('an organization has 20 of them at most', async () => {
  const full = await aServer(db)
  for (let n = 0; n < 20; n++) expect((await call('POST', '/v1/webhooks', { url, events: ['*'] }, {}, full)).status).toBe(201)
  const { status, error } = await call('POST', '/v1/webhooks', { url, events: ['*'] }, {}, full)
  expect([status, error?.field]).toEqual([400, 'url'])
})

test('they belong to admins of the organization: a key with a role on accounts sees none', async () => {
  const webhook = await anEndpoint()
  const { key } = await createApiKey(server.deps, server.actor, { name: 'one account', role: 'admin', accountIds: [accountId] })
  const by = { authorization: `Bearer ${key}` }
  expect((await call('GET', '/v1/webhooks', undefined, by)).status).toBe(403)
  expect((await call('GET', `/v1/webhooks/${webhook.id}`, undefined, by)).status).toBe(403)
  expect((await call('POST', '/v1/webhooks', { url, events: ['*'] }, by)).status).toBe(403)
})

test('what belongs to another organization is not there', async () => {
  const webhook = await anEndpoint()
  const { data } = await call('POST', `/v1/webhooks/${webhook.id}/test`)
  const other = await aServer(db)
  const own = (await call('POST', '/v1/webhooks', { url, events: ['*'] }, {}, other)).data.webhook
  const at = `/v1/webhooks/${webhook.id}`
  const replay = `/deliveries/${data.delivery.id}/replay`
  const answers = [
    await call('GET', at, undefined, {}, other),
    await call('PATCH', at, { state: 'paused' }, {}, other),
    await call('POST', `${at}/rotate-secret`, undefined, {}, other),
    await call('POST', `${at}/test`, undefined, {}, other),
    await call('GET', `${at}/deliveries`, undefined, {}, other),
    await call('POST', at + replay, undefined, {}, other),
    await call('POST', `/v1/webhooks/${own.id}${replay}`, undefined, {}, other),
    await call('POST', `${at}/replay`, { from: '2026-03-02T10:00:00Z' }, {}, other),
    await call('DELETE', at, undefined, {}, other),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await call('GET', at)).data.webhook.state).toBe('active')
})

test('the same request with the same key makes one webhook, and shows its secret again', async () => {
  const before = (await call('GET', '/v1/webhooks')).data.webhooks.length
  const headers = { 'idempotency-key': 'hook-1' }
  const first = await call('POST', '/v1/webhooks', { url, events: ['*'] }, headers)
  const again = await call('POST', '/v1/webhooks', { url, events: ['*'] }, headers)
  expect(again.data).toEqual(first.data)
  expect((await call('GET', '/v1/webhooks')).data.webhooks).toHaveLength(before + 1)
  const kept = await db.sql<
    { answer: string }[]
  >`select to_jsonb(k)::text as answer from idempotency_keys k where organization_id = ${organizationId}`
  expect(kept.map(({ answer }) => answer).join()).not.toContain('whsec_')
})

test('a changed secret is shown once; the one before is kept for a day', async () => {
  const { id, secret } = await anEndpoint()
  const { data } = await call('POST', `/v1/webhooks/${id}/rotate-secret`)
  expect(data.secret).toMatch(/^whsec_/)
  expect(data.secret).not.toBe(secret)
  expect(data.webhook.oldSecretUntil).toBe(Math.floor((server.clock.now.getTime() + DAY_MS) / 1000))
  expect((await call('GET', `/v1/webhooks/${id}`)).data.webhook).not.toHaveProperty('secret')
})

test('secrets are sealed again with the key of today', async () => {
  await db.sql`delete from webhooks` // those of other tests' worlds are sealed otherwise
  const { id, secret } = await anEndpoint()
  await call('POST', `/v1/webhooks/${id}/rotate-secret`)
  const fresh = makeSealer(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)])
  const places = await rotateSecrets({ db, sealer: fresh })
  expect(places.find(({ place }) => place === 'webhooks')).toMatchObject({ current: 0, rotated: 1, left: 0, unopened: [] })
  const [row] = await db.sql<[{ old: Buffer }]>`select old_secret as old from webhooks where id = ${id}`
  expect(fresh.isCurrent(row.old)).toBe(true)
  expect(fresh.open(row.old)).toBe(secret)
  await rotateSecrets({ db, sealer: makeSealer(Buffer.alloc(32, 1), [Buffer.alloc(32, 2)]) })
})

test('what is done is written down without the secret', async () => {
  const { id } = await anEndpoint()
  await call('PATCH', `/v1/webhooks/${id}`, { state: 'paused' })
  await call('PATCH', `/v1/webhooks/${id}`, { state: 'paused' }) // changes nothing
  await call('PATCH', `/v1/webhooks/${id}`, { state: 'active' })
  await call('PATCH', `/v1/webhooks/${id}`, { events: ['post.sent'] })
  await call('POST', `/v1/webhooks/${id}/rotate-secret`)
  await call('POST', `/v1/webhooks/${id}/test`)
  await call('DELETE', `/v1/webhooks/${id}`)
  const acts = await db.sql<{ action: string; all: string }[]>`
    select action, audit::text as all from audit where organization_id = ${organizationId} and subject = ${`webhook:${id}`} order by id`
  expect(acts.map(({ action }) => action)).toEqual(['create', 'pause', 'resume', 'update', 'rotate_secret', 'test', 'delete'])
  expect(acts.map(({ all }) => all).join()).not.toContain('whsec_')
})

test('deliveries are listed page by page, the newest first, also those that failed alone', async () => {
  const { id } = await anEndpoint()
  for (let n = 0; n < 5; n++) await call('POST', `/v1/webhooks/${id}/test`)
  const seen = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const next: string = cursor ? `&cursor=${cursor}` : ''
    const { data } = await call('GET', `/v1/webhooks/${id}/deliveries?limit=2${next}`)
    seen.push(...data.deliveries)
    cursor = data.cursor
  }
  expect(seen.map((one) => one.state)).toEqual(Array(5).fill('waiting'))
  expect(seen.map((one) => Number(one.id))).toEqual(seen.map((one) => Number(one.id)).toSorted((a, b) => b - a))
  expect(seen[0]).toMatchObject({
    webhookId: id,
    type: 'webhook.test',
    accountId: null,
    attempts: 0,
    eventId: expect.stringMatching(/^evt_\d+$/) as string,
  })
  expect((await call('GET', `/v1/webhooks/${id}/deliveries?state=failed`)).data.deliveries).toEqual([])
  for (const foreign of ['next', seen[0]!.id]) // an id is no cursor
    expect((await call('GET', `/v1/webhooks/${id}/deliveries?cursor=${foreign}`)).error).toMatchObject({
      code: 'BAD_REQUEST',
      field: 'cursor',
    })
  const { cursor: opaque } = (await call('GET', `/v1/webhooks/${id}/deliveries?limit=1`)).data
  expect(opaque).not.toMatch(/^\d+$/)
  const of = (query: string) => call('GET', `/v1/webhooks/${id}/deliveries?limit=1&cursor=${opaque}${query}`)
  expect((await of('')).status).toBe(200)
  expect((await of('&state=failed')).error).toMatchObject({ code: 'BAD_REQUEST', field: 'cursor' })
})

test('a paused webhook is not tested, and a span that ends before it begins is not replayed', async () => {
  const { id } = await anEndpoint()
  await call('PATCH', `/v1/webhooks/${id}`, { state: 'paused' })
  expect(await call('POST', `/v1/webhooks/${id}/test`)).toMatchObject({ status: 409, error: { reason: 'webhook_paused' } })
  const span = { from: '2026-03-02T10:00:00Z', to: '2026-03-01T10:00:00Z' }
  expect(await call('POST', `/v1/webhooks/${id}/replay`, span)).toMatchObject({ status: 400, error: { field: 'to' } })
})

test('events and deliveries are kept for 30 days', async () => {
  const world = await aServer(db)
  const webhook = (await call('POST', '/v1/webhooks', { url, events: ['*'] }, {}, world)).data.webhook
  await call('PATCH', `/v1/webhooks/${webhook.id}`, { state: 'paused' }, {}, world)
  await aQueuedPost(world)
  const count = async () =>
    (await call('GET', `/v1/webhooks/${webhook.id}/deliveries`, undefined, {}, world)).data.deliveries.length
  world.clock.advance(30 * DAY_MS - 1)
  await purgeExpired(world.deps)
  expect(await count()).toBe(1)
  world.clock.advance(1)
  await purgeExpired(world.deps)
  expect(await count()).toBe(0)
})
