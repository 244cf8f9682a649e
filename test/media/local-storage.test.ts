import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { copyFile, readdir, stat, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { makeLocalStorage } from '../../src/storage/local.js'
import { SOON } from '../support/gate.js'

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-storage-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let now = new Date('2026-03-02T10:00:00Z')
const options = { dir, publicUrl: () => 'https://pinslot.test', secret: Buffer.from('one'), clock: () => now }
const storage = makeLocalStorage(options)
const grant = { key: 'staged/1/abc', contentType: 'image/png', maxBytes: 10, expiresAt: new Date('2026-03-02T10:15:00Z') }
const pathOf = async (given = grant) => (await storage.signPut(given)).replace('https://pinslot.test', '')
const put = (
  address: string,
  bytes: Readable,
  { contentType = 'image/png', contentLength = undefined as number | undefined } = {},
) => storage.receivePut!({ path: address, contentType, contentLength, body: bytes })
const files = async () =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((file) => file.isFile()).map(({ name }) => name)

test('what was put is read, told and streamed; what is not there is undefined', async () => {
  await storage.put('media/1/x.jpg', Buffer.from('hello'), 'image/jpeg')
  expect((await storage.read('media/1/x.jpg')).toString()).toBe('hello')
  expect(await storage.stat('media/1/x.jpg')).toEqual({ bytes: 5 })
  expect(await text(await storage.stream('media/1/x.jpg'))).toBe('hello')
  await storage.remove('media/1/x.jpg')
  await storage.remove('media/1/x.jpg')
  expect(await storage.stat('media/1/x.jpg')).toBeUndefined()
})

test.each(['../x', 'a/../../x', '/etc/passwd', 'a//b', '', '.', 'a\\b', 'a/\0b', '.hidden'])(
  'the key %j cannot leave the folder',
  async (key) => {
    await expect(storage.put(key, Buffer.from('x'), 'image/png')).rejects.toThrow('not a storage key')
  },
)

test('many puts of one key at once leave one whole file and nothing aside', async () => {
  await Promise.all(Array.from({ length: 10 }, () => storage.put('media/2/same', Buffer.alloc(50_000, 'a'), 'image/png')))
  expect(await storage.stat('media/2/same')).toEqual({ bytes: 50_000 })
  expect((await files()).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a signed PUT is taken, and again until it expires', async () => {
  const address = await pathOf()
  await put(address, Readable.from([Buffer.from('12345'), Buffer.from('67890')]))
  expect((await storage.read(grant.key)).toString()).toBe('1234567890')
  await put(address, Readable.from([Buffer.from('again')]))
  expect((await storage.read(grant.key)).toString()).toBe('again')
})

test('what was copied stays as it was when something else is PUT to the same address', async () => {
  const address = await pathOf({ ...grant, key: 'staged/1/kept' })
  await put(address, Readable.from([Buffer.from('first')]))
  await storage.copy('staged/1/kept', 'media/1/kept.png', 'image/png')
  await put(address, Readable.from([Buffer.from('second')]))
  expect((await storage.read('media/1/kept.png')).toString()).toBe('first')
  expect((await storage.read('staged/1/kept')).toString()).toBe('second')
})

test('a copy takes no second place on the disk, and made twice it leaves nothing aside', async () => {
  await storage.put('staged/1/linked', Buffer.from('linked'), 'image/png')
  await storage.copy('staged/1/linked', 'media/1/linked.png', 'image/png')
  await storage.copy('staged/1/linked', 'media/1/linked.png', 'image/png')
  const found = (await readdir(dir, { recursive: true, withFileTypes: true })).filter(({ name }) => name.startsWith('linked'))
  const inodes = await Promise.all(found.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).ino))
  expect([found.length, new Set(inodes).size]).toEqual([2, 1])
})

// the memory file system of Linux is the one other file system that is always there
test.skipIf(!existsSync('/dev/shm'))('a copy between two file systems is one of the bytes', async () => {
  const elsewhere = mkdtempSync('/dev/shm/pinslot-')
  await symlink(elsewhere, path.join(dir, 'elsewhere'))
  try {
    await storage.put('staged/1/far', Buffer.from('far'), 'image/png')
    await storage.copy('staged/1/far', 'elsewhere/1/far.png', 'image/png')
    await storage.put('staged/1/far', Buffer.from('changed'), 'image/png')
    expect((await storage.read('elsewhere/1/far.png')).toString()).toBe('far')
  } finally {
    rmSync(path.join(dir, 'elsewhere'))
    rmSync(elsewhere, { recursive: true })
  }
})

test('a stream above the limit is cut off and leaves what was there', async () => {
  let sent = 0
  const endless = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(4, String(sent++ % 10))
    })(),
  )
  await expect(put(await pathOf(), endless)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  expect((await storage.read(grant.key)).toString()).toBe('again')
  expect((await files()).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('a stream that breaks leaves nothing', async () => {
  const key = 'staged/1/broken'
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('abc')
      throw new Error('connection lost')
    })(),
  )
  await expect(put(await pathOf({ ...grant, key }), broken)).rejects.toThrow('connection lost')
  expect(await storage.stat(key)).toBeUndefined()
})

test('what a PUT leaves whose process was killed is removed when nothing was written to it for an hour; an open PUT is not touched', async () => {
  const parts = async () => (await files()).filter((name) => name.endsWith('.part'))
  const body = new Readable({ read() {} })
  const putting = put(await pathOf({ ...grant, key: 'staged/1/open' }), body)
  body.push('123')
  await vi.waitUntil(async () => (await parts()).length === 1, SOON)
  const [part = ''] = await parts()
  const left = path.join(dir, 'staged', '.parts', `left-${part}`)
  await copyFile(path.join(dir, 'staged', '.parts', part), left) // as it is when the process dies here
  await utimes(left, 0, 0) // what its name says of its age is no matter: another name for old bytes has theirs
  await storage.sweepParts?.(60 * 60_000)
  expect((await parts()).sort()).toEqual([part, `left-${part}`].sort())
  body.push(null)
  await putting
  await storage.sweepParts?.(0)
  expect([await parts(), (await storage.read('staged/1/open')).toString()]).toEqual([[], '123'])
})

test('a body that breaks before it is read is told to who asked, and to nobody else', async () => {
  const body = new Readable({ read() {} })
  const putting = put(await pathOf(), body)
  body.destroy(new Error('connection lost'))
  await expect(putting).rejects.toThrow('connection lost')
})

test('another type, a longer length, another secret, another time are refused', async () => {
  const address = await pathOf()
  const bytes = () => Readable.from([Buffer.from('x')])
  await expect(put(address, bytes(), { contentType: 'image/PNG' })).rejects.toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  await expect(put(address, bytes(), { contentLength: 11 })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  const other = makeLocalStorage({ ...options, secret: Buffer.from('two') })
  await expect(
    other.receivePut!({ path: address, contentType: 'image/png', contentLength: 1, body: bytes() }),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  now = grant.expiresAt
  await expect(put(address, bytes())).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
