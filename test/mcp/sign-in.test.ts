/** Programs sign in as a person, who confirms it in Slack: what they get, and what stands in the way of others. */
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationFull, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { FastifyInstance } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import { purgeSignIns } from '../../src/core/accounts/agents/sign-ins.js'
import { listApiKeys } from '../../src/core/accounts/keys/api-keys.js'
import { makeActorNow } from '../../src/core/accounts/keys/actor-now.js'
import { setAgentsAllowed } from '../../src/core/accounts/agents/allowed.js'
import { revokeKeysOfPerson } from '../../src/core/accounts/keys/revoke.js'
import { assignRole } from '../../src/core/accounts/people/assign-roles.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/core/lib/duration.js'
import type { Web } from '../../src/core/ports/web.js'
import { buildServer } from '../../src/http/server.js'
import { makeMcpEntryPoint } from '../../src/mcp/entry-point.js'
import { teamId, users } from '../../src/sandbox/slack/ids.js'
import { aTeam, markupOf, textOn } from '../slack/support/a-team.js'
import { aDatabase } from '../support/database.js'
import { aDraft, inDays } from '../support/factories.js'
import { noWeb } from '../support/world.js'
import {
  aBrowser,
  allow,
  asked,
  askToken,
  aSignInServer,
  authorizeUrl,
  callMcp,
  CALLBACK,
  pkce,
  register,
  signIn,
  tool,
} from './support/sign-in.js'

const { db } = await aDatabase()
const team = aTeam(db)
let url: string
let app: FastifyInstance
beforeEach(async () => {
  const server = await aSignInServer(team.current)
  url = server.url
  app = server.app
})

const statusOf = async (token: string) => (await callMcp(url, token)).status
const agents = async () => (await listApiKeys(team.current.deps, team.current.actor)).filter(({ mostRole }) => mostRole !== null)
const refreshing = (refreshToken: string, clientId: string) => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
  client_id: clientId,
})
const clientIdOf = async (body?: object) => (await register(url, body)).body['client_id'] ?? ''
const acts = async () =>
  (
    await db.sql<{ act: string }[]>`
    select action || ' ' || via || ' ' || coalesce(after ->> 'because', after ->> 'mostRole', '') as act
      from audit
     where organization_id = ${team.current.organizationId} and subject like 'api_key:%'
     order by id`
  ).map(({ act }) => act)

test('the official client finds everything by itself: it is refused, registers, sends its person to Slack, and works', async () => {
  let browserAt: URL | undefined
  let information: OAuthClientInformationFull | undefined
  let tokens: OAuthTokens | undefined
  let verifier = ''
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Claude', redirect_uris: [CALLBACK] },
    state: () => 'from-the-client',
    clientInformation: () => information,
    saveClientInformation: (given) => void (information = given as OAuthClientInformationFull),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization: (to) => void (browserAt = to),
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
  }
  const connect = async () => {
    const client = new Client({ name: 'claude', version: '1' })
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: provider })
    await client.connect(transport as never).catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error
    })
    return { client, transport }
  }
  const { transport } = await connect()
  const browser = await aBrowser(url, browserAt?.href ?? '')
  const { location } = await browser.send({ number: await allow(team.current.milo, browser.code) })
  const back = new URL(location ?? '')
  expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['from-the-client', url])
  await transport.finishAuth(back.searchParams.get('code') ?? '')
  expect(tokens?.scope).toBe('pins:draft')
  const { client } = await connect()
  const me = await client.callTool({ name: 'who_am_i' })
  expect(JSON.stringify(me.structuredContent)).toContain('"role":"contributor"')
  team.current.clock.advance(HOUR_MS + 1)
  const before = tokens?.access_token
  await client.callTool({ name: 'who_am_i' })
  expect(tokens?.access_token).not.toBe(before)
  await client.close()
})

