/** Authorization at the platform: the consent page and the token endpoint. @see docs/platform.md#tokens, RFC 6749 */
import { z } from 'zod'
import { after, SECOND_MS } from '../core/lib/duration.js'
import { PLATFORM_SCOPES, type Platform, type PlatformTokens } from '../core/ports/platform.js'
import type { Clock } from '../core/ports/deps.js'
import type { Ask } from './ask.js'
import { toTokenError, unreadable } from './errors.js'
import { isSuccess } from './exchange.js'
import type { OperationName } from './operations.js'

export type OAuthOptions = {
  /** The consent page, `https://www.pinterest.com/oauth/`; read at each call. */
  authorizeUrl: () => string
  clientId: string
  clientSecret: string
  clock: Clock
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

/** Bounds of a token's lifetime. Any other value is an error, which would cause a renewal in every run or an invalid date. */
const LIVES_SECONDS = { least: 60, most: 2 * 365 * 86_400 }
const seconds = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().min(LIVES_SECONDS.least).max(LIVES_SECONDS.most))
  .nullish()

/** Tolerates errors in everything but the access token, because the grant that gave it cannot be used again. */
const tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish().catch(null),
  expires_in: seconds.catch(null),
  refresh_token_expires_in: seconds.catch(null),
  scope: text.catch(null),
})

/**
 * Assumed if the platform states no lifetime. A token that expires earlier is refused, and renewed then. @see
 * docs/platform.md#tokens
 */
const USUAL_SECONDS = 30 * 86_400

type Grants = Pick<Platform, 'authorizeUrl' | 'exchangeCode' | 'refreshToken'>

export function makeOAuth(ask: Ask, { authorizeUrl, clientId, clientSecret, clock }: OAuthOptions): Grants {
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const grant = async (operation: OperationName, fields: Record<string, string>, proof: string): Promise<PlatformTokens> => {
    const response = await ask({
      operation,
      method: 'POST',
      path: '/oauth/token',
      authorization: `Basic ${basic}`,
      secrets: [basic, clientSecret, proof],
      payer: null,
      body: { contentType: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() },
    })
    if (response.kind !== 'answered' || !isSuccess(response.status)) throw toTokenError(response)
    const parsed = tokens.safeParse(response.json)
    if (!parsed.success) throw unreadable(response, parsed.error)
    return toTokens(parsed.data, clock())
  }
  return {
    authorizeUrl({ state, redirectUri }) {
      const url = new URL(authorizeUrl())
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: PLATFORM_SCOPES.join(','),
        state,
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    // older apps get a new refresh token at each renewal only if they request it here
    exchangeCode: ({ code, redirectUri }) =>
      grant(
        'exchange_code',
        { grant_type: 'authorization_code', code, redirect_uri: redirectUri, continuous_refresh: 'true' },
        code,
      ),
    refreshToken: (refreshToken) =>
      grant('refresh_token', { grant_type: 'refresh_token', refresh_token: refreshToken }, refreshToken),
  }
}

function toTokens(wire: z.output<typeof tokens>, now: Date): PlatformTokens {
  const { access_token, refresh_token, expires_in, refresh_token_expires_in: refreshExpiresIn, scope } = wire
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: later(now, expires_in ?? USUAL_SECONDS),
    refreshExpiresAt: typeof refreshExpiresIn === 'number' ? later(now, refreshExpiresIn) : null,
    scopes: scope ?? '',
  }
}

const later = (from: Date, seconds: number) => after(from, seconds * SECOND_MS)
