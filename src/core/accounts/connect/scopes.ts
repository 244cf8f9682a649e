/** What the holder of an account allowed us. */
import type { PLATFORM_SCOPES } from '../../ports/platform.js'

type Scope = (typeof PLATFORM_SCOPES)[number]

/** Without these no pin can be published and no board be read; secret boards may be left out. @see docs/contract.md#connecting */
export const NEEDED_SCOPES = [
  'user_accounts:read',
  'boards:read',
  'boards:write',
  'pins:read',
  'pins:write',
] as const satisfies Scope[]

/**
 * What we need and were not granted.
 * @param granted as the platform lists it, separated by commas or spaces; empty: it did not say, and then everything requested
 * was granted (RFC 6749 section 5.1)
 */
export function missingScopes(granted: string): string[] {
  const scopes = new Set(granted.split(/[\s,]+/).filter(Boolean))
  return scopes.size === 0 ? [] : NEEDED_SCOPES.filter((scope) => !scopes.has(scope))
}
