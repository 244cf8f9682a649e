/**
 * The archive file: a tar in gzip, optionally encrypted. Each entry has its checksum in its header and the last one counts them
 * all, so a damaged or truncated file is detected before anything of it is kept.
 */
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'
import { BackupError } from './backup-error.js'
import { AGE_HEAD, decrypt, type Keys } from './encryption.js'
import { type End, endSchema, type EndText } from './manifest.js'

export const MANIFEST = 'manifest.json'
const END = 'end.json'
/** A constant time for every entry: the first entry contains the time of the backup. */
const BEGINNING = new Date(0)
const SHA256 = 'PINSLOT.sha256'
const CONTENT_TYPE = 'PINSLOT.contentType'

/** `contentType`: only of media. */
export type EntryHead = { name: string; bytes: number; sha256: string; contentType?: string | undefined }

export type ArchiveWriter = {
  /** The archive while it is written: compressed, not encrypted. */
  packed: Readable
  add(name: string, bytes: Buffer): Promise<void>
  /** @param head with the checksum of exactly these bytes */
  addStream(head: EntryHead, body: Readable): Promise<void>
  /** Writes the last entry. */
  end(said: Omit<EndText, 'entries' | 'digest'>): Promise<void>
}

export function writeArchive(): ArchiveWriter {
  const tar = pack()
  // Media are compressed already, and tables shrink most by the first level.
  const gzip = createGzip({ level: 1 })
  const packed = new PassThrough()
  pipeline(asNode<Readable>(tar), gzip, packed).catch((error: unknown) => packed.destroy(toError(error)))
  const count = makeCount()

  const put = async (head: EntryHead, write: (entry: Writable) => Promise<void>) => {
    const { name, bytes, sha256, contentType } = head
    const pax = { [SHA256]: sha256, ...(contentType !== undefined && { [CONTENT_TYPE]: contentType }) }
    const entry = asNode<Writable>(tar.entry({ name, size: bytes, mode: 0o600, mtime: BEGINNING, pax }))
    const ended = once(entry, 'finish')
    ended.catch(() => {}) // the writer reports it
    await write(entry)
    await ended
    count.add(head)
  }
  const add = async (name: string, bytes: Buffer) =>
    put({ name, bytes: bytes.length, sha256: sha256Of(bytes) }, async (entry) => void entry.end(bytes))
  return {
    packed,
    add,
    addStream: (head, body) => put(head, (entry) => pipeline(body, entry)),
    async end(said) {
      const end: EndText = { ...count.sum(), ...said }
      await add(END, Buffer.from(JSON.stringify(end)))
      tar.finalize()
    },
  }
}

export type Entry = EntryHead & {
  /**
   * Must be read to its end before the next entry.
   * @throws BackupError if the bytes differ from those that were written
   */
  body: Readable
}

/**
 * Reads entry by entry, in order; each body is verified at its end, and the whole by its last entry.
 * @returns the content of the last entry, once all were read
 * @throws BackupError if the file is no backup, is damaged or truncated, or none of the keys opens it
 */
export async function readArchive(file: Readable, keys: Keys, onEntry: (entry: Entry) => Promise<void>): Promise<End> {
  const tar = extract()
  const feeding = pipeline(await opened(file, keys), createGunzip(), asNode<Writable>(tar))
  feeding.catch(() => {}) // the reader of the entries gets the error
  const entries = tar[Symbol.asyncIterator]()
  const count = makeCount()
  let end: End | undefined
  try {
    for (let next = await orDamage(entries.next()); !next.done; next = await orDamage(entries.next())) {
      const head = headOf(next.value.header)
      if (end) throw damaged('it goes on behind its end')
      const body = proven(asNode<Readable>(next.value), head)
      if (head.name === END) {
        end = readEnd(await toBuffer(body), count.sum())
        continue
      }
      await onEntry({ ...head, body })
      if (!body.readableEnded) throw new Error(`the entry ${head.name} was not read to its end`)
      count.add(head)
    }
    await orDamage(feeding)
  } finally {
    file.destroy()
    tar.destroy()
    await feeding.catch(() => {}) // waits until nothing reads the file any more
  }
  if (!end) throw damaged('its end is missing')
  return end
}

/** Decrypts the file if it is encrypted. */
async function opened(file: Readable, keys: Keys): Promise<Readable> {
  const [head, whole] = await peek(file, AGE_HEAD.length)
  if (head.toString('latin1') === AGE_HEAD) return decrypt(whole, keys)
  const isPlain = head[0] === 0x1f && head[1] === 0x8b
  if (isPlain && keys.identities.length + keys.passphrases.length === 0) return whole
  file.destroy()
  if (isPlain)
    throw new BackupError(
      'This backup is not encrypted, so that anybody may have changed it: leave --identity and --passphrase-file out if that is right.',
    )
  throw new BackupError('This file is no backup of Pinslot: those are made by npm run admin -- backup.')
}

/** Returns the first bytes together with the whole stream. */
async function peek(file: Readable, bytes: number): Promise<[Buffer, Readable]> {
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let head = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  async function* whole() {
    yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return [head.subarray(0, bytes), Readable.from(whole(), { objectMode: false })]
}

function headOf({ name, size, pax }: Header): EntryHead {
  const said = (pax ?? {}) as Record<string, string>
  const sha256 = said[SHA256]
  if (sha256 === undefined) throw damaged(`${name} has no checksum`)
  return { name, bytes: size, sha256, contentType: said[CONTENT_TYPE] }
}

/** Ends without an error only if the bytes match the checksum in the header. */
function proven(entry: Readable, { name, sha256 }: EntryHead): Readable {
  const hash = createHash('sha256')
  async function* checked() {
    try {
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      throw toDamage(error)
    }
    if (hash.digest('hex') !== sha256) throw damaged(`${name} is not what was written`)
  }
  return Readable.from(checked(), { objectMode: false })
}

function readEnd(bytes: Buffer, read: Pick<End, 'entries' | 'digest'>): End {
  const end = endSchema.parse(JSON.parse(bytes.toString()))
  if (end.entries !== read.entries || end.digest !== read.digest) throw damaged('entries are missing')
  return end
}

function makeCount() {
  const hash: Hash = createHash('sha256')
  let entries = 0
  return {
    add({ name, bytes, sha256 }: EntryHead) {
      entries++
      hash.update(`${name} ${bytes} ${sha256}\n`)
    },
    sum: () => ({ entries, digest: hash.copy().digest('hex') }),
  }
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export async function toBuffer(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const damaged = (why: string) => new BackupError(`This backup is damaged or was cut off (${why}). Take another copy of it.`)

const orDamage = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw toDamage(error)
  })

/** Converts errors of decompression and decryption. A file that cannot be read is not reported as damaged. */
function toDamage(error: unknown): unknown {
  if (error instanceof BackupError) return error
  const { syscall, message } = error as NodeJS.ErrnoException
  return syscall === undefined ? damaged(message) : error
}

const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Streams of streamx behave like Node's, but are of other classes. */
const asNode = <S extends Readable | Writable>(stream: unknown): S => stream as S
