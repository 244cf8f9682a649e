/** The Idempotency-Key header of a POST, and secrets in the answers that are stored for it. @see docs/contract.md#idempotency */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../core/lib/errors.js'
import type { Actor } from '../core/lib/actor.js'
import type { IdempotencyClaim, StoredAnswer } from '../core/idempotency.js'
import type { Deps } from '../core/ports/deps.js'
import { authenticatedOf } from './auth.js'
import type { Asked } from './listed-operation.js'

/**
 * Returns undefined for a request without the header.
 * @throws BAD_REQUEST a key that is not 1 to 255 visible ASCII characters
 */
export function readClaim(request: FastifyRequest): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  const { actor, apiKeyId } = authenticatedOf(request)
  const path = request.url.split('?')[0] ?? ''
  return toClaim(actor, { key, keyScope: `key:${apiKeyId}`, request: `${request.method} ${path}`, text: request.bodyText })
}

/** The claim of a call that is not a request of /v1. */
export function claimOf(
  { actor, keyScope, idempotencyKey: key, params = {}, body }: Asked,
  { method, url }: { method: string; url: string },
): IdempotencyClaim | undefined {
  if (key === undefined) return undefined
  const path = `/v1${url.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`
  return toClaim(actor, { key, keyScope, request: `${method} ${path}`, text: JSON.stringify(body ?? {}) })
}

type Claiming = { key: unknown; keyScope: string; request: string; text: string }

function toClaim({ organizationId }: Actor, { key, keyScope, request, text }: Claiming): IdempotencyClaim {
  const plain = typeof key === 'string' ? unquote(key) : ''
  if (!/^[\x21-\x7e]{1,255}$/.test(plain))
    throw badRequest('Idempotency-Key', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  return { organizationId, scope: keyScope, key: plain, request, bodyHash: createHash('sha256').update(text).digest() }
}

/** Reads the IETF's form of the header, a quoted string (RFC 8941, section 3.3.3), as the same key without quotation marks. */
const unquote = (key: string) => {
  const [, quoted] = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(key.trim()) ?? []
  return quoted === undefined ? key : quoted.replaceAll(/\\(["\\])/g, '$1')
}

/** Encrypts an answer before it is stored: its data becomes `{sealed}` in base64. */
export function sealAnswer({ sealer }: Pick<Deps, 'sealer'>, { data, ...answer }: StoredAnswer): StoredAnswer {
  return { ...answer, isSealed: true, data: { sealed: sealer.seal(JSON.stringify(data)).toString('base64') } }
}

/**
 * Decrypts an answer of sealAnswer(); older answers that were stored in plain are returned unchanged.
 * @throws Error if it was sealed with another key
 */
export function openAnswer({ sealer }: Pick<Deps, 'sealer'>, { data, ...answer }: StoredAnswer): StoredAnswer {
  const { sealed } = data as { sealed?: string } // an object, written by sealAnswer or by show
  if (sealed === undefined) return { ...answer, data }
  return { ...answer, data: JSON.parse(sealer.open(Buffer.from(sealed, 'base64'))) as unknown }
}
