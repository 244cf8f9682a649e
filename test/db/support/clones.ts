/** Databases on the server of the suite, or on each node of a cluster: one finds the others' part by the name of its own database. */
import postgres from 'postgres'

/** `server`: the coordinator, or all there is. `nodes`: the others. */
export type Cluster = { server: string; nodes: readonly string[] }

export const everywhere = ({ server, nodes }: Cluster) => [server, ...nodes]
export const addressOf = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

export async function within(url: string, work: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await work(sql).finally(() => sql.end())
}

/** Copied as files, in half of the time of the default, which writes each page of the template to the log. */
export async function cloneOnEach({ server, nodes }: Cluster, name: string, template: string): Promise<void> {
  const clone = async (admin: postgres.Sql) =>
    void (await admin`create database ${admin(name)} template ${admin(template)} strategy file_copy`)
  await within(addressOf(server, 'postgres'), async (admin) => {
    // Only one clone at a time: Postgres refuses to copy a template that another session is copying. Released with the connection.
    await admin`select pg_advisory_lock(4711)`
    await clone(admin)
    await Promise.all(nodes.map((node) => within(addressOf(node, 'postgres'), clone)))
  })
}

/** The coordinator's first: while it is there, it connects to the others'. */
export async function dropOnEach(cluster: Cluster, name: string): Promise<void> {
  for (const server of everywhere(cluster))
    await within(
      addressOf(server, 'postgres'),
      async (admin) => void (await admin`drop database if exists ${admin(name)} with (force)`),
    )
}
