/** Bytes on the local disk: atomic writes, sharded folders, keys that cannot leave the folder. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../core/errors.js'
import type { Clock, Storage } from '../core/ports.js'
import { openGrant, signGrant } from './signed-urls.js'

export type LocalStorageOptions = {
  dir: string
  /** Known only once the server listens. */
  publicUrl: () => string
  /** Signs the upload addresses. */
  secret: Buffer
  clock: Clock
}

const ROUTE = '/uploads/'

export function makeLocalStorage({ dir, publicUrl, secret, clock }: LocalStorageOptions): Storage {
  const root = path.resolve(dir)
  const fileOf = (key: string) => path.join(root, ...placeOf(key))

  const store = async (key: string, write: (aside: string) => Promise<void>): Promise<void> => {
    const file = fileOf(key)
    const aside = `${file}.${randomBytes(6).toString('hex')}.part`
    await mkdir(path.dirname(file), { recursive: true })
    try {
      await write(aside)
      await rename(aside, file)
    } catch (error) {
      await rm(aside, { force: true })
      throw error
    }
  }

  return {
    put: (key, bytes) => store(key, (aside) => writeFile(aside, bytes, { flush: true })),
    read: (key) => readFile(fileOf(key)),
    async stat(key) {
      try {
        const { size } = await stat(fileOf(key))
        return { bytes: size }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    stream: (key) => createReadStream(fileOf(key)),
    remove: (key) => rm(fileOf(key), { force: true }),
    signPut: async (grant) => `${publicUrl()}${ROUTE}${signGrant(secret, grant)}`,
    async receivePut({ path: address, contentType, contentLength, body }) {
      const grant = openGrant(secret, address.slice(address.indexOf(ROUTE) + ROUTE.length), clock())
      if (contentType !== grant.contentType)
        throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `The Content-Type of this upload must be exactly ${grant.contentType}.`)
      if (contentLength !== undefined && contentLength > grant.maxBytes) throw tooLarge(grant.maxBytes)
      await store(grant.key, (aside) => pipeline(body, limit(grant.maxBytes), createWriteStream(aside, { flush: true })))
    },
  }
}

/** A key is a path of url-safe names; the file stands one folder deeper, so that no folder grows without bound. */
function placeOf(key: string): string[] {
  const names = key.split('/')
  if (!names.every((name) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name))) throw new Error(`not a storage key: ${key}`)
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 2)
  return [...names.slice(0, -1), shard, ...names.slice(-1)]
}

/** Counts while streaming: a length in a header is only a claim. */
function limit(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
}

const tooLarge = (maxBytes: number) =>
  new DomainError('PAYLOAD_TOO_LARGE', `The upload is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MiB.`)

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'
