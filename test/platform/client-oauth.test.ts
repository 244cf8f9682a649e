/** Authorization on the wire: where the holder of an account is sent, and both grants. */
import { expect, test } from 'vitest'
import { PLATFORM_SCOPES } from '../../src/core/ports/platform.js'
import { aPlatform, answering, failure, textOf } from './support/bare-platform.js'

const CALLBACK = 'https://pinslot.test/connect/callback'
const grant = { code: 'c0de&1', redirectUri: CALLBACK }
const granted = {
  access_token: 'pina_2',
  refresh_token: 'pinr_2',
  response_type: 'authorization_code',
  token_type: 'bearer',
  expires_in: 2_592_000,
  refresh_token_expires_in: 5_184_000,
  scope: 'boards:read,pins:read',
}

test('the holder is asked for all our scopes, and comes back with our state', async () => {
  const { platform } = await aPlatform(answering(200, {}))
  const url = new URL(platform.authorizeUrl({ state: 'a state/&?', redirectUri: `${CALLBACK}?x=1&y=2` }))
  expect(url.origin + url.pathname).toBe('https://platform.test/oauth/')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'client',
    redirect_uri: `${CALLBACK}?x=1&y=2`,
    response_type: 'code',
    scope: PLATFORM_SCOPES.join(','),
    state: 'a state/&?',
  })
})

async function form(answer: unknown) {
  const sent: { headers: Record<string, unknown>; fields: Record<string, string>; path: string }[] = []
  const { platform } = await aPlatform(async (request, response) => {
    const fields = Object.fromEntries(new URLSearchParams(await textOf(request)))
    sent.push({ headers: request.headers, fields, path: `${request.method} ${request.url}` })
    response.end(JSON.stringify(answer))
  })
  return { platform, sent }
}
const asked = (fields: Record<string, string>) => ({
  fields,
  path: 'POST /v5/oauth/token',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${Buffer.from('client:secret').toString('base64')}`,
  },
})

test('a code is exchanged by a form with basic authentication, and for tokens that go on', async () => {
  const { platform, sent } = await form(granted)
  expect(await platform.exchangeCode(grant)).toEqual({
    accessToken: 'pina_2',
    refreshToken: 'pinr_2',
    expiresAt: new Date('2026-04-01T10:00:00Z'),
    refreshExpiresAt: new Date('2026-05-01T10:00:00Z'),
    scopes: 'boards:read,pins:read',
  })
  const fields = { grant_type: 'authorization_code', code: 'c0de&1', redirect_uri: CALLBACK, continuous_refresh: 'true' }
  expect(sent).toMatchObject([asked(fields)])
})

test('a renewal is a form too', async () => {
  const { platform, sent } = await form(granted)
  expect((await platform.refreshToken('pinr_&1')).accessToken).toBe('pina_2')
  expect(sent).toMatchObject([asked({ grant_type: 'refresh_token', refresh_token: 'pinr_&1' })])
})

const NOW = Date.parse('2026-03-02T10:00:00Z')
const after = (seconds: number) => new Date(NOW + seconds * 1000)
test.each([
  ['no refresh token: the old one stays', { refresh_token: undefined }, { refreshToken: null }],
  ['a refresh token of null', { refresh_token: null }, { refreshToken: null }],
  ['scopes with spaces', { scope: 'boards:read pins:read' }, { scopes: 'boards:read pins:read' }],
  ['no scopes', { scope: undefined }, { scopes: '' }],
  ['no end of the refresh token', { refresh_token_expires_in: undefined }, { refreshExpiresAt: null }],
  ['an end of null', { refresh_token_expires_in: null }, { refreshExpiresAt: null }],
  ['numbers as text', { expires_in: '60' }, { expiresAt: after(60) }],
  ['no end: it is taken for the usual 30 days', { expires_in: undefined }, { expiresAt: after(30 * 86_400) }],
  ['an empty refresh token: the old one stays', { refresh_token: '' }, { refreshToken: null }],
  [
    'odd things beside a token: it is kept',
    { expires_in: 'soon', scope: ['x'], refresh_token: 7 },
    { accessToken: 'pina_2', refreshToken: null },
  ],
  ['fields we do not know', { refresh_token_expires_at: 1, more: {} }, { accessToken: 'pina_2' }],
])('%s', async (_what, over, expected) => {
  const { platform } = await form({ ...granted, ...over })
  expect(await platform.refreshToken('pinr_1')).toMatchObject(expected)
})

test.each([0, -1, 0.5, 59, 63_072_001, 1e15, 1e308, '99999999999999999999', '0', true])(
  'an end that no token has, %s, costs no token: it is as if none was said',
  async (seconds) => {
    const { platform } = await form({ ...granted, expires_in: seconds, refresh_token_expires_in: seconds })
    const kept = { accessToken: 'pina_2', refreshToken: 'pinr_2', expiresAt: after(30 * 86_400), refreshExpiresAt: null }
    expect(await platform.refreshToken('pinr_1')).toMatchObject(kept)
    expect(await platform.exchangeCode(grant)).toMatchObject(kept)
  },
)

test.each([
  [401, { code: 283, message: 'The authorization grant is invalid' }, 'reconnect'],
  [400, { code: 283, message: 'The authorization grant is invalid' }, 'reconnect'],
  [401, { code: 2, message: 'Authentication failed.' }, 'app_refused', 'credentials'],
  [401, { code: 3, message: 'Your application consumer type is not supported' }, 'app_refused', 'consumer_type'],
  [401, '', 'app_refused', 'credentials'],
  [403, { code: 29, message: 'You are not permitted to access that resource.' }, 'app_refused', 'other'],
  [400, { code: 1, message: 'Invalid request: redirect_uri' }, 'invalid'],
  [429, { code: 8, message: 'This request exceeded a rate limit.' }, 'rate_limited'],
  [500, { code: 500, message: 'Sorry!' }, 'unavailable'],
  [200, { token: 'pina_2' }, 'unavailable'],
  [200, '{"access_token": "pina', 'unavailable'],
])('a grant answered %i %j is %s, for a code as for a renewal', async (status, body, kind, refusal?: string) => {
  const { platform, asked: sent } = await aPlatform(answering(status, body))
  const { kind: found, details } = await failure(platform.refreshToken('pinr_1'))
  expect([found, details.appRefusal]).toEqual([kind, refusal])
  expect((await failure(platform.exchangeCode(grant))).kind).toBe(kind)
  expect(sent).toHaveLength(2)
})
