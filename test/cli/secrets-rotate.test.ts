import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../src/cli/run.js'
import { rotateSecrets } from '../../src/core/care/rotate-secrets.js'
import { PLACES } from '../../src/core/care/sealed-columns.js'
import { makeSealer } from '../../src/core/care/seal.js'
import type { Sealer } from '../../src/core/ports/deps.js'
import type { Pool } from '../../src/db/pool.js'
import { aDatabase } from '../support/database.js'
import { aWorld, START, testDeps } from '../support/world.js'
import { NO_OTHERS } from './operator.js'
import { sealPlaces } from './sealed.js'

const { db } = await aDatabase()
const { sql } = db
const [oldKey, newKey, lostKey] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer]
const oldSealer = makeSealer(oldKey)
const sealer = makeSealer(newKey, [oldKey])
const newAlone = makeSealer(newKey)
const { organizationId, accountId } = await aWorld(db)

/** One secret in each place there is. */
async function sealAll(by: Sealer) {
  await sql`
    update connections set access_token = ${by.seal('pina_1')}, refresh_token = ${by.seal('pinr_1')}
     where organization_id = ${organizationId}`
  await sealPlaces(sql, { organizationId, accountId }, by)
  await sql`
    insert into idempotency_keys (organization_id, scope, key, request, body_hash, status, answer, expires_at)
    values (${organizationId}, 'key:1', 'running', 'POST /', 'h', null, null, ${START})`
  await sql`update idempotency_keys set answer_text = 'the same, as bytes' where status is not null`
}
beforeEach(async () => {
  for (const table of [
    'slack_installations',
    'calendar_links',
    'webhooks',
    'idempotency_keys',
    'receipt_keys',
    'database_identity',
  ])
    await sql`delete from ${sql(table)}`
})

/** All that is stored sealed, opened with the new key alone. */
async function opened() {
  const rows = await sql<
    {
      access: Buffer
      refresh: Buffer
      bot: Buffer
      granted: Buffer
      calendar: Buffer
      signing: Buffer
      signed: Buffer
      answer: { sealed: string }
      receipts: Buffer
      check: Buffer
    }[]
  >`
    select c.access_token as access, c.refresh_token as refresh, i.bot_token as bot, i.installation as granted, l.secret as calendar, w.secret as signing,
           w.old_secret as signed, k.answer,
           r.private_key as receipts, d.key_check as check
      from connections c, slack_installations i, calendar_links l, webhooks w, idempotency_keys k, receipt_keys r, database_identity d
     where c.organization_id = ${organizationId} and i.team_id = 'T1' and k.key = 'secret' and r.kid = 'current'`
  const { access, refresh, bot, granted, calendar, signing, signed, answer, receipts, check } = rows[0]!
  return [access, refresh, bot, granted, calendar, signing, signed, Buffer.from(answer.sealed, 'base64'), receipts, check].map(
    (bytes) => newAlone.open(bytes),
  )
}
const clock = { now: START, advance() {} }

async function run(command: string, by: Sealer = sealer) {
  const printed = { out: [] as string[], err: [] as string[] }
  const code = await runCommand(command.split(' '), {
    out: (line) => printed.out.push(line),
    err: (line) => printed.err.push(line),
    open: async () => ({ deps: testDeps(db, clock, { sealer: by }), close: async () => {} }),
    ...NO_OTHERS,
  })
  return { code, out: printed.out.join('\n'), err: printed.err.join('\n') }
}

test('every column that the database says to be sealed is re-encrypted', async () => {
  const columns = await sql<{ name: string }[]>`
    select table_name || '.' || column_name as name
      from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and table_name !~ '^(sim|slk|sandbox)_'
     order by 1`
  const hashes = [
    'agent_sign_ins.browser_hash',
    'agent_sign_ins.client_hash',
    'agent_sign_ins.code_hash',
    'agent_sign_ins.grant_hash',
    'api_keys.agent_client',
    'api_keys.agent_family',
    'api_keys.agent_secret',
    'api_keys.hash',
    'calendar_links.secret_hash',
    'feed_entries.entry_key',
    'feed_entries.link_key',
    'feed_known.ids',
    'idempotency_keys.body_hash',
    'link_holds.address',
    'media.sha256',
    'review_codes.code_hash',
    'review_links.token_hash',
    'uploads.secret_hash',
    'web_pages.address',
  ]
  expect(columns.map(({ name }) => name).filter((name) => !hashes.includes(name))).toEqual([
    'calendar_links.secret',
    'connections.access_token',
    'connections.refresh_token',
    'database_identity.key_check',
    'receipt_keys.private_key',
    'slack_installations.bot_token',
    'slack_installations.installation',
    'webhooks.old_secret',
    'webhooks.secret',
  ])
  expect(PLACES.map(({ name }) => name)).toEqual([
    'connections',
    'slack_installations',
    'calendar_links',
    'webhooks',
    'idempotency_keys',
    'receipt_keys',
    'database_identity',
  ])
})

