/** A small S3: one bucket on this disk, every request checked as Amazon checks it. What it cannot do it refuses. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { verify, type S3Keys } from './s3-signature.js'

export type Stored = { file: string; bytes: number; contentType: string }
export type Seen = { method: string; key: string; status: number; headers: http.IncomingHttpHeaders }
/**
 * Once in place of the right answer: the connection reset, half of the bytes, all of them where a part was requested, a status
 * with a body, or silence (the function is called).
 */
export type Fault = 'reset' | 'half' | 'whole' | { status: number; body: string } | (() => void)

type Store = {
  bucket: string
  keys: S3Keys
  /** Its own real time. */
  clock: { now: Date }
  objects: Map<string, Stored>
  seen: Seen[]
  faults: Fault[]
  /** What its key may not do; without s3:ListBucket nobody is told that an object is missing. */
  denied: Set<'s3:ListBucket' | 's3:GetObject' | 's3:DeleteObject'>
}
export type S3Store = Store & { endpoint: string; close(): Promise<void> }

const KEYS: S3Keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a/secret+of the tests', region: 'eu-central-1' }

export async function anS3Store(clock: { now: Date }): Promise<S3Store> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-s3-'))
  const store: Store = { bucket: 'pins', keys: KEYS, clock, objects: new Map(), seen: [], faults: [], denied: new Set() }
  const server = http.createServer((request, response) => {
    answer(store, dir, request, response).catch(() => response.destroy()) // the client went away
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...store,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port, not on a pipe
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function answer(store: Store, dir: string, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { method = '', url: target = '', headers } = request
  if (!isDecodable(target)) return void response.writeHead(400).end()
  const names = decodeURIComponent(target.split('?')[0] ?? '')
    .slice(1)
    .split('/')
  const bucket = headers.host?.startsWith(`${store.bucket}.`) ? store.bucket : names.shift()
  const key = names.join('/')
  response.on('close', () => store.seen.push({ method, key, status: response.statusCode, headers }))
  response.setHeader('x-amz-request-id', randomBytes(8).toString('hex').toUpperCase())
  const refuse: Refuse = async (status, code, message = '') => {
    request.resume()
    if (!request.complete) await new Promise((resolve) => request.once('end', resolve).once('close', resolve))
    const said = `<Error><Code>${code}</Code><Message>${message}</Message><AWSAccessKeyId>${store.keys.accessKeyId}</AWSAccessKeyId></Error>`
    response.writeHead(status, { 'content-type': 'application/xml' }).end(method === 'HEAD' ? undefined : said)
  }

  const fault = store.faults.shift()
  if (fault === 'reset') return void request.socket.destroy()
  if (typeof fault === 'function') return fault()
  const verdict = verify({ method, target, headers }, store.keys, store.clock.now)
  if (verdict.kind === 'refused') return refuse(verdict.status, verdict.code, verdict.message)
  if (bucket !== store.bucket) return refuse(404, 'NoSuchBucket')
  if (typeof fault === 'object') {
    request.resume()
    return void response.writeHead(fault.status).end(fault.body)
  }

  const exchange = { request, response, refuse }
  const file = path.join(dir, randomBytes(8).toString('hex'))
  switch (method) {
    case 'PUT':
      if (headers['x-amz-copy-source'] !== undefined) return copy(store, key, file, exchange)
      return take(store, key, { file, payload: verdict.payload }, exchange)
    case 'DELETE':
      if (store.denied.has('s3:DeleteObject')) return refuse(403, 'AccessDenied')
      store.objects.delete(key)
      return void response.writeHead(204).end()
    case 'GET':
    case 'HEAD': {
      const object = store.objects.get(key)
      if (store.denied.has('s3:GetObject')) return refuse(403, 'AccessDenied')
      if (object) return give(object, fault, exchange)
      return store.denied.has('s3:ListBucket') ? refuse(403, 'AccessDenied') : refuse(404, 'NoSuchKey')
    }
    default:
      return refuse(405, 'MethodNotAllowed')
  }
}

type Refuse = (status: number, code: string, message?: string) => Promise<void>
type Exchange = { request: http.IncomingMessage; response: http.ServerResponse; refuse: Refuse }

async function copy(
  { bucket, objects }: Store,
  key: string,
  file: string,
  { request, response, refuse }: Exchange,
): Promise<void> {
  const { 'x-amz-copy-source': source, 'x-amz-metadata-directive': directive, 'content-type': contentType = '' } = request.headers
  const [, of, from = ''] = /^\/?([^/]+)\/(.+)$/.exec(decodeURIComponent(String(source))) ?? []
  const found = of === bucket ? objects.get(from) : undefined
  if (!found) return refuse(404, 'NoSuchKey')
  await copyFile(found.file, file)
  objects.set(key, { ...found, file, ...(directive === 'REPLACE' && { contentType }) })
  response.end('<CopyObjectResult><ETag>"copied"</ETag></CopyObjectResult>')
}

/** Like Amazon it wants the length beforehand, and keeps what arrived whole and as it was signed. */
async function take(
  { objects }: Store,
  key: string,
  { file, payload }: { file: string; payload: string },
  { request, response, refuse }: Exchange,
): Promise<void> {
  const {
    'content-type': contentType = 'binary/octet-stream',
    'content-length': length,
    'transfer-encoding': coding,
  } = request.headers
  if (coding !== undefined || payload.startsWith('STREAMING')) return refuse(501, 'NotImplemented')
  if (length === undefined) return refuse(411, 'MissingContentLength')
  await pipeline(request, createWriteStream(file))
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash.digest('hex')) return refuse(400, 'XAmzContentSHA256Mismatch')
  objects.set(key, { file, bytes: Number(length), contentType })
  response.setHeader('etag', '"put"').end()
}

async function give(object: Stored, fault: Fault | undefined, { request, response, refuse }: Exchange): Promise<void> {
  const [, from, to] = (fault !== 'whole' && /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')) || []
  const start = Number(from ?? 0)
  const end = Math.min(object.bytes - 1, to ? Number(to) : Number.POSITIVE_INFINITY)
  if (from !== undefined && start > end) return refuse(416, 'InvalidRange')
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': object.contentType,
    'content-length': end - start + 1,
    etag: '"object"',
    'last-modified': new Date(0).toUTCString(),
    ...(from !== undefined && { 'content-range': `bytes ${start}-${end}/${object.bytes}` }),
  })
  if (request.method === 'HEAD') return void response.end()
  if (fault === 'half') {
    response.write(Buffer.alloc(Math.floor((end - start + 1) / 2)), () => request.socket.destroy())
    return
  }
  if (object.bytes === 0) return void response.end()
  await pipeline(createReadStream(object.file, { start, end }), response)
}

function isDecodable(target: string): boolean {
  try {
    return decodeURIComponent(target) !== ''
  } catch {
    return false
  }
}
