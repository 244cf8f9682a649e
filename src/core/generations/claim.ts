/** Generations that wait: who works on which, and how it ended. */
import { settleEntry } from './settle-entry.js'
import type { Actor } from '../lib/actor.js'
import { nextClaimAt, claimOnePerOrganization } from '../lib/work/one-per-organization.js'
import type { Sql } from '../ports/deps.js'
import type { PageContent } from '../ports/page.js'
import { endWaiting } from '../posts/review/from-page.js'
import type { GenerationWarning } from './model.js'
import type { FailureCode } from './page-failures.js'

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
  /** What is known of the page without reading it. */
  instead: PageContent | null
  createdAt: Date
  tries: number
  /** One more each time that somebody takes it: who took it before keeps nothing. */
  version: number
}

/**
 * One of each organization, that which has waited longest, and of these the longest: whoever brings many pages has one place. Nobody else takes
 * them for the lease.
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

/** When there is something to take. */
export const nextGenerationDue = (sql: Sql): Promise<Date | null> => nextClaimAt(sql, 'generations')

export type MadeDraft = { id: string; title: string; boardId: string | null }
export type Ended =
  | { status: 'success'; drafts: readonly MadeDraft[]; warnings: readonly GenerationWarning[]; writtenBy: 'local' | 'model' }
  | { status: 'failed'; failureCode: FailureCode }

/**
 * How it ended, in a transaction; with drafts in the one that writes them. Reviews that wait for them have them with it.
 * @returns false: somebody else has taken it meanwhile, or it is gone, and nothing of this may be kept
 */
export async function endGeneration(sql: Sql, claimed: ClaimedGeneration, ended: Ended, now: Date): Promise<boolean> {
  const isEnded = await closeGeneration(sql, claimed, ended, now)
  if (isEnded) {
    await endWaiting(sql, claimed, ended, now)
    await settleEntry(sql, claimed, ended.status === 'failed' ? ended.failureCode : null, now)
  }
  return isEnded
}

/** Ends the generation alone, so that the next request for its page begins another one. @returns false: as endGeneration() */
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

/** It waits again, and may be cancelled. @param isTry of something that went wrong, not of a pace that is kept */
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
