/**
 * Zero-setup Postgres: a server over `<base>/pg`, shared by all processes that use the folder, kept over restarts and stopped
 * by the last one that releases it, not by the one that started it.
 */
import { existsSync, readFileSync, writeFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { type Binaries, EmbeddedError, findBinaries } from './binaries.js'
import { makeCluster, makeFolder, SUPERUSER } from './cluster.js'
import { withFolderLock } from './folder-lock.js'
import { findPostmaster, freePort, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.js'
import { randomBytes } from 'node:crypto'
import { isRunning, type ProcessMark, thisProcess } from './processes.js'

export type Embedded = {
  url: string
  /** The server process, as of the start. */
  pid: number
  /** Lets go of the server; the last user's call stops it. */
  stop(): Promise<void>
}
export type EmbeddedOptions = {
  /** Server settings beside ours, for a server that is not running yet. */
  settings?: Record<string, string>
  /** Called when a server that went away could not be started again. */
  onProblem?: (error: unknown) => void
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
}
const START_MS = 60_000
const WATCH_MS = 500
const ERROR_DELAY_MS = 5_000

/**
 * @param base the data folder, made when missing
 * @throws EmbeddedError whose message is a sentence for the person at the terminal
 */
export async function startEmbedded(base: string, database = 'app', options: EmbeddedOptions = {}): Promise<Embedded> {
  const binaries = await findBinaries()
  makeFolder(base)
  const folder = { binaries, base, dataDir: path.join(base, 'pg'), settings: { ...SETTINGS, ...options.settings } }
  const lock = path.join(base, 'pg.lock')
  const users = path.join(base, 'pg.users')
  const { server, user, secret } = await withFolderLock(lock, async () => {
    const secret = await makeCluster(binaries, base, folder.dataDir)
    const user = addUser(users) // before the server: one that runs without a user would be nobody's to stop
    try {
      return { server: await ensureRunning(folder), secret, user }
    } catch (error) {
      removeUser(users, user)
      throw error
    }
  })
  const urlOf = (name: string) => `postgres://${SUPERUSER}:${secret}@127.0.0.1:${server.port}/${name}`
  const watch = keepRunning(folder.dataDir, () => withFolderLock(lock, () => ensureRunning(folder)), options.onProblem)
  const letGo = async () => {
    removeUser(users, user)
    if (countUsers(users) === 0) await stopPostmaster(binaries, folder.dataDir)
  }
  const stop = once(async () => {
    await watch.stop()
    await withFolderLock(lock, letGo).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') return letGo() // no space even for a lock: a server left running would only use up the disk
      throw error
    })
  })
  try {
    await createDatabase(urlOf('postgres'), database)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: urlOf(database), pid: server.pid, stop }
}

type Folder = { binaries: Binaries; base: string; dataDir: string; settings: Record<string, string> }

/** Adopts the server that runs, or starts one, on the port it had before if that is free: open pools know no other. Under the lock. */
async function ensureRunning({ binaries, base, dataDir, settings }: Folder): Promise<Postmaster> {
  const files = { dataDir, log: path.join(base, 'pg.log') }
  const portFile = path.join(base, 'pg.port')
  const until = performance.now() + START_MS
  for (;;) {
    const found = findPostmaster(dataDir)
    if (found?.isReady) return found
    try {
      if (!found) {
        const server = await startPostmaster(binaries, files, { port: await freePort(lastPort(portFile)), settings })
        writeFileSync(portFile, String(server.port))
        return server
      }
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error
    }
    if (performance.now() > until)
      throw new EmbeddedError(`The embedded Postgres (process ${found?.pid}) does not become ready: see ${files.log}.`)
    await sleep(50)
  }
}

const lastPort = (file: string) => (existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) || 0 : 0)

/** The workers of a killed server are still ending, or another process took the port between our check and its start. */
const isPassing = (error: unknown) =>
  error instanceof EmbeddedError &&
  /shared memory block|lock file|Address already in use|could not create any TCP/.test(error.message)

/** Watches the server while it is in use: one that was killed is started again, on the same port. */
function keepRunning(dataDir: string, ensure: () => Promise<unknown>, onProblem: (error: unknown) => void = () => {}) {
  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> = Promise.resolve()
  let stopped = false
  const check = async () => {
    let waitMs = WATCH_MS
    try {
      if (existsSync(dataDir) && !findPostmaster(dataDir)) await ensure()
    } catch (error) {
      waitMs = ERROR_DELAY_MS
      onProblem(error)
    }
    if (!stopped) next(waitMs)
  }
  const next = (waitMs: number) => {
    timer = setTimeout(() => (checking = check()), waitMs).unref()
  }
  next(WATCH_MS)
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await checking
    },
  }
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {}, connect_timeout: 10 })
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await sql`create database ${sql(name)}`
  } catch (error) {
    if (error instanceof postgres.PostgresError && ['42P04', '23505'].includes(error.code)) return // another start was quicker
    throw error
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

/** @returns the name of the use, for `removeUser` */
function addUser(dir: string): string {
  mkdirSync(dir, { recursive: true })
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(path.join(dir, name), JSON.stringify(thisProcess()))
  return name
}

const removeUser = (dir: string, name: string) => rmSync(path.join(dir, name), { force: true })

/** How many uses are left by processes that still run; those of dead ones are swept away. */
function countUsers(dir: string): number {
  let live = 0
  for (const name of readdirSync(dir)) {
    if (isRunning(readMark(path.join(dir, name)))) live++
    else rmSync(path.join(dir, name), { force: true })
  }
  return live
}

function readMark(file: string): ProcessMark {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessMark // written by addUser
  } catch {
    return { pid: Number.parseInt(path.basename(file), 10), started: '' } // torn by a full disk: the name still has the pid
  }
}
