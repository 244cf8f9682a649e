/** Turns Slack's files into uploads for a submission; uploads of a refused submission serve the next one. */
import type { WebClient } from '@slack/web-api'
import type { Actor } from '../../core/lib/actor.js'
import { DomainError } from '../../core/lib/errors.js'
import { requireUpload } from '../../core/media/uploads.js'
import type { Deps } from '../../core/ports/deps.js'
import { type SlackFile, stageSlackFile } from './files.js'

export type UploadsDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>
type Asked = {
  actor: Actor
  client: WebClient
  files: readonly SlackFile[]
  /** Called before each file that has to be fetched; the first is 1. */
  onFetch?: (turn: number) => void
}
/**
 * Calls `work` with the uploadIds of the files, in their order.
 * @throws BAD_REQUEST uploadId, as stageSlackFile · what `work` throws
 */
export type WithUploads = <T>(deps: UploadsDeps, requested: Asked, work: (uploadIds: string[]) => Promise<T>) => Promise<T>

/** Limit for all files of a form: its idempotency key is leased for a minute, and the pin is still to be saved. */
const BUDGET_MS = 45_000
/**
 * The most uploads that are remembered. If one is forgotten, or another process staged it, it is staged again and swept after a
 * day.
 */
const MOST_KEPT = 1000

export function makeWithUploads(fetch: typeof globalThis.fetch): WithUploads {
  const staged = new Map<string, string>()

  /** Takes an upload from memory, so that two forms with the same file each get their own. */
  const take = async ({ db, clock }: UploadsDeps, actor: Actor, key: string): Promise<string | undefined> => {
    const uploadId = staged.get(key)
    staged.delete(key)
    return uploadId !== undefined && (await isGood(db.sql, actor, uploadId, clock())) ? uploadId : undefined
  }
  const keep = (key: string, uploadId: string): void => {
    staged.set(key, uploadId)
    const oldest = staged.keys().next()
    if (staged.size > MOST_KEPT && !oldest.done) staged.delete(oldest.value)
  }

  return async (deps, { actor, client, files, onFetch }, work) => {
    const signal = AbortSignal.timeout(BUDGET_MS)
    const taken = new Map<string, string>()
    try {
      for (const [index, file] of files.entries()) {
        const key = `${actor.organizationId}:${file.id}`
        const known = await take(deps, actor, key)
        if (known === undefined) onFetch?.(index + 1)
        taken.set(key, known ?? (await stageSlackFile({ deps, actor, client, fetch, signal }, file)))
      }
      return await work([...taken.values()])
    } catch (error) {
      for (const [key, uploadId] of taken) keep(key, uploadId)
      throw error
    }
  }
}

/** True when the upload is not attached to a pin and has not expired. */
async function isGood(...requested: [sql: Deps['db']['sql'], actor: Actor, uploadId: string, now: Date]): Promise<boolean> {
  const [sql, actor, uploadId, now] = requested
  try {
    await requireUpload(sql, actor, uploadId, 'uploadId', now)
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}
