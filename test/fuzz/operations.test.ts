/** Each operation of /v1, by its description: no failure of ours, an answer as it is described, and nothing written by a refusal. */
import { makeGiveBytes } from './support/bytes.js'
import { makeCharts } from '../../src/charts/charts.js'
import { afterAll, expect, inject, test } from 'vitest'
import { OPERATIONS, type Request } from '../http/principals/operations.js'
import { aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot, inDays } from '../support/factories.js'
import { fc, seed } from '../support/random.js'
import { startSimulator } from '../support/simulator.js'
import { START } from '../support/world.js'
import { brokenRules, watchTables } from './support/database.js'
import { makeValues, type Schema } from './support/values.js'

declare module 'vitest' {
  interface ProvidedContext {
    requests: number
  }
}

const REQUESTS = Math.ceil(inject('requests') * 0.7)
const HANGS_AFTER_MS = 60_000

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const charts = makeCharts()
afterAll(() => charts.close())
const failures: object[] = []
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void failures.push(fields) }
const server = await aServer(db, {
  parts: { log, platform: simulator.platform, charts },
  settings: { dailyRequestLimit: 1_000_000_000 },
  credits: 10_000_000,
})
const { app, accountId, call } = server
const { sql } = db
const giveBytes = await makeGiveBytes(server.deps, server.organizationId)

type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Described = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } }
type Document = { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, Schema> } }
const { paths, components } = (await app.inject('/openapi.json')).json<Document>()

const [draft, queued, sent, slot] = [
  await aDraft(server),
  await aQueuedPost(server, { at: inDays(server, 2) }),
  await aSentPost(server),
  await aTimeslot(server, { day: 1, time: '09:00' }),
]
const KNOWN = [
  ...[accountId, draft.id, queued.id, sent.id, slot, '101', '102', '1011', '999999'],
  ...['https://sample.test/one.jpg', 'https://shop.example.com/oak-shelf', 'https://example.com/a?b=c', 'one.jpg', 'jpg', 'csv'],
  ...['2026-03-05T15:00:00Z', '2026-03-05T15:00:00-05:00', '2026-03-05', '2026-03-02', '09:30', 'America/New_York', 'US'],
  ...[
    'draft',
    'queued',
    'sent',
    'DEFAULT',
    'shelf',
    'home_decor',
    'A shelf',
    'Title,Media URL\r\nA pin,https://sample.test/one.jpg\r\n',
  ],
]
const values = makeValues(KNOWN, (ref) => components.schemas[ref.split('/').at(-1) ?? ''])

type Asked = { method: string; url: string; payload?: unknown; headers: Record<string, string> }

/** Of the description alone. */
function made(path: string, { parameters = [], requestBody }: Described): fc.Arbitrary<{ url: string; body: unknown }> {
  const inPath = parameters.filter((one) => one.in === 'path')
  const inQuery = parameters.filter((one) => one.in === 'query')
  const ofPath = fc.record(
    Object.fromEntries(
      inPath.map(({ name, schema }) => [
        name,
        name === 'accountId'
          ? fc.oneof({ weight: 12, arbitrary: fc.constant<unknown>(accountId) }, { weight: 1, arbitrary: values.of(schema) })
          : fc.oneof({ weight: 3, arbitrary: values.plausible }, { weight: 1, arbitrary: values.of(schema) }),
      ]),
    ),
  )
  const ofQuery = values.record({
    properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  })
  const schema = requestBody?.content['application/json']?.schema
  const ofBody = schema
    ? values.of(schema)
    : fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>(undefined) }, { weight: 1, arbitrary: values.anything })
  return fc.tuple(ofPath, ofQuery, ofBody).map(([inUrl, query, body]) => ({ url: address(path, inUrl, query), body }))
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const encoded = (value: unknown) => encodeURIComponent(textOf(value).toWellFormed())

/** Nothing, and dots, would make another address of it. */
const segment = (text: string) => (/^\.{0,2}$/.test(text) ? '%20' : text)

function address(path: string, inPath: Record<string, unknown>, query: Record<string, unknown>): string {
  const asked = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const found = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => segment(encoded(inPath[name] ?? accountId)))
  return asked.length === 0 ? found : `${found}?${asked.join('&')}`
}

/** What would succeed, with one field of it something else. */
async function altered(
  path: string,
  request: (typeof OPERATIONS)[string]['request'],
  described: Described,
  round: number,
): Promise<{ url: string; body: unknown }> {
  const { path: inPath = {}, query, body }: Request = (await request?.(server, 'key:1')) ?? {}
  const url = address(path, { accountId, ...inPath }, {}) + (query === undefined ? '' : `?${query}`)
  const properties = described.requestBody?.content['application/json']?.schema.properties ?? {}
  const name = one(fc.constantFrom('', ...Object.keys(properties)), round)
  if (name === '' || body === undefined) return { url, body }
  return { url, body: { ...body, [name]: one(fc.oneof(values.of(properties[name] ?? {}), values.anything), round) } }
}