test('a request without a token says where a program finds out how to sign in', async () => {
  const refused = await callMcp(url, '')
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining(`resource_metadata="${url}/.well-known/oauth-protected-resource/mcp"`),
  ])
  const read = async (path: string) => (await fetch(`${url}${path}`)).json() as Promise<object>
  const resource = { resource: `${url}/mcp`, authorization_servers: [url] }
  expect(await read('/.well-known/oauth-protected-resource')).toMatchObject(resource)
  expect(await read('/.well-known/oauth-protected-resource/mcp')).toMatchObject(resource)
  expect(await read('/.well-known/oauth-authorization-server')).toMatchObject({
    issuer: url,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})

test('a token is for /mcp alone: /v1 refuses it', async () => {
  const { access_token: token } = await signIn(url, team.current.milo)
  expect(await statusOf(token)).toBe(200)
  const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('by default a program drafts, and never schedules, whatever its person may do', async () => {
  const { access_token: token, scope } = await signIn(url, team.current.ada)
  expect(scope).toBe('pins:draft')
  const { accountId } = team.current
  const slot = await tool(url, token, 'save_slot', { accountId, dayPreference: 1, time: '09:00' })
  expect(slot.text).toContain('signed this program in with less access')
  const draft = await aDraft(team.current)
  const ofAda = `${teamId}:${users.admin}`
  await db.sql`update posts set created_by = ${ofAda} where id = ${draft.id}`
  const edited = await tool(url, token, 'edit_pin', { accountId, postId: draft.id, title: 'By the program' })
  expect(edited.text).toContain('By the program')
  const scheduled = await tool(url, token, 'schedule_pin', { accountId, postId: draft.id, sendAt: inDays(team.current, 1) })
  expect(scheduled.text).toContain('FORBIDDEN')
  expect(await db.sql`select status from posts where id = ${draft.id}`).toEqual([{ status: 'draft' }])
  const [act] = await db.sql`
    select actor, via, api_key_id is not null as "namesKey"
      from audit
     where organization_id = ${team.current.organizationId} and subject = ${`post:${draft.id}`} and via = 'api'`
  expect(act).toEqual({ actor: ofAda, via: 'api', namesKey: true })
})

test('with read only it changes nothing, and with more it schedules', async () => {
  const reader = await signIn(url, team.current.ada, { access: 'Read only' })
  expect(reader.scope).toBe('pins:read')
  expect((await tool(url, reader.access_token, 'who_am_i')).text).toContain('viewer')
  const scheduler = await signIn(url, team.current.ada, { access: 'Schedule pins' })
  expect((await tool(url, scheduler.access_token, 'who_am_i')).text).toContain('scheduler')
})

test('a program that asks for drafts is not offered more', async () => {
  const clientId = await clientIdOf()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce(), { scope: 'pins:read pins:draft' })))
  await team.current.ada.command(`/pin agent ${browser.code}`)
  await expect(team.current.ada.fill({ 'What it may do': 'Schedule pins' })).rejects.toThrow()
})

