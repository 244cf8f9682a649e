import { expect, test } from 'vitest'
import { z } from 'zod'
import { accountSchema } from '../../../src/http/wire/account.js'
import { listedBoardSchema } from '../../../src/http/wire/board.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const { call, accountId } = await aServer(db)
await aServer(db) // another organization, whose account must not show

test('the accounts are those of the organization, in the wire shape', async () => {
  const { status, body } = await call('GET', '/v1/accounts')
  expect(status).toBe(200)
  const accounts = z.array(z.strictObject(accountSchema.shape)).parse(body.data.accounts)
  expect(accounts).toHaveLength(1)
  expect(accounts[0]).toMatchObject({ id: accountId, username: 'maker', tokenAuthorized: true, publishing: 'active' })
  expect((await call('GET', `/v1/accounts/${accountId}`)).body.data.account).toEqual(accounts[0])
})

test('the boards come from the cache, with its age', async () => {
  const { status, body } = await call('GET', `/v1/accounts/${accountId}/boards`)
  expect(status).toBe(200)
  const boards = z.array(z.strictObject(listedBoardSchema.shape)).parse(body.data.boards)
  expect(boards.map(({ id }) => id).sort()).toEqual(['101', '102'])
  expect(body.data.cachedAt).toBe(Date.parse('2026-03-02T10:00:00Z') / 1000)
})
