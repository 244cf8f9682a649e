/** The data folder of the embedded server: made once, aside, and put in place by one rename. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { asNonRoot, type Binaries, EmbeddedError } from './binaries.js'

export const SUPERUSER = 'app'
const SECRET = 'app.secret'

/** @throws EmbeddedError the folder cannot be written */
export function makeFolder(folder: string): void {
  try {
    makeParents(folder)
    const probe = path.join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    throw folderFailed(folder, error as NodeJS.ErrnoException)
  }
}

/** Level by level: Node's own recursive mkdir never returns where a file system keeps saying that a parent is missing, as /proc does. */
function makeParents(folder: string): void {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeParents(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another start was quicker
  }
}

function folderFailed(folder: string, { code, message }: NodeJS.ErrnoException): EmbeddedError {
  if (code === 'ENOSPC' || code === 'EDQUOT') return new EmbeddedError(`The disk is full: nothing can be written to ${folder}.`)
  return new EmbeddedError(`The data folder ${folder} is not writable (${code ?? message}): set PINSLOT_DATA_DIR to one that is.`)
}

/**
 * Makes the data folder unless it is there. Called under the folder's lock. @returns the superuser's password
 * @throws EmbeddedError there is but a part of it
 */
export async function makeCluster({ initdb }: Binaries, base: string, dataDir: string): Promise<string> {
  requireWhole(dataDir)
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) {
    for (const name of readdirSync(base)) if (name.startsWith('pg.init-')) rmSync(path.join(base, name), { recursive: true }) // of a start that died
    const aside = path.join(base, `pg.init-${process.pid}`)
    const secret = randomBytes(18).toString('base64url')
    try {
      await runInitdb(initdb, aside, secret)
      writeFileSync(path.join(aside, SECRET), secret, { mode: 0o600 }) // travels with the rename
      renameSync(aside, dataDir)
    } catch (error) {
      rmSync(aside, { recursive: true, force: true })
      throw error instanceof EmbeddedError ? error : folderFailed(base, error as NodeJS.ErrnoException)
    }
  }
  return readFileSync(path.join(dataDir, SECRET), 'utf8')
}

/** It is put in place by one rename, so what lacks a file has lost it. */
function requireWhole(dataDir: string): void {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return
  const lost = ['PG_VERSION', SECRET, path.join('global', 'pg_control')].find((file) => !existsSync(path.join(dataDir, file)))
  if (lost === undefined) return
  throw new EmbeddedError(
    `The database in ${dataDir} is not whole (${lost} is missing): put it back from a backup, or remove ${dataDir} to begin with an empty one.`,
  )
}

async function runInitdb(initdb: string, dir: string, secret: string): Promise<void> {
  const passwordFile = `${dir}.password`
  writeFileSync(passwordFile, secret, { mode: 0o600 })
  const [command, args] = asNonRoot(initdb, [
    ...['-D', dir, '-U', SUPERUSER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ])
  const { code, stderr } = await runAside(command, args)
  rmSync(passwordFile, { force: true })
  if (code === 0) return
  if (/No space left on device/i.test(stderr))
    throw new EmbeddedError(`The disk is full: there is no room for a database in ${dir}.`)
  throw new EmbeddedError(`The database could not be made in ${dir}: ${stderr.trim().split('\n').at(-1) ?? ''}`)
}

/** Runs a command in a session of its own, so that Ctrl-C at the terminal reaches only us. */
function runAside(command: string, args: string[]): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true, windowsHide: true })
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    child.once('error', ({ message }) => {
      reject(new EmbeddedError(`The bundled Postgres does not run on this machine (${message}): set DATABASE_URL.`))
    })
    child.once('close', (code) => resolve({ code, stderr }))
  })
}
