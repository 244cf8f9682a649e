/** Claims waiting generations, and stores how they ended. */
import { settleEntry } from './settle-entry.js'
import type { Actor } from '../../lib/actor.js'
import { nextClaimAt, claimOnePerOrganization } from '../../lib/rows/one-per-organization.js'
import type { Sql } from '../../ports/deps.js'
import type { PageContent } from '../../ports/page.js'
import { endWaiting } from '../review/from-page.js'
import type { GenerationWarning } from './model.js'
import type { FailureCode } from '../page-failures.js'

export type GenerationKey = { organizationId: string; generationId: string }
export type ClaimedGeneration = GenerationKey & {
  accountId: string
  actor: Actor
  url: string
  title: string | null
  keywords: string[]
  boardId: string | null
  drafts: number
  useModel: boolean | null
  /** What is known about the page without reading it. */
  instead: PageContent | null
  createdAt: Date
  tries: number
  /** Incremented with each claim: results of an earlier claim are discarded. */
  version: number
}

/**
 * Claims the oldest waiting generation of each organization, the oldest of all first, so that one with many pages does not delay
 * the others. The lease keeps other processes away.
 */
export async function claimGenerations(
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedGeneration[]> {
  return claimOnePerOrganization(
    sql,
    'generations',
    { now, limit },
    (mayTake) => sql<ClaimedGeneration[]>`
      update generations t
         set lease_until = ${until}, status = 'processing', version = t.version + 1
       where ${mayTake}
      returning t.organization_id as "organizationId", t.id as "generationId", t.account_id as "accountId", t.actor, t.url, t.title, t.keywords,
                t.board_id as "boardId", t.drafts, t.use_model as "useModel", t.instead, t.created_at as "createdAt", t.tries, t.version`,
  )
}

export const nextGenerationDue = (sql: Sql): Promise<Date | null> => nextClaimAt(sql, 'generations')

export type MadeDraft = { id: string; title: string; boardId: string | null }
export type Ended =
  | { status: 'success'; drafts: readonly MadeDraft[]; warnings: readonly GenerationWarning[]; writtenBy: 'local' | 'model' }
  | { status: 'failed'; failureCode: FailureCode }

/**
 * Ends a generation within a transaction, with drafts in the one that writes them, and updates the reviews that wait for them.
 * @returns false when another process has claimed it or it is gone: the caller must keep nothing
 */
export async function endGeneration(sql: Sql, claimed: ClaimedGeneration, ended: Ended, now: Date): Promise<boolean> {
  const isEnded = await closeGeneration(sql, claimed, ended, now)
  if (isEnded) {
    await endWaiting(sql, claimed, ended, now)
    await settleEntry(sql, claimed, ended.status === 'failed' ? ended.failureCode : null, now)
  }
  return isEnded
}

/** Ends only the generation, so that the next request for its page begins another. @returns false as endGeneration() */
export async function closeGeneration(sql: Sql, claimed: ClaimedGeneration, ended: Ended, now: Date): Promise<boolean> {
  const success = ended.status === 'success' ? ended : null
  const { count } = await sql`
    update generations
       set status = ${ended.status}, failure_code = ${ended.status === 'failed' ? ended.failureCode : null},
           post_ids = ${(success?.drafts ?? []).map(({ id }) => id)}::bigint[], warnings = ${sql.json([...(success?.warnings ?? [])])},
           written_by = ${success && success.writtenBy}, finished_at = ${now}, due_at = null, lease_until = null, instead = null
     where ${isOurs(sql, claimed)}`
  return count === 1
}

/** Makes it wait again, and be cancellable. `isTry`: true after a failure, false when it only waits for a rate limit. */
export async function postpone(
  sql: Sql,
  claimed: ClaimedGeneration,
  { until, isTry }: { until: Date; isTry: boolean },
): Promise<void> {
  await sql`
    update generations
       set status = 'queued', due_at = ${until}, lease_until = null, tries = tries + ${isTry ? 1 : 0}
     where ${isOurs(sql, claimed)}`
}

const isOurs = (sql: Sql, { organizationId, generationId, version }: ClaimedGeneration) => sql`
  organization_id = ${organizationId} and id = ${generationId} and version = ${version} and status = 'processing'`
