/** The table of pools, beside what a process really opens. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CONNECTIONS_OF_A_PROCESS, POOLS } from '../../src/db/pools.js'
import { aDatabase } from '../support/database.js'
import { killAll, startProcess } from '../support/processes.js'

const { db, url } = await aDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-pools-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterAll(killAll)

test('a process listens by the pools that the table says, and never has more connections than it adds up to', async () => {
  await startProcess({ PORT: '0', PINSLOT_ENV: 'development', DATABASE_URL: url, PINSLOT_DATA_DIR: folder }).ready
  const open = () => db.sql<{ pool: string; isListener: boolean }[]>`
    select split_part(application_name, ' ', 3) as pool, query ~* '^\\s*(listen\\y.*|select\\s*)$' as "isListener"
      from pg_stat_activity
     where datname = current_database()
       and application_name ~ '^pinslot \\d+ '`
  const listening = async () => (await open()).filter(({ isListener }) => isListener).map(({ pool }) => pool)
  const named = Object.entries(POOLS).flatMap(([name, { listens }]) => (listens ? [name] : []))
  await expect.poll(async () => (await listening()).sort()).toEqual(named.sort())
  expect((await open()).length).toBeLessThanOrEqual(CONNECTIONS_OF_A_PROCESS)
}, 180_000)
