/** Other processes of this machine: whether one still runs, and whether it is the one that was meant. */
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** A process identity: a pid is reused, a pid with its start time is not (where /proc shows one; else ''). */
export type ProcessMark = { pid: number; started: string }

export const thisProcess = (): ProcessMark => ({ pid: process.pid, started: startOf(process.pid) })

export function isRunning({ pid, started }: ProcessMark): boolean {
  return isAlive(pid) && (started === '' || startOf(pid) === started)
}

/** False for a zombie too: it holds nothing any more and only waits to be collected. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false // EPERM: there, but somebody else's
  }
  return stateOf(pid) !== 'Z'
}

/** Whether the pid is a Postgres that works in this folder, as far as this system shows. */
export function isPostgresIn(pid: number, dir: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true // nothing to ask without a further program
  if (process.platform !== 'linux') return commandOf(pid).includes('postgres')
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dir
  } catch {
    return /\(postgres\)/.test(statOf(pid)) // not permitted: its name must do
  }
}

const statOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** The fields after the command, which is in parentheses and may hold anything. */
const fieldsOf = (pid: number): string[] => {
  const stat = statOf(pid)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
const stateOf = (pid: number) => fieldsOf(pid)[0] ?? ''
const startOf = (pid: number) => fieldsOf(pid)[19] ?? ''

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
