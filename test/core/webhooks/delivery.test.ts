/** How events reach receivers: signed, in order, again and again, and never where they must not go. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/lib/duration.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { rotateWebhookSecret, updateWebhook } from '../../../src/core/webhooks/change.js'
import { replayDeliveries, replayDelivery, testWebhook } from '../../../src/core/webhooks/deliveries.js'
import { readWebhook } from '../../../src/core/webhooks/webhook.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, DAY_MS } from '../../support/factories.js'
import { type Answer, answerWith, aReceiver, aSender, verified } from './support/receiver.js'
import { aWebhookWorld, logOf, typesOf, type WebhookWorld, workFor } from './support/webhook-world.js'

const { db } = await aDatabase()
const TIMEOUT_MS = 400
const aWorldOf = () => aWebhookWorld(db, { timeoutMs: TIMEOUT_MS })

const remove = ({ deps, actor, accountId }: WebhookWorld, postId: string) => deletePost(deps, actor, { accountId, postId })

test('a delivery is verified by its secret, and by no other', async () => {
  const world = await aWorldOf()
  const { receiver, secret } = await world.hook()
  const other = await world.hook()
  const post = await aQueuedPost(world)
  await world.loop.drain()
  const [one] = receiver.received
  const event = verified(secret, one!)
  expect(event).toMatchObject({ type: 'post.scheduled', organizationId: world.organizationId, accountId: world.accountId })
  expect(event.data['id']).toBe(post.id)
  expect(event.id).toBe(one?.headers['webhook-id'])
  expect(event.timestamp).toBe(world.clock.now.toISOString())
  expect(() => verified(other.secret, one!)).toThrow()
})

test('while a secret is changed both sign, for 24 hours; a second change ends the first', async () => {
  const world = await aWorldOf()
  const { deps, actor, clock } = world
  const { receiver, secret: first, webhookId } = await world.hook()
  const { secret: second } = await rotateWebhookSecret(deps, actor, { webhookId })
  await testWebhook(deps, actor, { webhookId })
  await world.loop.drain()
  for (const secret of [first, second]) expect(verified(secret, receiver.received[0]!).type).toBe('webhook.test')
  const { secret: third } = await rotateWebhookSecret(deps, actor, { webhookId })
  await testWebhook(deps, actor, { webhookId })
  await world.loop.drain()
  for (const secret of [second, third]) verified(secret, receiver.received[1]!)
  expect(() => verified(first, receiver.received[1]!)).toThrow()
  clock.advance(24 * HOUR_MS)
  await testWebhook(deps, actor, { webhookId })
  await world.loop.drain()
  verified(third, receiver.received[2]!)
  expect(() => verified(second, receiver.received[2]!)).toThrow()
})

test('what fails is tried again after 5 s, 1 min, 5 min, 30 min, 2 h and 8 h, with the same id and a little more at random', async () => {
  const world = await aWorldOf()
  const { receiver, webhookId } = await world.hook(answerWith(500, 'broken\0'))
  await aQueuedPost(world)
  const moments = await workFor(world, world.loop, 12 * HOUR_MS)
  const waits = moments.map((at, index) => at - (moments[index - 1] ?? 0))
  const expected = [5 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 8 * HOUR_MS]
  expect(waits).toEqual(expected.map((ms) => ms * 1.05)) // the world's chance is always a half
  expect(receiver.received).toHaveLength(7)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  expect(await logOf(world, webhookId)).toMatchObject([
    { state: 'waiting', attempts: 7, responseStatus: 500, responseText: 'broken', error: 'status' },
  ])
})

test('one that never arrives among others that do is given up after eight attempts, and lets the next of its post go', async () => {
  const world = await aWorldOf()
  const isPoison = (body: string) => body.includes('"post.scheduled"')
  const { receiver, webhookId } = await world.hook((response, { body }) => {
    response.writeHead(isPoison(body) ? 500 : 200)
    response.end()
  })
  const { id } = await aQueuedPost(world)
  await remove(world, id)
  for (let hours = 0; hours < 40; hours++) {
    await workFor(world, world.loop, HOUR_MS)
    await testWebhook(world.deps, world.actor, { webhookId }) // arrives, so that the endpoint is not failing
  }
  await world.loop.drain()
  const [deleted, scheduled] = (await logOf(world, webhookId)).filter(({ type }) => type !== 'webhook.test')
  expect(scheduled).toMatchObject({ type: 'post.scheduled', state: 'failed', attempts: 8, nextAttemptAt: null })
  expect(deleted).toMatchObject({ type: 'post.deleted', state: 'delivered', attempts: 1 })
  expect(typesOf(receiver.received).filter((type) => type === 'post.scheduled')).toHaveLength(8)
})

test('events of one post arrive in their order, those of another are not held up', async () => {
  const world = await aWorldOf()
  let isBroken = true
  const { receiver } = await world.hook((response, { body }) => {
    response.writeHead(isBroken && body.includes('"First"') ? 503 : 200)
    response.end()
  })
  const first = await aQueuedPost(world, { title: 'First' })
  await remove(world, first.id)
  await aQueuedPost(world, { title: 'Second' })
  await world.loop.drain()
  expect(typesOf(receiver.received)).toEqual(['post.scheduled', 'post.scheduled'])
  isBroken = false
  await workFor(world, world.loop, MINUTE_MS)
  expect(typesOf(receiver.received).slice(2)).toEqual(['post.scheduled', 'post.deleted'])
})

test('410 ends the endpoint for good: what waits is not sent, and its admins are told', async () => {
  const world = await aWorldOf()
  const { deps, actor, organizationId, clock } = world
  await anAdmin(world)
  const { receiver, webhookId } = await world.hook(answerWith(410))
  const { id } = await aQueuedPost(world)
  await remove(world, id)
  await workFor(world, world.loop, DAY_MS)
  expect(receiver.received).toHaveLength(1)
  expect(await readWebhook(deps, actor, { webhookId })).toMatchObject({ state: 'ended', stateReason: 'gone' })
  expect(await logOf(world, webhookId)).toMatchObject([
    { type: 'post.deleted', state: 'failed', error: 'gone', attempts: 0 },
    { type: 'post.scheduled', state: 'failed', responseStatus: 410 },
  ])
  await aQueuedPost(world)
  expect(await logOf(world, webhookId)).toHaveLength(2)
  const ended = { code: 'CONFLICT', details: { reason: 'webhook_ended' } }
  await expect(updateWebhook(deps, actor, { webhookId, state: 'active' })).rejects.toMatchObject(ended)
  await expect(testWebhook(deps, actor, { webhookId })).rejects.toMatchObject(ended)
  expect(await noticesOf(organizationId)).toEqual([
    { kind: 'webhookStopped', webhookId, host: `127.0.0.1:${receiver.port}`, because: 'gone' },
  ])
  expect(clock.now).toBeInstanceOf(Date)
})

test('what is open just now when its endpoint ends is told as the receiver answers it', async () => {
  const world = await aWebhookWorld(db, { timeoutMs: 60_000 }) // longer than the test waits
  const { deps, actor } = world
  let arrive = () => {}
  const { receiver, webhookId } = await world.hook((response, { body }) => {
    if (body.includes('"Second"')) arrive = () => response.writeHead(200).end()
    else response.writeHead(410).end()
  })
  await aQueuedPost(world, { title: 'First' })
  await aQueuedPost(world, { title: 'Second' })
  const both = world.loop.drain()
  await expect.poll(async () => (await readWebhook(deps, actor, { webhookId })).state).toBe('ended')
  expect(receiver.received).toHaveLength(2)
  arrive()
  await both
  expect(await logOf(world, webhookId)).toMatchObject([
    { state: 'delivered', responseStatus: 200 },
    { state: 'failed', responseStatus: 410 },
  ])
})

test('after 24 hours without a success it is paused, its admins are told once, and what happened since goes out when it is resumed', async () => {
  const world = await aWorldOf()
  const { deps, actor, organizationId } = world
  await anAdmin(world)
  const { receiver, webhookId } = await world.hook(answerWith(500))
  await aQueuedPost(world, { title: 'First' })
  await workFor(world, world.loop, 24 * HOUR_MS - 1)
  expect(await readWebhook(deps, actor, { webhookId })).toMatchObject({ state: 'active' })
  await workFor(world, world.loop, SECOND_MS)
  expect(await readWebhook(deps, actor, { webhookId })).toMatchObject({ state: 'paused', stateReason: 'failing' })
  const told = [{ kind: 'webhookStopped', webhookId, host: `127.0.0.1:${receiver.port}`, because: 'failing' }]
  expect(await noticesOf(organizationId)).toEqual(told)
  const before = receiver.received.length
  await aQueuedPost(world, { title: 'Second' })
  await workFor(world, world.loop, 3 * DAY_MS)
  expect(receiver.received).toHaveLength(before)
  expect(await world.loop.nextDue()).toBeNull()
  receiver.answer = answerWith(200)
  await updateWebhook(deps, actor, { webhookId, state: 'active' })
  await world.loop.drain()
  const titles = receiver.received.slice(before).map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title)
  expect(titles.toSorted()).toEqual(['First', 'Second'])
  expect(await noticesOf(organizationId)).toEqual(told)
})

test('a success within the minute of another ends a failure, too: the next one, a day later, pauses nothing', async () => {
  const world = await aWorldOf()
  const { deps, actor, clock } = world
  const { receiver, webhookId } = await world.hook()
  await aQueuedPost(world, { title: 'First' })
  await world.loop.drain()
  receiver.answer = answerWith(500)
  clock.advance(SECOND_MS)
  await aQueuedPost(world, { title: 'Second' })
  await world.loop.drain()
  receiver.answer = answerWith(200)
  await workFor(world, world.loop, 10 * SECOND_MS)
  expect((await logOf(world, webhookId)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  clock.advance(25 * HOUR_MS)
  receiver.answer = answerWith(500)
  await aQueuedPost(world, { title: 'Third' })
  await world.loop.drain()
  expect(await readWebhook(deps, actor, { webhookId })).toMatchObject({ state: 'active', stateReason: null })
})

test.each([
  { status: 429, retryAfter: '120', waitMs: 120 * SECOND_MS },
  { status: 503, retryAfter: '86400', waitMs: HOUR_MS },
  { status: 429, retryAfter: 'Mon, 02 Mar 2026 10:02:00 GMT', waitMs: 120 * SECOND_MS },
  { status: 503, retryAfter: '0', waitMs: 5.25 * SECOND_MS },
  { status: 503, retryAfter: '1', waitMs: 5.25 * SECOND_MS },
  { status: 500, retryAfter: '120', waitMs: 5.25 * SECOND_MS },
])('$status with Retry-After $retryAfter is tried again after $waitMs ms', async ({ status, retryAfter, waitMs }) => {
  const world = await aWorldOf()
  const { receiver } = await world.hook(answerWith(status, '', { 'retry-after': retryAfter }))
  await aQueuedPost(world)
  await world.loop.drain()
  receiver.answer = answerWith(200)
  expect(await workFor(world, world.loop, 2 * HOUR_MS)).toEqual([waitMs])
})

test('a receiver that asks for time gets it for all that is sent there', async () => {
  const world = await aWorldOf()
  const { receiver } = await world.hook(answerWith(429, '', { 'retry-after': '600' }))
  await aQueuedPost(world, { title: 'First' })
  await world.loop.drain()
  await aQueuedPost(world, { title: 'Second' })
  await world.loop.drain()
  expect(receiver.received).toHaveLength(1)
})

const FAULTS: { fault: string; answer: Answer; log: object }[] = [
  { fault: 'hangs', answer: () => {}, log: { state: 'waiting', error: 'timeout', responseStatus: null } },
  {
    fault: 'resets the connection',
    answer: (response) => void response.socket?.resetAndDestroy(),
    log: { state: 'waiting', error: 'reset', responseStatus: null },
  },
  {
    fault: 'redirects',
    answer: answerWith(307, '', { location: '/elsewhere' }),
    log: { state: 'waiting', error: 'redirect', responseStatus: 307 },
  },
  {
    fault: 'sends a body that never ends',
    answer(response) {
      response.writeHead(200)
      response.write('thanks')
    },
    log: { state: 'delivered', error: null, responseStatus: 200, responseText: 'thanks' },
  },
  {
    fault: 'sends a body without an end in size',
    answer(response) {
      response.writeHead(200)
      const more = () => void (response.destroyed || !response.write('x'.repeat(16_384)) || setImmediate(more))
      response.on('drain', more)
      more()
    },
    log: { state: 'delivered', error: null, responseStatus: 200, responseText: 'x'.repeat(500) },
  },
]

test.each(FAULTS)('a receiver that $fault', async ({ answer, log }) => {
  const world = await aWorldOf()
  const { receiver, webhookId } = await world.hook(answer)
  await aQueuedPost(world)
  const startedAt = performance.now()
  await world.loop.drain()
  expect(performance.now() - startedAt).toBeLessThan(20 * TIMEOUT_MS)
  expect(await logOf(world, webhookId)).toMatchObject([{ ...log, attempts: 1 }])
  expect(receiver.received.map(({ path: at }) => at)).toEqual(['/hooks'])
})

test('a receiver whose certificate nobody vouches for gets nothing', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-tls-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  const [key, cert] = [path.join(dir, 'key.pem'), path.join(dir, 'cert.pem')]
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', [...options, '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const receiver = await aReceiver(answerWith(200), { key: readFileSync(key), cert: readFileSync(cert) })
  const world = await aWorldOf()
  const { webhookId } = await world.hook(answerWith(200), { url: receiver.url })
  await aQueuedPost(world)
  await world.loop.drain()
  expect(await logOf(world, webhookId)).toMatchObject([{ state: 'waiting', error: 'tls' }])
  expect(receiver.received).toEqual([])
  await receiver.close()
})

test('a name that leads to a private address by now gets nothing, and neither does a port nobody listens on', async () => {
  const world = await aWorldOf()
  const lookups: string[] = []
  const { send, close } = aSender({
    resolve: ((host: string, _options: unknown, callback: (error: null, found: object[]) => void) => {
      lookups.push(host)
      callback(null, [{ address: '10.0.0.7', family: 4 }])
    }) as never, // dns.lookup has many forms, and one of them is used
  })
  const loop = world.anotherLoop({ send })
  const { webhookId } = await world.hook(answerWith(200), { url: 'https://hooks.example.com/pins' })
  await aQueuedPost(world)
  await loop.drain()
  expect(lookups).toEqual(['hooks.example.com'])
  expect(await logOf(world, webhookId)).toMatchObject([{ state: 'waiting', error: 'blocked' }])
  await close()
  const gone = await aReceiver()
  await gone.close()
  const other = await world.hook(answerWith(200), { url: gone.url })
  await testWebhook(world.deps, world.actor, { webhookId: other.webhookId })
  await world.loop.drain()
  expect(await logOf(world, other.webhookId)).toMatchObject([{ state: 'waiting', error: 'refused' }])
})

test.each(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENETUNREACH'])(
  'what ends with %s before anybody was reached counts as a name without an address',
  async (code) => {
    const world = await aWorldOf()
    const failing = (_host: string, _options: unknown, callback: (error: Error) => void) =>
      callback(Object.assign(new Error(code), { code }))
    const { send, close } = aSender({ resolve: failing as never }) // dns.lookup has many forms, and one of them is used
    const loop = world.anotherLoop({ send })
    const { webhookId } = await world.hook(answerWith(200), { url: 'https://hooks.example.com/pins' })
    await aQueuedPost(world)
    await loop.drain()
    expect(await logOf(world, webhookId)).toMatchObject([{ state: 'waiting', error: 'dns' }])
    await close()
  },
)

test('an address that is refused since is not sent to', async () => {
  const world = await aWorldOf()
  const { receiver, webhookId } = await world.hook()
  const { deps } = world
  const strict = world.anotherLoop()
  deps.settings.webhooks = { allowsLoopback: false, ownPort: 1 }
  await aQueuedPost(world)
  await strict.drain()
  expect(await logOf(world, webhookId)).toMatchObject([{ state: 'waiting', error: 'blocked', durationMs: 0 }])
  expect(receiver.received).toEqual([])
})

test('two loops on one database send each event once', async () => {
  const world = await aWorldOf()
  const { receiver, webhookId } = await world.hook((response) => void setTimeout(() => response.writeHead(200).end(), 5))
  const posts = []
  for (let n = 0; n < 30; n++) posts.push(await aQueuedPost(world, { title: `Pin ${n}` }))
  await Promise.all([world.loop, world.anotherLoop(), world.anotherLoop()].map((loop) => loop.drain()))
  while (await world.loop.drain());
  expect(receiver.received.map(({ headers }) => headers['webhook-id']).toSorted()).toEqual(
    [...new Set(receiver.received.map(({ headers }) => headers['webhook-id']))].toSorted(),
  )
  expect(receiver.received).toHaveLength(posts.length)
  expect((await logOf(world, webhookId)).every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true)
})

test('five receivers that hang hold up neither the others of their organization nor another organization', async () => {
  const [busy, calm] = [await aWorldOf(), await aWorldOf()]
  const hanging = await Promise.all([1, 2, 3, 4, 5].map(() => busy.hook(() => {})))
  const [beside, elsewhere] = [await busy.hook(), await calm.hook()]
  const { send, close } = aSender({ timeoutMs: 60_000 }) // longer than the test waits
  const loop = busy.anotherLoop({ send, closeMs: 0 })
  await loop.start()
  for (let n = 0; n < 10; n++) await aQueuedPost(busy, { title: `Pin ${n}` })
  await aQueuedPost(calm)
  const counts = () => [beside, elsewhere, ...hanging].map(({ receiver }) => receiver.received.length)
  await expect.poll(counts).toEqual([10, 1, 4, 4, 4, 4, 4])
  await close()
  await loop.close()
})

test('an organization all of whose receivers hang leaves the others their places', async () => {
  const [busy, calm] = [await aWorldOf(), await aWorldOf()]
  const hanging = await Promise.all(Array.from({ length: 20 }, () => busy.hook(() => {})))
  const elsewhere = await calm.hook()
  const { send, close } = aSender({ timeoutMs: 60_000 })
  const loop = busy.anotherLoop({ send, closeMs: 0, maxOpen: 34 })
  await loop.start()
  for (let n = 0; n < 3; n++) await aQueuedPost(busy, { title: `Pin ${n}` })
  const open = () => hanging.reduce((sum, { receiver }) => sum + receiver.received.length, 0)
  await expect.poll(open).toBe(32)
  for (let n = 0; n < 3; n++) await aQueuedPost(calm, { title: `Pin ${n}` })
  await expect.poll(() => elsewhere.receiver.received.length).toBe(3)
  expect(open()).toBe(32)
  await close()
  await loop.close()
})

test('a worker that stood still for longer than its lease changes nothing, and the event is sent again under its id', async () => {
  const world = await aWorldOf()
  const { clock } = world
  let goOn = () => {}
  const { receiver, webhookId } = await world.hook((response, _request, count) => {
    if (count === 1) goOn = () => response.writeHead(500).end()
    else response.writeHead(200).end()
  })
  await aQueuedPost(world)
  const first = world.loop.drain()
  await expect.poll(() => receiver.received.length).toBe(1)
  clock.advance(MINUTE_MS)
  await world.anotherLoop().drain()
  goOn()
  await first
  expect(await logOf(world, webhookId)).toMatchObject([{ state: 'delivered', attempts: 2, responseStatus: 200 }])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})

test('one delivery is replayed, and a span of them in order, each event once; what waits is left alone', async () => {
  const world = await aWorldOf()
  const { deps, actor, clock } = world
  const { receiver, webhookId } = await world.hook()
  const from = clock.now
  const { id } = await aQueuedPost(world)
  await world.loop.drain()
  clock.advance(MINUTE_MS)
  await remove(world, id)
  await world.loop.drain()
  const [deleted] = await logOf(world, webhookId)
  await replayDelivery(deps, actor, { webhookId, deliveryId: deleted!.id })
  const waits = { code: 'CONFLICT', details: { reason: 'delivery_waiting' } }
  const [waiting] = await logOf(world, webhookId)
  await expect(replayDelivery(deps, actor, { webhookId, deliveryId: waiting!.id })).rejects.toMatchObject(waits)
  expect(await replayDeliveries(deps, actor, { webhookId, from })).toEqual({ replayed: 1 }) // the other one waits
  await world.loop.drain()
  expect(await replayDeliveries(deps, actor, { webhookId, from })).toEqual({ replayed: 2 })
  await world.loop.drain()
  expect(typesOf(receiver.received)).toEqual([
    ...['post.scheduled', 'post.deleted', 'post.deleted', 'post.scheduled', 'post.scheduled', 'post.deleted'],
  ])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(await replayDeliveries(deps, actor, { webhookId, from, to: from })).toEqual({ replayed: 1 })
})

test('a replay from a time that is still to come is refused at from', async () => {
  const world = await aWorldOf()
  const { deps, actor, clock } = world
  const { webhookId } = await world.hook()
  const later = (ms: number) => new Date(clock.now.getTime() + ms)
  for (const to of [undefined, later(2 * MINUTE_MS)])
    await expect(replayDeliveries(deps, actor, { webhookId, from: later(MINUTE_MS), to })).rejects.toMatchObject({
      message: 'from must be in the past.',
      details: { field: 'from' },
    })
  const backwards = { webhookId, from: clock.now, to: later(-MINUTE_MS) }
  await expect(replayDeliveries(deps, actor, backwards)).rejects.toMatchObject({ details: { field: 'to' } })
})

test('a draft is no event, and neither is what an endpoint did not ask for', async () => {
  const world = await aWorldOf()
  const { webhookId } = await world.hook(answerWith(200), { events: ['post.deleted'] })
  const draft = await aDraft(world)
  await aQueuedPost(world)
  await remove(world, draft.id)
  expect((await logOf(world, webhookId)).map(({ type }) => type)).toEqual(['post.deleted'])
})

async function anAdmin({ organizationId, clock }: WebhookWorld): Promise<void> {
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
    values (${organizationId}, ${`T${organizationId}`}, 'UADMIN', 'admin', ${clock.now})`
  await db.sql`
    insert into slack_installations (organization_id, team_id, installed_at)
    values (${organizationId}, ${`T${organizationId}`}, ${clock.now})`
}

async function noticesOf(organizationId: string) {
  const rows = await db.sql<{ notice: object }[]>`
    select notice from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'webhookStopped' order by id`
  return rows.map(({ notice }) => notice)
}
