import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { prepareMedia, takeMedia } from '../../../src/core/media/media.js'
import { stageFile } from '../../../src/core/media/stage.js'
import { sweepUploads } from '../../../src/core/media/sweep-uploads.js'
import { requireUpload } from '../../../src/core/media/uploads.js'
import { sweepTempFiles, toTempFile } from '../../../src/core/lib/temp-file.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { ownTempDir } from '../../support/temp-dir.js'
import { aVideo } from '../../support/videos.js'
import { aWorld } from '../../support/world.js'
import { aMediaWorld, aPicture } from './support/media-support.js'

const { db } = await aDatabase()
const { deps, actor, clock, files } = await aMediaWorld(db)
ownTempDir('stage')

const stage = (name: string, body: Readable | Buffer) =>
  stageFile(deps, actor, { name, body: Buffer.isBuffer(body) ? Readable.from([body]) : body, field: 'file' })
const attach = async (uploadId: string) => {
  const upload = await requireUpload(db.sql, actor, uploadId, 'uploadId', clock.now)
  const prepared = await prepareMedia(deps, actor, { kind: 'upload', uploadId, upload, field: 'uploadId' })
  return db.tx((sql) => takeMedia(sql, actor, { prepared, field: 'uploadId' }, clock.now))
}
/** As a network gives it: in pieces, until nobody wants more. */
function endless(head: Buffer) {
  let given = 0
  const body = Readable.from(
    (function* () {
      yield head
      for (;;) yield Buffer.alloc(1024 * 1024, given++)
    })(),
  )
  return { body, mebibytes: () => given }
}

test.each([
  ['Holiday.JPG', () => aPicture(), 'image/jpeg'],
  ['two.dots.mp4', async () => aVideo(), 'video/mp4'],
])('a file %s becomes an upload like any other: attached once, remembered for good', async (name, make, contentType) => {
  const uploadId = await stage(name, await make())
  expect(await attach(uploadId)).toMatchObject({ contentType })
  await expect(attach(uploadId)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'upload_already_attached' } })
  expect(await readdir(tmpdir())).toEqual([])
})

test('it belongs to its organization, and expires with its bytes after a day', async () => {
  const before = await files()
  const uploadId = await stage('a.png', await aPicture('png'))
  const stranger = await aWorld(db)
  const unknown = { code: 'BAD_REQUEST', details: { field: 'uploadId' } }
  await expect(requireUpload(db.sql, stranger.actor, uploadId, 'uploadId', clock.now)).rejects.toMatchObject(unknown)
  expect(await files()).toHaveLength(before.length + 1)
  clock.advance(DAY_MS)
  await sweepUploads(deps)
  expect((await files()).length).toBeLessThanOrEqual(before.length)
  await expect(attach(uploadId)).rejects.toMatchObject(unknown)
})

test.each(['malware.exe', 'none', '.jpg.', 'jpg'])('a file %s is refused before a byte of it is read', async (name) => {
  const { body, mebibytes } = endless(Buffer.alloc(1))
  await expect(stage(name, body)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'file' } })
  expect([body.destroyed, mebibytes()]).toEqual([true, 0])
})

test('a picture of more than 20 MiB is cut off there and leaves nothing', async () => {
  const before = await files()
  const { body, mebibytes } = endless(await aPicture())
  const refused = stage('a.jpg', body)
  await expect(refused).rejects.toMatchObject({ message: 'file: the image is larger than 20 MiB.', details: { field: 'file' } })
  expect(mebibytes()).toBeLessThan(30)
  expect([body.destroyed, await readdir(tmpdir()), await files()]).toEqual([true, [], before])
})

test('a body that breaks is passed on and leaves nothing', async () => {
  const before = await files()
  const body = Readable.from(
    (function* () {
      yield Buffer.from('abc')
      throw new Error('connection lost')
    })(),
  )
  await expect(stage('a.jpg', body)).rejects.toThrow('connection lost')
  expect([await readdir(tmpdir()), await files()]).toEqual([[], before])
})

test('a body that breaks before a byte of it was read is told to who asked, and to nobody else', async () => {
  const body = new Readable({ read() {} })
  const staged = stage('a.jpg', body)
  body.destroy(new Error('connection lost'))
  await expect(staged).rejects.toThrow('connection lost')
  expect(await readdir(tmpdir())).toEqual([])
})

test('so it is by a request for a file of this machine', async () => {
  const body = new Readable({ read() {} })
  const filed = toTempFile(body, { maxBytes: 9, tooLarge: () => new Error('too large') })
  body.destroy(new Error('connection lost'))
  await expect(filed).rejects.toThrow('connection lost')
})

test('a file that a killed process left is removed when nothing was written to it for an hour; what is not ours never', async () => {
  const [left, foreign] = [path.join(tmpdir(), 'pinslot-bytes-abc'), path.join(tmpdir(), 'other')]
  for (const dir of [left, foreign]) {
    await mkdir(dir)
    await writeFile(path.join(dir, 'bytes'), 'half of')
  }
  await sweepTempFiles(60 * 60_000)
  expect((await readdir(tmpdir())).sort()).toEqual(['other', 'pinslot-bytes-abc'])
  await sweepTempFiles(0)
  expect(await readdir(tmpdir())).toEqual(['other'])
  await rm(foreign, { recursive: true })
})
