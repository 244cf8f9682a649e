/** Every statement that the files before this one made the service ask stays inside one organization, or is listed. Run by `npm run test:statements`. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { listDistributed } from '../../src/core/distribution/tables.js'
import { aDatabase } from '../support/database.js'
import { originOf } from './support/origins.js'
import { EXCEPTIONS } from './exceptions.js'
import { type Finding, judge, type Rule } from './support/judge.js'

const { db } = await aDatabase()
/** What they ask is of the test itself; the stand-ins have a database of one machine, always. */
const OTHERS = /^(?:test|src\/sandbox)\//

type Broken = Finding & { file: string; text: string }

/** Texts that came from the sources of the service, up to now. */
async function readStatements(): Promise<{ file: string; text: string }[]> {
  const end = `the end of ${Math.random()}`
  await db.sql.unsafe(`select '${end}'`)
  const lines = () => readFileSync(inject('statementsFile'), 'utf8').trim().split('\n')
  for (const until = performance.now() + 60_000; !lines().some((line) => line.includes(end)); await sleep(100))
    if (performance.now() > until) throw new Error('the log of the server does not go on')
  return lines().flatMap((line) => {
    const text = JSON.parse(line) as string
    const file = originOf(text)
    return file === undefined || OTHERS.test(file) ? [] : [{ file, text }]
  })
}

const statements = await readStatements()
const tables = new Set(await listDistributed(db.sql))
const broken: Broken[] = []
for (const { file, text } of statements) for (const finding of await judge(text, tables)) broken.push({ ...finding, file, text })
const listed = EXCEPTIONS.flatMap(({ file, breaks }) => breaks.map((rule) => ({ file, rule })))
type Kind = { file: string; rule: Rule }
const isSame = (one: Kind) => (other: Kind) => one.file === other.file && one.rule === other.rule

test('the statements of the service were seen', () => {
  expect(statements.length).toBeGreaterThan(300)
  expect(tables.size).toBeGreaterThan(50)
})

test('each names the organization by value where it writes or locks, and joins tables of organizations by it', () => {
  const found = broken.filter((one) => !listed.some(isSame(one)))
  expect(found.map(({ file, rule, table, text }) => `${file}: ${rule} ${table}\n${text}`)).toEqual([])
})

test('what is listed is still so', () => {
  expect(listed.filter((one) => !broken.some(isSame(one)))).toEqual([])
})

test('each file is listed once, with a reason', () => {
  expect(new Set(EXCEPTIONS.map(({ file }) => file)).size).toBe(EXCEPTIONS.length)
  expect(EXCEPTIONS.filter(({ reason, breaks }) => reason.length < 10 || breaks.length === 0)).toEqual([])
})
