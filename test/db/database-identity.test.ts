import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { makeSealer } from '../../src/core/care/seal.js'
import { migrate } from '../../src/db/migrations/migrate.js'
import { migrationsDir } from '../../src/root.js'
import { claimDatabase, IdentityError, readIdentity } from '../../src/service/database/identity.js'
import { prepareDatabase } from '../../src/service/database/database.js'
import { keepKeyCheck, requireKey } from '../../src/service/database/key-check.js'
import { makeReadiness } from '../../src/service/readiness.js'
import { identityProblems } from '../../src/service/database/identity-problems.js'
import { rotateSecrets } from '../../src/core/care/rotate-secrets.js'
import { teamId } from '../../src/sandbox/slack/ids.js'
import { aDatabase, anEmptyDatabase } from '../support/database.js'
import { realSettings } from '../support/real-settings.js'
import { aWorld } from '../support/world.js'

const now = new Date('2026-03-02T10:00:00Z')
const production = (url: string, more: Record<string, string> = {}) => readConfig({ ...realSettings(url, '/nowhere'), ...more })
const sandbox = (url: string) => readConfig({ DATABASE_URL: url, PINSLOT_ENV: 'development' })
const refused = (words: string): unknown =>
  expect.objectContaining({ name: 'IdentityError', message: expect.stringContaining(words) as string })

test('of two kinds that start together on an empty database one wins, and the others of its kind with it', async () => {
  const { url, db } = await anEmptyDatabase()
  const kinds = [production, sandbox, production, sandbox, production, sandbox]
  const claims = await Promise.allSettled(kinds.map((kind) => claimDatabase(kind(url), url, now)))
  const won = (await readIdentity(db.sql))?.kind
  claims.forEach((claim, n) => {
    const isWinner = (won === 'production') === (n % 2 === 0)
    expect(claim.status).toBe(isWinner ? 'fulfilled' : 'rejected')
    if (claim.status === 'rejected') expect(claim.reason).toBeInstanceOf(IdentityError)
  })
  expect(new Set(claims.flatMap((claim) => (claim.status === 'fulfilled' ? [claim.value.id] : []))).size).toBe(1)
})

/** As an older version left it: without its own memory of what it is. */
async function anOlderDatabase() {
  const database = await aDatabase()
  await database.db.sql`drop table database_identity`
  return database
}
const aSimulatedUser = (id: string) => ({
  id,
  username: `user${id}`,
  display_name: 'Simulated',
  account_type: 'PINNER',
  created_at: now,
})

test('an older database without organizations becomes what its first process is', async () => {
  const { url } = await anOlderDatabase()
  expect(await claimDatabase(production(url), url, now)).toMatchObject({ kind: 'production' })
  await expect(claimDatabase(sandbox(url), url, now)).rejects.toEqual(refused('is a production database'))
})

test('an older database whose accounts the simulated platform knows is a sandbox', async () => {
  const { url, db } = await anOlderDatabase()
  const { organizationId } = await aWorld(db)
  await db.sql`insert into sim_users ${db.sql(aSimulatedUser(`90${organizationId}`))}`
  await expect(claimDatabase(production(url), url, now)).rejects.toEqual(refused('belongs to a sandbox'))
  expect(await claimDatabase(sandbox(url), url, now)).toMatchObject({ kind: 'sandbox' })
})

test('a sandbox into which a start died before it had an account is a sandbox', async () => {
  const { url, db } = await anOlderDatabase()
  const [{ id }] = await db.sql<[{ id: string }]>`
    insert into organizations (name, period_anchor, created_at) values ('Maple', ${now}, ${now}) returning id`
  await db.sql`insert into slack_installations (organization_id, team_id, installed_at) values (${id}, ${teamId}, ${now})`
  expect(await claimDatabase(sandbox(url), url, now)).toMatchObject({ kind: 'sandbox' })
})

test.each(['an account', 'an organization'])(
  '%s that no seed made makes an older database production, sandbox tables or not',
  async (what) => {
    const { url, db } = await anOlderDatabase()
    const { organizationId } = await aWorld(db)
    if (what === 'an organization') {
      await db.sql`insert into sim_users ${db.sql(aSimulatedUser(`90${organizationId}`))}`
      await db.sql`insert into organizations (name, period_anchor, created_at) values ('Real', ${now}, ${now})`
    }
    await expect(claimDatabase(sandbox(url), url, now)).rejects.toEqual(refused('is a production database'))
    expect(await db.sql`select to_regclass('database_identity') as there`).toEqual([{ there: null }])
    expect(await claimDatabase(production(url), url, now)).toMatchObject({ kind: 'production' })
  },
)

