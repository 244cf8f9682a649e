/** Bytes in a bucket of an S3-compatible store. Uploads go directly to it, so their size is checked when they are attached. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../core/ports/deps.js'
import { type Body, makeS3Client, type S3Options } from './s3-client.js'
import { readText, refusal } from './s3-errors.js'
import { copySource } from './s3-place.js'
import { StorageError } from './storage-error.js'

export type { S3Options } from './s3-client.js'

const QUICK_MS = 10_000
const READ_MS = 60_000
/** The store copies by itself; a gigabyte takes seconds. */
const COPY_MS = 120_000
/** Plus a second for each MiB. */
const WRITE_MS = 30_000

/** All methods throw StorageError if the store fails. `close` waits for open calls. */
export function makeS3Storage(options: S3Options): Storage & { close(): Promise<void> } {
  const { place } = options
  const client = makeS3Client(options)

  const write = (key: string, contentType: string, body: Body) => {
    const budgetMs = WRITE_MS + Math.ceil((body.bytes / 1024 / 1024) * 1000)
    const headers = { 'content-type': contentType }
    return client.ask({ method: 'PUT', key, budgetMs, expect: [200], headers, body }, (answer) => answer.body.dump())
  }

  return {
    put: (key, bytes, contentType) =>
      write(key, contentType, {
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        open: () => bytes,
      }),
    async putFile(key, file, contentType) {
      const [{ size }, sha256] = await Promise.all([stat(file), digestOf(file)])
      await write(key, contentType, { bytes: size, sha256, open: () => createReadStream(file) })
    },
    copy: async (from, to, contentType) =>
      client.ask(
        {
          method: 'PUT',
          key: to,
          budgetMs: COPY_MS,
          expect: [200],
          headers: {
            'content-type': contentType,
            'x-amz-copy-source': copySource(place, from),
            'x-amz-metadata-directive': 'REPLACE',
          },
        },
        async (answer, name) => {
          const xml = await readText(answer.body)
          if (!xml.includes('<CopyObjectResult')) throw refusal(name, answer, xml)
        },
      ),
    read: (key) => client.ask({ method: 'GET', key, budgetMs: READ_MS, expect: [200] }, ({ body }) => toBuffer(body)),
    async readRange(key, start, length) {
      if (length <= 0) return Buffer.alloc(0)
      const range = { start, end: start + length - 1 }
      return withoutRange(
        client.ask({ ...get(key, range), budgetMs: READ_MS }, ({ body }) => toBuffer(body)),
        () => Buffer.alloc(0),
      )
    },
    async stat(key) {
      const bytes = await withoutObject(
        client.ask({ method: 'HEAD', key, budgetMs: QUICK_MS, expect: [200] }, async (answer, name) => {
          await answer.body.dump()
          const length = Number(answer.headers['content-length'] ?? Number.NaN)
          if (Number.isNaN(length)) throw refusal(name, answer, '') // without a length no limit could be enforced
          return length
        }),
      )
      if (bytes !== undefined) return { bytes }
      // HEAD does not say what is missing; an object that appeared meanwhile did not exist at the time of the request
      await withoutRange(withoutObject(client.ask(get(key, { start: 0, end: 0 }), ({ body }) => body.dump())), () => undefined)
      return undefined
    },
    stream: (key, range) =>
      withoutRange(
        client.ask<Readable>(get(key, range), async ({ body }) => body),
        () => Readable.from([]),
      ),
    async remove(key) {
      await withoutObject(
        client.ask({ method: 'DELETE', key, budgetMs: QUICK_MS, expect: [200, 204] }, ({ body }) => body.dump()),
      )
    },
    signPut: ({ key, contentType, expiresAt }) => client.signPut(key, contentType, expiresAt),
    close: () => client.close(),
  }
}

/** Refuses a whole object in answer to a range, because it may be a gigabyte. */
const get = (key: string, range?: { start: number; end: number }) => ({
  method: 'GET' as const,
  key,
  budgetMs: QUICK_MS,
  expect: [range ? 206 : 200],
  ...(range && { headers: { range: `bytes=${range.start}-${range.end}` } }),
})

/** Returns undefined if there is no such object, but not if the bucket is missing. */
const withoutObject = <T>(request: Promise<T>): Promise<T | undefined> =>
  unless(
    ({ status, code }) => status === 404 && code !== 'NoSuchBucket',
    request,
    () => undefined,
  )

/** Handles a range that begins after the end. */
const withoutRange = <T>(request: Promise<T>, instead: () => T): Promise<T> =>
  unless(({ status }) => status === 416, request, instead)

async function unless<T, U>(isMeant: (error: StorageError) => boolean, request: Promise<T>, instead: () => U): Promise<T | U> {
  try {
    return await request
  } catch (error) {
    if (error instanceof StorageError && isMeant(error)) return instead()
    throw error
  }
}

const toBuffer = async (body: { arrayBuffer(): Promise<ArrayBuffer> }) => Buffer.from(await body.arrayBuffer())

/** Reads the file once more before it is sent, so that the store can detect bytes that changed on the way. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