test('the person sees who asks, where its answer goes and what it would see', async () => {
  const clientId = await clientIdOf({ client_name: 'Claude <!channel>', redirect_uris: ['https://claude.ai/api/callback'] })
  const address = authorizeUrl(url, asked(url, clientId, pkce(), { redirect_uri: 'https://claude.ai/api/callback' }))
  const page = await fetch(address)
  const html = await page.text()
  expect(html).toContain('<strong>claude.ai</strong>')
  expect(html).toContain('Claude &#60;!channel&#62;')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  const browser = await aBrowser(url, address)
  const { modal } = await team.current.milo.command(`/pin agent ${browser.code.toLowerCase()}`)
  const shown = markupOf(modal?.blocks)
  expect(shown).toContain('*claude.ai*')
  expect(shown).not.toContain('<!channel>')
  expect(shown).toContain('Allow this only if you began it yourself')
  expect(shown).toMatch(/It sees what you see: .+\(/)
})

test('who allows what another browser began gives nothing away without the number', async () => {
  const clientId = await clientIdOf()
  const ofAttacker = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  const number = await allow(team.current.milo, ofAttacker.code)
  const ofVictim = { cookie: 'pinslot-agent-1=guessed' }
  expect((await fetch(ofAttacker.page, { headers: ofVictim })).status).toBe(410)
  const wrong = number === '000 000' ? '000001' : '000000'
  for (let n = 0; n < 4; n++) {
    const answer = await ofAttacker.send({ number: wrong })
    expect(answer.location).toContain('did=wrong')
  }
  expect((await ofAttacker.send({ number: wrong })).location).toContain('error=access_denied')
  expect((await ofAttacker.send({ number })).location).toContain('error=access_denied')
  expect(await agents()).toEqual([])
})

test('a sign-in that one person allowed is nobody else’s', async () => {
  const clientId = await clientIdOf()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  await allow(team.current.milo, browser.code)
  const said = textOn(await team.current.ada.command(`/pin agent ${browser.code}`))
  expect(said).toContain('wrong, expired or already used')
  expect(textOn(await team.current.ada.command('/pin agent'))).toContain('Add the code that your program shows')
})

test('refused in Slack or cancelled in the browser, the program learns it and gets nothing', async () => {
  const clientId = await clientIdOf()
  const refused = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  await team.current.milo.command(`/pin agent ${refused.code}`)
  await team.current.milo.click('That wasn’t me')
  const { location } = await refused.send({ number: '123456' })
  expect(location).toContain(`${CALLBACK}?error=access_denied`)
  expect(location).toContain('state=the-state')
  const cancelled = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  expect((await cancelled.send({ do: 'cancel' })).location).toContain('error=access_denied')
  const said = textOn(await team.current.milo.command(`/pin agent ${cancelled.code}`))
  expect(said).toContain('wrong, expired or already used')
})

test('before anybody has allowed it, and after ten minutes, a number opens nothing', async () => {
  const clientId = await clientIdOf()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  expect((await browser.send({ number: '123456' })).location).toContain('did=early')
  const number = await allow(team.current.milo, browser.code)
  team.current.clock.advance(10 * MINUTE_MS)
  expect((await browser.send({ number })).status).toBe(410)
})

test('a GET writes nothing, and another site’s form begins nothing', async () => {
  const clientId = await clientIdOf()
  const count = async () => (await db.sql`select from agent_sign_ins`).length
  const before = await count()
  const address = authorizeUrl(url, asked(url, clientId, pkce()))
  expect((await fetch(address)).status).toBe(200)
  const foreign = await fetch(address, { method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'cross-site' } })
  expect(foreign.status).toBe(403)
  expect(await count()).toBe(before)
})

test.each([
  ['an address that is not registered', { redirect_uri: 'https://evil.test/callback' }, 400],
  ['another path on the same computer', { redirect_uri: 'http://127.0.0.1:7777/other' }, 400],
  ['a program that nobody knows', { client_id: 'made-up' }, 400],
])('nothing is sent to %s', async (_what, changed, status) => {
  const clientId = await clientIdOf()
  const answer = await fetch(authorizeUrl(url, asked(url, clientId, pkce(), changed)), { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null])
})

test('a program on the person’s own computer may have any port', async () => {
  const clientId = await clientIdOf()
  const others = { redirect_uri: CALLBACK.replace('7777', '51515') }
  const answer = await fetch(authorizeUrl(url, asked(url, clientId, pkce(), others)), { redirect: 'manual' })
  expect(answer.status).toBe(200)
})

test.each([
  ['the plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no challenge', { code_challenge: '' }, 'invalid_request'],
  ['another answer than a code', { response_type: 'token' }, 'unsupported_response_type'],
  ['the resource of somebody else', { resource: 'https://other.test/mcp' }, 'invalid_target'],
])('%s is refused at the program’s address, with state and iss', async (_what, changed, error) => {
  const clientId = await clientIdOf()
  const answer = await fetch(authorizeUrl(url, asked(url, clientId, pkce(), changed)), { redirect: 'manual' })
  const { searchParams, origin } = new URL(answer.headers.get('location') ?? '')
  expect([origin, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
    'http://127.0.0.1:7777',
    error,
    'the-state',
    url,
  ])
})

