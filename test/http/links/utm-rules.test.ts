import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()

test('a board id with the b_ of our files is taken by PUT and DELETE, and shown without it', async () => {
  const { call, accountId } = await aServer(db)
  const rules = `/v1/accounts/${accountId}/utm-rules`
  const put = await call('PUT', rules, { boardId: 'b_101', source: 'pinterest' })
  expect([put.status, put.body.data]).toMatchObject([200, { utmRule: { boardId: '101' } }])
  expect((await call('DELETE', `${rules}?boardId=b_101`)).status).toBe(200)
  expect(await call('PUT', rules, { boardId: 'Warm kitchens', source: 'pinterest' })).toMatchObject({
    status: 400,
    body: { error: { field: 'boardId' } },
  })
})
