/** An address with several hosts: the primary is found, whichever it is. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { openPool } from '../../src/db/pool.js'
import { deadPort } from '../platform/support/dead-port.js'

test('of hosts that are away, a replica and the primary, the primary is used by every connection', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-hosts-'))
  const [one, two] = [path.join(dir, 'one'), path.join(dir, 'two')]
  await (await startEmbedded(one)).stop()
  cpSync(path.join(one, 'pg'), path.join(two, 'pg'), { recursive: true })
  writeFileSync(path.join(two, 'pg', 'standby.signal'), '')
  const [primary, replica] = [await startEmbedded(one), await startEmbedded(two)]
  const hostOf = (url: string) => new URL(url).host
  const hosts = [`127.0.0.1:${await deadPort()}`, hostOf(replica.url), hostOf(primary.url)].join()
  const pool = openPool(primary.url.replace(hostOf(primary.url), hosts), { max: 3 })
  try {
    const recovering = () => pool.sql<{ is: boolean }[]>`select pg_is_in_recovery() as is, pg_sleep(0.1)`
    for (let round = 0; round < 3; round++) {
      const rows = await Promise.all([recovering(), recovering(), recovering()])
      expect(rows.flatMap((found) => found.map((row) => row.is))).toEqual([false, false, false])
      const killer = openPool(primary.url, { max: 1 })
      await killer.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pinslot' and pid <> pg_backend_pid()`
      await killer.close()
      await sleep(300) // until the pool has noticed
    }
  } finally {
    await pool.close()
    await Promise.all([primary.stop(), replica.stop()])
    rmSync(dir, { recursive: true, force: true })
  }
}, 180_000)
