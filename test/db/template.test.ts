import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()

test('a clone of the template has the tables', async () => {
  const rows = await db.sql`select 1 from information_schema.tables where table_name = 'posts'`
  expect(rows.length).toBe(1)
})
