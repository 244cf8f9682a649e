/** Turns domain errors into status, headers and envelope. Unknown errors are masked and logged. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { databaseAway } from '../core/lib/database-away.js'
import { CODES, type ErrorCode } from '../core/lib/codes.js'
import { DomainError, type RowRefusal } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'
import { tooLarge } from './bodies.js'
import { brokenPath } from './broken-path.js'

/** @see docs/contract.md#errors: a new code without a status does not compile */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_ENTITY: 422,
  RATE_LIMIT_EXCEEDED: 429,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
} satisfies Record<ErrorCode, number>

export type ErrorBody = {
  error: { code: ErrorCode; message: string; reason?: string; field?: string; resolve_url?: string; rows?: object[] }
  meta: { requestId: string }
}

type BodyOf = (error: DomainError, request: FastifyRequest, publicUrl: string) => object
type ChallengeOf = (error: DomainError, request: FastifyRequest) => string

/**
 * Makes the error handler for routes and for requests without a route.
 * @param bodyOf replaces the envelope of /v1
 * @param challengeOf makes the `WWW-Authenticate` header of a 401
 */
export function makeErrorSender(
  { settings, log }: Pick<Deps, 'settings' | 'log'>,
  bodyOf: BodyOf = errorBody,
  challengeOf: ChallengeOf = () => 'Bearer',
) {
  return function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = toDomainError(error, request.routeOptions.bodyLimit)
    if (!known)
      log.error({ err: error, requestId: request.id, method: request.method, route: routeOf(request) }, 'request failed')
    const shown = known ?? databaseAway(error) ?? masked()
    const { retryAfterSeconds } = shown.details
    if (shown.code === 'UNAUTHORIZED') void reply.header('www-authenticate', challengeOf(shown, request))
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', String(retryAfterSeconds))
    for (const name of OF_THE_ANSWER) void reply.removeHeader(name)
    return reply
      .code(STATUS[shown.code])
      .header('cache-control', 'no-store')
      .header('x-request-id', request.id)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(bodyOf(shown, request, settings.publicUrl))
  }
}

/** Headers that a route had set before it failed. */
const OF_THE_ANSWER = ['content-range', 'accept-ranges', 'etag']

/** The pattern instead of the address, which may hold a token. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

function errorBody({ code, message, details }: DomainError, request: FastifyRequest, publicUrl: string): ErrorBody {
  const { reason, field, resolvePath, rows } = details
  return {
    error: {
      code,
      message,
      ...(reason !== undefined && { reason }),
      ...(field !== undefined && { field }),
      ...(resolvePath !== undefined && { resolve_url: publicUrl + forReader(resolvePath, request) }),
      ...(rows !== undefined && { rows: rows.map(rowToWire) }),
    },
    meta: { requestId: request.id },
  }
}

/** Describes why one item of a request for many is refused. */
export const rowToWire = ({ index, error: { code, message, details } }: RowRefusal) => ({
  index,
  code,
  ...(details.reason !== undefined && { reason: details.reason }),
  ...(details.field !== undefined && { field: details.field }),
  message,
})

/** Agents get the plans page instead of a purchase. @see docs/contract.md#denials */
const forReader = (resolvePath: string, request: FastifyRequest) =>
  String(request.headers['x-request-source']).toLowerCase() === 'mcp' && resolvePath.startsWith('/billing')
    ? '/plans'
    : resolvePath

const masked = () => new DomainError('INTERNAL_SERVER_ERROR', CODES.INTERNAL_SERVER_ERROR.example.message)

/**
 * Returns undefined for an error that must not be visible outside.
 * @param limitBytes of a body of this route
 */
function toDomainError(error: unknown, limitBytes: number): DomainError | undefined {
  if (error instanceof DomainError) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  const code = 'code' in error ? error.code : undefined
  switch (error.statusCode) {
    // refused by Fastify itself before a route is reached
    case 413:
      return tooLarge(limitBytes)
    case 415:
      return new DomainError('UNSUPPORTED_MEDIA_TYPE', CODES.UNSUPPORTED_MEDIA_TYPE.example.message)
    case 400:
      return code === 'FST_ERR_BAD_URL'
        ? brokenPath()
        : new DomainError('BAD_REQUEST', 'The body is not valid JSON.', { field: 'body' })
    case 414:
      return new DomainError('NOT_FOUND', 'Resource not found.') // far too long for an id
    default:
      return undefined
  }
}
