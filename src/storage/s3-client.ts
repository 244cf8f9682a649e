/** Signed calls to an S3-compatible store: limited in time, and retried where that can help. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import { retry } from '../core/lib/retry.js'
import { startDeadline } from '../core/lib/timeout.js'
import type { Clock } from '../core/ports/deps.js'
import { toBroken, toRefusal } from './s3-errors.js'
import { objectUrl, type S3Place } from './s3-place.js'
import { StorageError } from './storage-error.js'

export type S3Options = {
  place: S3Place
  accessKeyId: string
  secretAccessKey: string
  /** Determines when an upload address expires. */
  clock: Clock
  /** Dates the signatures: the store compares them with real time, independent of the sandbox's clock. */
  wallClock: Clock
  random: () => number
}

export type Body = {
  bytes: number
  /** Hexadecimal. The store refuses other bytes. */
  sha256: string
  /** Called once for each try. */
  open(): Buffer | Readable
}

/** Every call may be repeated, because it reads, removes, or writes bytes that stay the same. */
export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  /** Real time for all tries together, including `read`. */
  budgetMs: number
  /** All statuses that mean success. */
  expect: number[]
  headers?: Record<string, string>
  body?: Body
}

export type S3Client = {
  /** @throws StorageError */
  ask<T>(call: S3Call, read: (answer: Dispatcher.ResponseData, name: string) => Promise<T>): Promise<T>
  signPut(key: string, contentType: string, expiresAt: Date): Promise<string>
  close(): Promise<void>
}

const TRIES = 3
/** The longest wait before the second try; four times as long before the third. */
const FIRST_WAIT_MS = 200
const CONNECT_MS = 5_000
/** The longest silence between two chunks of an answer; a reader that pauses does not count. */
const SILENCE_MS = 30_000
const LONGEST_SIGNED_S = 7 * 86_400
const NOTHING = createHash('sha256').digest('hex')

export function makeS3Client(options: S3Options): S3Client {
  const { place, clock, wallClock, random } = options
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, headersTimeout: 0, bodyTimeout: SILENCE_MS })
  const signer = {
    service: 's3',
    region: place.region,
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    allHeaders: true, // includes Content-Type, which is left out by default
    cache: new Map<string, ArrayBuffer>(),
  }
  const sign = (given: { url: string; method: string; headers: Record<string, string>; signQuery?: boolean }) =>
    new AwsV4Signer({ ...signer, ...given, datetime: amzDate(wallClock()) }).sign()

  const once = async <T>(
    call: S3Call,
    name: string,
    signal: AbortSignal,
    read: (answer: Dispatcher.ResponseData) => Promise<T>,
  ) => {
    const { method, key, body, expect } = call
    const headers = { ...call.headers, 'x-amz-content-sha256': body?.sha256 ?? NOTHING }
    const signed = await sign({ url: objectUrl(place, key), method, headers })
    const bytes = body?.open()
    try {
      const answer = await request(signed.url, {
        dispatcher: agent,
        method,
        signal,
        // a store refuses a body of unknown length
        headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': String(body.bytes) }) },
        ...(bytes && { body: bytes }),
      })
      if (!expect.includes(answer.statusCode)) throw await toRefusal(name, answer)
      return await read(answer)
    } finally {
      if (bytes instanceof Readable) bytes.destroy()
    }
  }

  return {
    async ask(call, read) {
      const name = `${call.method} ${call.key}`
      const deadline = startDeadline(call.budgetMs)
      const late = () => new StorageError({ call: name, detail: `no answer within ${call.budgetMs / 1000} s`, isPassing: false })
      const { signal } = deadline
      const failureOf = (error: unknown) => (error instanceof StorageError ? error : toBroken(name, error))
      try {
        return await retry(() => once(call, name, signal, (answer) => read(answer, name)), {
          tries: TRIES,
          isPassing: (error) => !signal.aborted && failureOf(error)?.isPassing === true,
          waitMs: (failed) => FIRST_WAIT_MS * 4 ** (failed - 1) * random(),
          signal,
        })
      } catch (error) {
        throw signal.aborted ? late() : (failureOf(error) ?? error)
      } finally {
        deadline.stop()
      }
    },
    async signPut(key, contentType, expiresAt) {
      const seconds = Math.floor((expiresAt.getTime() - clock().getTime()) / 1000)
      if (seconds < 1 || seconds > LONGEST_SIGNED_S) throw new Error(`an upload address cannot live ${seconds} s`)
      const url = new URL(objectUrl(place, key))
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const signed = await sign({ url: url.href, method: 'PUT', headers: { 'content-type': contentType }, signQuery: true })
      return signed.url.href
    },
    close: () => agent.close(),
  }
}

/** `20260302T100000Z` */
const amzDate = (at: Date) => at.toISOString().replace(/[:-]|\.\d{3}/g, '')
