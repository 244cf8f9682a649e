/** SIGKILL in the middle of an import: no line of the file is written twice, and none is lost. */
import { expect, test } from 'vitest'
import { createImport } from '../../../src/core/sources/imports/create.js'
import { readImport } from '../../../src/core/sources/imports/store.js'
import { csvLines } from '../../../src/core/many/csv-cells.js'
import { aDatabase } from '../../support/database.js'
import { MINUTE_MS } from '../support/support.js'
import { mortals, soon } from '../support/killed-support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['imports'] })
const { deps, actor, accountId, organizationId } = world
const { sql } = deps.db

const COLORS = ['a33', '3a3', '33a', 'aa3']
const LINES = 250 // three chunks

const fileOf = (name: string) =>
  csvLines([
    ['Title', 'Media URL'],
    ...Array.from({ length: LINES }, (_, number) => [`${name} ${number}`, `https://pictures.test/${name}-${COLORS[number % 4]}`]),
  ])

test.each([
  { when: 'while the pictures of the first lines are read', name: 'read', failpoint: 'storage.put.after', after: 1 },
  { when: 'before the second chunk is committed', name: 'open', failpoint: 'imports.commit', after: 1 },
  { when: 'once the second chunk is committed', name: 'done', failpoint: 'imports.tx.after', after: 1 },
])('killed $when: each line is written once', async ({ name, failpoint, after }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  victim.arm(failpoint, { after })
  const file = { kind: 'text', text: fileOf(name) } as const
  const made = await createImport(deps, actor, { accountId, file, mapping: {}, mode: 'draft' }, async (tx, { id }) => {
    await tx`update imports set due_at = ${at} where organization_id = ${organizationId} and id = ${id}`
  })
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(5 * MINUTE_MS, other)
  const read = await readImport(deps, actor, { accountId, importId: made.id! })
  expect(read).toMatchObject({ status: 'success', rows: LINES, created: LINES, failed: 0, errors: [] })
  const titles = await sql<{ title: string }[]>`
    select title from posts where organization_id = ${organizationId} and title like ${`${name} %`}`
  const numbers = titles.map(({ title }) => Number(title.split(' ')[1])).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: LINES }, (_, number) => number))
  expect(await sql`select from import_chunks where organization_id = ${organizationId}`).toHaveLength(0)
})
