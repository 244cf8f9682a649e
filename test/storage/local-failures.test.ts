/** A folder of media that takes no writes: full, read-only or away. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeReadiness } from '../../src/service/readiness.js'
import { makeLocalStorage } from '../../src/storage/local.js'
import { watchStore } from '../../src/storage/watched.js'
import { aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-full-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const lines: { err?: Error }[] = []
const say = (line: object) => void lines.push(line)
const log = { debug() {}, info() {}, warn() {}, error: say }
const clock = { now: new Date() }
const local = makeLocalStorage({
  dir,
  publicUrl: () => 'https://pinslot.test',
  secret: Buffer.from('secret'),
  clock: () => clock.now,
})
const store = watchStore(local, { place: 'folder of media', log })
const server = await aServer(db, { parts: { storage: store.storage, log } })
clock.now = server.clock.now
const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
const ready = makeReadiness({ db, migrations: [], loops: [], isStopping: () => false, moreNotes: () => store.notes() })

/** The kernel's own folder lets nobody make a file in it, root included; a link to it fails as a full disk does, while bytes come. */
const NO_FILES = '/sys/kernel'
const parts = path.join(dir, 'staged', '.parts')
function breakDisk(): void {
  mkdirSync(path.dirname(parts), { recursive: true })
  rmSync(parts, { recursive: true, force: true })
  symlinkSync(NO_FILES, parts)
}
const repairDisk = () => rmSync(parts)

async function put() {
  const { upload } = (await server.call('POST', '/v1/media/uploads', { extension: 'jpg' })).body.data
  const answer = await fetch(upload.uploadUrl.replace('https://pinslot.test', `http://127.0.0.1:${port}`), {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: Buffer.alloc(300_000),
  })
  const text = await answer.text()
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text, upload }
}

test.skipIf(!existsSync(NO_FILES))(
  'an upload for which the disk has no room is 503 with Retry-After, an error in the log and a note of readiness until one is taken',
  async () => {
    breakDisk()
    const { status, retryAfter, text } = await put()
    expect([status, retryAfter]).toEqual([503, '30'])
    expect(JSON.parse(text)).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE', reason: 'media_store_unavailable' } })
    const refused = /the store did not answer PUT staged\/\S+ as it should: E[A-Z]+, /
    expect(lines.map(({ err }) => err?.message)).toEqual([expect.stringMatching(refused)])
    expect(await store.storage.stat('media/1/none')).toBeUndefined() // reading goes on, and says nothing of writing
    const note = expect.stringMatching(/^The folder of media is not available, so that pictures and videos wait: /) as string
    expect(await ready()).toMatchObject({ problems: [], notes: expect.arrayContaining([note]) as string[] })

    repairDisk()
    expect((await put()).status).toBe(200)
    expect(store.notes()).toEqual([])
  },
)

test.skipIf(!existsSync(NO_FILES))(
  'what cannot be copied is a note until something is written, however much is read meanwhile',
  async () => {
    await store.storage.put('media/1/x', Buffer.from('x'), 'image/png')
    breakDisk()
    try {
      await expect(store.storage.copy('media/1/x', 'staged/y', 'image/png')).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
      })
      expect(await store.storage.stat('media/1/x')).toEqual({ bytes: 1 })
      expect(store.notes()).toHaveLength(1)
    } finally {
      repairDisk()
    }
    await store.storage.put('media/1/z', Buffer.from('z'), 'image/png')
    expect(store.notes()).toEqual([])
  },
)

test('a file where the folder of media should be is a store that is not available, for what is read, too', async () => {
  const away = makeLocalStorage({ dir: '/dev/null', publicUrl: () => '', secret: Buffer.from('secret'), clock: () => clock.now })
  const failure = { name: 'StorageError', code: 'ENOTDIR' }
  await expect(away.put('media/1/x', Buffer.from('x'), 'image/png')).rejects.toMatchObject(failure)
  await expect(away.read('media/1/x')).rejects.toMatchObject(failure)
  await expect(away.stat('media/1/x')).rejects.toMatchObject(failure)

  const watched = watchStore(away, { place: 'folder of media', log })
  await watched.check() // a start goes on: much of the work needs no store
  expect(watched.notes()).toHaveLength(1)
})

test('a start that may write in the folder has no note', async () => {
  await store.check()
  expect(store.notes()).toEqual([])
})
