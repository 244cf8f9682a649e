/** What the core may rely on, whichever storage it has: the same sentences over this disk and over a bucket. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { DomainError } from '../../src/core/lib/errors.js'
import type { Storage } from '../../src/core/ports/deps.js'
import { makeLocalStorage } from '../../src/storage/local.js'
import { anS3Store } from '../support/s3-store.js'
import { storageOf } from './support.js'

type Put = (url: string, contentType: string, bytes: string) => Promise<'taken' | 'refused'>
type Subject = { name: string; storage: Storage; put: Put; clock: { now: Date } }

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-contract-'))
const store = await anS3Store({ now: new Date('2026-03-02T10:00:00Z') })
const bucket = storageOf(store)
const prefixed = storageOf(store, {
  place: { bucket: store.bucket, prefix: 'apps/pinslot/', region: store.keys.region, endpoint: store.endpoint, pathStyle: true },
})
afterAll(async () => {
  await bucket.close()
  await prefixed.close()
  await store.close()
  rmSync(dir, { recursive: true, force: true })
})

function onDisk(): Subject {
  const clock = { now: new Date('2026-03-02T10:00:00Z') }
  const secret = Buffer.from('secret')
  const storage = makeLocalStorage({ dir, publicUrl: () => 'https://pinslot.test', secret, clock: () => clock.now })
  const put: Put = async (url, contentType, bytes) => {
    const body = Readable.from([Buffer.from(bytes)])
    try {
      await storage.receivePut?.({ path: new URL(url).pathname, contentType, contentLength: bytes.length, body })
      return 'taken'
    } catch (error) {
      if (error instanceof DomainError) return 'refused'
      throw error
    }
  }
  return { name: 'on this disk', storage, put, clock }
}

const overHttp: Put = async (url, contentType, body) => {
  const { status } = await fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body })
  return status === 200 ? 'taken' : 'refused'
}

describe.each([
  onDisk(),
  { name: 'in a bucket', storage: bucket, put: overHttp, clock: store.clock },
  { name: 'below a prefix of a bucket', storage: prefixed, put: overHttp, clock: store.clock },
])('a storage $name', ({ storage, put, clock }) => {
  const keep = (key: string, bytes = '0123456789') => storage.put(key, Buffer.from(bytes), 'image/png')
  const contentOf = async (key: string) => (await storage.read(key)).toString()
  const fromNow = (ms: number) => new Date(clock.now.getTime() + ms)
  const sign = (key: string, expiresAt = fromNow(900_000)) =>
    storage.signPut({ key, contentType: 'image/png', maxBytes: 1000, expiresAt })

  test('returns what was put: whole, in parts and as a stream', async () => {
    await keep('media/1/x.png')
    expect(await contentOf('media/1/x.png')).toBe('0123456789')
    expect(await storage.stat('media/1/x.png')).toEqual({ bytes: 10 })
    expect(await text(await storage.stream('media/1/x.png'))).toBe('0123456789')
    expect(await text(await storage.stream('media/1/x.png', { start: 2, end: 4 }))).toBe('234')
    expect((await storage.readRange('media/1/x.png', 2, 3)).toString()).toBe('234')
  })

  test('keeps every byte, and none at all', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))
    await storage.put('media/1/bytes', bytes, 'image/png')
    expect((await storage.read('media/1/bytes')).equals(bytes)).toBe(true)
    expect((await buffer(await storage.stream('media/1/bytes'))).equals(bytes)).toBe(true)
    await storage.put('media/1/none', Buffer.alloc(0), 'image/png')
    expect(await storage.stat('media/1/none')).toEqual({ bytes: 0 })
    expect([await contentOf('media/1/none'), (await storage.readRange('media/1/none', 0, 10)).length]).toEqual(['', 0])
    expect(await text(await storage.stream('media/1/none'))).toBe('')
  })

  test.each([
    [8, 5, '89'],
    [9, 1, '9'],
    [10, 1, ''],
    [500, 5, ''],
    [0, 0, ''],
    [0, 1000, '0123456789'],
  ])('reading from %d for %d bytes ends at the end', async (start, length, expected) => {
    await keep('media/1/range')
    expect((await storage.readRange('media/1/range', start, length)).toString()).toBe(expected)
  })

  test('a stream from behind the end is empty', async () => {
    await keep('media/1/behind')
    expect(await text(await storage.stream('media/1/behind', { start: 10, end: 20 }))).toBe('')
    expect(await text(await storage.stream('media/1/behind', { start: 8, end: 20 }))).toBe('89')
  })

  test('says of what is not there that it is not there, before a stream begins', async () => {
    expect(await storage.stat('media/1/absent')).toBeUndefined()
    await expect(storage.read('media/1/absent')).rejects.toThrow()
    await expect(storage.readRange('media/1/absent', 0, 5)).rejects.toThrow()
    await expect(storage.stream('media/1/absent')).rejects.toThrow()
    await expect(storage.copy('media/1/absent', 'media/1/absent-too', 'image/png')).rejects.toThrow()
    expect(await storage.stat('media/1/absent-too')).toBeUndefined()
  })

  test('removes, also what is not there', async () => {
    await keep('media/1/removed')
    await storage.remove('media/1/removed')
    await storage.remove('media/1/removed')
    expect(await storage.stat('media/1/removed')).toBeUndefined()
  })

  test('takes a file, which stays its owner’s', async () => {
    const file = path.join(dir, 'owned')
    writeFileSync(file, 'a file')
    await storage.putFile('media/1/file.mp4', file, 'video/mp4')
    expect([existsSync(file), readFileSync(file, 'utf8')]).toEqual([true, 'a file'])
    writeFileSync(file, 'changed afterwards')
    rmSync(file)
    expect(await contentOf('media/1/file.mp4')).toBe('a file')
    await expect(storage.putFile('media/1/no-file', file, 'video/mp4')).rejects.toThrow('ENOENT')
    expect(await storage.stat('media/1/no-file')).toBeUndefined()
  })

  test('puts in the place of what was there', async () => {
    await keep('media/1/replaced', 'a longer first')
    await keep('media/1/replaced', 'second')
    expect(await contentOf('media/1/replaced')).toBe('second')
  })

  test('of many puts of one key at once leaves one whole', async () => {
    const given = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000))
    await Promise.all(given.map((bytes) => keep('media/1/same', bytes)))
    expect(given).toContain(await contentOf('media/1/same'))
  })

  test('copies what is there now: a later PUT to the same address changes nothing', async () => {
    const url = await sign('staged/1/copied')
    expect(await put(url, 'image/png', 'first')).toBe('taken')
    await storage.copy('staged/1/copied', 'media/1/copied.png', 'image/png')
    expect(await put(url, 'image/png', 'second')).toBe('taken')
    expect([await contentOf('media/1/copied.png'), await contentOf('staged/1/copied')]).toEqual(['first', 'second'])
    await storage.remove('staged/1/copied')
    expect(await contentOf('media/1/copied.png')).toBe('first')
  })

  test('signs an address for exactly one content type', async () => {
    const url = await sign('staged/1/typed')
    for (const other of ['image/jpeg', 'image/PNG', 'image/png; charset=binary', ''])
      expect(await put(url, other, 'bytes')).toBe('refused')
    expect(await storage.stat('staged/1/typed')).toBeUndefined()
    expect(await put(url, 'image/png', 'bytes')).toBe('taken')
  })

  test('signs an address until its last second', async () => {
    const url = await sign('staged/1/timed')
    const before = clock.now
    clock.now = fromNow(899_000)
    expect(await put(url, 'image/png', 'in time')).toBe('taken')
    clock.now = fromNow(2_000)
    expect(await put(url, 'image/png', 'too late')).toBe('refused')
    clock.now = before
    expect(await contentOf('staged/1/timed')).toBe('in time')
  })

  test('signs an address for one key, and no part of it can be changed', async () => {
    const url = await sign('staged/1/mine')
    for (let at = new URL(url).origin.length + 1; at < url.length; at += 7) {
      const other = url[at] === 'x' ? 'y' : 'x'
      expect(await put(`${url.slice(0, at)}${other}${url.slice(at + 1)}`, 'image/png', 'bytes')).toBe('refused')
    }
    expect(await storage.stat('staged/1/mine')).toBeUndefined()
  })

  test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.', 'a\\b', 'a/\0b', '.hidden', 'a b', 'a?b', 'a%2e'])(
    'the key %j is none',
    async (key) => {
      await expect(keep(key)).rejects.toThrow('not a storage key')
      await expect(storage.read(key)).rejects.toThrow('not a storage key')
      await expect(storage.copy('media/1/x.png', key, 'image/png')).rejects.toThrow('not a storage key')
      await expect(storage.copy(key, 'media/1/x.png', 'image/png')).rejects.toThrow('not a storage key')
    },
  )
})
