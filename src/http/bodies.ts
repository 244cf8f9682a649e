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
/** Entries of lists and fields, at any depth: more than a hundred carousels with all their tags have. Each costs whoever checks it far more than its byte does. */
const MOST_VALUES = 25_000

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
  const body = parseJson(text)
  if (hasMoreValues(body, MOST_VALUES))
    throw badRequest('body', `The body has more than ${MOST_VALUES} values. Send less in one request.`)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('body', 'The body is not valid JSON.')
  }
}

function hasMoreValues(body: unknown, most: number): boolean {
  const open = [body]
  let values = 0
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    const inside: unknown[] = Array.isArray(one) ? one : Object.values(one)
    values += inside.length
    if (values > most) return true
    open.push(...inside)
  }
  return false
}
