/** The service as people start it, killed without a warning and started again on the same folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { ReadyFile } from '../../src/sandbox/ready-file.js'
import { killAll, readReadyFile, startProcess } from '../support/processes.js'

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-killed-'))
afterEach(killAll)
afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))

async function start() {
  const started = startProcess({ PINSLOT_DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'error' })
  const baseUrl = await started.ready
  const ready = await vi.waitFor(() => readReadyFile(dir), { timeout: 10_000, interval: 50 })
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

type State = { pins: { id: string; link: string | null }[] }
const stateOf = (ready: ReadyFile) => call<State>(ready, 'GET', '/sandbox/platform/state')

async function schedule(ready: ReadyFile, link: string): Promise<string> {
  const account = ready.accounts[0]!.id
  const { data } = await call<{ data: { boards: { id: string; isCollaborator: boolean }[] } }>(
    ready,
    'GET',
    `/v1/accounts/${account}/boards`,
  )
  const { now } = await call<{ now: string }>(ready, 'GET', '/sandbox/clock')
  const samples = await fetch(`${ready.baseUrl}/sandbox/media/`).then((answer) => answer.text())
  const sample = /\/sandbox\/media\/[\w.-]+\.jpg/.exec(samples)![0]
  const made = await call<{ data: { post: { id: string } } }>(ready, 'POST', `/v1/accounts/${account}/posts`, {
    mediaUrl: ready.baseUrl + sample,
    title: 'Killed',
    description: 'In the middle',
    url: link,
    boardId: data.boards.find((board) => !board.isCollaborator)!.id,
    sendAt: new Date(new Date(now).getTime() + 3_000).toISOString(),
  })
  return `/v1/accounts/${account}/posts/${made.data.post.id}`
}

test.each([
  { when: 'before its time', fault: null },
  { when: 'while the platform keeps the answer to a pin it made', fault: 'commit_then_hang' },
  { when: 'while the platform says nothing and made nothing', fault: 'hang' },
])('killed $when: one pin, and the post is sent', { timeout: 120_000 }, async ({ fault }) => {
  const link = `https://example.com/killed-${fault}`
  const before = await start()
  if (fault)
    await call(before.ready, 'POST', '/sandbox/platform/faults', { operation: 'create_pin', fault, times: 1, match: { link } })
  const post = await schedule(before.ready, link)
  if (fault) {
    // killed in the middle of the call: the platform has it and says nothing
    const waiting = async () => (await call<{ faults: unknown[] }>(before.ready, 'GET', '/sandbox/platform/faults')).faults
    await expect.poll(waiting, { timeout: 15_000, interval: 20 }).toEqual([])
  }
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
