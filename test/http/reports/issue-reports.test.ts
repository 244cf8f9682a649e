import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { call } = await aServer(db)

test('a report is received', async () => {
  const { status, body } = await call('POST', '/v1/issue-reports', {
    description: 'It answered wrongly.',
    tool: 'GET /v1/accounts',
  })
  expect([status, body.data]).toEqual([200, { received: true }])
  expect((await db.sql`select 1 from issue_reports`).length).toBe(1)
})

test.each([
  [{ tool: 'x' }, 'description'],
  [{ description: 'x' }, 'tool'],
  [{ description: ' ', tool: 'x' }, 'description'],
  [{ description: 'x', tool: 'y', severity: 1 }, 'severity'],
])('%j is a 400 that names %s', async (payload, field) => {
  const { status, body } = await call('POST', '/v1/issue-reports', payload)
  expect([status, body.error?.field]).toEqual([400, field])
})
