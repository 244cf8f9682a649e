/** JSON bodies: kept as text too (a repeated request is recognised by its bytes), an empty one is no body. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest } from '../core/lib/errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came; empty when there was none. */
    bodyText: string
  }
}

export const JSON_LIMIT_BYTES = 1024 * 1024

export function takeJsonOnly(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_LIMIT_BYTES },
    async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
      request.bodyText = decode(bytes)
      return request.bodyText.length === 0 ? undefined : parse(request.bodyText)
    },
  )
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Other bytes would be replaced, and the text would not be what was sent. @throws BAD_REQUEST body */
function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('body', 'The body is not valid UTF-8.')
  }
}

/** Keys such as `__proto__` come out as own properties, and the schemas, all strict, refuse them by name. @throws BAD_REQUEST body */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('body', 'The body is not valid JSON.')
  }
}
