import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../core/lib/errors.js'
import { receiveUpload } from '../../../core/media/receive-upload.js'
import type { Deps } from '../../../core/ports/deps.js'

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
