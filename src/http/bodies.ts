/** JSON bodies: kept as text too (a repeated request is told by its bytes), an empty one is no body. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came; empty when there was none. */
    bodyText: string
  }
}

export const JSON_LIMIT_BYTES = 1024 * 1024

export function takeJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: JSON_LIMIT_BYTES },
    (request: FastifyRequest, body, done) => {
      request.bodyText = body
      if (body.length === 0) return done(null, undefined)
      void parse(request, body, done)
    },
  )
}
