/** One real Postgres for the whole run, and a migrated template that every test file clones. */
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/db/embedded/embedded.js'
import { migrate } from '../../src/db/migrations/migrate.js'
import { migrationsDir, sandboxMigrationsDir } from '../../src/root.js'
import type { Cluster } from '../db/support/clones.js'
import { makeTemplate } from '../statements/support/on-citus.js'

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string
    /** Of the same server; absent where none may be made. */
    socketPath: string | undefined
    /** Host and port of a pooler that the suite goes by; absent: it goes to the server itself. */
    poolerHost: string | undefined
    /** Each statement begins with a comment that says where it comes from. */
    marksStatements: boolean | undefined
    /** Of Citus, over whose nodes each database is spread; absent: there is one server. */
    cluster: Cluster | undefined
  }
}
export const TEMPLATE = 'pinslot_template'

/** Linux keeps files in memory here: making and dropping the hundreds of files of each database takes a fraction of the time. */
const MEMORY = '/dev/shm'
const MOST_BYTES = 6 * 1024 ** 3

/** The path of a socket may have 103 bytes on every system, its name included. */
const LONGEST_SOCKET_DIR = 80

/** A container may have a few megabytes of it only. */
function roomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > MOST_BYTES
}

export default async (project: TestProject) => (await startServer(project)).stop

async function migrateTemplate(url: string): Promise<void> {
  await migrate(url, migrationsDir, { now: new Date() })
  await migrate(url, sandboxMigrationsDir, { table: 'sandbox_migrations', now: new Date() })
}

/** @param more settings of the server beside ours */
export async function startServer(project: TestProject, more: (dir: string) => Record<string, string> = () => ({})) {
  const { CITUS_URL: server, CITUS_NODES: others } = process.env
  if (server !== undefined) {
    const cluster = { server, nodes: others?.split(',') ?? [] }
    const adminUrl = Object.assign(new URL(server), { pathname: '/postgres' }).href
    await makeTemplate(cluster, TEMPLATE, migrateTemplate)
    project.provide('cluster', cluster)
    project.provide('adminUrl', adminUrl)
    project.provide('marksStatements', true)
    return { stop: async () => {}, adminUrl }
  }
  const dir = mkdtempSync(path.join(roomInMemory() ? MEMORY : tmpdir(), 'pinslot-test-'))
  // Nothing here has to outlive a power cut; without the waits for the disk a clone takes a fraction of the time.
  // A socket takes half of the time of a connection over the network stack, and the suite makes millions of round trips.
  const hasSocket = process.platform !== 'win32' && dir.length < LONGEST_SOCKET_DIR
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
    ...(hasSocket && { unix_socket_directories: dir }),
    ...more(dir),
  }
  const embedded = await startEmbedded(dir, 'postgres', { settings })
  const admin = postgres(embedded.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${TEMPLATE}`)
  const url = new URL(embedded.url)
  url.pathname = `/${TEMPLATE}`
  await migrateTemplate(url.href)
  await admin.end()
  project.provide('adminUrl', embedded.url)
  project.provide('socketPath', hasSocket ? path.join(dir, `.s.PGSQL.${url.port}`) : undefined)
  const stop = async () => {
    await embedded.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { stop, adminUrl: embedded.url }
}