test.each([
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['http://example.com/callback'],
  ['https://user:pass@example.com/'],
  ['https://example.com/#x'],
  ['not an address'],
])('a program that registers %s is refused', async (uri) => {
  const { status, body } = await register(url, { redirect_uris: [uri] })
  expect([status, body['error']]).toEqual([400, 'invalid_redirect_uri'])
})

test('registering stores nothing, is limited for an address, and reads little', async () => {
  const tables = async () => (await db.sql`select count(*)::int as count from agent_sign_ins`)[0]
  const before = await tables()
  const { status, body } = await register(url, {
    redirect_uris: ['cursor://app/callback'],
    token_endpoint_auth_method: 'client_secret_post',
  })
  expect([status, body['token_endpoint_auth_method'], body['client_secret']]).toEqual([201, 'none', undefined])
  const many = { client_name: 'x'.repeat(100_000), redirect_uris: [CALLBACK] }
  expect(
    (
      await fetch(`${url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(many),
      })
    ).status,
  ).toBe(413)
  const long = { redirect_uris: Array.from({ length: 9 }, (_, n) => `https://${n}.test/${'x'.repeat(400)}`) }
  expect((await register(url, long)).status).toBe(400)
  expect(await tables()).toEqual(before)
})

test('an address registers, or begins, sixty times a minute', async () => {
  const clientId = await clientIdOf()
  const send = (method: 'POST', path: string, payload?: object) =>
    app.inject({ method, url: path, remoteAddress: '203.0.113.5', ...(payload && { payload }) })
  const address = authorizeUrl('', asked(url, clientId, pkce()))
  for (let n = 0; n < 59; n++) await send('POST', '/oauth/register', { redirect_uris: [CALLBACK] })
  expect((await send('POST', address)).statusCode).toBe(303)
  const late = await send('POST', '/oauth/register', { redirect_uris: [CALLBACK] })
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '60'])
  expect((await send('POST', address)).statusCode).toBe(429)
  expect((await register(url)).status).toBe(201)
})

test('when ten thousand sign-ins are under way, the next program is told to come later', async () => {
  const clientId = await clientIdOf()
  const address = authorizeUrl(url, asked(url, clientId, pkce()))
  const until = new Date(team.current.clock.now.getTime() + MINUTE_MS)
  await db.sql`
    insert into agent_sign_ins (code_hash, browser_hash, client_hash, client_name, redirect_uri, challenge, most_asked, expires_at)
    select sha256(n::text::bytea), 'b', 'c', 'Flood', ${CALLBACK}, 'c', 'viewer', ${until}
      from generate_series(1, 10000) n`
  const begin = async () => (await fetch(address, { method: 'POST', redirect: 'manual' })).headers.get('location')
  expect(await begin()).toContain('error=temporarily_unavailable')
  team.current.clock.advance(MINUTE_MS)
  expect(await begin()).toContain('/oauth/sign-in/')
  await db.sql`delete from agent_sign_ins where client_name = 'Flood'`
})

test('guessed codes and refresh tokens of an address are a 429 after too many', async () => {
  const form = new URLSearchParams({ ...refreshing('psr_made-up', 'x') }).toString()
  const guess = () =>
    app.inject({
      method: 'POST',
      url: '/oauth/token',
      remoteAddress: '203.0.113.6',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form,
    })
  for (let n = 0; n < 300; n++) expect((await guess()).statusCode).toBe(400)
  expect((await guess()).statusCode).toBe(429)
})

test.each([
  ['no grant', 'grant_type=password', 'unsupported_grant_type'],
  ['no code', 'grant_type=authorization_code&client_id=x', 'invalid_request'],
  ['no client', 'grant_type=refresh_token&refresh_token=x', 'invalid_request'],
  ['a client that is named twice', 'grant_type=refresh_token&refresh_token=x&client_id=x&client_id=y', 'invalid_request'],
])('a request for tokens with %s says what is wrong', async (_what, form, error) => {
  const answer = await askToken(url, form)
  expect([answer.status, answer.body.error]).toEqual([400, error])
})

test('a person has at most twenty programs signed in', async () => {
  const { organizationId, clock } = team.current
  await db.sql`
    insert into api_keys (organization_id, name, prefix, hash, role, slack_team_id, slack_user_id, created_at, expires_at, most_role)
    select ${organizationId}, 'One', 'psa_', sha256(n::text::bytea), null, ${teamId}, ${users.member}, ${clock.now},
           ${new Date(clock.now.getTime() + DAY_MS)}, 'viewer'
      from generate_series(1, 20) n`
  const clientId = await clientIdOf()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  expect(textOn(await team.current.milo.command(`/pin agent ${browser.code}`))).toContain('20 programs, the maximum')
})

test('a service without Slack says nothing of signing in', async () => {
  const server = await buildServer(team.current.deps, {
    entryPoints: [makeMcpEntryPoint(team.current.deps, { version: '1.2.3' })],
  })
  const statusAt = async (path: string) => (await server.inject({ url: path })).statusCode
  expect([await statusAt('/.well-known/oauth-authorization-server'), await statusAt('/oauth/authorize')]).toEqual([404, 404])
  await server.close()
})

const DESCRIPTION = 'https://agent.example/client.json'
const describedBy = (answers: Record<string, object>) => {
  const read: string[] = []
  const web: Web = {
    ...noWeb,
    get: async ({ url: address }) => {
      read.push(address)
      const found = answers[address]
      if (!found) return { kind: 'unanswered', because: 'offline' }
      const body = Buffer.from(JSON.stringify(found))
      return { kind: 'answered', status: 200, location: null, contentType: 'application/json', body }
    },
  }
  return { web, read }
}
const describedAt = async (clientId: string, document: object, redirect = 'https://agent.example/callback') => {
  const { web, read } = describedBy({ [clientId]: document })
  const server = await aSignInServer(team.current, { web })
  const address = authorizeUrl(server.url, asked(server.url, clientId, pkce(), { redirect_uri: redirect }))
  const answer = await fetch(address, { redirect: 'manual' })
  await fetch(address, { redirect: 'manual' })
  return { status: answer.status, text: await answer.text(), read }
}

test('a program may be known by the address of its description, which is read once in five minutes', async () => {
  const document = {
    client_id: DESCRIPTION,
    client_name: 'Agent',
    redirect_uris: ['https://agent.example/callback', 'javascript:alert(1)'],
    token_endpoint_auth_method: 'private_key_jwt',
  }
  const { status, text, read } = await describedAt(DESCRIPTION, document)
  expect([status, read]).toEqual([200, [DESCRIPTION]])
  expect(text).toContain('<strong>agent.example</strong>')
  expect((await describedAt(DESCRIPTION, document, 'https://evil.example/callback')).status).toBe(400)
  expect((await describedAt(DESCRIPTION, document, 'javascript:alert(1)')).status).toBe(400)
})

test.each([
  [
    'a description of another program',
    DESCRIPTION,
    { client_id: 'https://other.example/client.json', redirect_uris: [CALLBACK] },
  ],
  ['a description without addresses', DESCRIPTION, { client_id: DESCRIPTION }],
])('%s is none', async (_what, clientId, document) => {
  expect((await describedAt(clientId, document, CALLBACK)).status).toBe(400)
})

test.each([
  'https://127.0.0.1/client.json',
  'https://[::1]/client.json',
  'https://agent.example',
  'https://agent.example/',
  'https://user@agent.example/client.json',
  'https://agent.example/a/../client.json',
  'https://agent.example/client.json#x',
  'http://agent.example/client.json',
])('nothing is read at %s', async (clientId) => {
  const { status, read } = await describedAt(clientId, { client_id: clientId, redirect_uris: [CALLBACK] }, CALLBACK)
  expect([status, read]).toEqual([400, []])
})

test('a code that comes twice ends what it gave', async () => {
  const { access_token: token, refresh_token: refresh, exchange, clientId } = await signIn(url, team.current.milo)
  expect(await statusOf(token)).toBe(200)
  const again = await askToken(url, exchange)
  expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
  expect(await statusOf(token)).toBe(401)
  expect((await askToken(url, refreshing(refresh, clientId))).body.error).toBe('invalid_grant')
  expect(await acts()).toEqual(['signIn slack contributor', 'revoke api code used twice'])
})

test('of many exchanges of one code at once, one gets tokens, and they are ended', async () => {
  const { exchange } = await signIn(url, team.current.milo)
  await db.sql`update agent_sign_ins set api_key_id = null where api_key_id is not null`
  const answers = await Promise.all(Array.from({ length: 8 }, async () => askToken(url, exchange)))
  const good = answers.filter(({ status }) => status === 200)
  expect(good).toHaveLength(1)
  expect(await statusOf(good[0]?.body.access_token ?? '')).toBe(401)
})

test.each([
  ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
  ['another program', { client_id: 'another' }, 'invalid_grant'],
  ['another address', { redirect_uri: 'http://127.0.0.1:7777/other' }, 'invalid_grant'],
  ['another resource', { resource: 'https://other.test/mcp' }, 'invalid_target'],
])('a code is nothing with %s', async (_what, changed, error) => {
  const { exchange } = await signIn(url, team.current.milo)
  await db.sql`update agent_sign_ins set api_key_id = null where api_key_id is not null`
  const answer = await askToken(url, { ...exchange, ...changed })
  expect([answer.status, answer.body.error]).toEqual([400, error])
})

test('an access token ends after an hour, a sign-in that is not used after sixty days', async () => {
  const { access_token: token, refresh_token: refresh, clientId } = await signIn(url, team.current.milo)
  team.current.clock.advance(HOUR_MS)
  expect(await statusOf(token)).toBe(401)
  const next = await askToken(url, refreshing(refresh, clientId))
  expect(await statusOf(next.body.access_token)).toBe(200)
  team.current.clock.advance(60 * DAY_MS)
  expect((await askToken(url, refreshing(next.body.refresh_token, clientId))).body.error).toBe('invalid_grant')
})

test('a refresh token that was replaced ends the sign-in, whoever sends it', async () => {
  const { refresh_token: first, clientId } = await signIn(url, team.current.milo)
  const second = await askToken(url, refreshing(first, clientId))
  expect(second.status).toBe(200)
  expect((await askToken(url, refreshing(first, clientId))).body.error).toBe('invalid_grant')
  expect(await statusOf(second.body.access_token)).toBe(401)
  expect((await askToken(url, refreshing(second.body.refresh_token, clientId))).body.error).toBe('invalid_grant')
  expect(await acts()).toEqual(['signIn slack contributor', 'revoke api refresh token used twice'])
})

test('a made-up refresh token ends nobody’s sign-in, and another program’s gets nothing', async () => {
  const { access_token: token, refresh_token: refresh, clientId } = await signIn(url, team.current.milo)
  const [prefix = '', organizationId = '', id = ''] = refresh.split('_')
  const made = [prefix, organizationId, id, 'x'.repeat(22), 'y'.repeat(43)].join('_')
  expect((await askToken(url, refreshing(made, clientId))).body.error).toBe('invalid_grant')
  expect((await askToken(url, refreshing(refresh, 'another'))).body.error).toBe('invalid_grant')
  expect(await statusOf(token)).toBe(200)
})

test.each(['access_token', 'refresh_token'] as const)('the program ends its sign-in by its %s', async (kind) => {
  const tokens = await signIn(url, team.current.milo)
  expect((await askToken(url, { token: tokens[kind] }, 'revoke')).status).toBe(200)
  expect(await statusOf(tokens.access_token)).toBe(401)
  expect((await askToken(url, { token: 'unknown' }, 'revoke')).status).toBe(200)
})

test('a token follows its person at once: demoted, given no access, gone', async () => {
  const { deps, actor, organizationId } = team.current
  const { access_token: token } = await signIn(url, team.current.milo, { access: 'Schedule pins' })
  const role = async (given: 'viewer' | 'none') => assignRole(deps, actor, { teamId, userId: users.member, role: given })
  const me = async () => (await tool(url, token, 'who_am_i')).text
  await role('viewer')
  expect(await me()).toContain('viewer')
  await role('none')
  expect(await me()).not.toContain('viewer')
  await revokeKeysOfPerson(deps, { organizationId, teamIds: [teamId], userId: users.member })
  expect(await statusOf(token)).toBe(401)
})

test('whoever left between their consent and the exchange gets nothing', async () => {
  const clientId = await clientIdOf()
  const proof = pkce()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, proof)))
  const { location } = await browser.send({ number: await allow(team.current.milo, browser.code) })
  const code = new URL(location ?? '').searchParams.get('code') ?? ''
  const { deps, organizationId } = team.current
  await revokeKeysOfPerson(deps, { organizationId, teamIds: [teamId], userId: users.member })
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: clientId }
  expect((await askToken(url, { ...form, code_verifier: proof.verifier })).body.error).toBe('invalid_grant')
  expect(await agents()).toEqual([])
})

