/** Another organization's ids, in every operation that the document names: answered as ids that nobody has, and nothing is changed there. */
import { describe, expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'
import { OPERATIONS, type Request } from './operations.js'

const { db } = await aDatabase()
const owner = await aServer(db)
const stranger = await aServer(db)
const { sql } = db

const { key } = await createApiKey(stranger.deps, stranger.actor, { name: 'stranger' })

/** Nobody's. */
const NONE = '999999'

async function send(operation: string, accountId: string, { path = {}, query, body }: Request) {
  const [method = '', template = ''] = operation.split(' ')
  const url = template.replace('{accountId}', accountId).replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? NONE)
  const { status, body: answer } = await stranger.call(method, query ? `${url}?${query}` : url, body, {
    authorization: `Bearer ${key}`,
  })
  return { status, error: answer.error, hasData: answer.data !== undefined }
}

const withoutIds = ({ path = {}, ...rest }: Request): Request => ({
  ...rest,
  path: Object.fromEntries(Object.keys(path).map((name) => [name, NONE])),
})

/** All that an act of an organization would leave, by table: how many rows, and a hash over them. */
async function contents(organizationId: string): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select c.table_name as name
      from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'organization_id'
     order by 1`
  const found: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await sql<[{ all: string }]>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as all from ${sql(name)} t where organization_id = ${organizationId}`
    found[name] = row.all
  }
  return found
}

const operations = Object.entries(OPERATIONS)
const named = (operation: string) => [...operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

describe.each(operations.filter(([operation]) => named(operation).length > 0))('%s', (operation, { request, least }) => {
  test('of another organization is as one that does not exist', async () => {
    await sql`update accounts set publishing = 'active' where organization_id = ${owner.organizationId}`
    const asked = (await request?.(owner, 'key:1')) ?? {}
    const before = await contents(owner.organizationId)
    const there = await send(operation, owner.accountId, asked)
    expect(there).toEqual(await send(operation, NONE, withoutIds(asked)))
    expect(there).toMatchObject({ status: least === 'person' ? 403 : 404, hasData: false }) // a key of nobody's own is refused before
    expect(await contents(owner.organizationId)).toEqual(before)
  })

  if (operation.includes('{accountId}') && named(operation).length > 1)
    test('of another organization, below an account of its own, is as one that does not exist', async () => {
      await sql`update accounts set publishing = 'active' where organization_id = ${owner.organizationId}`
      const asked = (await request?.(owner, 'key:1')) ?? {}
      const before = await contents(owner.organizationId)
      const there = await send(operation, stranger.accountId, asked)
      expect(there).toEqual(await send(operation, stranger.accountId, withoutIds(asked)))
      expect(await contents(owner.organizationId)).toEqual(before)
    })
})
