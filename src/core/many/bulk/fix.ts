/** Pins that failed for one reason, and what puts all of them right at once. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import type { FailureReason } from '../../ports/notice.js'

/**
 * What all of them need before they are scheduled again. `board`: another one. `section`: none, or another board. `words`: perhaps another link or
 * board. `link`: another one, or the one that each has. `connection`: the account's. `time`: nothing but another time. `each`: every pin something of its own, so nothing is done to all.
 */
export type Fix = 'board' | 'section' | 'words' | 'link' | 'connection' | 'time' | 'each'

const FIX_OF = {
  board_gone: 'board',
  board_forbidden: 'board',
  section_gone: 'section',
  platform_rejected: 'words',
  link_dead: 'link',
  account_disconnected: 'connection',
  account_on_hold: 'time',
  paused: 'time',
  missed: 'time',
  platform_unavailable: 'time',
  media_rejected: 'each',
  pin_gone: 'each',
  pin_forbidden: 'each',
  outcome_unknown: 'each', // somebody has to look at the board, or the pin may be published twice
} satisfies Record<FailureReason, Fix>

export const fixOf = (reason: FailureReason): Fix => FIX_OF[reason]

export type FailedOfReason = { reason: FailureReason; count: number; fix: Fix }

/** Drafts of an account whose last publishing failed, by the reason, the most common first. @throws NOT_FOUND the account */
export async function countFailed(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<FailedOfReason[]> {
  const account = await requireAccount(sql, actor, accountId)
  const rows = await sql<{ reason: FailureReason; count: number }[]>`
    select failure ->> 'reason' as reason, count(*)::int as count
      from posts
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}
       and status = 'draft'
       and failure is not null
     group by 1
     order by 2 desc, 1`
  return rows.map(({ reason, count }) => ({ reason, count, fix: fixOf(reason) }))
}
