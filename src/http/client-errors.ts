/** What Node would refuse by itself is answered in the envelope, too; what is not HTTP at all straight on the socket. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { badRequest } from '../core/lib/errors.js'
import type { ErrorBody } from './errors.js'

const MESSAGES: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'The request headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive. Send it again.',
}

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = randomUUID()
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const message = MESSAGES[error.code ?? ''] ?? 'This is not a valid HTTP request.'
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message }, meta: { requestId } } satisfies ErrorBody)
  const head = [
    isLate ? 'HTTP/1.1 408 Request Timeout' : 'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Node’s own answers to these are empty. @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 and rfc9110#section-10.1.1 */
export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isMissing = request.headers.host === undefined && request.raw.httpVersion === '1.1'
    done(isMissing ? badRequest('Host', 'The Host header is missing. Send the name of this service in it.') : undefined)
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response)) // one nobody knows is ignored
}
