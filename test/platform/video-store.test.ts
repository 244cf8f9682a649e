/** The store that takes the bytes of videos: what it refuses, and how. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeVideoUpload } from '../../src/platform/video-upload.js'
import { aFilm } from '../publish/support/kinds.js'
import { aDatabase } from '../support/database.js'
import { access, aMediaWorld, videoOf, type Target } from './support/media-world.js'

const { db } = await aDatabase()
const { simulator, platform, pass, send } = await aMediaWorld(db)

const swapped = ({ uploadUrl, uploadFields: [first, second, ...rest] }: Target): Target => ({
  uploadUrl,
  uploadFields: [second!, first!, ...rest],
})
test.each([
  ['in another order', swapped, 'invalid', /order/],
  [
    'without one',
    ({ uploadFields, ...of }: Target) => ({ ...of, uploadFields: uploadFields.slice(1) }),
    'forbidden',
    /SignatureDoesNotMatch/,
  ],
  [
    'with another signature',
    ({ uploadFields, ...of }: Target) => ({
      ...of,
      uploadFields: uploadFields.map(([name, value]): [string, string] => [name, name === 'x-amz-signature' ? 'other' : value]),
    }),
    'forbidden',
    /SignatureDoesNotMatch/,
  ],
  [
    'with another key',
    ({ uploadUrl }: Target) => ({ uploadUrl, uploadFields: [['key', 'x']] as [string, string][] }),
    'forbidden',
    /AccessDenied/,
  ],
] as const)('fields %s are refused by the store', async (_what, change, kind, words) => {
  const { mediaId, ...target } = await platform.startVideo(access)
  await expect(send(change(target))).rejects.toMatchObject({ kind, message: expect.stringMatching(words) as string })
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'registered' })
})

test('a permission to upload ends after an hour', async () => {
  const { mediaId: _, ...target } = await platform.startVideo(access)
  pass(3_600_000)
  await expect(send(target)).rejects.toMatchObject({
    kind: 'forbidden',
    message: expect.stringContaining('Policy expired') as string,
  })
})

test.each([
  [
    'a field behind the file',
    (form: FormData, fields: [string, string][]) => {
      for (const [name, value] of fields) form.append(name, value)
      form.append('file', new Blob(['film']))
      form.append('late', '1')
    },
    400,
    'InvalidArgument',
  ],
  [
    'no file',
    (form: FormData, fields: [string, string][]) => {
      for (const [name, value] of fields) form.append(name, value)
    },
    400,
    'InvalidArgument',
  ],
  [
    'the file first',
    (form: FormData, fields: [string, string][]) => {
      form.append('file', new Blob(['film']))
      for (const [name, value] of fields) form.append(name, value)
    },
    403,
    'AccessDenied',
  ],
] as const)('a form with %s is refused in XML', async (_what, fill, status, code) => {
  const { uploadUrl, uploadFields } = await platform.startVideo(access)
  const form = new FormData()
  fill(form, uploadFields)
  const answer = await fetch(uploadUrl, { method: 'POST', body: form })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, expect.stringContaining('xml')])
  expect(await answer.text()).toContain(`<Code>${code}</Code>`)
})

test('a form as browsers make it is taken', async () => {
  const { mediaId, uploadUrl, uploadFields } = await platform.startVideo(access)
  const form = new FormData()
  for (const [name, value] of uploadFields) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(aFilm())]), 'film.mp4')
  expect((await fetch(uploadUrl, { method: 'POST', body: form })).status).toBe(204)
  expect(await platform.readVideo(access, mediaId)).toEqual({ status: 'processing' })
})

test.each([
  ['refused', 'forbidden', 'registered'],
  ['fail_500', 'unavailable', 'registered'],
  ['hang', 'timeout', 'registered'],
  ['commit_then_hang', 'timeout', 'processing'],
] as const)('fault %s of the store: the client sees %s, the video is %s', async (fault, kind, status) => {
  await simulator.fault({ operation: 'upload_media', fault })
  const { mediaId, ...target } = await platform.startVideo(access)
  const cut = new AbortController()
  const uploaded = platform.uploadVideo(target, videoOf(aFilm()), cut.signal)
  const outcome = expect(uploaded).rejects.toMatchObject({ kind })
  if (kind === 'timeout') {
    await expect.poll(async () => (await db.sql`select from sim_faults`).count).toBe(0) // it has arrived
    await expect.poll(() => platform.readVideo(access, mediaId)).toEqual({ status })
    cut.abort()
  }
  await outcome
  expect(await platform.readVideo(access, mediaId)).toEqual({ status })
})

test('a store that takes a byte now and then has the time of a slow line, and not for ever', async () => {
  const server = createServer((request) => void request.resume()) // takes all and never answers
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const upload = makeVideoUpload({ timeoutMs: 200, log })
  async function* dripping() {
    for (;;) {
      yield Buffer.alloc(1)
      await sleep(50)
    }
  }
  const from = performance.now()
  const video = { body: Readable.from(dripping(), { objectMode: false }), bytes: 512 * 1024, contentType: 'video/mp4' }
  const target = { uploadUrl: `http://127.0.0.1:${port}`, uploadFields: [] }
  await expect(upload.send(target, video, new AbortController().signal)).rejects.toMatchObject({ kind: 'timeout' })
  expect(performance.now() - from).toBeGreaterThan(1_000) // a second for its bytes, and what every one has
  server.closeAllConnections()
  server.close()
})
