/** Whatever a model makes up as input, it gets an answer or a refusal that says what is wrong: never a failure of ours. */
import type { JsonSchemaType } from '@modelcontextprotocol/client'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { afterAll, expect, test } from 'vitest'
import { readArguments } from '../../src/mcp/arguments.js'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, inDays } from '../support/factories.js'
import { fc, seed } from '../support/random.js'
import { startSimulator } from '../support/simulator.js'
import { START } from '../support/world.js'
import { anAgent, anMcpServer } from './support/agent.js'

/** Of each tool. */
const CALLS = { '': 8, '?tools=all': 4 }

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const failures: object[] = []
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void failures.push(fields) }
const server = await anMcpServer(db, { parts: { log, platform: simulator.platform } })
const { url, key, accountId } = server

const [draft, queued, timeslotId] = [
  await aDraft(server),
  await aQueuedPost(server, { at: inDays(server, 2) }),
  await aTimeslot(server, { day: 1, time: '09:00' }),
]

/** What is right for some field, or nearly so. */
const plausible = fc.constantFrom<unknown>(
  ...[accountId, draft.id, queued.id, timeslotId, '101', '1011', '999999', '-1', '1e9', ' 1', 'null', '', '٣'],
  ...[true, false, 0, 1, 20, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER, null],
  ...[
    '2026-03-05T15:00:00Z',
    '2026-03-05T15:00:00-05:00',
    '2026-03-05',
    '2026-13-45T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '99999-01-01T00:00:00Z',
  ],
  ...[
    'https://sample.test/one.jpg',
    'http://127.0.0.1:1/x.jpg',
    'javascript:alert(1)',
    'draft',
    'sent',
    'DEFAULT',
    '09:30',
    '25:00',
    'UTC',
    'Mars/Base',
  ],
)
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\0', '\ud800', 'a'.repeat(3000), '%_\\', '</data>', '__proto__'),
)
const anything = fc.oneof(
  { weight: 6, arbitrary: plausible },
  { weight: 2, arbitrary: words },
  { weight: 1, arbitrary: fc.jsonValue() },
)

/** Checks as a host does. */
const validator = new AjvJsonSchemaValidator()
const asRead = (schema: object, { ['__proto__']: _, ...input }: Record<string, unknown>): unknown => {
  try {
    return readArguments(schema as Record<string, unknown>, input) // without what the SDK itself takes out
  } catch {
    return undefined
  }
}

type Json = { properties?: Record<string, Json>; type?: unknown }

/** Of the tool's own fields, some of them, and now and then one that it has not. */
const inputOf = ({ properties = {} }: Json): fc.Arbitrary<Record<string, unknown>> => {
  const own = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      schema.properties ? fc.oneof({ weight: 5, arbitrary: inputOf(schema) }, { weight: 1, arbitrary: anything }) : anything,
    ]),
  )
  return fc
    .tuple(fc.record(own, { requiredKeys: [] }), fc.option(fc.tuple(words, anything), { freq: 9 }))
    .map(([known, more]) => (more ? { ...known, [more[0]]: more[1] } : known))
}

test.each(['', '?tools=all'] as const)('tools of /mcp%s', async (query) => {
  const { client, call } = await anAgent(db, `${url}/mcp${query}`, key)
  const { tools } = await client.listTools()
  for (const [index, { name, inputSchema }] of tools.entries()) {
    const fits = validator.getValidator(inputSchema as JsonSchemaType)
    for (const input of fc.sample(inputOf(inputSchema as Json), { seed: seed + index, numRuns: CALLS[query] })) {
      const { error } = await call(name, input)
      const said = `${name} ${JSON.stringify(input)} SEED=${seed}`
      expect(error?.code, said).not.toBe('INTERNAL_SERVER_ERROR')
      if (error) expect([typeof error.message, typeof error.next], said).toEqual(['string', 'string'])
      // what is accepted is what is published, in the forms that are read as it
      const isPublished = fits(asRead(inputSchema, input)).valid
      if (!error) expect(isPublished, said).toBe(true)
      else if (isPublished)
        expect(error.message, said).not.toMatch(/^Unknown field|must be an? (string|integer|number|boolean|array|object)\.$/)
    }
  }
  expect(failures).toEqual([])
})
