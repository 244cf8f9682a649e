/** Makes each submission take effect once: the id of a view is its idempotency key, like Idempotency-Key on `/v1`. */
import { createHash } from 'node:crypto'
import type { Actor } from '../../core/lib/actor.js'
import { type IdempotencyClaim, runOnce } from '../../core/idempotency.js'
import type { BeforeCommit, Deps } from '../../core/ports/deps.js'

export type Submission = { actor: Actor; viewId: string; callbackId: string; input: unknown }

/**
 * @param toData returns the part of the result to store, as JSON
 * @returns the stored part, also for a repeated submission
 * @throws CONFLICT idempotency_in_progress · UNPROCESSABLE_ENTITY idempotency_key_reused · what `work` throws
 */
export async function submitOnce<T, D>(
  deps: Pick<Deps, 'db' | 'clock'>,
  submission: Submission,
  work: (beforeCommit: BeforeCommit<T>) => Promise<T>,
  toData: (result: T) => D,
): Promise<{ isReplay: boolean; data: D }> {
  const outcome = await runOnce(deps, claimOf(submission), (record) =>
    work((sql, result) => record(sql, { status: 200, data: toData(result) })),
  )
  if (outcome.kind === 'replayed') return { isReplay: true, data: outcome.answer.data as D } // written by this function
  return { isReplay: false, data: toData(outcome.result) }
}

const claimOf = ({ actor, viewId, callbackId, input }: Submission): IdempotencyClaim => ({
  organizationId: actor.organizationId,
  scope: `slack:${actor.userId}`,
  key: viewId,
  request: `view ${callbackId}`,
  bodyHash: createHash('sha256').update(JSON.stringify(input)).digest(),
})

class NotSent extends Error {
  override readonly name = 'NotSent'
}

/**
 * Reads a submission's result.
 * @returns the stored part; undefined: it had no effect, or is older than what is stored
 * @throws CONFLICT idempotency_in_progress
 */
export async function readKept<D>(deps: Pick<Deps, 'db' | 'clock'>, submission: Submission): Promise<D | undefined> {
  try {
    const outcome = await runOnce<never>(deps, claimOf(submission), () => Promise.reject(new NotSent()))
    return outcome.kind === 'replayed' ? (outcome.answer.data as D) : undefined // written by submitOnce
  } catch (error) {
    if (error instanceof NotSent) return undefined
    throw error
  }
}
