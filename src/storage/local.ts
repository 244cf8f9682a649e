/** Bytes on the local disk: atomic writes, sharded folders, keys that cannot leave the folder. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { getSystemErrorMap } from 'node:util'
import { DomainError } from '../core/lib/errors.js'
import type { Clock, Storage } from '../core/ports/deps.js'
import { limitBytes, sweepFolder } from '../core/lib/temp-file.js'
import { namesOf } from './keys.js'
import { StorageError } from './storage-error.js'

export type LocalStorageOptions = {
  dir: string
  /** Known only once the server listens. */
  publicUrl: () => string
  /** Signs the upload addresses. */
  secret: Buffer
  clock: Clock
}

const ROUTE = '/uploads/'
/** The folder of unfinished files, to which no key leads. */
const PARTS = '.parts'
/** Errors of a disk that is full, missing, read-only or not permitted. @see https://man7.org/linux/man-pages/man3/errno.3.html */
const FAILED = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'ENFILE', 'ENODEV', 'ENXIO', 'ESTALE']

/** All methods throw StorageError if the file system fails. */
export function makeLocalStorage({ dir, publicUrl, secret, clock }: LocalStorageOptions): Storage {
  const root = path.resolve(dir)
  const fileOf = (key: string) => path.join(root, ...placeOf(key))

  const store = (key: string, write: (aside: string) => Promise<void>) => onDisk('PUT', key, () => storeAside(key, write))
  const storeAside = async (key: string, write: (aside: string) => Promise<void>): Promise<void> => {
    const file = fileOf(key)
    const [first = ''] = placeOf(key)
    const aside = path.join(root, first, PARTS, `${randomBytes(9).toString('hex')}.part`) // a folder of the first level may be another disk
    await mkdir(path.dirname(aside), { recursive: true })
    await mkdir(path.dirname(file), { recursive: true })
    try {
      await write(aside)
      await rename(aside, file)
    } finally {
      await rm(aside, { force: true }) // needed after a rename over its own hard link, which does nothing
    }
  }

  return {
    put: (key, bytes) => store(key, (aside) => writeFile(aside, bytes, { flush: true })),
    putFile: (key, file) => store(key, (aside) => copyBytes(file, aside)),
    // Files are only ever replaced by a rename, so the bytes behind a second name never change.
    copy: (from, to) =>
      store(to, (aside) =>
        link(fileOf(from), aside).catch((error: unknown) => {
          if (isMissing(error)) throw error
          return copyBytes(fileOf(from), aside) // another file system, or one without hard links
        }),
      ),
    read: (key) => onDisk('GET', key, () => readFile(fileOf(key))),
    readRange: (key, start, length) => onDisk('GET', key, () => readPart(fileOf(key), start, length)),
    stat: (key) =>
      onDisk('HEAD', key, async () => {
        try {
          const { size } = await stat(fileOf(key))
          return { bytes: size }
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      }),
    stream: (key, range) =>
      onDisk('GET', key, async () => {
        const file = await open(fileOf(key)) // a missing file is reported here, not in the middle of a response
        return file.createReadStream(range)
      }),
    remove: (key) => onDisk('DELETE', key, () => rm(fileOf(key), { force: true })),
    async sweepParts(olderThanMs) {
      const folders = await readdir(root).catch((error: unknown) => {
        if (isMissing(error)) return [] // nothing was stored yet
        throw error
      })
      for (const folder of folders) {
        const parts = path.join(root, folder, PARTS)
        if (existsSync(parts)) await sweepFolder(parts, { isOurs: () => true, olderThanMs })
      }
    },
    signPut: async (grant) => `${publicUrl()}${ROUTE}${signGrant(secret, grant)}`,
    async receivePut({ path: address, contentType, contentLength, body }, begin) {
      const grant = openGrant(secret, address.slice(address.indexOf(ROUTE) + ROUTE.length), clock())
      if (contentType !== grant.contentType)
        throw new DomainError('UNSUPPORTED_MEDIA_TYPE', `The Content-Type of this upload must be exactly ${grant.contentType}.`)
      if (contentLength !== undefined && contentLength > grant.maxBytes) throw tooLarge(grant.maxBytes)
      body.on('error', () => {}) // it may fail before it is read; its reader gets the error
      await begin?.(grant.key)
      const limit = limitBytes(grant.maxBytes, () => tooLarge(grant.maxBytes))
      let bytes = 0
      await store(grant.key, async (aside) => {
        bytes = await writeFrom(aside, (out) => pipeline(body, limit, out))
      })
      return bytes
    },
  }
}

async function onDisk<T>(verb: string, key: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, errno } = error as NodeJS.ErrnoException
    if (code === undefined || !FAILED.includes(code)) throw error // a missing file, or an error of the body
    const [, words = code] = getSystemErrorMap().get(errno ?? 0) ?? []
    throw new StorageError({ call: `${verb} ${key}`, detail: `${code}, ${words}`, code, isPassing: true, cause: error })
  }
}

