/** systemd itself, started in a root of its own over this machine's /usr: what a unit allows is found out by running it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root as project } from '../../../src/root.js'

/** A boot needs namespaces and cgroups, so root, Debian's `systemd-container`, and a kernel that lends them: found out by one that ends at once. */
export function canBoot(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('systemd-nspawn', ['--version'], { stdio: 'ignore' }).status !== 0) return false
  const root = makeRoot()
  try {
    const how = [...HOW, '--quiet', `--machine=pinslot-probe-${process.pid}`, 'systemd.unit=poweroff.target']
    return spawnSync('systemd-nspawn', ['-D', root, '--bind-ro=/usr', ...how], { stdio: 'ignore', timeout: 60_000 }).status === 0
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
const HOW = ['--boot', '--register=no', '--keep-unit']

export type Booted = {
  /** As root within it. */
  run(program: string, ...args: string[]): { status: number | null; stdout: string; stderr: string }
  /** The path in it of a file of deploy/systemd that says where Node and the project are. */
  admin: string
  log(): string
  stop(): Promise<void>
}

const UNIT = 'pinslot.service'
const NODE = '/opt/node'
const ADMIN = '/opt/pinslot-admin'
const ETC = ['passwd', 'group', 'nsswitch.conf', 'hosts', 'resolv.conf', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'ssl']

/**
 * @param app what is installed, as /opt/pinslot
 * @param environment of /etc/pinslot/environment
 * @param secrets the texts of the files of /etc/pinslot/secrets
 */
export function bootSystemd(app: string, environment: Record<string, string>, secrets: Record<string, string>): Booted {
  const root = makeRoot()
  const write = writeBelow(root)
  write(
    'etc/pinslot/environment',
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  for (const [name, text] of Object.entries(secrets)) write(`etc/pinslot/secrets/${name.toLowerCase()}`, text, 0o600)
  const own = (file: string) =>
    readFileSync(path.join(project, 'deploy', 'systemd', file), 'utf8')
      .replaceAll('/usr/bin/node', NODE)
      .replaceAll('/opt/pinslot/deploy/systemd/pinslot-admin', ADMIN)
  write(`etc/systemd/system/${UNIT}`, own(UNIT))
  write(ADMIN, own('pinslot-admin'), 0o755)
  symlinkSync(`/etc/systemd/system/${UNIT}`, path.join(root, 'etc/systemd/system/multi-user.target.wants', UNIT))

  const shared = ['--bind-ro=/usr', `--bind-ro=${process.execPath}:${NODE}`, `--bind-ro=${app}:/opt/pinslot`]
  const how = [...HOW, `--machine=pinslot-${process.pid}`]
  const child = spawn('systemd-nspawn', ['-D', root, ...shared, ...how, 'systemd.unit=multi-user.target'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    run(program, ...args) {
      const within = ['-t', String(leaderOf(child)), '-m', '-u', '-i', '-p', program, ...args]
      return spawnSync('nsenter', within, { encoding: 'utf8', timeout: 120_000 })
    },
    admin: ADMIN,
    log: () => log,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), 60_000)
      await ended
      clearTimeout(late)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The first process within. @throws Error it has not begun, or is over */
function leaderOf({ pid }: ChildProcess): string {
  const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  if (!first) throw new Error('systemd does not run')
  return first
}

/** What systemd needs of a root before anything is installed in it, but for /usr. */
function makeRoot(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'pinslot-systemd-'))
  chmodSync(root, 0o755)
  const dirs = ['usr/lib', 'etc/systemd/system/multi-user.target.wants', 'etc/systemd/journald.conf.d', 'etc/pinslot/secrets']
  const empty = ['var/lib', 'var/log', 'var/tmp', 'root', 'run', 'tmp', 'dev', 'proc', 'sys', 'opt/pinslot']
  for (const dir of [...dirs, ...empty]) mkdirSync(path.join(root, dir), { recursive: true })
  for (const link of ['bin', 'sbin', 'lib', 'lib32', 'lib64'])
    if (existsSync(`/${link}`) && lstatSync(`/${link}`).isSymbolicLink()) symlinkSync(`usr/${link}`, path.join(root, link))
  cpSync('/usr/lib/os-release', path.join(root, 'usr/lib/os-release')) // by which a root is known for one
  for (const name of ETC)
    if (existsSync(`/etc/${name}`)) cpSync(`/etc/${name}`, path.join(root, 'etc', name), { recursive: true, dereference: true })
  const write = writeBelow(root)
  write('etc/systemd/journald.conf.d/console.conf', '[Journal]\nStorage=volatile\nForwardToConsole=yes\nMaxLevelConsole=debug\n')
  write('etc/machine-id', `${randomBytes(16).toString('hex')}\n`) // with none it would ask for a locale first
  return root
}

const writeBelow =
  (root: string) =>
  (file: string, text: string, mode = 0o644): void =>
    writeFileSync(path.join(root, file), text, { mode })
