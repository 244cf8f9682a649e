/** Limits how long a body may take to arrive: seconds for small ones, as long as the signed address is valid for uploads. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody } from './errors.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that stream bytes, which takes minutes on a slow line: only Node's own request limit applies. */
    takesLong?: boolean
  }
}

/**
 * Limits all routes of the server, including its plugins. A body that has not arrived in time gets a 408, and its connection
 * ends.
 */
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

/** Writes to the socket itself, because the body's reader is still waiting and its reply must not be sent. */
function refuse({ id: requestId, raw: { socket } }: FastifyRequest, reply: FastifyReply): void {
  const message = 'The body of the request took too long to arrive. Send it again.'
  const body = JSON.stringify({ error: { code: 'BAD_REQUEST', message }, meta: { requestId } } satisfies ErrorBody)
  const headers = {
    ...reply.getHeaders(), // the headers of every answer, and the limits of an authenticated request
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((one) => `${name}: ${one}`))
  socket.end(`${['HTTP/1.1 408 Request Timeout', ...lines].join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
