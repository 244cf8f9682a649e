/**
 * `<data folder>/sandbox.json`: the sandbox's addresses and ids for scripts and tests. Written by the process that owns the
 * folder.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withFolderLock } from '../db/embedded/folder-lock.js'
import { isRunning, type ProcessMark, thisProcess } from '../db/embedded/processes.js'

/** The seed's part; the rest is known once the server listens. */
export type Seeded = {
  apiKey: string
  organizationId: string
  accounts: { id: string; username: string; isBusiness: boolean; timezone: string | null }[]
  slack: {
    teamId: string
    users: { admin: string; member: string; client: string }
    channels: { general: string; pins: string; approvals: string; staff: string; client: string }
  }
}
export type ReadyFile = { pid: number; baseUrl: string } & Seeded & { platformUrl: string }

export type Ownership = {
  isOwner: boolean
  /** Does nothing when another process owns the folder. Writes atomically, readable by the file's owner only. */
  write(ready: ReadyFile): void
  release(): void
}

/** Makes the first process in a folder its owner until it ends; a dead owner does not count. */
export async function ownFolder(dataDir: string): Promise<Ownership> {
  const ownerFile = path.join(dataDir, 'owner.json')
  const readyFile = path.join(dataDir, 'sandbox.json')
  const isOwner = await withFolderLock(path.join(dataDir, 'owner.lock'), async () => {
    if (hasOwner(ownerFile)) return false
    rmSync(readyFile, { force: true }) // left by a dead owner
    writeFileSync(ownerFile, JSON.stringify(thisProcess()))
    return true
  })
  return {
    isOwner,
    write(ready) {
      if (!isOwner) return
      const aside = `${readyFile}.${process.pid}`
      writeFileSync(aside, `${JSON.stringify(ready, null, 2)}\n`, { mode: 0o600 })
      renameSync(aside, readyFile)
    },
    release() {
      if (!isOwner) return
      rmSync(readyFile, { force: true })
      rmSync(ownerFile, { force: true })
    },
  }
}

/** The address of the process that runs in this folder; undefined if there is none. */
export function findRunning(dataDir: string): string | undefined {
  if (!hasOwner(path.join(dataDir, 'owner.json'))) return undefined
  try {
    return (JSON.parse(readFileSync(path.join(dataDir, 'sandbox.json'), 'utf8')) as ReadyFile).baseUrl // written above
  } catch {
    return undefined // not ready yet
  }
}

function hasOwner(file: string): boolean {
  try {
    return isRunning(JSON.parse(readFileSync(file, 'utf8')) as ProcessMark) // written above
  } catch {
    return false // missing, or truncated by a full disk
  }
}