test('all is sealed with the current key, told in counts, and the old key may be dropped', async () => {
  await sealAll(oldSealer)
  const { code, out } = await run('secrets rotate')
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    'connections: 1 re-encrypted, 0 under the current key already.',
    'slack_installations: 1 re-encrypted, 0 under the current key already.',
    'calendar_links: 1 re-encrypted, 0 under the current key already.',
    'webhooks: 1 re-encrypted, 0 under the current key already.',
    'idempotency_keys: 1 re-encrypted, 0 under the current key already.',
    'receipt_keys: 1 re-encrypted, 0 under the current key already.',
    'database_identity: 1 re-encrypted, 0 under the current key already.',
    'Nothing that a key of ENCRYPTION_KEY_PREVIOUS opens is left: it may be dropped.',
  ])
  expect(await opened()).toEqual([
    'pina_1',
    'pinr_1',
    'xoxb-1',
    '{"bot":{}}',
    'calendar',
    'whsec_1',
    'whsec_0',
    '{"a":1}',
    'receipts',
    'check',
  ])
  expect((await run('secrets rotate')).out).toContain('connections: 0 re-encrypted, 1 under the current key already.')
  const texts = await sql<
    { key: string; text: string | null }[]
  >`select key, answer_text as text from idempotency_keys order by key`
  expect(texts.map(({ key, text }) => [key, text === null])).toEqual([
    ['open', false],
    ['running', true],
    ['secret', true],
  ])
})

test('cut off, it is carried on where it stopped', async () => {
  await sealAll(oldSealer)
  let seals = 0
  const dying: Sealer = {
    ...sealer,
    seal(plain) {
      if (++seals > 4) throw new Error('killed')
      return sealer.seal(plain)
    },
  }
  await expect(rotateSecrets({ db, sealer: dying })).rejects.toThrow('killed')
  const done = await rotateSecrets({ db, sealer })
  expect(done.map(({ current, rotated }) => [current, rotated])).toEqual([
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 1],
  ])
  expect(await opened()).toHaveLength(10)
})

test('a token that is renewed meanwhile is not overwritten, and is told as one to look at again', async () => {
  await sealAll(oldSealer)
  const renewing: Sealer = { ...sealer, seal: (plain) => sealer.seal(plain) }
  let isRenewed = false
  const racing: Pool = {
    ...db,
    sql: new Proxy(db.sql, {
      apply(target, self, args: [TemplateStringsArray, ...unknown[]]) {
        const isStore = args[0].join('').includes('update connections')
        if (!isStore || isRenewed) return Reflect.apply(target, self, args) as unknown
        isRenewed = true
        const renew = sql`
          update connections set access_token = ${newAlone.seal('pina_2')}, refresh_token = ${newAlone.seal('pinr_2')}
           where organization_id = ${organizationId}`
        return renew.then(() => Reflect.apply(target, self, args) as Promise<unknown>)
      },
    }),
  }
  const [connections] = await rotateSecrets({ db: racing, sealer: renewing })
  expect(connections).toMatchObject({ rotated: 0, left: 1 })
  expect((await opened()).slice(0, 2)).toEqual(['pina_2', 'pinr_2'])
  expect((await run('secrets rotate')).out).toContain('connections: 0 re-encrypted, 1 under the current key already.')
})

test('what no key opens is counted and named, is left as it is, and keeps nothing else from being re-encrypted', async () => {
  await sealAll(oldSealer)
  const lost = makeSealer(lostKey).seal('pinr_lost')
  await sql`update connections set refresh_token = ${lost} where organization_id = ${organizationId}`
  const { code, out } = await run('secrets rotate')
  expect(code).toBe(0)
  expect(out).toContain('connections: 1 re-encrypted, 0 under the current key already.')
  expect(out).toContain(`connections, organization_id ${organizationId}, account_id ${accountId}: no key that is set opens it.`)
  expect(out).toContain('But 1 cannot be opened by any key')
  const [row] = await sql<{ access: Buffer; refresh: Buffer }[]>`
    select access_token as access, refresh_token as refresh from connections where organization_id = ${organizationId}`
  expect([newAlone.open(row!.access), row!.refresh]).toEqual(['pina_1', lost])
  const { out: json } = await run('secrets rotate --json')
  expect(JSON.parse(json)).toMatchObject({
    isDone: true,
    places: [{ place: 'connections', unopened: [expect.any(String)] }, {}, {}, {}, {}, {}, {}],
  })
})

test('many rows are gone through some at a time', async () => {
  await sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    select ${organizationId}, 'p' || n, 'u', 'U', ${START} from generate_series(1, 450) n`
  await sql`
    insert into connections (organization_id, account_id, access_token)
    select organization_id, id, ${oldSealer.seal('pina_x')} from accounts where organization_id = ${organizationId}
    on conflict do nothing`
  await sql`update connections set access_token = ${oldSealer.seal('pina_1')}, refresh_token = null`
  expect((await rotateSecrets({ db, sealer }))[0]).toMatchObject({ rotated: 451, current: 0, left: 0, unopened: [] })
})
