/** Checks the database without writing anything or applying migrations. */
import type { Config } from '../../config/config.js'
import { makeSealer } from '../../core/care/seal.js'
import type { Clock, Sql } from '../../core/ports/deps.js'
import { readMigrations } from '../../db/migrations/files.js'
import { compareMigrations, listAltered, requirePast } from '../../db/migrations/migrate.js'
import { CONNECTIONS_OF_A_PROCESS } from '../../db/pools.js'
import { migrationsDir } from '../../root.js'
import {
  type Identity,
  IdentityError,
  otherKind,
  otherPlatform,
  readIdentity,
  requireSame,
  withSql,
} from '../database/identity.js'
import { requireOwnKey } from '../database/key-check.js'
import { readEncryptionKey } from '../secrets.js'
import { sentenceFor } from '../start-errors.js'
import { whereIs } from '../where-is.js'
import { type Check, messageOf, ok, problem, skipped, warning } from './check.js'

const OLDEST = 15

type Facts = {
  version: string
  isReadOnly: boolean
  mayCreate: boolean
  connections: number
  free: number
  offsetMs: number
  roundTripMs: number
}

export type Clocks = { wallClock: Clock; databaseTime: (sql: Sql) => Promise<Date> }

/** @returns the findings, `isUsable`: the rest of the service can use the database, `isNew`: no service ever ran on it */
export async function checkDatabase(
  config: Config,
  url: string,
  { wallClock, databaseTime }: Clocks,
): Promise<{ checks: Check[]; isUsable: boolean; isNew: boolean }> {
  const part = 'Database'
  try {
    return await withSql(config, url, async (sql) => {
      await sql`select 1` // connects before the time is measured
      const began = performance.now()
      const [row] = await sql<Omit<Facts, 'roundTripMs' | 'offsetMs'>[]>`
        select split_part(current_setting('server_version'), ' ', 1) as version,
               current_setting('transaction_read_only') = 'on' as "isReadOnly",
               has_schema_privilege('public', 'create') as "mayCreate",
               current_setting('max_connections')::int as connections,
               current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                 - coalesce(current_setting('reserved_connections', true)::int, 0)
                 - (select count(*)::int from pg_stat_activity where datid is not null) as free` // our role cannot see the type of others' backends
      const roundTripMs = performance.now() - began
      const facts = { ...row!, roundTripMs, offsetMs: (await databaseTime(sql)).getTime() - wallClock().getTime() }
      const identity = await readIdentity(sql).catch(() => undefined) // the table may be missing
      const files = readMigrations(migrationsDir)
      const compared = await compareMigrations(sql, files)
      const altered = await listAltered(sql, files)
      if (altered.length === 0) await requirePast(sql, migrationsDir)
      const found = { ...compared, altered, isNew: compared.missing.length === files.length }
      const checks = [
        serverOf(config, url, facts),
        ...(facts.free < CONNECTIONS_OF_A_PROCESS ? [crowded(facts)] : []),
        clockOf(facts),
        migrationsOf(found),
        ...(await checkDirect(config, url, identity)),
        ...(await checkRoleLimits(config, sql)),
        ...(identity ? [kindOf(config, identity), await keyOf(config, identity.keyCheck, sql)] : []),
      ]
      const isUsable = compared.missing.length === 0 && checks.every(({ state }) => state !== 'problem')
      return { checks, isUsable, isNew: found.isNew }
    })
  } catch (error) {
    return { checks: [problem(part, sentenceFor(error, config) ?? messageOf(error))], isUsable: false, isNew: false }
  }
}

function serverOf({ database }: Config, url: string, { version, isReadOnly, mayCreate, roundTripMs }: Facts): Check {
  const part = 'Database'
  const where = database.kind === 'url' ? `at ${whereIs(url)}` : `of the data folder ${database.dir}`
  if (Number.parseInt(version, 10) < OLDEST)
    return problem(part, `Postgres ${version} ${where} is too old.`, `Move it to Postgres ${OLDEST} or newer.`)
  if (isReadOnly) return problem(part, `The database ${where} takes no writes.`, 'Set DATABASE_URL to the primary.')
  if (!mayCreate)
    return problem(
      part,
      `Our role may not make tables in the schema public ${where}.`,
      'Grant it "create, usage on schema public", or give DATABASE_URL a role that owns the tables.',
    )
  return ok(part, `Postgres ${version} ${where}, ${roundTripMs.toFixed(roundTripMs < 10 ? 1 : 0)} ms away.`)
}

const crowded = ({ connections, free }: Facts): Check =>
  warning(
    'Connections',
    `${Math.max(free, 0)} of the database's ${connections} connections are free; a process takes up to ${CONNECTIONS_OF_A_PROCESS}.`,
    'Raise max_connections, or put a pooler in between (docs/operating.md, "Behind a pooler").',
  )

