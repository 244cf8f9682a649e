/** What a process finds and cannot use: half a key, a database that takes no writes. It ends with a sentence. With real processes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { anEmptyDatabase } from '../support/database.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'

vi.setConfig({ testTimeout: 240_000 })
afterEach(killAll)
const dirs: string[] = []
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })))
const aFolder = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-unusable-'))
  dirs.push(dir)
  return dir
}

async function refusal(env: Record<string, string>): Promise<string> {
  const { exited, stdout, stderr } = startProcess(env)
  expect([await exited, stdout()]).toEqual([1, ''])
  return stderr().replace(/^The sources changed .*\n/, '')
}
const nameOf = (url: string) => new URL(url).pathname.slice(1)

test.each(['', 'BwcHBwcHBwcH', 'no base64 at all, and long enough to be taken for a key'])(
  'a key that was written by half (%j) is refused, and left as it is',
  async (half) => {
    const { url } = await anEmptyDatabase()
    const dir = aFolder()
    writeFileSync(path.join(dir, 'encryption.key'), half)
    const env = { PORT: '0', PINSLOT_DATA_DIR: dir, DATABASE_URL: url, PINSLOT_ENV: 'development' }
    const file = path.join(dir, 'encryption.key')
    expect(await refusal(env)).toBe(`The key in ${file} is not whole: put the file back from a backup, or set ENCRYPTION_KEY.\n`)
  },
)

test('a database that takes no writes is refused in one sentence, empty or in use', async () => {
  const { url, db } = await anEmptyDatabase()
  const env = realSettings(url, aFolder())
  const sentence = /^The database at \S+ takes no writes \(it is read-only, or a replica\): set DATABASE_URL to the primary\.\n$/
  await db.sql.unsafe(`alter database ${nameOf(url)} set default_transaction_read_only = on`)
  expect(await refusal(env)).toMatch(sentence)
  await db.sql.unsafe(`alter database ${nameOf(url)} reset default_transaction_read_only`)
  const started = startProcess(env)
  await started.ready
  started.child.kill('SIGTERM')
  await started.exited
  await db.sql.unsafe(`alter database ${nameOf(url)} set default_transaction_read_only = on`)
  expect(await refusal(env)).toMatch(sentence)
})