test('of an exchange and a person who is deactivated at the same time, no working token is left', async () => {
  const { deps, organizationId, milo } = team.current
  for (let n = 0; n < 5; n++) {
    const clientId = await clientIdOf()
    const proof = pkce()
    const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, proof)))
    const { location } = await browser.send({ number: await allow(milo, browser.code) })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: clientId }
    await Promise.all([
      askToken(url, { ...form, code_verifier: proof.verifier }),
      revokeKeysOfPerson(deps, { organizationId, teamIds: [teamId], userId: users.member }),
    ])
    expect((await agents()).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  }
})

test('where the app is removed from the workspace, a token opens nothing', async () => {
  const { access_token: token } = await signIn(url, team.current.milo)
  await db.sql`update slack_installations set revoked_at = ${team.current.clock.now}`
  expect(await statusOf(token)).toBe(401)
})

test('an organization that is being deleted lets no program in', async () => {
  const clientId = await clientIdOf()
  const proof = pkce()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, proof)))
  const { location } = await browser.send({ number: await allow(team.current.ada, browser.code) })
  const code = new URL(location ?? '').searchParams.get('code') ?? ''
  await db.sql`update organizations set deleting_at = ${team.current.clock.now} where id = ${team.current.organizationId}`
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: clientId }
  expect((await askToken(url, { ...form, code_verifier: proof.verifier })).body.error).toBe('access_denied')
})

