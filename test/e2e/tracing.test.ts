/** One request, followed through Slack, the core and the platform: its id in every line of the log, its trace at a collector. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ReadyFile } from '../../src/sandbox/ready-file.js'
import { killAll, readReadyFile, startProcess, type Started } from '../support/processes.js'

vi.setConfig({ hookTimeout: 300_000 }) // a build may come first

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Span[] }[]
  }[]
}
type Line = { msg: string; requestId?: string; traceId?: string; route?: string; operation?: string }

const CALLER = '0af7651916cd43dd8448eb211c80319c'
const spans: Span[] = []
const asked: { url: string | undefined; authorization: string | undefined; services: (string | undefined)[] }[] = []

let collector: Server
let dataDir: string
let service: Started
let baseUrl: string
let ready: ReadyFile
beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as Sent
      for (const { resource, scopeSpans } of sent.resourceSpans) {
        const services = resource.attributes.filter(({ key }) => key === 'service.name').map(({ value }) => value.stringValue)
        asked.push({ url: request.url, authorization: request.headers.authorization, services })
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo // listening on a port, not on a pipe
  dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-tracing-'))
  service = startProcess({
    PORT: '0',
    PINSLOT_DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20shh',
    OTEL_TRACES_SAMPLER_ARG: '1',
    OTEL_SERVICE_NAME: 'pins',
  })
  baseUrl = await service.ready
  ready = readReadyFile(dataDir)
})
afterAll(async () => {
  killAll()
  await service.exited
  collector.closeAllConnections()
  await new Promise((resolve) => collector.close(resolve))
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const lines = (): Line[] =>
  service
    .stderr()
    .split('\n')
    .filter((text) => text.startsWith('{') && text.endsWith('}'))
    .map((text) => JSON.parse(text) as Line)
const spanOf = (name: string, traceId?: string) =>
  vi.waitUntil(() => spans.find((one) => one.name === name && (traceId === undefined || one.traceId === traceId)), 20_000)
const parents = (span: Span | undefined): string[] => {
  const parent = spans.find(({ spanId }) => spanId === span?.parentSpanId)
  return parent ? [parent.name, ...parents(parent)] : []
}
const call = (method: string, at: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(baseUrl + at, {
    method,
    headers: { authorization: `Bearer ${ready.apiKey}`, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

test("a request's id is in each line that is written for it, also in those of its calls to Pinterest", async () => {
  const answer = await call('POST', `/v1/accounts/${ready.accounts[0]?.id}/boards`, { name: 'Followed' })
  expect(answer.status).toBe(201)
  const id = answer.headers.get('x-request-id') ?? ''
  const written = await vi.waitUntil(() => {
    const of = lines().filter(({ requestId }) => requestId === id)
    return of.some(({ msg }) => msg === 'request') && of
  }, 10_000)
  expect(written.map(({ msg }) => msg)).toContain('platform call')
  expect(written.find(({ msg }) => msg === 'platform call')).toMatchObject({
    operation: 'create_board',
    platformRequestId: expect.any(String) as string,
  })
})

test('its trace has the route, the operation, the transaction and the call to Pinterest, each within the one before', async () => {
  const answer = await call(
    'POST',
    `/v1/accounts/${ready.accounts[0]?.id}/boards`,
    { name: 'Traced' },
    {
      traceparent: `00-${CALLER}-b7ad6b7169203331-01`,
    },
  )
  expect(answer.status).toBe(201)
  const platform = await spanOf('pinterest.createBoard', CALLER)
  const root = await spanOf('POST /v1/accounts/:accountId/boards', CALLER)
  await spanOf('operation createBoard', CALLER) // what is within ends first
  expect(parents(platform)).toEqual(['operation createBoard', 'POST /v1/accounts/:accountId/boards'])
  expect(root).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331' }) // of a server, within the caller's own
  const facts = Object.fromEntries(root.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))
  expect(facts).toEqual({ 'http.route': '/v1/accounts/:accountId/boards', 'http.response.status_code': 201 })
  expect(lines().find(({ msg, traceId }) => msg === 'platform call' && traceId === CALLER)).toMatchObject({
    requestId: answer.headers.get('x-request-id'),
  })
  expect(asked[0]).toEqual({ url: '/v1/traces', authorization: 'Bearer shh', services: ['pins'] })
})

test('a refusal is no fault: its span is not marked as one', async () => {
  const traceId = 'aaf7651916cd43dd8448eb211c80319c'
  const answer = await call('GET', `/v1/accounts/${ready.accounts[0]?.id}/posts/999999`, undefined, {
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  })
  expect(answer.status).toBe(404)
  const root = await spanOf('GET /v1/accounts/:accountId/posts/:postId', traceId)
  expect(root.status.code).toBe(0)
})

test('a command in Slack is followed as a request is', async () => {
  const answer = await fetch(`${baseUrl}/sandbox/slack/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ as: 'admin', do: 'command', text: '/pin week' }),
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  const command = await spanOf('slack /pin')
  await spanOf('POST /slack/events', command.traceId)
  expect(parents(command)).toEqual(['POST /slack/events'])
})

test('a pin that goes out by itself is followed from its claim, under an id of its own', async () => {
  const accountId = ready.accounts[0]?.id ?? ''
  const made = await call('POST', `/v1/accounts/${accountId}/boards`, { name: 'Lamps' })
  const { data } = (await made.json()) as { data: { board: { id: string } } }
  const sendAt = new Date(Date.now() + 2_000).toISOString()
  const copy = { title: 'A lamp', description: 'Low over the table.', url: 'https://example.com/lamp' }
  const post = { mediaUrl: `${baseUrl}/sandbox/media/lamp-3.jpg`, ...copy, boardId: data.board.id, sendAt }
  const scheduled = await call('POST', `/v1/accounts/${accountId}/posts`, post)
  expect([scheduled.status, await scheduled.text()]).toEqual([201, expect.any(String)])
  const sent = await spanOf('pinterest.createPin')
  await spanOf('publish', sent.traceId)
  expect(parents(sent)).toEqual(['publish'])
  const line = await vi.waitUntil(() => lines().find(({ operation }) => operation === 'create_pin'), 10_000)
  expect(line).toMatchObject({ traceId: sent.traceId, requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
})
