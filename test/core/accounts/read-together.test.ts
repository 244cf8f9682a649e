/** Reads that begin in one moment ask the database once. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { aDatabase } from '../../support/database.js'
import { noting } from '../../db/support/statements.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()

test('reads of one account that begin together are one statement, and each has an account of its own', async () => {
  const { deps, actor, accountId } = await aWorld(db)
  const { db: noted, ran } = noting(db)
  const [one, other] = await Promise.all([1, 2].map(() => readAccount({ ...deps, db: noted }, actor, { accountId })))
  expect(ran).toHaveLength(1)
  expect(one).toEqual(other)
  expect(one).not.toBe(other)
})

test('a read that begins after a change has the change', async () => {
  const { deps, actor, accountId, organizationId } = await aWorld(db)
  const early = readAccount(deps, actor, { accountId })
  await db.sql`update accounts set username = 'renamed' where organization_id = ${organizationId} and id = ${accountId}`
  expect((await readAccount(deps, actor, { accountId })).username).toBe('renamed')
  await early
})

test('another organization that asks for the account in the same moment is told that there is none', async () => {
  const [mine, theirs] = [await aWorld(db), await aWorld(db)]
  const [own, foreign] = await Promise.allSettled([mine, theirs].map(({ deps, actor }) => readAccount(deps, actor, mine)))
  expect(own?.status).toBe('fulfilled')
  expect(foreign).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } })
})

test('accounts that are asked for together are one statement, and each is found', async () => {
  const { deps, actor, accountId } = await aWorld(db)
  const { db: noted, ran } = noting(db)
  const found = await Promise.allSettled(
    [accountId, '999999999'].map((id) => readAccount({ ...deps, db: noted }, actor, { accountId: id })),
  )
  expect(found.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(ran).toHaveLength(1)
})
