/** Each tool for agents, by its own schema, in the hands of a model that says anything: an answer or a refusal, never a failure of ours. */
import { makeGiveBytes } from './support/bytes.js'
import { makeCharts } from '../../src/charts/charts.js'
import { afterAll, expect, inject, test } from 'vitest'
import { anAgent, anMcpServer } from '../mcp/support/agent.js'
import { aDatabase } from '../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, inDays } from '../support/factories.js'
import { fc, seed } from '../support/random.js'
import { startSimulator } from '../support/simulator.js'
import { START } from '../support/world.js'
import { brokenRules } from './support/database.js'
import { makeValues, type Schema } from './support/values.js'

const CALLS = Math.ceil(inject('requests') * 0.15)

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const charts = makeCharts()
afterAll(() => charts.close())
const failures: object[] = []
const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void failures.push(fields) }
const settings = { dailyRequestLimit: 1_000_000_000 }
const server = await anMcpServer(db, { parts: { log, platform: simulator.platform, charts }, settings, credits: 10_000_000 })
const { url, key, accountId } = server
const giveBytes = await makeGiveBytes(server.deps, server.organizationId)
const [draft, queued, slot] = [
  await aDraft(server),
  await aQueuedPost(server, { at: inDays(server, 2) }),
  await aTimeslot(server, { day: 1, time: '09:00' }),
]

/** Of what never reached a tool: a body that is nested too deep. */
const isRefusal = (error: unknown) => /"code":"BAD_REQUEST"/.test(String(error))

test(`${CALLS} calls of tools`, async () => {
  const agent = await anAgent(db, `${url}/mcp?tools=all`, key)
  const { tools } = await agent.client.listTools()
  const KNOWN = [
    ...[accountId, draft.id, queued.id, slot, '101', '102', '1011', '999999', 1, 7, true, null],
    ...[
      '2026-03-05T15:00:00Z',
      '2026-03-05',
      '09:30',
      'America/New_York',
      'https://sample.test/one.jpg',
      'A shelf',
      'draft',
      'DEFAULT',
    ],
  ]
  const OWN = { accountId: [accountId], postId: [draft.id, queued.id], boardId: ['101', '102'], timeslotId: [slot] }
  const values = makeValues(KNOWN, undefined, OWN)
  const finds: string[] = []
  const refusals: Record<string, number> = {}
  for (let round = 0; round < CALLS && finds.length < 12; round++) {
    const { name, inputSchema } = tools[round % tools.length]!
    const [input = {}] = fc.sample(values.record(inputSchema as Schema), { seed: seed + round, numRuns: 1 })
    const said = `SEED=${seed} round ${round}: ${name} ${JSON.stringify(input).slice(0, 800)}`
    await giveBytes()
    try {
      const { error } = await agent.call(name, input)
      refusals[error?.code ?? 'none'] = (refusals[error?.code ?? 'none'] ?? 0) + 1
      if (error?.code === 'INTERNAL_SERVER_ERROR' || failures.length > 0)
        finds.push(`${said}\n  -> ${JSON.stringify(failures.splice(0).map(({ err }: { err?: Error }) => err?.stack))}`)
      else if (error && (typeof error.message !== 'string' || typeof error.next !== 'string'))
        finds.push(`${said}\n  -> ${JSON.stringify(error)}`)
    } catch (error) {
      if (isRefusal(error)) refusals['before'] = (refusals['before'] ?? 0) + 1
      else finds.push(`${said}\n  -> ${String(error).slice(0, 1_000)}`)
    }
  }
  console.log(`tools: ${JSON.stringify(refusals)}`)
  expect(finds.join('\n')).toBe('')
  expect(await brokenRules(db.sql)).toEqual([])
  expect(refusals['none'] ?? 0).toBeGreaterThan(CALLS / 20) // else it reaches nothing
})
