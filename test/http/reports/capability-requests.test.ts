import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { call } = await aServer(db)

test('a capability request is received', async () => {
  const { status, body } = await call('POST', '/v1/capability-requests', { description: 'Drafts from a spreadsheet.' })
  expect([status, body.data]).toEqual([200, { received: true }])
  expect(await db.sql`select kind, tool, description from issue_reports`).toEqual([
    { kind: 'capability', tool: null, description: 'Drafts from a spreadsheet.' },
  ])
})

test.each([
  [{}, 'description'],
  [{ description: ' ' }, 'description'],
  [{ description: 'd'.repeat(4001) }, 'description'],
  [{ description: null }, 'description'],
  [{ description: 'x', tool: 'y' }, 'tool'],
])('%# is a 400 that names %s', async (payload, field) => {
  const { status, body } = await call('POST', '/v1/capability-requests', payload)
  expect([status, body.error?.field]).toEqual([400, field])
})
