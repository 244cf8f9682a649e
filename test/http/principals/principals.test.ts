/** Who may do what through /v1, with every kind of key, for every operation that the document names. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { KeyRole } from '../../../src/core/lib/actor.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'
import { OPERATIONS, type Request } from './operations.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { app, deps, actor, organizationId, accountId } = server
const { sql } = db

const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>()
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
)

test('each operation that the document names says who may make it', () => {
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(described.toSorted())
})

const ROLES = ['viewer', 'contributor', 'scheduler', 'admin'] as const satisfies KeyRole[]
type Caller = KeyRole | 'elsewhere'
const keys = new Map<Caller, { key: string; userId: string }>()
let otherAccountId = ''

beforeAll(async () => {
  const [other] = await sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, is_business, boards_read_at, created_at)
    values (${organizationId}, ${`77${organizationId}`}, 'client', 'A client', 'UTC', true, ${server.clock.now}, ${server.clock.now})
    returning id`
  otherAccountId = other.id
  await sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  for (const role of ROLES) {
    const { key, apiKey } = await createApiKey(deps, actor, { name: role, role, accountIds: [accountId] })
    keys.set(role, { key, userId: `key:${apiKey.id}` })
  }
  const { key, apiKey } = await createApiKey(deps, actor, { name: 'elsewhere', role: 'admin', accountIds: [otherAccountId] })
  keys.set('elsewhere', { key, userId: `key:${apiKey.id}` })
})

async function send(operation: string, caller: Caller, { path = {}, query, body }: Request, account = accountId) {
  const [method = '', template = ''] = operation.split(' ')
  const url = template.replace('{accountId}', account).replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '999999')
  const { key = '' } = keys.get(caller) ?? {}
  return server.call(method, query ? `${url}?${query}` : url, body, { authorization: `Bearer ${key}` })
}
const prepare = async (operation: string, caller: Caller) => {
  await sql`update accounts set publishing = 'active' where organization_id = ${organizationId}` // an operation before may have paused it
  return (await OPERATIONS[operation]?.request?.(server, keys.get(caller)?.userId ?? '')) ?? {}
}

const acts = async () => Number((await sql`select count(*) from audit where organization_id = ${organizationId}`)[0]!['count'])
const queuedPosts = async () => {
  const rows = await sql<{ id: string }[]>`
    select id from posts where organization_id = ${organizationId} and status <> 'draft' order by id`
  return rows.map(({ id }) => id)
}

const RANK: Record<KeyRole, number> = { viewer: 0, contributor: 1, scheduler: 2, admin: 3 }
function mayRole(operation: string, role: KeyRole): boolean {
  const least = OPERATIONS[operation]?.least ?? 'organization'
  switch (least) {
    case 'anyone':
      return true
    case 'anywhere':
      return RANK[role] >= RANK.contributor
    case 'organization':
    case 'person':
      return false
    default:
      return RANK[role] >= RANK[least]
  }
}

/** It takes the tokens with it, which the others need. */
const LAST = 'DELETE /v1/accounts/{accountId}/connection'
const inOrder = [...Object.keys(OPERATIONS).filter((operation) => operation !== LAST), LAST]

describe.each(inOrder)('%s', (operation) => {
  test.each(ROLES)('%s of the account: may as the table says, and what is refused changes nothing', async (role) => {
    const request = await prepare(operation, role)
    const [before, queued] = [await acts(), await queuedPosts()]
    const { status, body } = await send(operation, role, request)
    if (mayRole(operation, role)) expect(body.error?.code, JSON.stringify(body.error)).not.toBe('FORBIDDEN')
    else {
      expect([status, body.error?.code], JSON.stringify(body)).toEqual([403, 'FORBIDDEN'])
      expect(await acts()).toBe(before)
    }
    if (!mayRole(operation, role) || role === 'contributor') expect(await queuedPosts()).toEqual(queued)
  })

  if (operation.includes('{accountId}'))
    test('an account that a key does not name is to it as one that does not exist', async () => {
      const request = await prepare(operation, 'elsewhere')
      const before = await acts()
      const unseen = await send(operation, 'elsewhere', request)
      const missing = await send(operation, 'elsewhere', request, '999999')
      expect([unseen.status, unseen.body.error]).toEqual([missing.status, missing.body.error])
      expect(unseen.status).toBe(404)
      const broken = { ...request, body: { unknown: true } }
      const [bad, badThere] = [await send(operation, 'elsewhere', broken), await send(operation, 'elsewhere', broken, '999999')]
      expect([bad.status, bad.body.error]).toEqual([badThere.status, badThere.body.error])
      expect(await acts()).toBe(before)
    })
})
