/** STORAGE_URL chooses where the service keeps its media. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { makeDeps } from '../../src/deps.js'
import { makeShutdown } from '../../src/service/shutdown.js'
import { aDatabase } from '../support/database.js'
import { anS3Store } from '../support/s3-store.js'

const { url } = await aDatabase()
const store = await anS3Store({ now: new Date() })
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-s3-service-'))
const problems: unknown[] = []
const log = { debug() {}, info() {}, warn() {}, error() {} }
afterAll(async () => {
  await store.close()
  rmSync(dir, { recursive: true })
})

test('with STORAGE_URL=s3://… media goes to the bucket, dated by real time while the sandbox plays its own', async () => {
  const config = readConfig({
    PINSLOT_ENV: 'development',
    DATABASE_URL: url,
    PINSLOT_DATA_DIR: dir,
    STORAGE_URL: `s3://${store.bucket}/media-of-ours?region=${store.keys.region}&endpoint=${store.endpoint}`,
    S3_ACCESS_KEY_ID: store.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.keys.secretAccessKey,
  })
  const shutdown = makeShutdown((part, error) => problems.push([part, error]))
  const { deps, serviceClock } = await makeDeps(config, { url, shutdown, log })
  try {
    await serviceClock.moveTo(new Date(deps.clock().getTime() + 40 * 86_400_000))
    await deps.storage.put('media/1/x.png', Buffer.from('bytes'), 'image/png')
    expect(store.objects.get('media-of-ours/media/1/x.png')).toMatchObject({ bytes: 5, contentType: 'image/png' })
    const expiresAt = new Date(deps.clock().getTime() + 900_000)
    const address = await deps.storage.signPut({ key: 'staged/1/x', contentType: 'image/png', maxBytes: 10, expiresAt })
    const { status } = await fetch(address, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'bytes' })
    expect([status, 'receivePut' in deps.storage]).toEqual([200, false])
  } finally {
    await shutdown.close()
  }
  expect(problems).toEqual([])
})
