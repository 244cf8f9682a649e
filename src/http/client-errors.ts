/** Answers requests that Node would refuse by itself in the envelope, too; what is not HTTP at all is answered on the socket. */
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

/** Fields with a single value: if two were sent, a proxy may have used the other one. */
const SINGLE = new Set(['host', 'authorization', 'content-type', 'content-encoding', 'idempotency-key'])
const HOST = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d*)?$/i

/**
 * Refuses a request without a valid Host, and one that repeats a field of a single value; Node's own answers to these are empty
 * or absent.
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2 and rfc9110#section-5.3 and #section-10.1.1
 */
export function requireSingleHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers
    if (host === undefined && request.raw.httpVersion === '1.1')
      return done(badRequest('Host', 'The Host header is missing. Send the name of this service in it.'))
    if (host !== undefined && !HOST.test(host))
      return done(badRequest('Host', 'The Host header must be the name of this service, with its port if it has one.'))
    const repeated = findRepeated(request.raw.rawHeaders)
    return done(repeated === undefined ? undefined : badRequest(repeated, `The ${repeated} header must be sent once.`))
  })
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response)) // unknown expectations are ignored
}

/**
 * The first of these fields that is repeated, as its sender wrote it.
 * @param rawHeaders alternating names and values
 */
function findRepeated(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const written = rawHeaders[at] ?? ''
    const name = written.toLowerCase()
    if (seen.has(name)) return written
    if (SINGLE.has(name)) seen.add(name)
  }
  return undefined
}
