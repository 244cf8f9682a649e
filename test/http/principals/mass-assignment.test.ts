/** Fields that no request may set, in the body of every operation: refused by name, and nothing is written. */
import { describe, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'
import { OPERATIONS } from './operations.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { organizationId, accountId, call } = server
const other = await aServer(db)

const FORBIDDEN = {
  organizationId: other.organizationId,
  status: 'sent',
  createdBy: 'U1',
  role: 'admin',
  isAdmin: true,
  __proto: 1,
}

const acts = async () => Number((await db.sql`select count(*) from audit where organization_id = ${organizationId}`)[0]!['count'])

describe.each(Object.entries(OPERATIONS).filter(([operation]) => !operation.startsWith('GET ')))(
  '%s',
  (operation, { request }) => {
    test('takes no field that it does not name', async () => {
      const { path = {}, query, body } = (await request?.(server, 'key:1')) ?? {}
      const [method = '', template = ''] = operation.split(' ')
      const url = template
        .replace('{accountId}', accountId)
        .replaceAll(/\{(\w+)\}/g, (_all, name: string) => path[name] ?? '999999')
      const before = await acts()
      for (const [field, value] of Object.entries(FORBIDDEN)) {
        if (body && field in body) continue
        if (operation === 'POST /v1/keys' && field === 'role') continue // its own
        const answer = await call(method, query ? `${url}?${query}` : url, { ...body, [field]: value })
        expect([answer.status, answer.body.error?.code], `${field}: ${JSON.stringify(answer.body)}`).toEqual([400, 'BAD_REQUEST'])
      }
      expect(await acts()).toBe(before)
    })
  },
)
