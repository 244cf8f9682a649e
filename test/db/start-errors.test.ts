/** What a start says of a database that does not let it in: which address, which disk and which right. */
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { prepareDatabase } from '../../src/service/database/database.js'
import { claimDatabase } from '../../src/service/database/identity.js'
import { sentenceFor } from '../../src/service/start-errors.js'
import { aDatabase, anEmptyDatabase } from '../support/database.js'
import { realSettings } from '../support/real-settings.js'

const now = new Date('2026-03-02T10:00:00Z')
const production = (url: string, more: Record<string, string> = {}) => readConfig({ ...realSettings(url, '/nowhere'), ...more })
const { db, url } = await anEmptyDatabase()

async function refusal(config: ReturnType<typeof production>, work: () => Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(Error)
  return sentenceFor(error, config)
}
const startBy = (direct: string) => {
  const config = production(url, { DATABASE_DIRECT_URL: direct })
  return refusal(config, () => prepareDatabase(config, url, now))
}

test('a direct address that is out of reach, or leads to no database, is named itself, by its variable', async () => {
  expect(await startBy('postgres://app@127.0.0.1:9/pinslot')).toBe(
    'The database at 127.0.0.1:9/pinslot cannot be reached (ECONNREFUSED): is it running, and is DATABASE_DIRECT_URL right?',
  )
  expect(await startBy(Object.assign(new URL(url), { pathname: '/no_such' }).href)).toMatch(
    /^The database at \S+\/no_such refuses us: .*\. What to do: make it, or set DATABASE_DIRECT_URL to another\.$/,
  )
})

test('a direct address of another database is refused as such, whatever that one is; the same one is taken', async () => {
  const { url: sandbox } = await anEmptyDatabase()
  await claimDatabase(readConfig({ DATABASE_URL: sandbox, PINSLOT_ENV: 'development' }), sandbox, now)
  expect(await startBy(sandbox)).toMatch(/^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: /)
  const same = Object.assign(new URL(url), { hostname: 'localhost' }).href
  await prepareDatabase(production(url, { DATABASE_DIRECT_URL: same }), url, now)
})

test('a disk of the database that is full is not ours: its host is named, not the data folder', async () => {
  const full = () => db.sql.unsafe(`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  expect(await refusal(production(url), full)).toMatch(
    /^The disk of the database at 127\.0\.0\.1:\d+\/\w+ is full: make room there\./,
  )
})

test.each([{ variable: 'DATABASE_URL' }, { variable: 'DATABASE_DIRECT_URL' }])(
  'a role of $variable that may make tables and does not own those that are there reads whose they are, and what gives it the right',
  async ({ variable }) => {
    const { db: own, url: at } = await aDatabase()
    const role = `other_${variable.toLowerCase()}_${Date.now()}`
    const [{ owner }] = await own.sql<[{ owner: string }]>`select current_user as owner`
    await own.sql.unsafe(`create role ${role} login password 'other'; grant create, usage on schema public to ${role}`)
    try {
      const as = Object.assign(new URL(at), { username: role, password: 'other' }).href
      const config = production(at, { [variable]: as })
      const given = variable === 'DATABASE_URL' ? as : at
      expect(await refusal(config, () => prepareDatabase(config, given, now))).toMatch(
        new RegExp(
          `^The role ${role} of ${variable} does not own the table \\w+ of \\S+, which is ${owner}’s \\(permission denied for .*\\): ` +
            `give ${variable} the role ${owner}, or run "grant ${owner} to ${role}" there as a superuser\\.$`,
        ),
      )
      await own.sql.unsafe(`grant ${owner} to ${role}`)
      await prepareDatabase(config, given, now)
    } finally {
      await own.sql.unsafe(`reassign owned by ${role} to ${owner}; drop owned by ${role}; drop role ${role}`)
    }
  },
)
