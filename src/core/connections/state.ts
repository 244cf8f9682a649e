/**
 * The `state` that goes to the platform and comes back: the request, bound to the browser that began it. @see RFC 6749 section
 * 10.12
 */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { MINUTE_MS } from '../lib/duration.js'
import type { Deps } from '../ports/deps.js'
import { askShape, type ConnectAsk } from './link.js'
import { isSame, readSigned, writeSigned } from '../lib/http/signed-token.js'

/** `secret` is known only to the browser, in a cookie named by `id`; the state holds its digest. */
export type Begun = { state: string; id: string; secret: string }

/** Long enough for the account holder to sign in and read the consent page. */
export const STATE_MS = 10 * MINUTE_MS
const PURPOSE = 'connect state'

const stateShape = z.object({ ask: askShape, id: z.string(), secretHash: z.string(), expiresAtMs: z.int() })

export function beginConnecting(deps: Pick<Deps, 'sign'>, ask: ConnectAsk, now: Date): Begun {
  const id = randomBytes(9).toString('base64url')
  const secret = randomBytes(24).toString('base64url')
  const state = writeSigned(deps, PURPOSE, { ask, id, secretHash: hashOf(secret), expiresAtMs: now.getTime() + STATE_MS })
  return { state, id, secret }
}

export type ReadState =
  | { kind: 'good'; ask: ConnectAsk; id: string; expiresAt: Date }
  | { kind: 'wrong' }
  | { kind: 'expired'; ask: ConnectAsk; id: string }
  /** Another browser began, or the request of this one is over. */
  | { kind: 'otherBrowser'; ask: ConnectAsk; id: string }

/** Reads a returned state. `secretOf`: returns what the browser stores under the id. */
export function readState(
  deps: Pick<Deps, 'sign'>,
  { state, secretOf }: { state: string; secretOf: (id: string) => string | undefined },
  now: Date,
): ReadState {
  const read = readSigned(deps, PURPOSE, state, stateShape)
  if (!read) return { kind: 'wrong' }
  const { ask, id, secretHash, expiresAtMs } = read
  if (now.getTime() >= expiresAtMs) return { kind: 'expired', ask, id }
  const secret = secretOf(id)
  if (secret === undefined || !isSame(hashOf(secret), secretHash)) return { kind: 'otherBrowser', ask, id }
  return { kind: 'good', ask, id, expiresAt: new Date(expiresAtMs) }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
