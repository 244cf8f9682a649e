import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-02T10:00:00Z') }
const simulator = await startSimulator(db, clock)
const { platform, url } = simulator
afterAll(() => simulator.close())
beforeEach(async () => {
  clock.now = new Date('2026-03-02T10:00:00Z')
  await clearFaults(db.sql)
})
await addUser(db.sql, { id: '902', username: 'odd', displayName: '<b>Odd & co</b>', isBusiness: false, createdAt: clock.now })

const redirectUri = `${url}/connect/callback`
const page = `${url}/sandbox/platform/oauth`
const asked = {
  client_id: 'client',
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'user_accounts:read,boards:read',
  state: 'a "state"&',
}
const show = (change: Record<string, string> = {}) => fetch(`${page}?${new URLSearchParams({ ...asked, ...change }).toString()}`)
const decide = (change: Record<string, string> = {}) =>
  fetch(page, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...asked, user_id: '901', decision: 'allow', ...change }),
  })
const back = async (answer: Promise<Response>) => {
  const { status, headers } = await answer
  expect(status).toBe(303)
  return new URL(headers.get('location') ?? '')
}
const aCode = async (change: Record<string, string> = {}) =>
  (await back(decide(change))).searchParams.get('code') ?? 'there is none'
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const token = async (fields: Record<string, string>, authorization = basic('client:secret')) => {
  const answer = await fetch(`${url}/sandbox/platform/v5/oauth/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(fields),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const byCode = (code: string, change: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: redirectUri,
  continuous_refresh: 'true',
  ...change,
})
const invalid = {
  status: 401,
  body: { code: 283, message: 'The authorization grant is invalid', status: 'failure' },
}

describe('the consent page', () => {
  test('tells what is asked for and lets every simulated account be chosen, its name escaped', async () => {
    const answer = await show()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const text = await answer.text()
    expect(text).toContain('See your public boards, including group boards you join')
    expect(text).toContain('The Maker')
    expect(text).toContain('&lt;b&gt;Odd &amp; co&lt;/b&gt;')
    expect(text).toContain('value="a &quot;state&quot;&amp;"')
    expect(text).not.toMatch(/<script|<b>Odd/)
  })

  test('needs no script, may not be framed, and may send its form where the app is', async () => {
    const policy = (await show()).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain(`form-action 'self' ${url}`)
  })

  test.each([
    ['an unknown app', { client_id: 'stranger' }, 'stranger'],
    [
      'an address that is not registered',
      { redirect_uri: 'https://evil.example/"><script>' },
      'evil.example/&quot;&gt;&lt;script',
    ],
    ['an address that only begins like the registered one', { redirect_uri: `${redirectUri}/more` }, 'not registered'],
    ['another response type', { response_type: 'token' }, 'response_type must be code'],
    ['an unknown scope', { scope: 'boards:read,boards:eat' }, 'boards:eat'],
    ['a name every object has', { scope: 'constructor' }, 'constructor'],
    ['no scope', { scope: '' }, 'at least one scope'],
  ])('shows what is wrong with %s, and never leads back', async (_, change, said) => {
    for (const answer of [await show(change), await decide(change)]) {
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
      const text = await answer.text()
      expect(text).toContain(said)
      expect(text).not.toContain('<form')
    }
  })

  test.each([{ user_id: '4711' }, { user_id: '' }, { decision: 'perhaps' }])('takes no decision like %j', async (change) => {
    expect((await decide(change)).status).toBe(400)
  })

  test('leads back with a code and the state when it is allowed', async () => {
    const to = await back(decide())
    expect(to.origin + to.pathname).toBe(redirectUri)
    expect(to.searchParams.get('state')).toBe(asked.state)
    expect(to.searchParams.get('code')).toMatch(/^[0-9a-f]{40}$/)
  })

  test('leads back with access_denied and the state when it is denied', async () => {
    const to = await back(decide({ decision: 'deny' }))
    expect(Object.fromEntries(to.searchParams)).toEqual({ error: 'access_denied', state: asked.state })
  })

  test('is where our client sends the holder of an account', async () => {
    const answer = await fetch(platform.authorizeUrl({ state: 's', redirectUri }))
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('See your secret boards')
  })
})

describe('a code', () => {
  test('gives tokens of the account that allowed it, with exactly the scopes asked for', async () => {
    const { status, body } = await token(byCode(await aCode({ user_id: '902' })))
    expect(status).toBe(200)
    expect(body).toEqual({
      response_type: 'authorization_code',
      token_type: 'bearer',
      access_token: expect.stringMatching(/^pina_/) as string,
      expires_in: 2_592_000,
      refresh_token: expect.stringMatching(/^pinr_/) as string,
      refresh_token_expires_in: 5_184_000,
      refresh_token_expires_at: Date.parse('2026-05-01T10:00:00Z') / 1000,
      scope: 'user_accounts:read boards:read',
    })
    const access = { accessToken: String(body.access_token) }
    expect((await platform.readUser(access)).username).toBe('odd')
    await platform.listBoards(access)
    await expect(platform.listBoardPins(access, '101')).rejects.toMatchObject({ kind: 'reconnect', details: { code: 3 } })
  })

  test('works once', async () => {
    const code = await aCode()
    expect((await token(byCode(code))).status).toBe(200)
    expect(await token(byCode(code))).toEqual(invalid)
  })

  test('works once also when it is exchanged twice at the same time', async () => {
    const code = await aCode()
    const statuses = (await Promise.all([1, 2, 3, 4].map(() => token(byCode(code))))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401, 401, 401])
  })

  test('lives ten minutes', async () => {
    const [early, late] = [await aCode(), await aCode()]
    clock.now = new Date('2026-03-02T10:09:59Z')
    expect((await token(byCode(early))).status).toBe(200)
    clock.now = new Date('2026-03-02T10:10:00Z')
    expect(await token(byCode(late))).toEqual(invalid)
  })

  test('is bound to its app and its address, and a wrong try does not use it up', async () => {
    const code = await aCode()
    expect(await token(byCode(code), basic('simulated:simulated'))).toEqual(invalid)
    expect(await token(byCode(code, { redirect_uri: 'https://pinslot.test/connect/callback' }))).toEqual(invalid)
    expect(await token(byCode('made up'))).toEqual(invalid)
    expect((await token(byCode(code))).status).toBe(200)
  })

  test('is exchanged by our client', async () => {
    const tokens = await platform.exchangeCode({ code: await aCode(), redirectUri })
    expect(tokens.expiresAt).toEqual(new Date('2026-04-01T10:00:00Z'))
    expect(tokens.refreshExpiresAt).toEqual(new Date('2026-05-01T10:00:00Z'))
    expect((await platform.readUser(tokens)).username).toBe('maker')
  })
})

describe('the token endpoint', () => {
  test.each(['client:wrong', 'stranger:secret', 'client', ':', 'clientsecret'])('refuses an app that says %s', async (pair) => {
    const { status, body } = await token({ grant_type: 'refresh_token', refresh_token: 'pinr_test' }, basic(pair))
    expect([status, body]).toMatchObject([401, { code: 2 }])
  })

  test.each([{}, { grant_type: 'password' }, { grant_type: 'authorization_code', code: 'x' }, { grant_type: 'refresh_token' }])(
    'refuses %j with a 400',
    async (fields) => {
      const { status, body } = await token(fields)
      expect([status, body]).toMatchObject([400, { code: 1 }])
    },
  )

  test('renews again and again, each time with a new refresh token that alone is good', async () => {
    const { body } = await token(byCode(await aCode()))
    const first = String(body.refresh_token)
    const renewed = await platform.refreshToken(first)
    const second = await platform.refreshToken(renewed.refreshToken ?? '')
    expect(new Set([first, renewed.refreshToken, second.refreshToken]).size).toBe(3)
    expect(second.scopes).toBe('user_accounts:read boards:read')
    expect(await token({ grant_type: 'refresh_token', refresh_token: first })).toEqual(invalid)
  })

  test('goes wrong on demand, the exchange apart from the renewal', async () => {
    await simulator.fault({ operation: 'exchange_code', fault: 'unauthorized' })
    const code = await aCode()
    const { refreshToken } = await platform.refreshToken('pinr_test')
    expect(refreshToken).toMatch(/^pinr_/)
    expect(await token(byCode(code))).toEqual(invalid)
    expect((await token(byCode(code))).status).toBe(200)
  })
})
