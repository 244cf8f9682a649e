/** A known path with another method: 405 and the methods it allows. */
import { METHODS as PARSED } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import findMyWay from 'find-my-way'
import { DomainError } from '../core/lib/errors.js'

const USUAL: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
/** The methods that Node parses. CONNECT never arrives as a request. */
const OTHERS = PARSED.filter((method) => method !== 'CONNECT' && !USUAL.includes(method))
const METHODS = [...USUAL, ...OTHERS]

/** More than Node reads of a request's head, so that no parameter is refused before its route checks the key. */
export const MAX_PATH_LENGTH = 64 * 1024

/** Registers methods that Fastify does not route by default. Call once, before all routes. */
export function knowAllMethods(app: FastifyInstance): void {
  for (const method of OTHERS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method)
}

/**
 * Call before the routes of the scope; `close` it after them.
 * @param isWhole all paths below the scope's prefix are its own. It then has one route for each unusual method in place of one for each
 * path and method, of which there would be thousands.
 */
export function refuseOtherMethods(app: FastifyInstance, isWhole = false): { close(): void } {
  const known = new Map<string, Set<string>>()
  let closed = false
  app.addHook('onRoute', ({ path, method, exposeHeadRoute }) => {
    if (closed) return
    const methods = known.get(path) ?? new Set()
    const own = [method].flat()
    for (const one of own) methods.add(one)
    if (own.includes('GET') && exposeHeadRoute !== false) methods.add('HEAD')
    known.set(path, methods)
  })
  return {
    close() {
      closed = true
      const allowed = findMyWay({ maxParamLength: MAX_PATH_LENGTH })
      for (const [path, methods] of known) {
        const allow = METHODS.filter((method) => methods.has(method)).join(', ')
        const refused = (isWhole ? USUAL : METHODS).filter((method) => !methods.has(method))
        refuse(app, refused, path.slice(app.prefix.length), () => allow)
        if (isWhole) allowed.on('GET', path, () => {}, { allow })
      }
      if (isWhole) refuse(app, OTHERS, '/*', (path) => (allowed.find('GET', path)?.store as { allow: string } | undefined)?.allow)
    },
  }
}

/** @param allowedAt the methods of a path; undefined: there is no such path */
function refuse(app: FastifyInstance, method: HTTPMethods[], url: string, allowedAt: (path: string) => string | undefined): void {
  app.route({
    method,
    url,
    schema: { hide: true },
    onRequest: async (request, reply) => {
      const allow = allowedAt(request.url)
      if (allow === undefined) return reply.callNotFound()
      void reply.header('allow', allow)
      throw new DomainError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here. Allowed: ${allow}.`)
    },
    handler: async () => undefined,
  })
}
