/** Turns the bytes of a feed into text while they arrive: counted, unzipped, decoded. */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Faulty } from './fault.js'

/** The sitemap protocol's size limit, used for every feed. @see https://www.sitemaps.org/protocol.html */
export const MOST_BYTES = 50 * 1024 * 1024
/** A file may be zipped by its author and again in transit. */
const MOST_ZIPS = 2
const HEAD_BYTES = 1024

type Chunks = AsyncIterable<Buffer>

/** Recognizes gzip by its first bytes, whatever the headers say. */
export async function* unzipped(chunks: Chunks, zips = MOST_ZIPS): AsyncGenerator<Buffer> {
  const { head, all } = await withHead(counted(chunks), 2)
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all
    return
  }
  if (zips === 0) throw new Faulty('not_a_feed')
  const source = Readable.from(all)
  const gunzip = createGunzip()
  source.on('error', (error) => gunzip.destroy(error))
  source.pipe(gunzip)
  try {
    yield* unzipped(gunzip as Chunks, zips - 1)
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new Faulty(error.code === 'Z_BUF_ERROR' ? 'cut_off' : 'not_a_feed')
      : error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function* counted(chunks: Chunks): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Faulty('too_large')
    yield chunk
  }
}

/** Reads at least `bytes`, or everything if there is less, and returns them together with the whole stream. */
async function withHead(chunks: AsyncGenerator<Buffer>, bytes: number): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < bytes) {
    const next = await chunks.next()
    if (next.done === true) break
    head = Buffer.concat([head, next.value])
  }
  async function* all() {
    yield head
    yield* chunks
  }
  return { head, all: all() }
}

/** Decodes by the byte order mark, else by the charset that the feed or its server names. */
export async function* decoded(chunks: AsyncGenerator<Buffer>, contentType: string | null): AsyncGenerator<string> {
  const { head, all } = await withHead(chunks, HEAD_BYTES)
  const decode = makeDecoder(head, contentType)
  for await (const chunk of all) yield decode(chunk)
  yield decode(undefined)
}

type Decode = (chunk: Buffer | undefined) => string

function makeDecoder(head: Buffer, contentType: string | null): Decode {
  const mark = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined
  const own = /^[^<]{0,20}<\?xml[^>]{0,200}\bencoding\s*=\s*["']([\w.:-]+)/.exec(head.toString('latin1'))?.[1]
  const told = /charset=["']?([\w.:-]+)/i.exec(contentType ?? '')?.[1]
  // a text that names itself UTF-16 and could be read this far is not UTF-16
  const named = [own, told].filter((one) => one !== undefined && !/^utf-?16/i.test(one)) as string[]
  if (mark !== undefined) return plainly(mark)
  const known = named.flatMap((one) => knownAs(one) ?? [])
  if (named.length > 0 && known.length === 0) throw new Faulty('charset')
  const other = known.find((one) => one !== 'utf-8')
  return known.length > 0 && !known.includes('utf-8') ? plainly(other ?? 'utf-8') : utf8OrElse(other ?? 'windows-1252')
}

/** The charset's name in the encoding standard; undefined if it has none. */
function knownAs(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function plainly(charset: string): Decode {
  const decoder = new TextDecoder(charset)
  return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }))
}

/** Reads as UTF-8 until the first invalid letter, then with the other charset. */
function utf8OrElse(other: string): Decode {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let rest: Decode | undefined
  let hasLetters = false
  let pending: Buffer = Buffer.alloc(0)
  return (chunk) => {
    if (rest) return rest(chunk)
    try {
      const text = chunk === undefined ? strict.decode() : strict.decode(chunk, { stream: true })
      hasLetters ||= /[\u0080-\uffff]/.test(text)
      pending = chunk === undefined ? pending : unfinished(Buffer.concat([pending, chunk.subarray(-4)]))
      return text
    } catch {
      rest = plainly(hasLetters ? 'utf-8' : other)
      return rest(Buffer.concat([pending, chunk ?? Buffer.alloc(0)])) + (chunk === undefined ? rest(undefined) : '')
    }
  }
}

/** Bytes at the end that begin a letter without completing it. */
function unfinished(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (length > 1) return back < length ? Buffer.from(bytes.subarray(bytes.length - back)) : Buffer.alloc(0)
  }
  return Buffer.alloc(0)
}
