/** A clone of the migrated template for the test file that asks. */
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { inject, afterAll } from 'vitest'
import { openPool, type Pool } from '../../src/db/pool.js'
import { TEMPLATE } from './global-setup.js'

/**
 * Creates a database for this file; call at the top level of the file (`const database = await aDatabase()`). Dropped after it.
 * `db` is connected by a socket of this machine where there is one, `url` leads over the network stack.
 */
export const aDatabase = () => makeDatabase(TEMPLATE)

/** The same without any table. */
export const anEmptyDatabase = () => makeDatabase('template0')

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

type AnyQuery = { origin: string; args: unknown[]; handle: (this: AnyQuery) => unknown }
let forgetsOrigins = false
/**
 * The driver keeps an error for each statement of the sources, by its first call; one whose stack was never read holds on to all that was in
 * reach of that call. Here many files share a process, so each would leave its servers behind: their stacks are read at once.
 */
function forgetOrigins({ sql }: Pool): void {
  if (forgetsOrigins) return
  forgetsOrigins = true
  const queries = Object.getPrototypeOf(sql`select`) as AnyQuery // the class is not exported
  const isQuery = (one: unknown): one is AnyQuery => queries.isPrototypeOf(one as object)
  const readOrigin = (query: AnyQuery) => {
    void query.origin
    query.args.flat().filter(isQuery).forEach(readOrigin)
  }
  const { handle } = queries
  queries.handle = function () {
    readOrigin(this)
    return handle.call(this)
  }
}

async function makeDatabase(template: string): Promise<{ url: string; db: Pool }> {
  const adminUrl = inject('adminUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = postgres(adminUrl, { max: 1, onnotice: () => {} })
  // Copied as files, in half of the time of the default, which writes each page of the template to the log.
  // Only one clone at a time: Postgres refuses to copy a template that another session is copying.
  await admin`select pg_advisory_lock(4711)`
  await admin.unsafe(`create database ${name} template ${template} strategy file_copy`)
  await admin`select pg_advisory_unlock(4711)`
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const db = openPool(url.href, { max: 10, socketPath: inject('socketPath') })
  forgetOrigins(db)
  const closes: (() => Promise<void>)[] = []
  closesOf.set(db, closes)
  afterAll(async () => {
    for (const close of closes.splice(0)) await close()
    await db.close()
    const last = postgres(adminUrl, { max: 1, onnotice: () => {} })
    await last.unsafe(`drop database if exists ${name} with (force)`)
    await last.end()
  })
  return { url: url.href, db }
}
