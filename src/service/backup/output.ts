/** Writes a backup or an export: to a file that appears only when it is complete, or to a device or pipe. */
import { createWriteStream } from 'node:fs'
import { open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError } from './backup-error.js'

/** The name of an unfinished file: `backup.age.4711.part`, with the number of its process. */
const PART = /\.(\d+)\.part$/

/**
 * Writes a file that only this user can read, flushed to the disk; a backup never replaces another file. A failure leaves
 * nothing, and leftovers of killed processes are removed.
 * @returns its size in bytes
 * @throws BackupError if the file exists, its folder is missing or not writable, or the disk is full
 */
export async function writeFile(file: string, bytes: Readable, written = BACKUP): Promise<number> {
  const { option, replaces } = written
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() && !replaces)
    throw new BackupError(`There is a file ${file} already: give ${option} another name, or remove it.`)
  if (found?.isDirectory()) throw new BackupError(`${file} is a folder: give ${option} the name of a file in it.`)
  if (found && !found.isFile()) return writeStraight(file, bytes, written)
  return writeAside(found ? await realpath(file) : file, bytes, written) // writes to the target of a link instead of replacing it
}

/** What is written, by which option, and if it may replace a file. */
export type Written = { what: string; option: string; replaces: boolean }
const BACKUP: Written = { what: 'the backup', option: '--to', replaces: false }

/**
 * Writes to the standard output: a pipe, whose reader may end early, or the target of a shell's redirection.
 * @returns the number of bytes
 * @throws BackupError if the reader has ended, or the disk is full
 */
export async function writeTo(out: Writable, bytes: Readable): Promise<number> {
  let written = 0
  async function* counted() {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      written += chunk.length
      yield chunk
    }
  }
  try {
    await pipeline(counted, out)
  } catch (error) {
    throw ofOutput(error)
  }
  return written
}

async function writeAside(file: string, bytes: Readable, written: Written): Promise<number> {
  await removeDead(file)
  const aside = `${file}.${process.pid}.part`
  try {
    const out = createWriteStream(aside, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(bytes, out)
    await rename(aside, file)
    await flushFolder(path.dirname(file))
    return out.bytesWritten
  } catch (error) {
    await rm(aside, { force: true })
    throw toSentence(file, error, written)
  }
}

async function writeStraight(file: string, bytes: Readable, written: Written): Promise<number> {
  try {
    const out = createWriteStream(file, { flags: 'w' })
    await pipeline(bytes, out)
    return out.bytesWritten
  } catch (error) {
    throw toSentence(file, error, written)
  }
}

async function removeDead(file: string): Promise<void> {
  const folder = path.dirname(file)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const pid = name.startsWith(`${path.basename(file)}.`) ? PART.exec(name)?.[1] : undefined
    if (pid !== undefined && !isAlive(Number(pid))) await rm(path.join(folder, name), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Flushes the folder, so that the name survives a crash of the machine; some file systems do not support it. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG']

/** Explains a failed write whose partial output others may mistake for a backup. */
function ofOutput(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && NO_ROOM.includes(code))
    return new BackupError(
      `There is no room for the backup where standard output leads (${code}): what came there is not whole, so remove it.`,
    )
  if (code === 'EPIPE')
    return new BackupError(
      'The command that reads the backup from standard output ended before it was whole (EPIPE): see what that says, and remove what it kept.',
    )
  return error
}

function toSentence(file: string, error: unknown, { what, option }: Written): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined && NO_ROOM.includes(code))
    return new BackupError(`There is no room for ${what} at ${file} (${code}): nothing of it was kept.`)
  if (code === 'ENOENT') return new BackupError(`The folder of ${file} is not there: make it, or give ${option} another one.`)
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new BackupError(`We may not write ${file} (${code}): give ${option} a place where we may.`)
  return error
}
