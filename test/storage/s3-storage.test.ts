/** What is particular to a bucket: its other clients, and addresses that others use. */
import { CopyObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { anS3Store } from '../support/s3-store.js'
import { sdkOf, storageOf } from './support.js'

const store = await anS3Store({ now: new Date() }) // the AWS SDK goes by real time
const { bucket: Bucket, clock } = store
const storage = storageOf(store)
const sdk = sdkOf(store)
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-s3-test-'))
const file = path.join(dir, 'file.mp4')
writeFileSync(file, 'a file')
afterAll(async () => {
  await storage.close()
  sdk.destroy()
  await store.close()
  rmSync(dir, { recursive: true })
})

const bytes = Buffer.from('0123456789')
const sizeOf = (key: string) => store.objects.get(key)?.bytes

test('what our storage keeps the AWS SDK reads, with its content type', async () => {
  await storage.put('media/1/a.png', bytes, 'image/png')
  await storage.putFile('media/1/b.mp4', file, 'video/mp4')
  await storage.copy('media/1/a.png', 'media/1/c.jpg', 'image/jpeg')
  const read = async (Key: string) => {
    const { Body, ContentType } = await sdk.send(new GetObjectCommand({ Bucket, Key }))
    return [await Body?.transformToString(), ContentType]
  }
  expect(await read('media/1/a.png')).toEqual(['0123456789', 'image/png'])
  expect(await read('media/1/b.mp4')).toEqual(['a file', 'video/mp4'])
  expect(await read('media/1/c.jpg')).toEqual(['0123456789', 'image/jpeg'])
})

test('what the AWS SDK keeps our storage reads', async () => {
  await sdk.send(new PutObjectCommand({ Bucket, Key: 'media/1/sdk.png', Body: bytes, ContentType: 'image/png' }))
  await sdk.send(new CopyObjectCommand({ Bucket, Key: 'media/1/sdk-copy.png', CopySource: `${Bucket}/media/1/sdk.png` }))
  expect((await storage.read('media/1/sdk-copy.png')).toString()).toBe('0123456789')
  expect(await text(await storage.stream('media/1/sdk.png', { start: 1, end: 2 }))).toBe('12')
  await storage.remove('media/1/sdk.png')
  expect(await storage.stat('media/1/sdk.png')).toBeUndefined()
})

test('a file is sent with its length and under the hash of its bytes', async () => {
  await storage.putFile('media/1/told.mp4', file, 'video/mp4')
  const hash = createHash('sha256').update('a file').digest('hex')
  const told = store.seen.find(({ key }) => key === 'media/1/told.mp4')?.headers
  expect([told?.['content-length'], told?.['x-amz-content-sha256']]).toEqual(['6', hash])
})

test('an upload address is dated by real time and lives as long as its deadline is away on the service’s clock', async () => {
  const played = { now: new Date('2031-01-01T00:00:00.900Z') }
  const other = storageOf(store, { clock: () => played.now })
  const expiresAt = new Date(played.now.getTime() + 900_000)
  const url = await other.signPut({ key: 'staged/1/played', contentType: 'image/png', maxBytes: 10, expiresAt })
  const date = clock.now.toISOString().slice(0, 19).replace(/[:-]/g, '')
  expect(new URL(url).searchParams.get('X-Amz-Date')).toBe(`${date}Z`)
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900')
  const { status } = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'bytes' })
  expect([status, sizeOf('staged/1/played')]).toEqual([200, 5])
  await other.close()
})

test.each([0, 900, 7 * 86_400_000 + 1000])('an upload address cannot live %d ms', async (ms) => {
  const expiresAt = new Date(clock.now.getTime() + ms)
  await expect(storage.signPut({ key: 'x', contentType: 'image/png', maxBytes: 1, expiresAt })).rejects.toThrow('cannot live')
})

test('an upload address names no secret and says what it signs', async () => {
  const url = new URL(
    await storage.signPut({ key: 'x', contentType: 'image/png', maxBytes: 1, expiresAt: new Date(clock.now.getTime() + 9000) }),
  )
  expect(url.href).not.toContain(store.keys.secretAccessKey)
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host')
})

test('a bucket that is a host name is signed as such', async () => {
  const { port } = new URL(store.endpoint)
  const place = {
    bucket: Bucket,
    prefix: 'p/',
    region: store.keys.region,
    endpoint: `http://store.test:${port}`,
    pathStyle: false,
  }
  const other = storageOf(store, { place })
  const url = new URL(
    await other.signPut({ key: 'x', contentType: 'image/png', maxBytes: 1, expiresAt: new Date(clock.now.getTime() + 9000) }),
  )
  expect([url.host, url.pathname]).toEqual([`pins.store.test:${port}`, '/p/x'])
  const headers = { host: url.host, 'content-type': 'image/png', 'content-length': '5' }
  const status = await new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: url.pathname + url.search, method: 'PUT', headers },
      (response) => resolve(response.resume().statusCode),
    )
    request.on('error', reject).end('bytes')
  })
  expect([status, sizeOf('p/x')]).toEqual([200, 5])
  await other.close()
})
