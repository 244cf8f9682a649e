/**
 * The suite on Citus, for who has one: `CITUS_URL=postgres://postgres@127.0.0.1:5432 npm test`. Of a coordinator that holds the rows itself, since a
 * database whose parts lie on several nodes cannot be cloned. It plans, and refuses, as a larger cluster does. @see docs/citus.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { distribute } from '../../../src/core/distribution/distribute.js'
import { openPool } from '../../../src/db/pool.js'

const options = { max: 1, onnotice: () => {} }
const addressOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

/** Empties the server of what an earlier run left, and makes the template there. @param fill migrates it */
export async function makeTemplate(
  server: string,
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<{ adminUrl: string }> {
  const adminUrl = addressOf(server, 'postgres')
  const admin = postgres(adminUrl, options)
  try {
    await admin`update pg_database set datallowconn = true where datname = ${template}`
    const left = await admin<{ name: string }[]>`
      select datname as name
        from pg_database
       where datname = ${template} or datname ~ '^t_[0-9a-f]{12}$'`
    for (const { name } of left) await admin`drop database ${admin(name)} with (force)`
    await admin`create database ${admin(template)}`
    const url = addressOf(server, template)
    await becomeNode(url)
    await fill(url)
    const db = openPool(url, { max: 2 })
    await distribute({ db }).finally(() => db.close())
    // Nobody may be connected to what is cloned, not even the daemon that Citus has in each database.
    await admin`update pg_database set datallowconn = false where datname = ${template}`
    const close = () => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`
    while ((await close()).length > 0) await sleep(100)
  } finally {
    await admin.end()
  }
  return { adminUrl }
}

/** The coordinator takes rows itself. */
async function becomeNode(url: string): Promise<void> {
  const inside = postgres(url, options)
  const { hostname, port } = new URL(url)
  await inside`create extension citus`
  await inside`select citus_set_coordinator_host(${hostname}, ${Number(port || 5432)}::int)`
  await inside`select citus_set_node_property(${hostname}, ${Number(port || 5432)}::int, 'shouldhaveshards', true)`
  await inside.end()
}
