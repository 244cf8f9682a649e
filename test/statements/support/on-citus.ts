/**
 * The suite on Citus, for who has one: `CITUS_URL=postgres://postgres@127.0.0.1:5432 npm test`. On a coordinator that holds the rows itself, whose databases
 * can be cloned; or, with the addresses of the other nodes in `CITUS_NODES` (by commas), over these, where each test file takes a quarter of a minute more.
 * @see docs/citus.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { distribute } from '../../../src/core/distribution/distribute.js'
import { openPool } from '../../../src/db/pool.js'

const options = { max: 1, onnotice: () => {} }
const addressOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

/** Empties the server of what an earlier run left, and makes the template there. @param fill migrates it */
export async function makeTemplate(server: string, template: string, fill: (url: string) => Promise<void>): Promise<void> {
  const admin = postgres(addressOf(server, 'postgres'), options)
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
    await fillAndSpread(url, fill)
    // Nobody may be connected to what is cloned, not even the daemon that Citus has in each database.
    await admin`update pg_database set datallowconn = false where datname = ${template}`
    const close = () => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`
    while ((await close()).length > 0) await sleep(100)
  } finally {
    await admin.end()
  }
}

/** The coordinator takes rows itself. */
async function becomeNode(url: string): Promise<void> {
  await within(url, async (inside) => {
    const { host, port } = placeOf(url)
    await inside`create extension citus`
    await inside`select citus_set_coordinator_host(${host}, ${port}::int)`
    await inside`select citus_set_node_property(${host}, ${port}::int, 'shouldhaveshards', true)`
  })
}

/** A database over several nodes, in place of a clone. @param fill migrates it */
export async function makeSpread({ server, nodes }: Cluster, name: string, fill: (url: string) => Promise<void>): Promise<void> {
  for (const node of [server, ...nodes]) {
    await within(addressOf(node, 'postgres'), async (admin) => void (await admin`create database ${admin(name)}`))
    await within(addressOf(node, name), async (inside) => void (await inside`create extension citus`))
  }
  const url = addressOf(server, name)
  await within(url, async (inside) => {
    for (const [index, node] of [server, ...nodes].entries()) {
      const { host, port } = placeOf(node)
      if (index === 0) await inside`select citus_set_coordinator_host(${host}, ${port}::int)`
      else await inside`select citus_add_node(${host}, ${port}::int)`
    }
  })
  await fillAndSpread(url, fill)
}

async function fillAndSpread(url: string, fill: (url: string) => Promise<void>): Promise<void> {
  await fill(url)
  const db = openPool(url, { max: 2 })
  await distribute({ db }).finally(() => db.close())
}

export async function dropSpread({ server, nodes }: Cluster, name: string): Promise<void> {
  for (const node of [server, ...nodes])
    await within(
      addressOf(node, 'postgres'),
      async (admin) => void (await admin`drop database if exists ${admin(name)} with (force)`),
    )
}

/** `server`: the coordinator. */
export type Cluster = { server: string; nodes: readonly string[] }

async function within(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, options)
  await work(sql).finally(() => sql.end())
}

const placeOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 5432) }
}
