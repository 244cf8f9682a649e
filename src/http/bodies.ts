/** JSON bodies. The text is kept too, because a repeated request is recognized by its bytes; an empty body counts as none. */
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, DomainError } from '../core/lib/errors.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it was sent; empty when there was none. */
    bodyText: string
  }
}

export const JSON_LIMIT_BYTES = 1024 * 1024
/**
 * Entries of lists and fields at any depth, more than a hundred carousels with all their tags. Each is far more expensive to
 * validate than its bytes.
 */
const MOST_VALUES = 25_000
/**
 * Nesting of lists and objects. No request has ten levels, not even within a tool call; recursive code runs out of stack at some
 * thousands.
 */
const MOST_LEVELS = 64

export function takeJsonOnly(app: FastifyInstance): void {
  app.decorateRequest('bodyText', '')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer', bodyLimit: JSON_LIMIT_BYTES },
    async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
      request.bodyText = decode(await decompress(request, bytes))
      return request.bodyText.length === 0 ? undefined : parse(request.bodyText)
    },
  )
}

const DECOMPRESSORS = {
  gzip: promisify(unzip),
  'x-gzip': promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
}
const isKnownCoding = (coding: string): coding is keyof typeof DECOMPRESSORS => Object.hasOwn(DECOMPRESSORS, coding)

/**
 * Undoes the Content-Encoding of a body. The limit of the route applies to the result, so a small body cannot fill the memory.
 * @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, BAD_REQUEST body
 */
async function decompress({ headers, routeOptions }: FastifyRequest, bytes: Buffer): Promise<Buffer> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (coding === 'identity' || coding === '' || bytes.length === 0) return bytes
  if (!isKnownCoding(coding))
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'The Content-Encoding of a body must be gzip, deflate, br or identity.')
  const limit = routeOptions.bodyLimit
  try {
    return await DECOMPRESSORS[coding](bytes, { maxOutputLength: limit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit)
    throw badRequest('body', `The body is not valid ${coding}, as its Content-Encoding says.`)
  }
}

export const tooLarge = (limitBytes: number) =>
  new DomainError('PAYLOAD_TOO_LARGE', `The request body is too large: at most ${limitBytes / 1024 ** 2} MiB.`)

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Rejects invalid UTF-8, because decoding it loosely would change the text.
 * @throws BAD_REQUEST body
 */
function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('body', 'The body is not valid UTF-8.')
  }
}

/**
 * Keeps special keys (__proto__) as own properties, which the strict schemas refuse by name.
 * @throws BAD_REQUEST body
 */
function parse(text: string): unknown {
  const body = parseJson(text)
  requireBounded(body)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badRequest('body', 'The body is not valid JSON.')
  }
}

/**
 * Checks level by level, because the nesting has no limit yet.
 * @throws BAD_REQUEST body
 */
export function requireBounded(body: unknown): void {
  let values = 0
  let level = [body].filter(isNested)
  for (let levels = 1; level.length > 0; levels++) {
    if (levels > MOST_LEVELS) throw badRequest('body', `The body is nested more than ${MOST_LEVELS} levels deep.`)
    const deeper: object[] = []
    for (const one of level) {
      const inside: unknown[] = Array.isArray(one) ? one : Object.values(one)
      values += inside.length
      if (values > MOST_VALUES)
        throw badRequest('body', `The body has more than ${MOST_VALUES} values. Send less in one request.`)
      for (const value of inside) if (isNested(value)) deeper.push(value)
    }
    level = deeper
  }
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
