/** The simulated platform as its own client and a raw one meet it, with two users and a clock. */
import { Readable } from 'node:stream'
import { afterAll, beforeEach } from 'vitest'
import type { Pool } from '../../../src/db/pool.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aFilm } from '../../publish/support/kinds.js'
import { startSimulator } from '../../support/simulator.js'
import { aPin } from './pictures.js'

export type Target = { uploadUrl: string; uploadFields: [string, string][] }

export const access = { accessToken: 'pina_test' }
export const other = { accessToken: 'pina_other' }
export const videoOf = (bytes: Buffer) => ({
  body: Readable.from([bytes], { objectMode: false }),
  bytes: bytes.length,
  contentType: 'video/mp4',
})
const never = () => new AbortController().signal

/** One for a test file. */
export async function aMediaWorld(db: Pool) {
  const clock = { now: new Date('2026-03-02T10:00:00Z') }
  const simulator = await startSimulator(db, clock, { timeoutMs: 5_000 })
  const { platform } = simulator
  await addUser(db.sql, {
    username: 'other',
    displayName: 'Other',
    isBusiness: false,
    accessToken: other.accessToken,
    createdAt: clock.now,
  })
  afterAll(() => simulator.close())
  beforeEach(() => clearFaults(db.sql))

  const pass = (ms: number) => void (clock.now = new Date(clock.now.getTime() + ms))
  const create = async (over: Parameters<typeof aPin>[0] = {}) => platform.createPin(access, await aPin(over), never())
  const send = (target: Target, bytes = aFilm()) => platform.uploadVideo(target, videoOf(bytes), never())
  async function ask(path: string, body?: object) {
    const answer = await fetch(`${simulator.url}/sandbox/platform/v5${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: 'Bearer pina_test', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      ...(text && (JSON.parse(text) as { id?: string; code?: number; message?: string; product_tags?: unknown })),
    }
  }
  const createRaw = (media_source: object) =>
    ask('/pins', { board_id: '101', title: 'Raw', link: 'https://a.example', media_source })
  /** The id of a video that may be used. */
  async function aProcessed(bytes = aFilm()): Promise<string> {
    const { mediaId, ...target } = await platform.startVideo(access)
    await send(target, bytes)
    pass(8_000)
    return mediaId
  }
  return { simulator, platform, pass, create, createRaw, ask, send, aProcessed }
}
