/** The key of the sandbox, for the page of the reference. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { keyFile, SANDBOX_KEY_PATH, sandboxKeyPlugin } from '../../src/sandbox/key.js'

test('it is given to this machine alone, once there is one', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-key-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const app = Fastify()
  await app.register(sandboxKeyPlugin(dataDir))
  const get = (host: string) => app.inject({ url: SANDBOX_KEY_PATH, headers: { host } })
  expect((await get('localhost:3000')).statusCode).toBe(404)
  writeFileSync(keyFile(dataDir), 'pst_1_secret')
  const { statusCode, headers, payload } = await get('localhost:3000')
  expect([statusCode, headers['cache-control'], JSON.parse(payload)]).toEqual([200, 'no-store', { key: 'pst_1_secret' }])
  for (const host of ['pinslot.example.com', 'evil.test']) {
    const refused = await get(host)
    expect([refused.statusCode, refused.payload.includes('pst_')]).toEqual([403, false])
  }
  await app.close()
})
