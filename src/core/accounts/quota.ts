import type { Actor } from '../actor.js'
import type { Deps } from '../ports.js'

export type Admission = {
  actor: Actor
  apiKeyId: string
  limit: number
  remaining: number
  /** Unix seconds of the next midnight UTC. */
  resetAt: number
  /** True when this request is one too many: answer 429 with the headers. */
  exceeded: boolean
}

/**
 * Checks a bearer key and counts the request against its daily limit, exactly, over all instances. Requests that wait on one
 * key share a single update (without synchronous commit).
 */
export type Gate = {
  /** undefined: missing, malformed, unknown, expired or revoked. A revocation counts at once. */
  admit(bearer: string | undefined): Promise<Admission | undefined>
}

export function makeGate(deps: Pick<Deps, 'db' | 'clock' | 'settings'>): Gate {
  throw new Error(`not built yet ${String(deps)}`)
}