test('work that a program began goes on after its token was refreshed, and ends with its sign-in', async () => {
  const { deps, actor } = team.current
  const { refresh_token: refresh, clientId } = await signIn(url, team.current.ada)
  const [agent] = await agents()
  const actorNow = makeActorNow(deps, team.current.app.findPerson)
  const asking = { ...actor, userId: `${teamId}:${users.admin}`, via: 'api' as const, apiKeyId: agent?.id ?? '' }
  await askToken(url, refreshing(refresh, clientId))
  expect((await actorNow(asking)).role).toBe('contributor')
  await askToken(url, refreshing(refresh, clientId))
  await expect(actorNow(asking)).rejects.toThrow('was revoked')
})

test('of an exchange and a switch that is turned off at the same time, no working token is left', async () => {
  const { deps } = team.current
  const ofAda = { ...team.current.actor, via: 'slack' as const }
  for (let n = 0; n < 5; n++) {
    await setAgentsAllowed(deps, ofAda, { isAllowed: true })
    const clientId = await clientIdOf()
    const proof = pkce()
    const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, proof)))
    const { location } = await browser.send({ number: await allow(team.current.milo, browser.code) })
    const code = new URL(location ?? '').searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, client_id: clientId }
    const [answer] = await Promise.all([
      askToken(url, { ...form, code_verifier: proof.verifier }),
      setAgentsAllowed(deps, ofAda, { isAllowed: false }),
    ])
    if (answer.status === 200) expect(await statusOf(answer.body.access_token)).toBe(401)
    else expect(answer.body.error).toBe('access_denied')
  }
})

