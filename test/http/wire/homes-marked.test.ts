/** A write by /v1 is seen on the Homes of its account. */
import { beforeEach, expect, test } from 'vitest'
import { beginHome, endHome } from '../../../src/core/notices/homes.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const { call, accountId, organizationId } = server
const publishing = `/v1/accounts/${accountId}/publishing`
const isDirty = async () => (await db.sql<[{ dirty: boolean }]>`select is_dirty as dirty from homes`)[0].dirty

beforeEach(async () => {
  await db.sql`delete from homes`
  const key = { organizationId, teamId: 'T1', slackUserId: 'U1' }
  const { number } = await beginHome(db.sql, key, { isSeen: true }, new Date(Date.now()))
  await endHome(db.sql, key, number, { accountId, page: null, fingerprint: 'a' })
})

test('a write of the account marks them', async () => {
  expect((await call('POST', `${publishing}/pause`)).status).toBe(200)
  await expect.poll(isDirty).toBe(true) // after the answer: nobody waits for it
})

test('neither a read nor a refused write does', async () => {
  expect((await call('GET', `/v1/accounts/${accountId}`)).status).toBe(200)
  expect((await call('POST', `${publishing}/pause`, { whilePaused: 'never' })).status).toBe(400)
  await server.app.close() // what the hooks began has ended by then
  expect(await isDirty()).toBe(false)
})
