/** An app's consent request, checked before its page is shown. */
import { z } from 'zod'
import type { App } from './callers.js'

/** Descriptions in the platform's own words. */
export const SCOPES: Record<string, string> = {
  'user_accounts:read': 'See your user accounts and followers',
  'boards:read': 'See your public boards, including group boards you join',
  'boards:read_secret': 'See your secret boards',
  'boards:write': 'Create, update, or delete your public boards',
  'boards:write_secret': 'Create, update, or delete your secret boards',
  'pins:read': 'See your public Pins',
  'pins:read_secret': 'See your secret Pins',
  'pins:write': 'Create, update, or delete your public Pins',
  'pins:write_secret': 'Create, update, or delete your secret Pins',
}

export type AuthorizeRequest = { clientId: string; redirectUri: string; scopes: string[]; state: string | null }

const text = z.string().default('')
const query = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  scope: text,
  state: z
    .string()
    .nullish()
    .transform((state) => state ?? null),
})

/** Returns a problem as a sentence for the page: an invalid request never redirects to the app. */
export function readAuthorizeRequest(
  input: unknown,
  { apps, redirectUris }: { apps: App[]; redirectUris: string[] },
): AuthorizeRequest | { problem: string } {
  const parsed = query.safeParse(input)
  if (!parsed.success) return { problem: 'Each parameter may be given once.' }
  const { client_id: clientId, redirect_uri: redirectUri, response_type: type, scope, state } = parsed.data
  if (!apps.some((app) => app.clientId === clientId)) return { problem: `There is no app with the client_id “${clientId}”.` }
  if (!redirectUris.includes(redirectUri)) {
    return { problem: `The redirect_uri “${redirectUri}” is not registered. The app has ${redirectUris.join(' and ')}.` }
  }
  if (type !== 'code') return { problem: 'response_type must be code.' }
  const scopes = [...new Set(scope.split(/[\s,]+/).filter(Boolean))]
  const unknown = scopes.filter((name) => !Object.hasOwn(SCOPES, name))
  if (unknown.length > 0) return { problem: `There is no scope ${unknown.map((name) => `“${name}”`).join(' or ')}.` }
  if (scopes.length === 0) return { problem: 'scope must name at least one scope.' }
  return { clientId, redirectUri, scopes, state }
}
