/**
 * How rows are numbered on a cluster, tried on one Postgres: which node it is, the function knows by the range of its sequence alone. That Citus numbers them on
 * the node that keeps them is shown there (docs/citus.md).
 */
import { expect, test } from 'vitest'
import { makeRowIds, numberRows } from '../../../src/core/distribution/row-ids.js'
import { aDatabase } from '../../support/database.js'

const { db } = await aDatabase()
const { sql } = db

await makeRowIds(sql)
await sql`create table notes (id bigint generated always as identity primary key, body text)`
await sql`insert into notes (body) values ('of before')`
await numberRows(sql, 'notes')

/** As Citus makes it on a node: the sequence is at the start of that node's range. */
async function beNode(node: number): Promise<void> {
  const first = BigInt(node) * 2n ** 48n + 1n
  await sql.unsafe(`alter sequence row_ids minvalue ${first} maxvalue ${first + 2n ** 48n} start ${first} restart ${first}`)
}

/** Where the sequence of a node stands. @param seconds from now */
const standAt = (node: number, seconds: number) => sql`
  select setval('row_ids', (${node}::bigint << 48) + (floor(extract(epoch from clock_timestamp()) - 1767225600 + ${seconds})::bigint << 13))`

const next = async () => {
  const [row] = await sql<[{ id: string }]>`select next_row_id() as id`
  return BigInt(row.id)
}
const secondOf = (id: bigint) => Number(id >> 23n) + Date.UTC(2026, 0, 1) / 1000

test('an id is of its second and node, later than any identity gave, and exact as a number', async () => {
  await beNode(3)
  const id = await next()
  expect(Math.abs(secondOf(id) - Date.now() / 1000)).toBeLessThan(60)
  expect(id & 1023n).toBe(3n)
  expect(id).toBeGreaterThan(10n ** 12n)
  expect(id).toBeLessThan(BigInt(Number.MAX_SAFE_INTEGER))
})

test('rows of one statement are numbered in their order, and after those of before', async () => {
  await beNode(1)
  const made = await sql<{ id: string; body: string }[]>`
    insert into notes (body) select n::text from generate_series(1, 5000) n returning id, body`
  const inOrder = made.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
  expect(inOrder.map(({ body }) => Number(body))).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1))
  const [oldest] = await sql<[{ body: string }]>`select body from notes order by id limit 1`
  expect(oldest.body).toBe('of before')
})

test('an id that is given stays, as that of a pin that is brought back', async () => {
  const [row] = await sql<[{ id: string }]>`insert into notes (id, body) overriding system value values (77, 'back') returning id`
  expect(row.id).toBe('77')
})

test('rows that have moved to another node are numbered after what the first one gave, though it gave more', async () => {
  await beNode(9)
  await standAt(9, -3)
  await sql`insert into notes (body) select 'of the first' from generate_series(1, 2000)`
  await standAt(9, -1.5) // its last, before they moved
  const last = await next()
  await beNode(2)
  expect(await next()).toBeGreaterThan(last)
})

test('a clock that was set back changes nothing: the order is that of the sequence', async () => {
  await beNode(4)
  await standAt(4, 3600)
  const first = await next()
  const second = await next()
  expect(secondOf(first)).toBeGreaterThan(Date.now() / 1000 + 3500)
  expect(second - first).toBe(1024n)
})

test('many at once, by a sequence that is far behind: each id once, and it is of now then', async () => {
  for (let round = 0; round < 20; round++) {
    await beNode(5)
    const ids = (
      await Promise.all(
        Array.from({ length: 10 }, () => sql<{ id: string }[]>`select next_row_id() as id from generate_series(1, 200)`),
      )
    ).flatMap((rows) => rows.map(({ id }) => id))
    expect(new Set(ids).size).toBe(2000)
    expect(Math.abs(secondOf(await next()) - Date.now() / 1000)).toBeLessThan(60)
  }
})

test('whoever sets it forward holds up nobody, though its transaction stays open', async () => {
  await beNode(6)
  const later = await db.tx(async (held) => {
    await held`select next_row_id()`
    await standAt(6, -30) // as after half a minute without an id
    const first = await next()
    const second = await next()
    expect(second).toBeGreaterThan(first)
    return second
  })
  expect(secondOf(await next())).toBeGreaterThan(secondOf(later))
})
