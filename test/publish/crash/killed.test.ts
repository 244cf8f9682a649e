/** The service as people start it, killed without a warning and started again on the same folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { ReadyFile } from '../../../src/sandbox/ready-file.js'
import { killAll, readReadyFile, startProcess } from '../../support/processes.js'
import { aFilm } from '../support/kinds.js'

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-killed-'))
afterEach(killAll)
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))

async function start() {
  const started = startProcess({ PINSLOT_DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'error' })
  const baseUrl = await started.ready
  const ready = await vi.waitFor(() => readReadyFile(dir), { timeout: 60_000, interval: 50 })
  return { ...started, ready: { ...ready, baseUrl } }
}

async function call<T>({ baseUrl, apiKey }: ReadyFile, method: string, where: string, body?: object): Promise<T> {
  const answer = await fetch(baseUrl + where, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as T // the shapes are those of the contract and of docs/sandbox.md
  expect({ where, status: answer.status, json }).toMatchObject({
    status: expect.toSatisfy((status: number) => status < 300) as number,
  })
  return json
}

type State = { pins: { id: string; link: string | null }[]; media: { uploads: number }[] }
const stateOf = (ready: ReadyFile) => call<State>(ready, 'GET', '/sandbox/platform/state')

/** In six seconds, which a busy machine may need to take a video. */
async function schedule(ready: ReadyFile, link: string, media: object): Promise<string> {
  const account = ready.accounts[0]!.id
  const { data } = await call<{ data: { boards: { id: string; isCollaborator: boolean }[] } }>(
    ready,
    'GET',
    `/v1/accounts/${account}/boards`,
  )
  const { now } = await call<{ now: string }>(ready, 'GET', '/sandbox/clock')
  const made = await call<{ data: { post: { id: string } } }>(ready, 'POST', `/v1/accounts/${account}/posts`, {
    ...media,
    title: 'Killed',
    description: 'In the middle',
    url: link,
    boardId: data.boards.find((board) => !board.isCollaborator)!.id,
    sendAt: new Date(new Date(now).getTime() + 6_000).toISOString(),
  })
  return `/v1/accounts/${account}/posts/${made.data.post.id}`
}

async function aSample({ baseUrl }: ReadyFile) {
  const samples = await fetch(`${baseUrl}/sandbox/media/`).then((answer) => answer.text())
  return { mediaUrl: baseUrl + /\/sandbox\/media\/[\w.-]+\.jpg/.exec(samples)![0] }
}

async function anUploadedVideo(ready: ReadyFile) {
  const { data } = await call<{ data: { upload: { uploadId: string; uploadUrl: string; contentType: string } } }>(
    ready,
    'POST',
    '/v1/media/uploads',
    { extension: 'mp4' },
  )
  const { uploadId, uploadUrl, contentType } = data.upload
  const body = new Uint8Array(aFilm({ pictureBytes: 2_000_000 }))
  const put = await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': contentType }, body })
  expect(put.status).toBe(200)
  return { uploadId }
}

const untilTaken = (ready: ReadyFile) => {
  const waiting = async () => (await call<{ faults: unknown[] }>(ready, 'GET', '/sandbox/platform/faults')).faults
  return expect.poll(waiting, { interval: 20 }).toEqual([])
}

test.each([
  { when: 'before its time', fault: null },
  { when: 'while the platform keeps the answer to a pin it made', fault: 'commit_then_hang' },
  { when: 'while the platform says nothing and made nothing', fault: 'hang' },
])('killed $when: one pin, and the post is sent', async ({ fault }) => {
  const link = `https://example.com/killed-${fault}`
  const before = await start()
  if (fault)
    await call(before.ready, 'POST', '/sandbox/platform/faults', { operation: 'create_pin', fault, times: 1, match: { link } })
  const post = await schedule(before.ready, link, await aSample(before.ready))
  if (fault) await untilTaken(before.ready) // killed in the middle of the call: the platform has it and says nothing
  before.child.kill('SIGKILL')
  await before.exited

  const after = await start()
  await call(after.ready, 'POST', '/sandbox/clock', { advanceMs: 3_600_000 })
  const { data } = await call<{ data: { post: { status: string; pinId: string; failure?: object } } }>(after.ready, 'GET', post)
  const state = await stateOf(after.ready)
  expect({ status: data.post.status, failure: data.post.failure }).toEqual({ status: 'sent' })
  expect(state.pins.filter((pin) => pin.link === link).map(({ id }) => id)).toEqual([data.post.pinId])
  after.child.kill('SIGTERM')
  await after.exited
})

test('killed while the platform keeps silent over the bytes of a video: they go once, and so does the pin', async () => {
  const link = 'https://example.com/killed-video'
  const before = await start()
  const fault = { operation: 'upload_media', fault: 'commit_then_hang' }
  await call(before.ready, 'POST', '/sandbox/platform/faults', fault)
  const post = await schedule(before.ready, link, await anUploadedVideo(before.ready))
  await untilTaken(before.ready)
  await expect.poll(async () => (await stateOf(before.ready)).media.at(-1)?.uploads, { interval: 20 }).toBe(1)
  before.child.kill('SIGKILL')
  await before.exited

  const after = await start()
  await call(after.ready, 'POST', '/sandbox/clock', { advanceMs: 3_600_000 })
  const { data } = await call<{ data: { post: { status: string; pinId: string; failure?: object } } }>(after.ready, 'GET', post)
  const state = await stateOf(after.ready)
  expect({ status: data.post.status, failure: data.post.failure }).toEqual({ status: 'sent' })
  expect(state.pins.filter((pin) => pin.link === link).map(({ id }) => id)).toEqual([data.post.pinId])
  expect(state.media.map(({ uploads }) => uploads)).toEqual([1])
  after.child.kill('SIGTERM')
  await after.exited
})
