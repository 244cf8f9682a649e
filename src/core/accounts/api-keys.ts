import type { Actor } from '../actor.js'
import type { Deps } from '../ports.js'

export type ApiKey = {
  id: string
  name: string
  prefix: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/** `pst_<organization>_<secret>`; the whole key is returned once and only its hash is kept. `key` given: that one is kept (the sandbox's). */
export async function createApiKey(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { name: string; expiresAt?: Date; key?: string },
): Promise<{ key: string; apiKey: ApiKey }> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
export async function revokeApiKey(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, input: { apiKeyId: string }): Promise<ApiKey> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
export async function listApiKeys(deps: Pick<Deps, 'db'>, actor: Actor): Promise<ApiKey[]> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)}`)
}