test('stand-ins for Slack alone make a sandbox, in which the simulated platform refuses accounts that it does not know', async () => {
  const { url, db } = await aDatabase()
  const real = { PLATFORM_CLIENT_ID: '1', PLATFORM_CLIENT_SECRET: 's', ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const localSlack = readConfig({ DATABASE_URL: url, PINSLOT_ENV: 'development', ...real })
  expect(await claimDatabase(localSlack, url, now)).toMatchObject({ kind: 'sandbox' })
  await aWorld(db)
  await expect(claimDatabase(sandbox(url), url, now)).rejects.toEqual(
    refused('accounts that the simulated platform does not know'),
  )
  expect(await claimDatabase(localSlack, url, now)).toMatchObject({ kind: 'sandbox' })
})

test('accounts of Pinterest are not asked for at its API sandbox, nor the other way round', async () => {
  const { url } = await anEmptyDatabase()
  const at = (host: string) => production(url, { PLATFORM_API_URL: `https://${host}/v5` })
  await claimDatabase(at('proxy.example.com'), url, now)
  expect(await claimDatabase(at('api.pinterest.com'), url, now)).toMatchObject({ platformHost: 'api.pinterest.com' })
  await expect(claimDatabase(at('api-sandbox.pinterest.com'), url, now)).rejects.toEqual(
    refused('has accounts of api.pinterest.com, and PLATFORM_API_URL leads to api-sandbox.pinterest.com'),
  )
  expect(await claimDatabase(at('proxy.example.com'), url, now)).toMatchObject({ platformHost: 'api.pinterest.com' })
})

test('a direct address of another database is refused', async () => {
  const [one, other] = [await anEmptyDatabase(), await anEmptyDatabase()]
  const direct = production(one.url, { DATABASE_DIRECT_URL: other.url })
  await claimDatabase(production(one.url), one.url, now)
  await expect(prepareDatabase(direct, one.url, now)).rejects.toEqual(refused('lead to different databases'))
  expect(await one.db.sql`select to_regclass('posts') as there`).toEqual([{ there: null }])
  expect(await other.db.sql`select to_regclass('posts') as there`).toEqual([{ there: null }])
})

const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

async function aChecked() {
  const { url, db } = await anEmptyDatabase()
  const config = production(url)
  const check = async (...keys: [Buffer, ...Buffer[]]) => {
    const { keyCheck } = await claimDatabase(config, url, now)
    const sealer = makeSealer(keys[0], keys.slice(1))
    requireKey(config, sealer, keyCheck)
    await migrate(url, migrationsDir, { now })
    await keepKeyCheck(config, sealer, db.sql)
  }
  const problems = async (...keys: [Buffer, ...Buffer[]]) => {
    const sealer = makeSealer(keys[0], keys.slice(1))
    const checks = [identityProblems(config, sealer)]
    const ready = makeReadiness({ db, migrations: [], loops: [], isStopping: () => false, checks })
    return (await ready()).problems
  }
  return { db, config, check, problems }
}
const anotherKey = refused('ENCRYPTION_KEY is not the key that the secrets of the database are sealed with')

test('the first key is remembered, and another is refused', async () => {
  const { check, problems } = await aChecked()
  await check(old)
  await check(old)
  await expect(check(fresh)).rejects.toEqual(anotherKey)
  expect(await problems(old)).toEqual([])
  expect(await problems(fresh)).toEqual([expect.stringContaining('ENCRYPTION_KEY')])
})

test('of two first processes with different keys one is refused', async () => {
  const { check } = await aChecked()
  await check(old).catch(() => {})
  const { db, config } = await aChecked()
  await claimDatabase(config, config.database.kind === 'url' ? config.database.url : '', now)
  await migrate(config.database.kind === 'url' ? config.database.url : '', migrationsDir, { now })
  const ends = await Promise.allSettled([old, fresh, old, fresh].map((key) => keepKeyCheck(config, makeSealer(key), db.sql)))
  const kept = (await readIdentity(db.sql))?.keyCheck
  const isOld = makeSealer(old).isCurrent(kept!)
  expect(ends.map(({ status }) => status === 'fulfilled')).toEqual([isOld, !isOld, isOld, !isOld])
})

test('each step of a change of keys starts and is ready, and what skips a step is refused', async () => {
  const { check, problems, db } = await aChecked()
  await check(old)
  for (const keys of [
    [old, fresh],
    [fresh, old],
  ] as [Buffer, Buffer][]) {
    await check(...keys)
    expect(await problems(...keys)).toEqual([])
  }
  await expect(check(fresh)).rejects.toEqual(anotherKey) // before anything was sealed again
  const rotated = await rotateSecrets({ db, sealer: makeSealer(fresh, [old]) })
  expect(rotated.find(({ place }) => place === 'database_identity')).toMatchObject({ rotated: 1, left: 0, unopened: [] })
  await check(fresh)
  await expect(check(old)).rejects.toEqual(anotherKey)
  expect(await problems(old)).toEqual([expect.stringContaining('ENCRYPTION_KEY')])
})

test('an older database whose secrets no key opens is refused before a check value is kept; one that opens is enough', async () => {
  const { check, db } = await aChecked()
  await check(old)
  await db.sql`update database_identity set key_check = null`
  await aWorld(db)
  await db.sql`update connections set access_token = ${makeSealer(old).seal('pina_1')}, refresh_token = null`
  await expect(check(fresh)).rejects.toEqual(anotherKey)
  expect((await readIdentity(db.sql))?.keyCheck).toBeNull()
  await aWorld(db) // with a token that no key opens
  await check(old)
  await expect(check(fresh)).rejects.toEqual(anotherKey)
})
