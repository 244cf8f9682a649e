import type { FastifyInstance } from 'fastify'
import { type AddressLimit, requireFewFailures } from '../../core/accounts/keys/address-limit.js'
import { DomainError, notFound } from '../../core/lib/errors.js'
import { openMedia } from '../../core/media/open.js'
import type { Deps } from '../../core/ports/deps.js'
import { isUnchanged } from '../conditional.js'
import { requireRoleAnywhere } from '../../core/accounts/people/roles.js'
import { z } from 'zod'
import { UPLOAD_EXTENSIONS } from '../../core/media/formats.js'
import { requestUpload, type Upload } from '../../core/media/uploads.js'
import { operation } from '../operation.js'
import { text } from '../schemas.js'
import { uploadSchema, uploadToWire } from '../wire/upload.js'
import type { Readable } from 'node:stream'
import { receiveUpload } from '../../core/media/receive-upload.js'

type Request = { Params: { name: string }; Headers: { range?: string; 'if-range'?: string; 'if-none-match'?: string } }

const HEADERS = {
  'accept-ranges': 'bytes',
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** Serves the media of posts, public by an unguessable name; their bytes never change. Players request ranges of a video. */
export function mediaRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'storage'>, failures: AddressLimit): void {
  const route = { method: ['GET', 'HEAD'], url: '/media/:name', schema: { hide: true }, compress: false as const }
  app.route<Request>({
    ...route,
    async handler({ method, params, headers, ip }, reply) {
      const media = await openMedia(deps, params.name)
      if (!media) {
        requireFewFailures(failures, ip)
        throw notFound('Resource')
      }
      const etag = `"${params.name}"` // the bytes of a name never change
      void reply.headers({ ...HEADERS, etag })
      if (isUnchanged(headers['if-none-match'], etag)) return reply.code(304).send()
      const isSameVersion = [undefined, etag].includes(headers['if-range'])
      const range = isSameVersion ? readRange(headers.range, media.bytes) : undefined
      if (range === 'none') return reply.code(416).header('content-range', `bytes */${media.bytes}`).send()
      const { start, end } = range ?? { start: 0, end: media.bytes - 1 }
      const body = method === 'HEAD' ? undefined : await media.stream(range) // first, because an error must not be cached
      void reply.type(media.contentType)
      if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${media.bytes}`)
      return reply.header('content-length', end - start + 1).send(body)
    },
  })
}

/** Reads one range of bytes from a Range header. @see RFC 9110 section 14 */

type Range = { start: number; end: number }

/**
 * Returns both ends inclusive; undefined for the whole file, also for forms that we may ignore (other units, several ranges);
 * `none` if the range is outside.
 */
function readRange(header: string | undefined, bytes: number): Range | 'none' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || bytes === 0 ? 'none' : { start: Math.max(0, bytes - last), end: bytes - 1 }
  }
  const start = Number(from)
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < start) return undefined // not a valid range
  return start >= bytes ? 'none' : { start, end }
}

/** Patterns of JSON Schema have no flags. */
const inAnyCase = (extension: string) => extension.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

export function uploadRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'createUpload',
    refusals: ['FORBIDDEN', 'media_store_unavailable'],
    method: 'POST',
    url: '/media/uploads',
    tag: 'Media',
    summary: 'Request an upload',
    description: 'PUT the bytes to uploadUrl with exactly contentType as the Content-Type, then create a post with the uploadId.',
    body: z.strictObject({
      extension: text().meta({
        maxLength: 16,
        pattern: `^\\.?(${UPLOAD_EXTENSIONS.map(inAnyCase).join('|')})$`,
        description: `${UPLOAD_EXTENSIONS.join(', ')}; csv is for importing a file of pins`,
        examples: ['jpg'],
      }),
    }),
    status: 201,
    secretFor: ({ actor }) => requireRoleAnywhere(actor, 'contributor'),
    data: z.object({ upload: uploadSchema }),
    run: ({ actor, body }, beforeCommit) => requestUpload(deps, actor, body, beforeCommit),
    show: (upload: Upload) => ({ upload: uploadToWire(upload) }),
  })
}

/**
 * Receives the PUT of staged bytes if they pass through this process. The body streams into the storage, which enforces the rules
 * of the signed address.
 */
export function stagingRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'storage'>): void {
  if (!deps.storage.receivePut) return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.put('/uploads/*', { schema: { hide: true }, config: { takesLong: true } }, async (request, reply) => {
    const { 'content-type': contentType, 'content-length': length } = request.headers
    try {
      await receiveUpload(deps, {
        path: request.url.split('?')[0] ?? '',
        contentType,
        contentLength: length === undefined ? undefined : Number(length),
        body: (request.body as Readable | undefined) ?? request.raw, // the parser above passes the stream on
      })
    } catch (error) {
      void reply.header('connection', 'close') // the rest of the body is not read
      throw isOfRequest(error) ? brokenOff() : error // a failure of the storage ends the body, too
    }
    return reply.code(200).header('content-length', 0).send()
  })
}

/** True if the client disconnected before the end of its body. */
const isOfRequest = (error: unknown) =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Never reaches a client; it keeps failures that are not ours out of the log. */
const brokenOff = () => new DomainError('BAD_REQUEST', 'The upload was broken off.')
