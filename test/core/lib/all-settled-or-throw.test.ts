/** Statements of one transaction that go to the database together. */
import { expect, test } from 'vitest'
import { allSettledOrThrow } from '../../../src/core/lib/all-settled-or-throw.js'
import { aDatabase } from '../../support/database.js'

const { db } = await aDatabase()

test('each result stands where its work does', async () => {
  expect(
    await db.tx((sql) =>
      allSettledOrThrow(
        sql`select 1 as one`.then(([row]) => row),
        Promise.resolve('two'),
      ),
    ),
  ).toEqual([{ one: 1 }, 'two'])
})

test('what fails ends the transaction once the others are over, so that nothing of them goes on after it', async () => {
  const done: string[] = []
  const failing = db.tx(async (sql) => {
    const slow = async () => {
      await sql`select pg_sleep(0.05)`
      await sql`select 1`
      done.push('slow')
    }
    const broken = async () => {
      await Promise.resolve()
      throw new Error('broken')
    }
    return allSettledOrThrow(slow(), broken())
  })
  await expect(failing).rejects.toThrow('broken')
  expect(done).toEqual(['slow'])
})
