/** `org export`: a whole file, or none. */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { anOperator, anOrganization } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
const org = await anOrganization(operator)
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-export-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const exportTo = (file: string) => operator.run('org export', '--org', org, '--file', file)

test('an export takes the place of an older one, readable by its user alone', async () => {
  const file = path.join(dir, 'maple.json')
  writeFileSync(file, 'older')
  expect(await exportTo(file)).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toBeTypeOf('object')
  expect([readdirSync(dir), statSync(file).mode & 0o777]).toEqual([['maple.json'], 0o600])
})

test('an export to a link is written where it leads, as to /dev/stdout of a shell, and the link stays', async () => {
  const link = path.join(dir, 'latest.json')
  const file = path.join(dir, 'maple.json')
  writeFileSync(file, 'older')
  symlinkSync(file, link)
  try {
    expect(await exportTo(link)).toMatchObject({ code: 0 })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toBeTypeOf('object')
  } finally {
    rmSync(link)
  }
})

test('a disk that has no room for it is the one that is named', async () => {
  const { code, err } = await exportTo('/dev/full')
  expect(code).toBe(1)
  expect(err).toContain('There is no room for the export at /dev/full (ENOSPC): nothing of it was kept.')
})

test('an export that fails leaves the older one as it was, and nothing beside it', async () => {
  const file = path.join(dir, 'maple.json')
  writeFileSync(file, 'older')
  await db.sql`alter table board_lists rename to away`
  try {
    expect(await exportTo(file)).toMatchObject({ code: 1 })
  } finally {
    await db.sql`alter table away rename to board_lists`
  }
  expect([readdirSync(dir), readFileSync(file, 'utf8')]).toEqual([['maple.json'], 'older'])
})
