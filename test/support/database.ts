/** A clone of the migrated template for the test file that asks. */
import { randomBytes } from 'node:crypto'
import { inject, afterAll } from 'vitest'
import type { Db, Sql } from '../../src/core/ports/deps.js'
import { openPool, type Pool, type PoolOptions } from '../../src/db/pool.js'
import { cloneOnEach, dropOnEach } from '../db/support/clones.js'
import { TEMPLATE } from './global-setup.js'
import { forgetOrigins } from '../statements/support/origins.js'

/**
 * Creates a database for this file; call at the top level of the file (`const database = await aDatabase()`). Dropped after it.
 * `db` is connected by a socket of this machine where there is one, `url` leads over the network stack.
 */
export const aDatabase = () => makeDatabase(TEMPLATE)

/** The same without any table. */
export const anEmptyDatabase = () => makeDatabase('template0')

/**
 * How a process reaches one of these databases: itself, or by the pooler that the suite was started with, as DATABASE_URL, DATABASE_PREPARE and
 * DATABASE_DIRECT_URL lead a service there. @see vitest.config.ts
 */
export function wayTo(url: string): { url: string; pool: { prepare?: boolean; directUrl?: string } } {
  const pooler = inject('poolerHost')
  if (pooler === undefined) return { url, pool: {} }
  return { url: Object.assign(new URL(url), { host: pooler }).href, pool: { prepare: false, directUrl: url } }
}

/** Waits for locks stay in the database, so that a test sees who waits behind whom; a service gives up its connection after a tenth of a second. */
const LOCK_MS = 10_000

/** Another pool on such a database. */
export function poolOn(url: string, { socketPath, ...options }: PoolOptions): Pool {
  const way = wayTo(url)
  return openPool(way.url, { lockMs: LOCK_MS, ...options, ...way.pool, ...(way.url === url && { socketPath }) })
}

/** On one Postgres some things are done otherwise than on a cluster, and some are read of the server that a cluster has on several. */
export const isOnCluster = (): boolean => inject('cluster') !== undefined

/** The database as what goes on within its open transaction sees it. */
export const insideOf = (db: Db, sql: Sql): Db => ({ ...db, sql, tx: (work) => work(sql) })

const closesOf = new WeakMap<Pool, (() => Promise<void>)[]>()

/**
 * Closes what stands on a file's database when the file ends, before the database goes. For helpers that a running test calls, which
 * can register no hook; a hook at the top of a helper's module would run for the first file of a shared process alone.
 */
export function closeBefore(db: Pool, close: () => Promise<void>): void {
  const closes = closesOf.get(db)
  if (!closes) throw new Error('This database is none that aDatabase() made, so nobody would close what stands on it')
  closes.push(close)
}

async function makeDatabase(template: string): Promise<{ url: string; db: Pool }> {
  const adminUrl = inject('adminUrl')
  const own = { server: adminUrl, nodes: [] }
  const servers = template === TEMPLATE ? (inject('cluster') ?? own) : own
  const name = `t_${randomBytes(6).toString('hex')}`
  await cloneOnEach(servers, name, template)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const db = poolOn(url.href, { max: 10, socketPath: inject('socketPath') })
  forgetOrigins(db, inject('marksStatements') === true)
  const closes: (() => Promise<void>)[] = []
  closesOf.set(db, closes)
  afterAll(async () => {
    for (const close of closes.splice(0)) await close()
    await db.close()
    await dropOnEach(servers, name)
  })
  return { url: url.href, db }
}
