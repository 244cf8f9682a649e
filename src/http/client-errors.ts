/** What is not HTTP at all: answered in the envelope too, straight on the socket. */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
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
