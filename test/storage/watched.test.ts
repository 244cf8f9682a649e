/** A bucket that is away or does not let us in: at the start, at run time by both entry points, and in readiness. */
import type { FastifyPluginAsync } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { classifyPreparationError } from '../../src/core/publish/send/prepare.js'
import type { Storage } from '../../src/core/ports/deps.js'
import { buildServer } from '../../src/http/server.js'
import { makeReadiness } from '../../src/service/readiness.js'
import { explain } from '../../src/slack/reply/errors.js'
import { watchStore } from '../../src/storage/watched.js'
import { aDatabase } from '../support/database.js'
import { anS3Store } from '../support/s3-store.js'
import { aWorld } from '../support/world.js'
import { storageOf } from './support.js'

const { db } = await aDatabase()
const store = await anS3Store({ now: new Date() })
const closed: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all([store.close(), ...closed.map((close) => close())]))

const slowDown = { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }
const denied = { status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' }

function aWatched(options: Parameters<typeof storageOf>[1] = {}) {
  const lines: unknown[] = []
  const say = (...line: unknown[]) => void lines.push(line)
  const log = { debug() {}, info() {}, warn: say, error: say }
  const storage = storageOf(store, options)
  closed.push(() => storage.close())
  return { ...watchStore(storage, { place: 'bucket pins of STORAGE_URL', log }), lines }
}
const gone = { bucket: 'pins', prefix: '', region: 'eu-central-1', endpoint: 'http://127.0.0.1:9', pathStyle: true }

test('at the start a small object is written, found, read and deleted, and then it is missing', async () => {
  const watched = aWatched()
  await watched.check()
  expect(store.seen.map(({ method, status }) => [method, status])).toEqual([
    ['PUT', 200],
    ['HEAD', 200],
    ['GET', 200],
    ['DELETE', 204],
    ['HEAD', 404],
    ['GET', 404],
  ])
  expect([store.objects.size, watched.notes()]).toEqual([0, []])
})

test.each([
  ['a wrong secret', { secretAccessKey: 'not-the-secret' }, '403 SignatureDoesNotMatch'],
  ['a bucket that is not there', { place: { ...gone, bucket: 'none', endpoint: store.endpoint } }, '404 NoSuchBucket'],
])('a start with %s is refused, naming the variables and no secret', async (_what, options, said) => {
  const refusal = aWatched(options).check()
  await expect(refusal).rejects.toThrow(
    `does not let us write (${said}): set STORAGE_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY`,
  )
  await expect(refusal).rejects.not.toThrow(/not-the-secret|AKIDTEST/)
})

test.each([
  [
    's3:ListBucket',
    /does not say that an object is missing \(403\): the key lacks s3:ListBucket\. Allow it on the bucket itself/,
  ],
  ['s3:GetObject', /does not let us read what we wrote \(403\): allow the key s3:GetObject/],
  ['s3:DeleteObject', /does not let us delete \(403 AccessDenied\): allow the key s3:DeleteObject/],
] as const)('a start by a key that lacks %s is refused with what to allow', async (right, sentence) => {
  store.denied.add(right)
  try {
    await expect(aWatched().check()).rejects.toThrow(sentence)
  } finally {
    store.denied.clear()
  }
})

test('a store that keeps what was deleted, or returns something else than was written, is refused', async () => {
  const ends = async (change: Partial<Storage>) => {
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const storage = { ...storageOf(store), ...change }
    return watchStore(storage, { place: 'bucket pins of STORAGE_URL', log }).check()
  }
  await expect(ends({ remove: async () => {} })).rejects.toThrow('still has what we deleted')
  await expect(ends({ read: async () => Buffer.from('another') })).rejects.toThrow('returns something else than we wrote')
  await expect(ends({ stat: async () => undefined })).rejects.toThrow('does not find what we wrote')
})

test('a bucket that cannot be reached lets the start go on: readiness notes it until a call gets through', async () => {
  const watched = aWatched({ place: gone })
  await watched.check()
  const away: unknown = expect.stringMatching(/^The bucket pins of STORAGE_URL is not available/)
  const options = { db, migrations: [], loops: [], isStopping: () => false }
  const ready = makeReadiness({ ...options, moreNotes: () => watched.notes() })
  expect(await ready()).toMatchObject({
    problems: [],
    notes: expect.arrayContaining([away]) as string[],
  })

  const busy = aWatched()
  store.faults.push(slowDown, slowDown, slowDown)
  await busy.check()
  expect(busy.notes()).toHaveLength(1)
  await busy.storage.put('media/1/x', Buffer.from('x'), 'image/png')
  expect(busy.notes()).toEqual([])
})

test('readiness asks again by itself, half a minute after the last failure', async () => {
  const watched = aWatched()
  store.faults.push(slowDown, slowDown, slowDown)
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    await watched.check()
    expect(watched.notes()).toHaveLength(1)
    vi.advanceTimersByTime(31_000)
    expect(watched.notes()).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
  await expect.poll(() => watched.notes()).toEqual([])
})

test.each([
  ['cannot be reached', ['reset', 'reset', 'reset']],
  ['is busy', [slowDown, slowDown, slowDown]],
  ['does not let us in', [denied]],
] as const)(
  'where it %s, /v1 answers 503 with Retry-After and Slack the same reason in a sentence; the pin is tried again',
  async (_how, faults) => {
    const { storage, lines } = aWatched()
    store.faults.push(...faults)
    const error: unknown = await storage.read('media/1/here').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { reason: 'media_store_unavailable', retryAfterSeconds: 30 },
    })
    expect(lines).toHaveLength(1)

    const { deps } = await aWorld(db)
    const failing: FastifyPluginAsync = async (app) => {
      app.get('/fails', () => Promise.reject(error as Error))
    }
    const app = await buildServer(deps, { plugins: [failing] })
    closed.push(() => app.close())
    const answer = await app.inject('/fails')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
    expect(answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', reason: 'media_store_unavailable' } })
    expect(explain(deps, error, {}).sentence).toBe('Images and videos cannot be stored or read right now. Try again shortly.')
    expect(classifyPreparationError(error)).toMatchObject({ kind: 'retry', isOurs: true })
  },
)

test('what is not there is no trouble of the store', async () => {
  const watched = aWatched()
  expect(await watched.storage.stat('media/1/none')).toBeUndefined()
  await expect(watched.storage.read('media/1/none')).rejects.toMatchObject({ name: 'StorageError', code: 'NoSuchKey' })
  expect([watched.notes(), watched.lines]).toEqual([[], []])
})
