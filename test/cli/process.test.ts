import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { killAll, startProcess } from '../support/processes.js'

const { db, url } = await aDatabase()
const database = await aDatabase() // with the key of its own that the real platform needs
const dataDir = mkdtempSync(path.join(tmpdir(), 'pinslot-admin-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

afterEach(killAll)

/** As npm run admin does: the compiled build, made first when it is stale. */
async function admin(args: string[], env: Record<string, string> = {}, input?: string | Buffer) {
  const command = [process.execPath, 'scripts/admin.mjs', ...args]
  const { exited, stdout, stderr } = startProcess(
    { PINSLOT_ENV: 'development', DATABASE_URL: url, PINSLOT_DATA_DIR: dataDir, ...env },
    command,
    input,
  )
  const code = await exited
  return { code, out: stdout(), err: stderr().replace(/^The sources changed .*\n/, '') } // given when it builds first
}

test('a command works on DATABASE_URL, answers on stdout and ends by itself', async () => {
  const made = await admin(['org', 'create', '--name', 'Makers', '--json'])
  expect(made.code, made.err).toBe(0)
  const { organization } = JSON.parse(made.out) as { organization: { id: string } }
  const rows = await db.sql`select name from organizations where id = ${organization.id}`
  expect(rows).toEqual([{ name: 'Makers' }])
}, 180_000)

test('a refusal is one sentence on stderr and exit 1, a wrong use is exit 2', async () => {
  const refused = await admin(['key', 'list', '--org', '999999'])
  expect(refused).toEqual({ code: 1, out: '', err: 'Organization not found.\n' })
  expect(await admin(['key', 'list'])).toMatchObject({ code: 2, out: '' })
}, 180_000)

test('a database that is not there is told in a sentence', async () => {
  const { code, err } = await admin(['key', 'list', '--org', '1'], { DATABASE_URL: 'postgres://app@127.0.0.1:9/none' })
  expect(code).toBe(1)
  expect(err).toMatch(/^The database at 127\.0\.0\.1:9\/none cannot be reached/)
}, 180_000)

test('account add reads the tokens from its standard input, and shows neither', async () => {
  const { db: own, url: ownUrl } = database
  const simulator = await startSimulator(own, () => new Date())
  const env = {
    DATABASE_URL: ownUrl,
    PLATFORM_API_URL: `${simulator.url}/sandbox/platform/v5`,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  const made = await admin(['org', 'create', '--name', 'Makers', '--json'], env)
  expect(made.code, made.err).toBe(0)
  const { id: org } = (JSON.parse(made.out) as { organization: { id: string } }).organization
  const { code, out, err } = await admin(['account', 'add', '--org', org, '--tokens', '-'], env, 'pina_test\npinr_test\n')
  expect([code, out, err]).toEqual([0, expect.stringMatching(/^Account \d+ \(\w+\) is connected/) as string, ''])
  expect(await own.sql`select 1 from connections where organization_id = ${org}`).toHaveLength(1)
  await simulator.close()
}, 180_000)
