/** Who uses the embedded server of a folder: a file per use, named by process. Read and changed under the folder's lock only. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isRunning, type ProcessMark, thisProcess } from './processes.js'

/** @returns the name of the use, for `removeUser` */
export function addUser(dir: string): string {
  mkdirSync(dir, { recursive: true })
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`
  writeFileSync(path.join(dir, name), JSON.stringify(thisProcess()))
  return name
}

export const removeUser = (dir: string, name: string) => rmSync(path.join(dir, name), { force: true })

/** How many uses are left by processes that still run; those of dead ones are swept away. */
export function countUsers(dir: string): number {
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
