/**
 * Validators of answers: a client that has the current version gets 304 and no body. @see
 * https://www.rfc-editor.org/rfc/rfc9110#section-13
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** True when the client has the version of `etag`, by the weak comparison of RFC 9110, section 13.1.2. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => opaqueOf(one.trim()) === opaqueOf(etag)))

const opaqueOf = (etag: string) => etag.replace(/^W\//, '')

/**
 * Adds an ETag to every 200 of the scope, from its bytes if the route set none; call it before the routes. The tag is weak,
 * because the same text is also sent compressed.
 */
export function tagAnswers(scope: FastifyInstance): void {
  scope.addHook('onSend', (request, reply, payload, done) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (reply.statusCode !== 200 || !isText) return done(null, payload)
    const etag = reply.getHeader('etag') ?? `W/"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`
    void reply.header('etag', etag)
    if (!isUnchanged(request.headers['if-none-match'], String(etag))) return done(null, payload)
    void reply.code(304).removeHeader('content-length').removeHeader('content-encoding')
    return done(null, null)
  })
}
