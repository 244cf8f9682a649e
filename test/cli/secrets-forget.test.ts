/** A key that is lost for good: what only it opens is forgotten, in every place there is, and the service starts with another one. */
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../src/cli/run.js'
import { readConfig } from '../../src/config/config.js'
import type { Sealer } from '../../src/core/ports/deps.js'
import { makeSealer } from '../../src/core/care/seal.js'
import { PLACES } from '../../src/core/care/sealed-columns.js'
import { prepareDatabase } from '../../src/service/database/database.js'
import { forgetSecrets } from '../../src/service/backup/forget-secrets.js'
import { checkDatabase } from '../../src/service/doctor/database.js'
import { sentenceFor } from '../../src/service/start-errors.js'
import { aFolder } from '../service/backup/support/place.js'
import { aDatabase, poolOn } from '../support/database.js'
import { aQueuedPost } from '../support/factories.js'
import { realSettings } from '../support/real-settings.js'
import { aWorld, START } from '../support/world.js'
import { NO_OTHERS, unused } from './operator.js'
import { sealPlaces } from './sealed.js'

const { db, url } = await aDatabase()
const { sql } = db
const config = readConfig(realSettings(url, aFolder()))
const [lost, ours] = [makeSealer(Buffer.alloc(32, 1)), makeSealer(config.encryptionKey!)]
const world = await aWorld(db)
const { organizationId, accountId } = world
const post = await aQueuedPost(world)
const [{ id: otherAccount }] = await sql<[{ id: string }]>`
  insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
  values (${organizationId}, 'other', 'other', 'Other', ${START}) returning id`

/** One secret in each place, and one of an account that another key sealed. */
async function sealAll(by: Sealer) {
  for (const table of [
    'connections',
    'slack_installations',
    'calendar_links',
    'webhooks',
    'idempotency_keys',
    'receipt_keys',
    'database_identity',
  ])
    await sql`delete from ${sql(table)}`
  await sql`
    insert into connections (organization_id, account_id, access_token, refresh_token)
    values (${organizationId}, ${accountId}, ${by.seal('pina_1')}, ${by.seal('pinr_1')}),
           (${organizationId}, ${otherAccount}, ${ours.seal('pina_2')}, null)`
  await sealPlaces(sql, { organizationId, accountId }, by)
}
beforeEach(() => sealAll(lost))

async function admin(...args: string[]) {
  const printed = { out: [] as string[], err: [] as string[] }
  const code = await runCommand(args, {
    out: (line) => printed.out.push(line),
    err: (line) => printed.err.push(line),
    open: unused,
    ...NO_OTHERS,
    forgetSecrets: (request) => forgetSecrets(request, { config, url }),
    sentenceFor: (error) => sentenceFor(error, config),
  })
  return { code, out: printed.out.join('\n'), err: printed.err.join('\n') }
}
const start = () => prepareDatabase(config, url, new Date())
const allSealed = () => Promise.all(PLACES.map((place) => place.list(sql, undefined, 100)))

test('without --confirm it says what would be lost in each place, and changes nothing', async () => {
  const before = await allSealed()
  expect(before.every((rows) => rows.length > 0)).toBe(true) // every place there is
  const { code, out } = await admin('secrets', 'forget')
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'No key that is set opens these:',
    '  Connections of accounts: 1 of 2. Connect each account again. Queued pins wait for that, each for a day from its time.',
    '  Installations in Slack: 1. Each workspace installs the app again.',
    '  Calendar links: 1. Admins make new ones.',
    '  Webhooks: 1. Each is paused, and what happens waits. An admin gives it a new secret, tells the receiver, and resumes it.',
    '  Kept answers with a secret: 1. A request that is repeated is carried out again.',
    '  Keys that sign receipts: 1. The next receipt makes a new one; older receipts are still verified.',
    '  Check value of the key: 1. It is made again.',
    'If somebody has the key that sealed them, put it in ENCRYPTION_KEY_PREVIOUS: then nothing is lost. Nothing was changed.',
    'Only if it is lost for good: stop every process, then npm run admin -- secrets forget --confirm.',
  ])
  expect(await allSealed()).toEqual(before)
  await expect(start()).rejects.toThrow('ENCRYPTION_KEY is not the key')
})

test('confirmed, every place is rid of it, the rest stays, and the service starts with the key that is set', async () => {
  const { code, out } = await admin('secrets', 'forget', '--confirm', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    isForgotten: true,
    places: expect.arrayContaining([{ place: 'connections', lost: 1, opened: 1 }]) as unknown,
  })
  for (const rows of await allSealed())
    for (const { sealed } of rows) for (const one of sealed) if (one !== null) expect(ours.open(one)).not.toBe('')
  await start()
  const [account] = await sql`select token_status, disconnected_at is not null as ended from accounts where id = ${accountId}`
  expect(account).toEqual({ token_status: 'unauthorized', ended: true })
  expect(await sql`select account_id from connections`).toEqual([{ account_id: otherAccount }])
  expect(await sql`select status, due_at from posts where id = ${post.id}`).toEqual([{ status: 'queued', due_at: null }])
  expect(await sql`select team_id, revoked_at is not null as gone from slack_installations order by 1`).toEqual([
    { team_id: 'T1', gone: true },
    { team_id: 'T2', gone: false },
  ])
  expect(await sql`select state, state_reason, old_secret from webhooks`).toEqual([
    { state: 'paused', state_reason: 'admin', old_secret: null },
  ])
  expect(await sql`select key from idempotency_keys`).toEqual([{ key: 'open' }])
  expect((await admin('secrets', 'forget')).out).toBe('The keys that are set open every secret: there is nothing to forget.')
})

test('beside a process of the service it is refused', async () => {
  const process = poolOn(url, { max: 1, applicationName: 'pinslot 4711 api' })
  await process.sql`select 1`
  const before = await allSealed()
  expect(await admin('secrets', 'forget', '--confirm')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^A process of the service is connected/) as string,
  })
  await process.close()
  expect(await allSealed()).toEqual(before)
})

test('where no check value is kept, doctor sees what a start would refuse', async () => {
  await sql`delete from connections where account_id = ${otherAccount}`
  await sql`update database_identity set key_check = null`
  await expect(start()).rejects.toThrow('ENCRYPTION_KEY is not the key')
  const clocks = { wallClock: () => new Date(), databaseTime: async () => new Date() }
  const { checks } = await checkDatabase(config, url, clocks)
  expect(checks.filter(({ part }) => part === 'Encryption key')).toMatchObject([
    { state: 'problem', said: expect.stringContaining('ENCRYPTION_KEY is not the key') as string },
  ])
})
