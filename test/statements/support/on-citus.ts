/**
 * The suite on Citus, for who has one: `CITUS_URL=postgres://postgres@127.0.0.1:5432 npm test`. On a coordinator that holds the rows itself; or, with the
 * addresses of the other nodes in `CITUS_NODES` (by commas), over these. A node finds the others' part by the name of its own database, so a database is
 * cloned by cloning its part on each.
 * @see docs/citus.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { distribute } from '../../../src/core/distribution/distribute.js'
import { openPool } from '../../../src/db/pool.js'
import { addressOf, type Cluster, everywhere, within } from '../../db/support/clones.js'

/** Empties the servers of what an earlier run left, and makes the template there. @param fill migrates it */
export async function makeTemplate(cluster: Cluster, template: string, fill: (url: string) => Promise<void>): Promise<void> {
  for (const server of everywhere(cluster))
    await within(addressOf(server, 'postgres'), async (admin) => {
      await admin`update pg_database set datallowconn = true where datname = ${template}`
      const left = await admin<{ name: string }[]>`
        select datname as name
          from pg_database
         where datname = ${template} or datname ~ '^t_[0-9a-f]{12}$'`
      for (const { name } of left) await admin`drop database ${admin(name)} with (force)`
      await admin`create database ${admin(template)}`
      await within(addressOf(server, template), async (inside) => void (await inside`create extension citus`))
    })
  const url = addressOf(cluster.server, template)
  await joinNodes(cluster, url)
  await fill(url)
  const db = openPool(url, { max: 2 })
  await distribute({ db }).finally(() => db.close())
  for (const server of everywhere(cluster)) await shut(server, template)
}

/** A coordinator that has no other node takes rows itself. */
async function joinNodes({ server, nodes }: Cluster, url: string): Promise<void> {
  await within(url, async (inside) => {
    const { host, port } = placeOf(server)
    await inside`select citus_set_coordinator_host(${host}, ${port}::int)`
    if (nodes.length === 0) await inside`select citus_set_node_property(${host}, ${port}::int, 'shouldhaveshards', true)`
    for (const node of nodes.map(placeOf)) await inside`select citus_add_node(${node.host}, ${node.port}::int)`
  })
}

/** Nobody may be connected to what is cloned, not even the daemon that Citus has in each database. */
async function shut(server: string, template: string): Promise<void> {
  await within(addressOf(server, 'postgres'), async (admin) => {
    await admin`update pg_database set datallowconn = false where datname = ${template}`
    const close = () => admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`
    while ((await close()).length > 0) await sleep(100)
  })
}

const placeOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 5432) }
}
