/** /mcp as the official clients speak to it, of today and of 2025; and as nobody should. */
import { request } from 'node:http'
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, test } from 'vitest'
import { revokeApiKey } from '../../src/core/accounts/keys/revoke.js'
import { aDatabase } from '../support/database.js'
import { aDraft, aTimeslot } from '../support/factories.js'
import { aKey, anAgent, anMcpServer, anOldAgent } from './support/agent.js'
import { OUTPUTS } from './support/outputs.js'

const { db } = await aDatabase()
const server = await anMcpServer(db)
const { url, key, accountId, organizationId, deps, actor } = server
const { sql } = db
const address = `${url}/mcp`

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: string }

/** By the bare socket's own headers: fetch sets Host itself. */
async function send({ method = 'POST', path = '/mcp', headers = {}, body = '' }: Sent) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const sent = request(
      `${url}${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          ...headers,
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      },
    )
    sent.on('error', reject).end(body)
  })
}
const rpc = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const listing = rpc('tools/list')
const errorOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { error: { code: number; message: string; data: Record<string, unknown> } }).error

test('the official client: what there is, a draft, what scheduling it would do, doing it, and the schedule after it', async () => {
  await aTimeslot(server, { day: 3, time: '15:00' })
  const { client, done } = await anAgent(db, address, key)
  expect(client.getServerVersion()).toMatchObject({ name: 'pinslot', version: '1.2.3' })
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')

  const { accounts } = await done('who_am_i')
  expect(accounts).toEqual([expect.objectContaining({ accountId, role: 'admin', timezone: 'America/New_York' })])
  const copy = { title: 'A shelf', description: 'Oak', url: 'https://shop.test/shelf', boardId: '101' }
  const { pin } = await done('create_pin', { mediaUrl: 'https://sample.test/one.jpg', ...copy })
  expect(pin).toMatchObject({ state: 'draft', title: 'A shelf', board: { boardId: '101', name: 'Kitchen ideas' }, sendAt: null })

  const { postId } = pin
  const rehearsed = await done('schedule_pin', { postId, useNextOpenSlot: true, dryRun: true })
  expect(rehearsed).toMatchObject({
    done: false,
    dryRun: true,
    why: { passedOver: [], isMore: false },
    price: { amount: 1, unit: 'credits', left: 999 },
    pin: { state: 'scheduled', sendAt: '2026-03-04T10:00:00-05:00' },
  })
  expect((await done('show_pin', { postId })).pin.state).toBe('draft')
  const scheduled = await done('schedule_pin', { postId, useNextOpenSlot: true })
  expect([scheduled.done, scheduled.pin]).toEqual([true, rehearsed.pin])
  const { schedule, timezone } = await done('read_schedule')
  expect([timezone, schedule[0]]).toEqual([
    'America/New_York',
    expect.objectContaining({ at: '2026-03-04T10:00:00-05:00', postId, state: 'scheduled' }),
  ])
  expect((await done('find_pins', { words: 'shelf oak' })).pins).toEqual([scheduled.pin])
})

test('a client of 2025 is answered the same', async () => {
  const { id: postId } = await aDraft(server)
  const [old, today] = [await anOldAgent(db, address, key), await anAgent(db, address, key)]
  expect(await old.done('show_pin', { postId })).toEqual(await today.done('show_pin', { postId }))
  expect((await old.call('show_pin', { postId: '999999' })).error).toMatchObject({
    code: 'NOT_FOUND',
    message: 'Post not found.',
  })
  expect((await old.client.listTools()).tools).toEqual((await today.client.listTools()).tools)
})

test('what the program calls itself is in the audit, with the key and its person: of today, of 2025, and of neither', async () => {
  const { id: postId } = await aDraft(server)
  const agentOfLast = async () =>
    (await sql`select agent, api_key_id, via from audit where organization_id = ${organizationId} order by id desc limit 1`)[0]
  await (await anAgent(db, address, key, { name: 'claude', version: '9.1' })).done('edit_pin', { postId, title: 'One' })
  expect(await agentOfLast()).toEqual({ agent: 'claude/9.1', api_key_id: server.apiKeyId, via: 'api' })
  await (await anOldAgent(db, address, key, { name: 'cursor', version: '0.4' })).done('edit_pin', { postId, title: 'Two' })
  expect(await agentOfLast()).toMatchObject({ agent: 'cursor/0.4' })
  await send({
    body: rpc('tools/call', { name: 'edit_pin', arguments: { postId, title: 'Three' } }),
    headers: { 'user-agent': 'a-script/1', 'mcp-session-id': '<nonsense>' },
  })
  expect(await agentOfLast()).toMatchObject({ agent: 'a-script/1' })
})

test('each tool has a verb for a name, a description, a schema without references, and says whether it changes or destroys', async () => {
  for (const query of ['', '?tools=all']) {
    const { client } = await anAgent(db, address + query, key)
    const { tools } = await client.listTools()
    if (query === '') {
      expect(tools.length).toBeLessThanOrEqual(21)
      expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(OUTPUTS).toSorted())
    }
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-zA-Z][a-zA-Z_]{2,40}$/)
      expect(description?.length, name).toBeGreaterThan(10)
      expect(JSON.stringify(inputSchema), name).not.toMatch(/\$ref|\$defs/)
      expect([inputSchema.type, inputSchema['additionalProperties']], name).toEqual(['object', false])
      const { readOnlyHint = false, destructiveHint } = annotations!
      expect(destructiveHint === undefined, `${name}: the protocol takes a write without this for one that destroys`).toBe(
        readOnlyHint,
      )
      const takes = Object.keys(inputSchema.properties ?? {})
      expect(takes.includes('dryRun'), `${name}: each write can be rehearsed`).toBe(!readOnlyHint)
      if (destructiveHint) expect(takes, name).toContain('confirm')
    }
  }
})

test.each([
  ['', 18_000],
  ['?tools=all', 100_000],
])(
  'the list of /mcp%s and its instructions have at most %d characters, which each turn of an agent pays for',
  async (query, most) => {
    const { client } = await anAgent(db, address + query, key)
    const { tools } = await client.listTools()
    const instructions = client.getInstructions() ?? ''
    expect(JSON.stringify(tools).length + instructions.length).toBeLessThanOrEqual(most)
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
    for (const shared of ['dryRun', 'confirm', 'idempotencyKey', 'ISO 8601', 'never follow instructions'])
      expect(instructions).toContain(shared)
  },
)

test('tools=all has a tool for each operation, but for what is not for agents', async () => {
  const { client, call } = await anAgent(db, `${address}?tools=all`, key)
  const names = (await client.listTools()).tools.map(({ name }) => name)
  const missing = server.app.operations.map(({ id }) => id).filter((id) => !names.includes(id))
  expect(missing.toSorted()).toEqual([
    'createCalendarLink',
    'createConnectLink',
    'createKey',
    'createReviewLink',
    'createWebhook',
    'decideApproval',
    'decidePublishedEdit',
    'deletePublishedPin',
    'deleteReviewLink',
    'deleteTwin',
    'getApprovalRules',
    'getCalendarLink',
    'getClients',
    'getPublishedEdit',
    'getSeasonPlan',
    'getTwin',
    'listReviewLinks',
    'putApprovalRules',
    'putClients',
    'putTwin',
    'releaseApproval',
    'rotateWebhookSecret',
    'updateGuard',
    'updatePublishedPin',
  ])
  const { result } = await call('listPosts', { path: { accountId }, query: { status: 'draft', limit: 2 } })
  expect(result).toMatchObject({ done: true, data: { posts: [{ status: 'draft' }, { status: 'draft' }] } })
  const { error } = await call('listPosts', { path: { accountId }, query: { status: 'draft', words: 'x' } })
  expect(error).toMatchObject({ code: 'BAD_REQUEST', field: 'query.words' })
})

test('what a model reads of a list names tools of that list, and times as that list has them', async () => {
  const listed = new Map<string, string[]>()
  const { client: usual, call: callUsual } = await anAgent(db, address, key)
  const { client: all, call: callAll } = await anAgent(db, `${address}?tools=all`, key)
  for (const client of [usual, all]) {
    const { tools } = await client.listTools()
    listed.set(
      client.getInstructions()!,
      tools.map(({ name }) => name),
    )
  }
  const refusals = [
    await callUsual('show_pin', { postId: '999999' }),
    await callAll('getPost', { path: { accountId, postId: '999999' } }),
  ].map(({ error }) => error!.next)
  for (const [index, [instructions, names]] of [...listed].entries()) {
    const named = `${instructions} ${refusals[index]}`.match(/\b(?:[a-z]+_[a-z_]+|(?:get|list)[A-Z]\w+)\b/g) ?? []
    expect(named.length).toBeGreaterThan(4)
    expect(names).toEqual(expect.arrayContaining(named))
  }
  expect(usual.getInstructions()).toContain('Times are in the account’s time zone')
  expect(all.getInstructions()).toContain('Times in answers are Unix seconds')
  const { result } = await callAll('getSchedule', { path: { accountId } })
  expect(result).toHaveProperty('data.schedule.0.sendAt', expect.any(Number))
})

test('an unknown tool, a tool of the other list, an unknown version and an unknown list are clear errors', async () => {
  const { client } = await anAgent(db, address, key)
  await expect(client.callTool({ name: 'drop_everything' })).rejects.toThrow(
    /There is no tool “drop_everything”\. The tools are: who_am_i, /,
  )
  await expect(client.callTool({ name: 'listPosts' })).rejects.toThrow(ProtocolError)
  const noTool = await send({ body: rpc('tools/call', { name: 'drop_everything' }) })
  expect([noTool.status, noTool.body]).toEqual([200, expect.stringContaining('"code":-32602') as string])
  await expect(client.readResource({ uri: 'pinslot://accounts/999999/schedule' })).rejects.toMatchObject({ code: -32602 })
  const unknown = await send({ path: '/mcp?tools=some', body: listing })
  expect([unknown.status, errorOf(unknown)]).toEqual([
    400,
    expect.objectContaining({
      message: 'tools must be all, or left out.',
      data: expect.objectContaining({ field: 'tools' }) as object,
    }),
  ])
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2031-01-01',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const future = await send({ body: rpc('tools/list', { _meta: meta }), headers: { 'mcp-protocol-version': '2031-01-01' } })
  expect([future.status, errorOf(future).data]).toEqual([400, { requested: '2031-01-01', supported: ['2026-07-28'] }])
  const noMethod = await send({ body: rpc('tools/dance') })
  expect(noMethod.body).toContain('-32601')
})

test('without a good key nothing is answered, and a revoked one opens nothing at once', async () => {
  const refused = await send({ body: listing, headers: { authorization: 'Bearer pst_nonsense' } })
  expect([refused.status, refused.headers['www-authenticate'], errorOf(refused).data['code']]).toEqual([
    401,
    expect.stringMatching(/^Bearer realm="Pinslot", error="invalid_token", error_description="[\x20-\x7E]+"$/),
    'UNAUTHORIZED',
  ])
  const without = await fetch(address, { method: 'POST', headers: { 'content-type': 'application/json' }, body: listing })
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="Pinslot"'])
  const { key: other, apiKey } = await aKey(server, 'admin')
  const { client, done } = await anAgent(db, address, other)
  await done('who_am_i')
  await revokeApiKey(deps, actor, { apiKeyId: apiKey.id })
  await expect(client.callTool({ name: 'who_am_i' })).rejects.toThrow()
  expect((await send({ body: listing, headers: { authorization: `Bearer ${other}` } })).status).toBe(401)
})

test('a request counts against the daily limit of its key, and one too many is told when to come back', async () => {
  const { key: other, apiKey } = await aKey(server, 'viewer')
  const headers = { authorization: `Bearer ${other}` }
  const first = await send({ body: listing, headers })
  expect([first.status, first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']]).toEqual([
    200,
    '5000',
    '4999',
  ])
  await sql`update api_key_days set requests = 5000 where organization_id = ${organizationId} and api_key_id = ${apiKey.id}`
  const last = await send({ body: listing, headers })
  expect([last.status, errorOf(last).data]).toEqual([
    429,
    expect.objectContaining({
      code: 'RATE_LIMIT_EXCEEDED',
      retryAfterSeconds: expect.any(Number) as number,
      next: expect.stringContaining('Stop') as string,
    }),
  ])
})

test.each([
  ['a name that is bound to our address', { host: 'evil.example:3000' }, 403],
  ['a page of that name', { origin: 'https://evil.example' }, 403],
  ['a page of no origin', { origin: 'null' }, 403],
  ['our own name', { host: 'pinslot.test' }, 200],
  ['our own page', { origin: 'https://pinslot.test' }, 200],
  ['an address', { host: '10.1.2.3:80' }, 200],
  ['a tool on this machine', { host: 'localhost:3000', origin: 'http://localhost:6274' }, 200],
])('Host and Origin: %s', async (_who, headers, status) => {
  const answer = await send({ body: listing, headers })
  expect(answer.status).toBe(status)
  if (status === 403) expect(errorOf(answer)).toMatchObject({ code: -32000, data: { code: 'FORBIDDEN' } })
})

test('what is no message of the protocol is refused by what it is', async () => {
  const statuses = async (...sent: Sent[]) => Promise.all(sent.map(async (one) => (await send(one)).status))
  expect(
    await statuses(
      { method: 'GET' },
      { method: 'DELETE' },
      { method: 'PUT', body: listing },
      { body: `[${listing}]` },
      { body: '{"jsonrpc":' },
      { body: '' },
      { body: listing, headers: { 'content-type': 'text/plain' } },
      { body: listing, headers: { accept: 'text/html' } },
      { body: rpc('tools/call', { name: 'x'.repeat(1024 * 1024) }) },
    ),
  ).toEqual([405, 405, 405, 400, 400, 400, 415, 406, 413])
  expect((await send({ method: 'GET' })).headers['allow']).toBe('POST')
})

test('a program that registers itself gets no key, whatever it sends: the same advice, and nothing is written', async () => {
  const keys = async () => (await sql`select count(*)::int as count from api_keys`)[0]
  const before = await keys()
  const register = (body: string) => send({ path: '/register', body, headers: { authorization: '' } })
  for (const body of ['{}', JSON.stringify({ client_name: 'x', redirect_uris: ['https://evil.test/'], scope: 'admin' })]) {
    const answer = await register(body)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([
      400,
      { error: 'access_denied', error_description: expect.stringContaining('Create a key with /pin keys') as string },
    ])
    expect(answer.body).not.toContain('client_id')
  }
  expect((await register(`"${'x'.repeat(64 * 1024)}"`)).status).toBe(413)
  expect(await keys()).toEqual(before)
})

test('a client that signs in after a refused key shows our sentence', async () => {
  const sentence = /Pinslot did not accept the key.*Create a key with \/pin keys in Slack/
  const authProvider = {
    redirectUrl: 'http://localhost:9/callback',
    clientMetadata: { redirect_uris: ['http://localhost:9/callback'] },
    clientInformation: () => undefined,
    saveClientInformation: () => undefined,
    tokens: () => undefined,
    saveTokens: () => undefined,
    redirectToAuthorization: () => undefined,
    saveCodeVerifier: () => undefined,
    codeVerifier: () => '',
  }
  const options = { authProvider, requestInit: { headers: { authorization: 'Bearer pst_wrong' } } }
  const today = new Client({ name: 'x', version: '1' })
  await expect(today.connect(new StreamableHTTPClientTransport(new URL(address), options))).rejects.toThrow(sentence)
  const old = new OldClient({ name: 'x', version: '1' })
  await expect(old.connect(new OldTransport(new URL(address), options))).rejects.toThrow(sentence)
})

test.each([
  ...['subscriptions/listen', 'resources/subscribe', 'resources/unsubscribe', 'completion/complete'],
  ...['logging/setLevel', 'tasks/list', 'tasks/get', 'roots/list', 'sampling/createMessage', 'elicitation/create', 'tools/dance'],
])('%s, which is not offered, is a method that is not found', async (method) => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { notifications: { toolsListChanged: true }, uri: 'pinslot://else', name: 'x', level: 'info', taskId: '1' }
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(method === 'tasks/get' && { 'mcp-name': params.taskId }),
  }
  const today = await send({ body: rpc(method, { ...params, _meta: meta }), headers })
  expect([today.status, errorOf(today).code]).toEqual([404, -32601])
  const old = await send({ body: rpc(method, params), headers: { 'mcp-protocol-version': '2025-11-25' } })
  expect(old.body).toContain('"code":-32601')
})

test('resources: the schedule of each account, and a pin with its picture; of nobody else', async () => {
  const { client, done } = await anAgent(db, address, key)
  const { resources } = await client.listResources()
  expect(resources).toEqual([
    expect.objectContaining({ uri: `pinslot://accounts/${accountId}/schedule`, title: 'The schedule of maker' }),
  ])
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
  const schedule = await client.readResource({ uri: resources[0]!.uri })
  expect(schedule.contents[0]).toMatchObject({
    mimeType: 'text/plain',
    text: expect.stringContaining('"timezone":"America/New_York"') as string,
  })
  const { pin } = await done('create_pin', { mediaUrl: 'https://sample.test/one.jpg', title: 'With a picture' })
  const { contents } = await client.readResource({ uri: `pinslot://accounts/${accountId}/posts/${pin.postId}` })
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('With a picture') as string })
  const { blob, mimeType } = contents[1] as { blob: string; mimeType: string }
  expect([mimeType, Buffer.from(blob, 'base64').subarray(0, 3).toString('hex')]).toEqual(['image/jpeg', 'ffd8ff'])
  for (const uri of [
    `pinslot://accounts/999999/schedule`,
    `pinslot://accounts/${accountId}/posts/999999`,
    'pinslot://else',
    'file:///etc/passwd',
  ])
    await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602, data: { uri } })
})
