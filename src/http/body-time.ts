/** How long a body may take to arrive: small ones a moment, the bytes of uploads as long as their address lives. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from './errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bytes stream in, which takes minutes on a slow line: Node's own limit for a request is the only one. */
    takesLong?: boolean
  }
}

/** Of all routes of the server, also those of its plugins. A body that is not there by then is a 408, and its connection ends. */
export function limitBodyTime(app: FastifyInstance, limitMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request) && !request.routeOptions.config.takesLong) {
      const timer = setTimeout(() => {
        if (request.raw.complete) return
        if (reply.raw.headersSent) request.raw.destroy()
        else refuse(request, reply)
      }, limitMs)
      const stop = () => clearTimeout(timer)
      request.raw.once('end', stop).once('close', stop)
    }
    done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** On the socket itself: the reader of the body is waiting for it, and its reply must not be sent. */
function refuse({ id: requestId, raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  const message = 'The body of the request took too long to arrive. Send it again.'
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message }, meta: { requestId } } satisfies ErrorBody)
  const headers = {
    ...reply.getHeaders(), // what every answer has, and of an authenticated request its limits
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}`))
  socket.end(`${['HTTP/1.1 408 Request Timeout', ...lines].join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
