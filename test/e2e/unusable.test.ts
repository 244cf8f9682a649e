/** What a process finds and cannot use: half a key, a database that takes no writes. It ends with a sentence. With real processes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { aTlsServer } from '../db/support/tls.js'
import { anEmptyDatabase } from '../support/database.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'

afterEach(killAll)
const dirs: string[] = []
afterAll(() => dirs.forEach((dir) => rmSync(dir, { recursive: true, force: true })))
const aFolder = () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-unusable-'))
  dirs.push(dir)
  return dir
}

async function refusal(env: Record<string, string>, command?: string[]): Promise<string> {
  const { exited, stdout, stderr } = startProcess(env, command)
  const code = await exited
  expect(code).toBe(1)
  return `${stdout()}${stderr()}`.replace(/^The sources changed .*\n/, '')
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

test.each(['/', '%zz'])(
  'a password with %s that is written as it is ends the start, a command and doctor with how to write it, and is not printed',
  async (sign) => {
    const url = `postgres://app:hunter2${sign}x@127.0.0.1:9/pinslot`
    const dir = aFolder()
    const env = realSettings(url, dir)
    const file = path.join(dir, 'url')
    writeFileSync(file, url)
    const { DATABASE_URL: _, ...fromFile } = { ...env, DATABASE_URL_FILE: file }
    const sentence = /DATABASE_(DIRECT_)?URL must look like postgres:\/\/user:password@host:5432\/database, .* %2F for \/, .*\.$/m
    const admin = [process.execPath, 'scripts/admin.mjs']
    const told = await Promise.all([
      refusal(env),
      refusal(fromFile),
      refusal({ ...env, DATABASE_URL: 'postgres://app@127.0.0.1:9/pinslot', DATABASE_DIRECT_URL: url }),
      refusal(env, [...admin, 'key', 'list', '--org', '1']),
      refusal(fromFile, [...admin, 'doctor']),
    ])
    for (const text of told) expect(text).toMatch(sentence)
    expect(told.join()).not.toMatch(/hunter2|input|Error:/)
  },
)

test('a list of hosts that are all out of reach ends the start with a sentence', async () => {
  const env = realSettings('postgres://app@127.0.0.1:9,127.0.0.1:10/pinslot', aFolder())
  expect(await refusal(env)).toBe(
    'The database at 127.0.0.1:9,127.0.0.1:10/pinslot cannot be reached (ECONNREFUSED): is it running, and is DATABASE_URL right?\n',
  )
})

test('a server whose certificate is not accepted, or that offers no TLS, ends the start with what to do', async () => {
  const server = await aTlsServer('DNS:localhost')
  try {
    const at = async (query: string, host = 'localhost') =>
      refusal(realSettings(`${server.url.replace('127.0.0.1', host)}?${query}`, aFolder()))
    expect(await at('sslmode=verify-full')).toMatch(
      /^The certificate of the database at localhost:\d+\/app is not accepted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\): set sslrootcert in DATABASE_URL /,
    )
    expect(await at(`sslmode=verify-full&sslrootcert=${server.root}`, '127.0.0.1')).toMatch(
      /is not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\): it names another host\. /,
    )
    const { url: plain } = await anEmptyDatabase()
    expect(await refusal(realSettings(`${plain}?sslmode=require`, aFolder()))).toMatch(
      /cannot be reached \(ECONNRESET\): is it running, and does it offer TLS, as the sslmode of DATABASE_URL asks for\?/,
    )
    const doctor = startProcess(
      {
        ...realSettings(`${server.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`, aFolder()),
        NODE_EXTRA_CA_CERTS: server.root,
      },
      [process.execPath, 'scripts/admin.mjs', 'doctor'],
    )
    await doctor.exited
    expect(doctor.stdout()).toMatch(/^ok {7}Database: Postgres \S+ at localhost:\d+\/app, /m)
  } finally {
    await server.stop()
  }
})
