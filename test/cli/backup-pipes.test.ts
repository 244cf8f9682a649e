/** Backups by pipes, as a shell makes them: what the standard output gives is the backup and nothing else. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { makeSealer } from '../../src/core/care/seal.js'
import { readIdentity } from '../../src/service/database/identity.js'
import { aDatabase, anEmptyDatabase } from '../support/database.js'
import { aDraft } from '../support/factories.js'
import { killAll, startProcess } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'
import { aWorld } from '../support/world.js'

const source = await aDatabase()
const world = await aWorld(source.db)
await aDraft(world, { title: 'By a pipe' })
const sealed = makeSealer(Buffer.from(realSettings('', '').ENCRYPTION_KEY, 'base64')).seal('the check')
await source.db.sql`insert into database_identity (kind, key_check, created_at) values ('production', ${sealed}, now())`
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-pipes-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
afterEach(killAll)

const passphrase = path.join(dir, 'passphrase')
writeFileSync(passphrase, 'correct horse\n')

/** A line of a shell in which `admin` is the command, with the settings of `from`, or with TARGET those of the other database. */
async function shell(line: string, target = source.url) {
  const { PORT: _, ...settings } = realSettings(source.url, path.join(dir, 'from'))
  const script = `set -o pipefail; admin() { '${process.execPath}' scripts/admin.mjs "$@"; }; ${line}`
  const env = { ...settings, TARGET: target, FILES: dir, PASSPHRASE: passphrase }
  const { exited, stdout, stderr } = startProcess(env, ['bash', '-c', script])
  const code = await exited
  return { code, out: stdout(), err: stderr().replace(/^The sources changed .*\n/gm, '') } // given when it builds first
}
const restoring = 'DATABASE_URL="$TARGET" PINSLOT_DATA_DIR="$FILES/to" admin restore --from -'

test.each([
  ['plain', ''],
  ['with a passphrase', ' --passphrase-file "$PASSPHRASE"'],
])(
  'a backup that is piped into a restore is restored, %s',
  async (_how, option) => {
    const target = await anEmptyDatabase()
    const { code, out, err } = await shell(`admin backup --without-media --to -${option} | ${restoring}${option}`, target.url)
    expect([code, out]).toEqual([0, expect.stringMatching(/^Restored as of /) as string])
    expect(err).toMatch(/^The backup holds the database as of /)
    expect(await target.db.sql`select title from posts`).toEqual([{ title: 'By a pipe' }])
    expect(await readIdentity(target.db.sql)).toMatchObject({ kind: 'production' })
  },
  180_000,
)

test('a backup that a shell wrote into a file is restored, and --json is on standard error', async () => {
  const target = await anEmptyDatabase()
  const taken = await shell('admin backup --without-media --to - --json > "$FILES/monday.backup"')
  expect(taken.code, taken.err).toBe(0)
  expect(JSON.parse(taken.err)).toMatchObject({ file: '-', bytes: readFileSync(path.join(dir, 'monday.backup')).length })
  const { code, err } = await shell(`${restoring} < "$FILES/monday.backup"`, target.url)
  expect([code, err.replaceAll(/^Table \w+\.\n/gm, '')]).toEqual([0, '']) // on a slow machine it says how far it is
}, 300_000)

test('standard output that leads to a full disk, or that nobody reads, is a sentence and exit 1', async () => {
  expect(await shell('admin backup --to - > /dev/full')).toMatchObject({
    code: 1,
    err: 'There is no room for the backup where standard output leads (ENOSPC): what came there is not whole, so remove it.\n',
  })
  expect(await shell('admin backup --to - | true')).toMatchObject({
    code: 1,
    err: 'The command that reads the backup from standard output ended before it was whole (EPIPE): see what that says, and remove what it kept.\n',
  })
}, 300_000)
