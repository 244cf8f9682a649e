/** No tool gives more than the role of the key: what /v1 refuses, a tool refuses, and nothing a contributor calls queues a pin. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { KeyRole } from '../../src/core/lib/actor.js'
import { NOT_FOR_AGENTS } from '../../src/mcp/operation-tools.js'
import { OPERATIONS } from '../http/principals/operations.js'
import { aDatabase } from '../support/database.js'
import { aDraft, anotherAccount, aQueuedPost, aTimeslot, inDays } from '../support/factories.js'
import { aKey, anAgent, anMcpServer, type Agent } from './support/agent.js'

const { db } = await aDatabase()
const server = await anMcpServer(db)
const { url, organizationId, accountId, app } = server
const { sql } = db

type Caller = 'viewer' | 'contributor' | 'elsewhere'
const callers = new Map<Caller, { usual: Agent; all: Agent; userId: string }>()
let otherId = ''

beforeAll(async () => {
  otherId = (await anotherAccount(server)).accountId
  await sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  for (const caller of ['viewer', 'contributor', 'elsewhere'] as const) {
    const isElsewhere = caller === 'elsewhere'
    const { key, apiKey } = await aKey(server, isElsewhere ? 'admin' : caller, [isElsewhere ? otherId : accountId])
    const [usual, all] = [await anAgent(db, `${url}/mcp`, key), await anAgent(db, `${url}/mcp?tools=all`, key)]
    callers.set(caller, { usual, all, userId: `key:${apiKey.id}` })
  }
})

/** Of the account that is looked at: whatever has left the drafts, and who did anything. */
async function placed() {
  const rows = await sql<{ id: string }[]>`
    select id from posts
     where organization_id = ${organizationId} and account_id = ${accountId} and (status <> 'draft' or send_at is not null)
     order by id`
  return rows.map(({ id }) => id)
}
const actsBy = async (userId: string) =>
  Number((await sql`select count(*) from audit where organization_id = ${organizationId} and actor = ${userId}`)[0]!['count'])

const RANK: Record<KeyRole, number> = { viewer: 0, contributor: 1, scheduler: 2, admin: 3 }
const rankOf = (least: string) => (least === 'anyone' ? -1 : least === 'anywhere' ? 1 : (RANK[least as KeyRole] ?? 9))

const operations = app.operations.filter(({ id }) => !NOT_FOR_AGENTS.includes(id))

const judged = operations.filter(({ writes, url }) => writes || url.includes(':accountId'))

describe.each(judged.map(({ id }) => id))('the tool of %s', (id) => {
  const { method, url: below, writes, params } = operations.find((one) => one.id === id)!
  const template = `${method} /v1${below.replaceAll(/:(\w+)/g, '{$1}')}`
  const { least, request } = OPERATIONS[template]!

  async function inputFor(userId: string, extra: object = {}) {
    const { path = {}, query, body } = (await request?.(server, userId)) ?? {}
    const named = Object.entries({ accountId, ...path }).filter(([name]) => template.includes(`{${name}}`))
    const all: Record<string, string> = Object.fromEntries(named)
    return {
      ...(params && { path: all }),
      ...(query && { query: Object.fromEntries(new URLSearchParams(query)) }),
      ...(body && { body }),
      ...extra,
    }
  }

  if (writes)
    test.each(['viewer', 'contributor'] as const)('a %s may what they may by /v1, and queues nothing', async (role) => {
      const { all, userId } = callers.get(role)!
      const input = await inputFor(userId)
      const [before, acts] = [await placed(), await actsBy(userId)]
      const first = await all.call(id, input)
      const { confirm } = first.result ?? {}
      const { error } = confirm === undefined ? first : await all.call(id, { ...input, confirm })
      if (rankOf(least) <= RANK[role]) expect(error?.code).not.toBe('FORBIDDEN')
      else {
        expect(error?.code).toBe('FORBIDDEN')
        expect(await actsBy(userId)).toBe(acts)
      }
      expect(await placed()).toEqual(before)
    })

  if (template.includes('{accountId}'))
    test('an account that the key does not name is as one that does not exist', async () => {
      const { all, userId } = callers.get('elsewhere')!
      const input = await inputFor(userId, writes ? { dryRun: true } : {})
      const [unseen, missing] = [
        await all.call(id, input),
        await all.call(id, { ...input, path: { ...input.path, accountId: '999999' } }),
      ]
      // what only Pinterest knows is not rehearsed: its form alone is checked, for whoever asks
      if (unseen.result) expect(unseen.result).toEqual({ ...missing.result })
      else expect([unseen.error?.code, unseen.error?.message]).toEqual([missing.error?.code, missing.error?.message])
    })
})

