/** A store that fails: what is tried again, when it is given up, and what nobody may read in an error. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { anS3Store, type Fault } from '../support/s3-store.js'
import { storageOf } from './support.js'

const store = await anS3Store({ now: new Date('2026-03-02T10:00:00Z') })
const storage = storageOf(store)
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-s3-test-'))
const file = path.join(dir, 'file.mp4')
writeFileSync(file, 'a file')
const bytes = Buffer.from('0123456789')
await storage.put('media/1/here', bytes, 'image/png')
afterEach(() => void store.faults.splice(0))
afterAll(async () => {
  await storage.close()
  await store.close()
  rmSync(dir, { recursive: true })
})

const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    await work
    return 'no failure'
  } catch (error) {
    return error
  }
}

const operations: [string, () => Promise<unknown>][] = [
  ['put', () => storage.put('media/1/again', bytes, 'image/png')],
  ['putFile', () => storage.putFile('media/1/again.mp4', file, 'video/mp4')],
  ['copy', () => storage.copy('media/1/here', 'media/1/again.jpg', 'image/jpeg')],
  ['read', () => storage.read('media/1/here')],
  ['readRange', () => storage.readRange('media/1/here', 0, 5)],
  ['stat', () => storage.stat('media/1/here')],
  ['stream', async () => text(await storage.stream('media/1/here'))],
  ['remove', () => storage.remove('media/1/again')],
]
const slowDown = { status: 503, body: '<Error><Code>SlowDown</Code></Error>' }

test.each(operations)('%s is tried again when the connection breaks or the store is busy', async (_name, work) => {
  store.faults.push('reset', slowDown)
  expect(await failureOf(work())).not.toBeInstanceOf(Error)
  expect(store.faults).toEqual([])
})

test.each(operations)('%s gives up after the third try, and says why', async (name, work) => {
  store.faults.push(slowDown, slowDown, slowDown, slowDown)
  expect(await failureOf(work())).toMatchObject({
    name: 'StorageError',
    status: 503,
    ...(name !== 'stat' && { code: 'SlowDown' }),
  })
  expect(store.faults).toHaveLength(1)
})

test('a refusal is not tried again', async () => {
  store.faults.push({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, slowDown)
  expect(await failureOf(storage.put('media/1/denied', bytes, 'image/png'))).toMatchObject({ status: 403, code: 'AccessDenied' })
  expect(store.faults).toEqual([slowDown])
})

test('an error of a copy that comes with status 200 is an error', async () => {
  const inside = (code: string) => ({ status: 200, body: `<?xml version="1.0"?>\n\n  <Error><Code>${code}</Code></Error>` })
  const copied = () => storage.copy('media/1/here', 'media/1/inside', 'image/png')
  store.faults.push(inside('AccessDenied'))
  expect(await failureOf(copied())).toMatchObject({ status: 200, code: 'AccessDenied' })
  store.faults.push({ status: 200, body: '<?xml version="1.0"?>\n\n' })
  expect(await failureOf(copied())).toMatchObject({ name: 'StorageError', status: 200 })
  expect(await storage.stat('media/1/inside')).toBeUndefined()
  store.faults.push(inside('InternalError'))
  await copied()
  expect(await storage.stat('media/1/inside')).toEqual({ bytes: 10 })
})

test('bytes that break off are read again; of a stream its reader is told', async () => {
  store.faults.push('half')
  expect((await storage.read('media/1/here')).toString()).toBe('0123456789')
  store.faults.push('half')
  await expect(text(await storage.stream('media/1/here'))).rejects.toThrow()
})

test('a store that gives the whole in place of a part is refused', async () => {
  store.faults.push('whole')
  await expect(storage.readRange('media/1/here', 2, 2)).rejects.toThrow('200')
  store.faults.push('whole')
  await expect(storage.stream('media/1/here', { start: 2, end: 3 })).rejects.toThrow('200')
})

test('a store that does not say how large something is is refused: no limit could be kept', async () => {
  store.faults.push({ status: 200, body: '' })
  await expect(storage.stat('media/1/here')).rejects.toThrow('HEAD media/1/here')
})

test('a store that is silent is waited for 10 s for a small answer, and not asked again', async () => {
  const arrived = new Promise<void>((resolve) => store.faults.push(resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const failure = failureOf(storage.stat('media/1/here'))
    await arrived
    vi.advanceTimersByTime(9_999)
    store.faults.push(slowDown)
    vi.advanceTimersByTime(1)
    expect(await failure).toMatchObject({ message: expect.stringContaining('no answer within 10 s') as string })
    expect(store.faults).toEqual([slowDown])
  } finally {
    vi.useRealTimers()
  }
})

test('a stream may take longer than its beginning', async () => {
  await storage.put('media/1/long', Buffer.alloc(8_000_000, 'x'), 'video/mp4')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const stream = await storage.stream('media/1/long')
    vi.advanceTimersByTime(20_000)
    expect(await text(stream)).toHaveLength(8_000_000)
  } finally {
    vi.useRealTimers()
  }
})

const wrong: [string, Parameters<typeof storageOf>[1], Fault[]][] = [
  ['a wrong secret', { secretAccessKey: 'not-the-secret' }, []],
  ['no connection', {}, ['reset', 'reset', 'reset']],
  [
    'a wrong region',
    { place: { bucket: store.bucket, prefix: '', region: 'us-east-1', endpoint: store.endpoint, pathStyle: true } },
    [],
  ],
]
test.each(wrong)(
  'an error by %s names the call and its object, but no address, key or signature',
  async (_what, options, faults) => {
    const other = storageOf(store, options)
    store.faults.push(...faults)
    const failure = await failureOf(other.read('media/1/here'))
    const said = inspect(failure, { depth: 10, showHidden: true })
    expect(said).toContain('GET media/1/here')
    for (const secret of [
      store.keys.accessKeyId,
      store.keys.secretAccessKey,
      'not-the-secret',
      'ignature=',
      'AWS4',
      'StringToSign',
    ])
      expect(said).not.toContain(secret)
    expect(said).not.toContain(new URL(store.endpoint).host)
    await other.close()
  },
)

test.each([
  ['stat', (missing: typeof storage) => missing.stat('media/1/here')],
  ['remove', (missing: typeof storage) => missing.remove('media/1/here')],
])('%s of a bucket that is not there is an error, not an object that is missing', async (_name, work) => {
  const place = { bucket: 'gone', prefix: '', region: store.keys.region, endpoint: store.endpoint, pathStyle: true }
  const missing = storageOf(store, { place })
  expect(await failureOf(work(missing))).toMatchObject({ name: 'StorageError', status: 404, code: 'NoSuchBucket' })
  await missing.close()
})

test('what comes between two looks at it was not there', async () => {
  store.faults.push({ status: 404, body: '' })
  expect(await storage.stat('media/1/here')).toBeUndefined()
})