/** All processes use the database's time; this machine's clock matters for signatures of Slack's requests and of a bucket. */
function clockOf({ offsetMs }: Facts): Check {
  const seconds = Math.abs(offsetMs) / 1000
  const said = `This machine's clock and the database's differ by ${seconds.toFixed(seconds < 10 ? 1 : 0)} s.`
  if (seconds < 2) return ok('Clock', said)
  const remedy = 'Keep both by NTP: Slack refuses requests that are five minutes off, a bucket those of fifteen.'
  return seconds < 60 ? warning('Clock', said, remedy) : problem('Clock', said, remedy)
}

type FoundMigrations = { missing: string[]; unknown: string[]; altered: string[]; isNew: boolean }

function migrationsOf({ missing, unknown, altered, isNew }: FoundMigrations): Check {
  const part = 'Migrations'
  if (altered.length > 0)
    return problem(
      part,
      `${altered.join(', ')} ${altered.length === 1 ? 'is not the file that was' : 'are not the files that were'} applied.`,
      'Install this version again: no start goes on with a file that was changed.',
    )
  if (isNew) return warning(part, 'The database is empty.', 'The first start makes its tables.')
  if (missing.length > 0)
    return warning(
      part,
      missing.length === 1
        ? `One of this build is not applied yet: ${missing[0]}.`
        : `${missing.length} of this build are not applied yet, from ${missing[0]}.`,
      'The next start applies them.',
    )
  if (unknown.length > 0)
    return warning(part, `The database is ahead of this build, by ${unknown.join(', ')}.`, 'Start the newer build, if none runs.')
  return ok(part, 'All are applied.')
}

function kindOf(config: Config, { kind, platformHost }: Identity): Check {
  const part = 'Kind'
  if (kind !== config.databaseKind) return problem(part, otherKind(config, kind))
  const other = otherPlatform(config, platformHost)
  return other === null ? ok(part, `It is a ${kind} database.`) : problem(part, other)
}

/** Checks the direct address behind a pooler, which migrations and notifications use. */
async function checkDirect(config: Config, url: string, identity: Identity | undefined): Promise<Check[]> {
  const part = 'Direct address'
  const directUrl = config.database.kind === 'url' ? config.database.directUrl : null
  if (directUrl === null) return []
  try {
    if (identity) await requireSame(config, directUrl, identity.id)
    else await withSql(config, directUrl, (sql) => sql`select 1`)
    return [ok(part, `${whereIs(directUrl)} is behind ${whereIs(url)}.`)]
  } catch (error) {
    if (error instanceof IdentityError) return [problem(part, error.message)]
    const remedy = 'Migrations and notifications need it: set DATABASE_DIRECT_URL to the address of Postgres itself.'
    return [problem(part, `${whereIs(directUrl)} cannot be reached: ${messageOf(error) || 'no answer'}.`, remedy)]
  }
}

/** Limits to set on the role, because a pooler does not pass on the settings of our connections. */
const ROLE_LIMITS: Readonly<Record<string, string>> = {
  statement_timeout: '20s',
  idle_in_transaction_session_timeout: '20s',
  transaction_timeout: '5min',
}

async function checkRoleLimits({ database }: Config, sql: Sql): Promise<Check[]> {
  if (database.kind !== 'url' || (database.prepare && database.directUrl === null)) return []
  const part = 'Limits behind the pooler'
  const without = await sql<{ name: string }[]>`
    select name from pg_settings where name = any (${Object.keys(ROLE_LIMITS)}) and setting = '0' order by name`
  if (without.length === 0) return [ok(part, 'The role ends what takes too long.')]
  const names = without.map(({ name }) => name)
  const remedy = names.map((name) => `alter role … set ${name} = '${ROLE_LIMITS[name]}'`).join('; ')
  return [
    warning(
      part,
      `The role of DATABASE_URL has no ${names.join(', ')}: what a lost process began goes on, with its locks.`,
      `${remedy}.`,
    ),
  ]
}

/** Checks the encryption key as a start does. */
async function keyOf(config: Config, keyCheck: Buffer | null, sql: Sql): Promise<Check> {
  const part = 'Encryption key'
  const key = readEncryptionKey(config.encryptionKey, config.dataDir)
  try {
    await requireOwnKey(config, makeSealer(key, config.previousEncryptionKeys), sql)
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    return problem(part, error.message)
  }
  if (keyCheck === null) return skipped(part, 'The database has no check value for it yet.')
  if (config.previousEncryptionKeys.length > 0)
    return warning(
      part,
      'It opens the secrets, and ENCRYPTION_KEY_PREVIOUS is still set.',
      'npm run admin -- secrets rotate says when it may be dropped.',
    )
  return ok(part, 'It opens what the database keeps sealed.')
}
