/**
 * A lock between processes, kept in a folder: numbered files, of which the highest says who holds it. To take it from a holder that let go
 * or died, a process links the next number, which only one can; a number is never used again while a higher one is there.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRunning, type ProcessMark, thisProcess } from './processes.js'

const RETRY_MS = 20

/** Runs `work` while holding the lock. @throws Error when another process holds it for longer than waitMs */
export async function withFolderLock<T>(dir: string, work: () => Promise<T>, { waitMs = 90_000 } = {}): Promise<T> {
  const release = await acquire(dir, waitMs)
  try {
    return await work()
  } finally {
    release()
  }
}

async function acquire(dir: string, waitMs: number): Promise<() => void> {
  mkdirSync(dir, { recursive: true })
  const until = performance.now() + waitMs
  for (;;) {
    const highestLock = highest(dir)
    if (!isLocked(dir, highestLock) && take(dir, highestLock + 1)) return () => letGo(dir, highestLock + 1)
    if (performance.now() > until) throw new Error(`Another process has held ${dir} for ${waitMs / 1000} s. Is one stuck?`)
    await sleep(RETRY_MS)
  }
}

const numbers = (dir: string) =>
  readdirSync(dir)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
const highest = (dir: string) => Math.max(0, ...numbers(dir))

function isLocked(dir: string, number: number): boolean {
  if (number === 0) return false
  try {
    const text = readFileSync(path.join(dir, String(number)), 'utf8')
    return text !== '' && isRunning(JSON.parse(text) as ProcessMark) // written by take, below
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true // a higher one has come: check again
    return false // torn by a full disk or a crash: nobody holds it
  }
}

function take(dir: string, number: number): boolean {
  const mine = written(dir, JSON.stringify(thisProcess()))
  try {
    linkSync(mine, path.join(dir, String(number)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(mine, { force: true })
  }
  const all = numbers(dir)
  if (Math.max(...all) > number) {
    rmSync(path.join(dir, String(number)), { force: true }) // the number had been used and swept away meanwhile
    return false
  }
  for (const old of all) if (old < number) rmSync(path.join(dir, String(old)), { force: true })
  return true
}

/** Emptied, since that works on a full disk too. */
const letGo = (dir: string, number: number) => truncateSync(path.join(dir, String(number)))

/** Whole before it is visible under its number. */
function written(dir: string, text: string): string {
  const file = path.join(dir, `.${process.pid}-${randomBytes(4).toString('hex')}`)
  try {
    writeFileSync(file, text)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
  return file
}