test('signed-in programs are in the list of keys, with who and what; “Revoke” ends one', async () => {
  const { ada, milo } = team.current
  const { access_token: token } = await signIn(url, milo)
  const list = await ada.command('/pin keys')
  expect(markupOf(list.modal?.blocks)).toContain(`*Claude*\nSigned in by <@${users.member}> · Drafts only · on their computer`)
  const confirms = JSON.stringify(list.modal?.blocks)
  expect(confirms).toContain('“Claude” stops working right away. It can sign in again if somebody allows it.')
  expect(confirms).not.toContain('Programs that use it need a new key.')
  await ada.click('Revoke')
  expect(await statusOf(token)).toBe(401)
})

test('an admin turns it off: programs stop at once, nobody signs in, and it can be turned on again', async () => {
  const { ada, milo } = team.current
  const before = await signIn(url, milo)
  const clientId = await clientIdOf()
  const proof = pkce()
  const waiting = await aBrowser(url, authorizeUrl(url, asked(url, clientId, proof)))
  const number = await allow(milo, waiting.code)
  await ada.command('/pin keys')
  await ada.click('Turn off')
  expect(await statusOf(before.access_token)).toBe(401)
  const back = new URL((await waiting.send({ number })).location ?? '')
  const exchange = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: proof.verifier,
  }
  expect((await askToken(url, exchange)).body.error).toBe('access_denied')
  expect(textOn(await milo.command('/pin agent BCDF-GHJK'))).toContain('turned off sign-in')
  await ada.click('Turn on')
  expect((await signIn(url, milo)).access_token).toMatch(/^psa_/)
  expect(
    await db.sql`select action from audit where action = 'setAgentsAllowed' and organization_id = ${team.current.organizationId}`,
  ).toHaveLength(2)
})

