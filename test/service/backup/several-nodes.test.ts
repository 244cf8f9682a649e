/** A backup of a database that is spread over nodes: what every node has must be as of the instant at which the nodes are asked. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listNumbered, makeRowIds, numberRows } from '../../../src/core/distribution/row-ids.js'
import { rowIdAt } from '../../../src/core/lib/rows/row-id.js'
import { listDistributed } from '../../../src/core/distribution/tables.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { aDatabase, anEmptyDatabase } from '../../support/database.js'
import { aDraft, HOUR_MS } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aFile, aPlace } from './support/place.js'

const source = await aDatabase()
const target = await anEmptyDatabase()
const later = await anEmptyDatabase()
const { sql } = source.db
const world = await aWorld(source.db)
await aDraft(world)
const place = aPlace(source.url)
await place.claim()
await makeRowIds(sql)
for (const table of await listNumbered(sql, await listDistributed(sql))) await numberRows(sql, table)
await sql`create schema catalog_of_a_cluster`
await sql`create table catalog_of_a_cluster.pg_dist_partition as select 'posts'::regclass as logicalrelid`
// Where it is looked for, as Citus has it beside the tables of ours.
await sql.unsafe(`alter database "${new URL(source.url).pathname.slice(1)}" set search_path = public, catalog_of_a_cluster`)

const anOrganization = (by: Sql, name: string) =>
  by`insert into organizations (name, period_anchor, created_at) values (${name}, now(), now())`

const waiting = async () => {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'lock table%share mode'`
  return rows.length
}

test('it waits for who writes an organization, then has it, and keeps nobody from writing the next one', async () => {
  const file = aFile()
  let taking: ReturnType<typeof place.backup> | undefined
  await source.db.tx(async (tx) => {
    await anOrganization(tx, 'Half made')
    taking = place.backup({ to: file, withMedia: false })
    await expect.poll(waiting, { timeout: 4000 }).toBe(1)
  })
  const { rows } = await taking!
  const [{ count }] = await sql<[{ count: number }]>`select count(*)::int as count from organizations`
  expect(rows.organizations).toBe(count)
  await anOrganization(sql, 'The next one')
  expect((await aPlace(target.url).restore({ from: file })).rows).toEqual(rows)
})

test('ids go on behind all that the cluster may have given until the restore, though the backup is older', async () => {
  const file = aFile()
  await place.backup({ to: file, withMedia: false })
  const [{ lost }] = await sql<[{ lost: string }]>`select next_row_id() as lost` // of a row that was made after the backup
  await aPlace(later.url).restore({ from: file })
  const [{ next }] = await later.db.sql<[{ next: string }]>`select nextval(pg_get_serial_sequence('posts', 'id')) as next`
  expect(BigInt(next)).toBeGreaterThan(BigInt(lost))
  expect(BigInt(next)).toBeLessThan(rowIdAt(new Date(Date.now() + HOUR_MS))) // and before what it gives when it is spread again, soon
})

test('where somebody writes one for too long it says so, and no file is left', async () => {
  const file = aFile()
  await source.db.tx(async (tx) => {
    await anOrganization(tx, 'Slow')
    await expect(place.backup({ to: file, withMedia: false })).rejects.toThrow(
      'Organizations or workspaces are being written for longer than 5 s: repeat this in a moment.',
    )
  })
  expect(existsSync(file)).toBe(false)
}, 20_000)