test('no tool that a person would ask for queues a pin for a contributor, whatever it is given', async () => {
  const { usual, userId } = callers.get('contributor')!
  const { tools } = await usual.client.listTools()
  const own = await aDraft(server)
  await sql`update posts set created_by = ${userId} where organization_id = ${organizationId} and id = ${own.id}`
  const [others, queued] = [await aDraft(server), await aQueuedPost(server)]
  const timeslotId = await aTimeslot(server, { day: 1, time: '09:00' })
  const at = inDays(server, 4).toISOString()
  const values: Record<string, unknown[]> = {
    postId: [own.id, others.id, queued.id],
    sendAt: [undefined, at],
    useNextOpenSlot: [undefined, true],
    moveToSlot: [undefined, 'later'],
  }
  const fixed: Record<string, unknown> = {
    mediaUrl: 'https://sample.test/one.jpg',
    title: 'T',
    description: 'D',
    url: 'https://a.test',
    boardId: '101',
    timeslotId,
    keyword: 'oak',
    dayPreference: 1,
    time: '10:10',
    tool: 'x',
  }
  const before = await placed()
  for (const { name, inputSchema } of tools) {
    const fields = Object.keys(inputSchema.properties ?? {})
    const always =
      name === 'edit_pin'
        ? ['title']
        : fields.filter((field) => field in fixed && !(name === 'schedule_pin' && field === 'boardId'))
    const base = Object.fromEntries(always.map((field) => [field, fixed[field]]))
    const inputs = fields
      .filter((field) => field in values)
      .reduce<Record<string, unknown>[]>(
        (all, field) => all.flatMap((one) => values[field]!.map((value) => ({ ...one, [field]: value }))),
        [base],
      )
    for (const input of inputs) {
      const first = await usual.call(name, JSON.parse(JSON.stringify(input)) as Record<string, unknown>)
      const { confirm } = first.result ?? {}
      if (confirm !== undefined) await usual.call(name, { ...input, confirm })
      expect(await placed(), `${name} ${JSON.stringify(input)}`).toEqual(before)
    }
  }
})

test('a contributor is told that a person decides, and where to read what came of it', async () => {
  const { usual } = callers.get('contributor')!
  const copy = { title: 'T', description: 'D', url: 'https://a.test', boardId: '101' }
  const asked = await usual.done('create_pin', { mediaUrl: 'https://sample.test/one.jpg', ...copy, useNextOpenSlot: true })
  const { approvalId } = asked.approval
  expect(asked).toMatchObject({
    done: true,
    pin: { state: 'awaiting_approval', sendAt: null },
    approval: { state: 'pending', requestedBy: 'The contributor' },
    next: `A person decides in Slack; this key cannot. Read the decision with list_approvals, approvalId ${approvalId}. Do not ask again until then.`,
  })
  const { approvals } = await usual.done('list_approvals', { approvalId })
  expect(approvals).toEqual([asked['approval']])
  const [row] = await sql`select agent, asked_by from approvals where organization_id = ${organizationId} and id = ${approvalId}`
  expect(row).toEqual({ agent: 'test-agent/4.5', asked_by: callers.get('contributor')!.userId })
})
