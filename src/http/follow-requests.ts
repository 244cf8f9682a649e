/** Attaches the request's id, and its trace if tracing is on, to all work done for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Followed, Tracing } from '../core/ports/tracing.js'
import { routeOf } from './errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    followed: Followed
  }
}

/** Call before every other hook. */
export function followRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('followed')
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers
    request.followed = tracing.begin({
      requestId: request.id,
      name: nameOf(request),
      traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    })
    request.followed.within(done)
  })
  // callbacks of body parsing run in the connection's context, which has no request
  app.addHook('preValidation', (request, _reply, done) => request.followed.within(done))
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    request.followed.end({ 'http.route': routeOf(request), 'http.response.status_code': statusCode }, statusCode >= 500)
    done()
  })
}

/** Uses the route's pattern, because an address may hold a token. */
const nameOf = (request: FastifyRequest): string => `${request.method} ${routeOf(request)}`
