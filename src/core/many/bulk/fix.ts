/** Groups failed pins by their reason, and names what fixes all of them at once. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import type { FailureReason } from '../../ports/notice.js'

/**
 * What fixes pins of one failure before they are scheduled again. `board`: another one. `section`: none, or another board.
 * `words`: perhaps another link or board. `link`: another one, or the current one. `connection`: the account's. `time`: nothing
 * but another time. `each`: every pin needs its own fix, so no bulk action applies.
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
  outcome_unknown: 'each', // a person has to check the board, or the pin may be published twice
} satisfies Record<FailureReason, Fix>

export const fixOf = (reason: FailureReason): Fix => FIX_OF[reason]

export type FailedOfReason = { reason: FailureReason; count: number; fix: Fix }

/**
 * Counts drafts of an account whose last publishing failed, by the reason, the most common first. @throws NOT_FOUND the account
 */
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