let drawn = 0
const one = <T>(arbitrary: fc.Arbitrary<T>, round: number): T =>
  fc.sample(arbitrary, { seed: seed + round * 31 + ++drawn, numRuns: 1 })[0]!

/** Beside a body: what it is called, what it is under, and now and then no body that anybody could read. */
const dress = ({ method, url, body }: { method: string; url: string; body: unknown }, round: number): Asked => {
  const headers: Record<string, string> = {}
  if (method === 'POST' && round % 5 === 0)
    headers['idempotency-key'] = one(fc.oneof(fc.uuid(), fc.string({ unit: 'grapheme-ascii', maxLength: 300 })), round)
  if (round % 17 === 0) headers['user-agent'] = one(fc.string({ unit: 'grapheme-ascii', maxLength: 400 }), round)
  if (round % 19 === 0) headers['x-request-source'] = one(fc.constantFrom('mcp', 'MCP', 'x'.repeat(5_000)), round)
  if (body === undefined || method === 'GET') return { method, url, headers }
  if (round % 23 === 0) {
    const payload = one(
      fc.constantFrom('{', '[', '{"a":', '"', '\0', '{"__proto__":{"x":1}}', '['.repeat(20_000), '{"a":1,"a":2}', 'x=1'),
      round,
    )
    return {
      method,
      url,
      payload,
      headers: {
        ...headers,
        'content-type': one(
          fc.constantFrom('application/json', 'text/plain', 'multipart/form-data', 'application/json; charset=utf-7'),
          round,
        ),
      },
    }
  }
  const payload = JSON.stringify(body)
  return payload === undefined
    ? { method, url, headers }
    : { method, url, payload, headers: { ...headers, 'content-type': 'application/json' } }
}

/** What a request before may have ended: the rest would meet nothing but that. */
async function putRight(): Promise<void> {
  const { organizationId, apiKeyId } = server
  await sql`
    update accounts set publishing = 'active', token_status = 'authorized'
     where organization_id = ${organizationId} and (publishing <> 'active' or token_status <> 'authorized')`
  await sql`
    insert into connections (organization_id, account_id, access_token, refresh_token)
    values (${organizationId}, ${accountId}, ${Buffer.from('pina_test')}, ${Buffer.from('pinr_test')})
    on conflict do nothing`
  await sql`update api_keys set revoked_at = null where organization_id = ${organizationId} and id = ${apiKeyId} and revoked_at is not null`
}

test(`${REQUESTS} requests of /v1`, async () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, described })),
  )
  const tables = await watchTables(db)
  const statuses: Record<string, number> = {}
  const finds: string[] = []
  let mark = await tables.before(sql)
  for (let round = 0; round < REQUESTS; round++) {
    const { method, path, described } = operations[round % operations.length]!
    await putRight()
    if (round % 200 === 199) await sql`delete from feeds where organization_id = ${server.organizationId}`
    const known = OPERATIONS[`${method} ${path}`]
    // a limit of what is to be made ready may be reached by then
    const given =
      (round % 3 === 0 && known && (await altered(path, known.request, described, round).catch(() => undefined))) ||
      one(made(path, described), round)
    const asked = dress({ method, ...given }, round)
    const said = `SEED=${seed} round ${round}: ${method} ${asked.url.slice(0, 300)} ${textOf(asked.payload).slice(0, 600)} ${JSON.stringify(asked.headers).slice(0, 200)}`
    await giveBytes()
    const isWatched = method !== 'GET' && round % 2 === 0
    if (isWatched) mark = await tables.before(sql)
    try {
      const answer = await Promise.race([
        call(asked.method as 'GET', asked.url, asked.payload, asked.headers),
        new Promise<never>((_, reject) => setTimeout(() => reject(new Error('did not answer')), HANGS_AFTER_MS).unref()),
      ])
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.body.error?.code === 'INTERNAL_SERVER_ERROR' || failures.length > 0)
        finds.push(
          `${said}\n  -> ${answer.status} ${JSON.stringify(failures.splice(0).map(({ err }: { err?: Error }) => [err?.stack, err?.cause]))}`,
        )
      if (isWatched && answer.status >= 400 && answer.status < 500) {
        const written = await tables.writtenSince(sql, mark)
        if (written.length > 0)
          finds.push(`${said}\n  -> ${answer.status} ${answer.text.slice(0, 200)} wrote ${written.join(', ')}`)
      }
    } catch (error) {
      finds.push(`${said}\n  -> ${String(error).slice(0, 1_000)}`)
    }
    if (finds.length >= 12) break
  }
  console.log(`/v1: ${JSON.stringify(statuses)}`)
  expect(finds.join('\n')).toBe('')
  expect(await brokenRules(sql)).toEqual([])
  expect(statuses['200'] ?? 0).toBeGreaterThan(REQUESTS / 20) // else it reaches nothing
})