test('nothing of a token, a code or a number is stored or logged', async () => {
  const signed = await signIn(url, team.current.milo)
  const logged = JSON.stringify(team.current.logged)
  const rows = JSON.stringify(
    await db.sql`select to_jsonb(k)::text as kept from api_keys k union all select to_jsonb(s)::text from agent_sign_ins s union all select to_jsonb(a)::text from audit a`,
  )
  for (const secret of [signed.access_token, signed.refresh_token, signed.code]) {
    expect(rows).not.toContain(secret.slice(-20))
    expect(logged).not.toContain(secret.slice(-20))
  }
})

test('sign-ins are deleted a day after their end', async () => {
  const clientId = await clientIdOf()
  await aBrowser(url, authorizeUrl(url, asked(url, clientId, pkce())))
  const count = async () => (await db.sql`select from agent_sign_ins`).length
  const at = (ms: number) => new Date(team.current.clock.now.getTime() + 10 * MINUTE_MS + ms)
  const before = await count()
  await purgeSignIns(db.sql, at(DAY_MS - 1), () => true)
  expect(await count()).toBe(before)
  await purgeSignIns(db.sql, at(DAY_MS), () => true)
  expect(await count()).toBeLessThan(before)
})

test('an expired token is no guess: many of them shut out nobody from the same address', async () => {
  const { access_token: token, refresh_token: refresh, clientId } = await signIn(url, team.current.milo)
  team.current.clock.advance(HOUR_MS)
  for (let n = 0; n < 40; n++) expect(await statusOf(token)).toBe(401)
  expect((await askToken(url, refreshing(refresh, clientId))).status).toBe(200)
})
