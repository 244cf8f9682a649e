/** A known path with another method: 405 and the methods it allows. */
import { METHODS as PARSED } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import { DomainError } from '../core/lib/errors.js'

const USUAL: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
/** The methods that Node parses. CONNECT never arrives as a request. */
const OTHERS = PARSED.filter((method) => method !== 'CONNECT' && !USUAL.includes(method))
const METHODS = [...USUAL, ...OTHERS]

/** Registers methods that Fastify does not route by default. Call once, before all routes. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of OTHERS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
}

/** Call before the routes of the scope; `close` it after them. */
export function refuseOtherMethods(app: FastifyInstance): { close(): void } {
  const known = new Map<string, Set<string>>()
  let closed = false
  app.addHook('onRoute', ({ path, method, exposeHeadRoute }) => {
    if (closed) return
    const methods = known.get(path) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    if (methods.has('GET') && exposeHeadRoute !== false) methods.add('HEAD')
    known.set(path, methods)
  })
  return {
    close() {
      closed = true
      for (const [path, methods] of known) {
        const allow = METHODS.filter((method) => methods.has(method)).join(', ')
        app.route({
          method: METHODS.filter((method) => !allow.split(', ').includes(method)),
          url: path.slice(app.prefix.length),
          schema: { hide: true },
          onRequest: async (request, reply) => {
            void reply.header('allow', allow)
            throw new DomainError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here. Allowed: ${allow}.`)
          },
          handler: async () => undefined,
        })
      }
    },
  }
}
