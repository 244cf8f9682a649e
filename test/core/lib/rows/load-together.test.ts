import { expect, test } from 'vitest'
import { atOneMoment, makeLoader } from '../../../../src/core/lib/rows/load-together.js'
import type { Deps, Sql } from '../../../../src/core/ports/deps.js'

type Row = { id: string; name: string }
/** Never asked: a connection is only what reads have in common. */
const connection = () => (() => {}) as unknown as Sql

/** There is a row of every id below 1,000. */
function counted(fails = (_ids: string[]) => false) {
  const asked: [organizationId: string, ids: string[]][] = []
  const { load, keep } = makeLoader<{ organizationId: string }, Row>(async (_sql, { organizationId }, ids) => {
    asked.push([organizationId, ids])
    if (fails(ids)) throw new Error('the database has gone')
    return ids
      .filter((id) => Number(id) < 1_000)
      .map((id) => ({ id, name: `row ${id}` }))
      .reverse()
  })
  return { asked, load, keep }
}

test('ids that are asked for in one moment are one statement, and each gets its own row', async () => {
  const { asked, load } = counted()
  const sql = connection()
  const found = await Promise.all(['3', '1', '5000', '3'].map((id) => load(sql, { organizationId: '7' }, id)))
  expect(found.map((row) => row?.name)).toEqual(['row 3', 'row 1', undefined, 'row 3'])
  expect(asked).toEqual([['7', ['3', '1', '5000', '3']]])
})

test('who asks while a statement is under way does not get what it read', async () => {
  const { asked, load } = counted()
  const sql = connection()
  const first = load(sql, { organizationId: '7' }, '1')
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked).toHaveLength(1)
  const second = load(sql, { organizationId: '7' }, '1')
  await Promise.all([first, second])
  await load(sql, { organizationId: '7' }, '1')
  expect(asked).toEqual(Array(3).fill(['7', ['1']]))
})

test('organizations and connections have statements of their own, and one that fails takes none of the others along', async () => {
  const { asked, load } = counted((ids) => ids.includes('13'))
  const [sql, transaction] = [connection(), connection()]
  const found = await Promise.allSettled([
    load(sql, { organizationId: '7' }, '1'),
    load(sql, { organizationId: '7' }, '13'),
    load(sql, { organizationId: '8' }, '2'),
    load(transaction, { organizationId: '7' }, '3'),
  ])
  expect(found.map((one) => (one.status === 'fulfilled' ? one.value?.name : String(one.reason)))).toEqual([
    'Error: the database has gone',
    'Error: the database has gone',
    'row 2',
    'row 3',
  ])
  expect(asked).toEqual([
    ['7', ['1', '13']],
    ['8', ['2']],
    ['7', ['3']],
  ])
})

test('a statement has a hundred ids at most', async () => {
  const { asked, load } = counted()
  const sql = connection()
  const ids = Array.from({ length: 250 }, (_, n) => String(n))
  const found = await Promise.all(ids.map((id) => load(sql, { organizationId: '7' }, id)))
  expect(found.map((row) => row?.id)).toEqual(ids)
  expect(asked.map(([, { length }]) => length)).toEqual([100, 100, 50])
})

test('in one moment each row is read once, also one that a list had, and another moment reads it again', async () => {
  const { asked, load, keep } = counted()
  const deps = { db: { sql: connection() } as unknown as Deps['db'] }
  for (const { db } of [atOneMoment(deps), atOneMoment(deps)]) {
    keep(db.sql, { organizationId: '7' }, [{ id: '9', name: 'row 9' }])
    for (const id of ['1', '1', '9']) expect((await load(db.sql, { organizationId: '7' }, id))?.name).toBe(`row ${id}`)
  }
  expect(asked).toEqual(Array(2).fill(['7', ['1']]))
  keep(deps.db.sql, { organizationId: '7' }, [{ id: '1', name: 'of no moment' }])
  expect((await load(deps.db.sql, { organizationId: '7' }, '1'))?.name).toBe('row 1')
})