/** Adds a folder to the path of a key, so that no folder grows without bound. */
function placeOf(key: string): string[] {
  const names = namesOf(key)
  const shard = createHash('sha256').update(key).digest('hex').slice(0, 2)
  return [...names.slice(0, -1), shard, ...names.slice(-1)]
}

/** Does not copy mode and name, which the caller decides. */
async function copyBytes(from: string, to: string): Promise<void> {
  await writeFrom(to, (out) => pipeline(createReadStream(from), out))
}

/**
 * Waits for the file to be closed even after a failure, because a file that is still being opened would appear after its removal.
 * @returns the number of bytes written
 */
async function writeFrom(file: string, work: (out: WriteStream) => Promise<void>): Promise<number> {
  const out = createWriteStream(file, { flush: true })
  const closed = new Promise<void>((resolve) => void out.once('close', () => resolve()))
  try {
    await work(out)
  } catch (error) {
    out.destroy()
    await closed
    throw error
  }
  return out.bytesWritten
}

/** Reads fewer than `length` bytes only at the end of the file. */
async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)))
    let filled = 0
    while (filled < bytes.length) {
      const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return bytes.subarray(0, filled)
  } finally {
    await file.close()
  }
}

const tooLarge = (maxBytes: number) =>
  new DomainError('PAYLOAD_TOO_LARGE', `The upload is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MiB.`)

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

// Upload addresses of our own: an HMAC over what may be put where, until when.

type PutGrant = { key: string; contentType: string; maxBytes: number; expiresAt: Date }

function signGrant(secret: Buffer, { key, contentType, maxBytes, expiresAt }: PutGrant): string {
  const claims = Buffer.from(JSON.stringify([key, contentType, maxBytes, expiresAt.getTime()])).toString('base64url')
  return `${claims}.${macOf(secret, claims).toString('base64url')}`
}

/** @throws FORBIDDEN for a bad or expired signature */
function openGrant(secret: Buffer, token: string, now: Date): PutGrant {
  const [claims = '', mac = '', ...rest] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const expected = macOf(secret, claims)
  const genuine = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected)
  if (!genuine) throw new DomainError('FORBIDDEN', 'The signature of this upload URL is not valid.')
  // signed by us, so it has the shape of signGrant
  const [key, contentType, maxBytes, expiresAt] = JSON.parse(Buffer.from(claims, 'base64url').toString()) as [
    string,
    string,
    number,
    number,
  ]
  if (expiresAt <= now.getTime())
    throw new DomainError('FORBIDDEN', 'This upload URL has expired. Ask for a new one with POST /v1/media/uploads.')
  return { key, contentType, maxBytes, expiresAt: new Date(expiresAt) }
}

const macOf = (secret: Buffer, claims: string) => createHmac('sha256', secret).update(`put:${claims}`).digest()
