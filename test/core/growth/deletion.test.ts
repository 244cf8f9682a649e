/** What an account leaves behind is found by a few looks at what its organization has, not by one for each statement that deletes. */
import { expect, test } from 'vitest'
import { deleteRows, emptyTables } from '../../../src/core/care/deletion/work.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { openMeasured } from './support/cost.js'
import { fill, LARGE, NOTHING } from './support/many-teams.js'

const KEPT = 20_000
const GOING = 9_000

test('lines of the audit of an account that goes', async ({ onTestFinished }) => {
  const { url } = await aDatabase()
  await fill(url, NOTHING, { organizations: 1, queued: 0, sent: 0 })
  const db = openMeasured(url)
  onTestFinished(() => db.close())
  const { sql } = db
  const [{ id: accountId }] = await sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${LARGE}, 'other', 'other', 'Other', ${START})
    returning id`
  for (const [account, lines] of [
    [LARGE, KEPT],
    [accountId, GOING],
  ] as const)
    await sql`
      insert into audit (organization_id, change_id, account_id, subject, action, via, actor, version, after, at)
      select ${LARGE}, gen_random_uuid(), ${account}, 'post:' || n, 'create', 'api', 'key:1', 1, '{}', ${START}
        from generate_series(1, ${lines}::int) n`
  await sql`vacuum analyze audit`

  const before = await rowsRead()
  await emptyTables(
    ['audit'],
    () => true,
    (table) => deleteRows(sql, table, { organizationId: LARGE, accountId }),
  )
  expect((await rowsRead()) - before).toBeLessThan(4 * (KEPT + GOING))
  const left = await sql`select distinct account_id as "accountId" from audit`
  expect(left).toEqual([{ accountId: LARGE }])

  async function rowsRead(): Promise<number> {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<[{ read: number }]>`
      select (seq_tup_read + idx_tup_fetch)::float8 as read from pg_stat_user_tables where relname = 'audit'`
    return row.read
  }
})
