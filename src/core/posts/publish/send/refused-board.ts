/** What a refusal of a board or section means: the platform's answer to a create does not say all. */
import type { AskDeps } from '../../../accounts/connect/ask-platform.js'
import { checkBoard } from '../../../boards/check-board.js'
import type { FailureReason } from '../../../ports/notice.js'
import type { Sql } from '../../../ports/deps.js'
import type { Claimed } from '../model/claimed-post.js'

/**
 * Creating a pin on a board that is gone is refused as on one that is not ours (403/29): one read of the board tells the two apart. A board
 * that is gone leaves the listing with it.
 * @throws what the database throws
 * @see platform-facts.md 7.5
 */
export async function whyRefused(deps: AskDeps, { account, boardId }: Claimed, reason: FailureReason): Promise<FailureReason> {
  if (reason !== 'board_forbidden') return reason
  return (await checkBoard(deps, account, boardId, { isUrgent: true })) === 'gone' ? 'board_gone' : reason
}

/** Its section was deleted by us since it was claimed: the post is at the board's root by now, and the request named the section. */
export async function hasLeftSection(
  sql: Sql,
  { organizationId, postId, attemptNumber, boardSectionId }: Claimed,
): Promise<boolean> {
  const [row] = await sql`
    select 1
      from posts
     where organization_id = ${organizationId}
       and id = ${postId}
       and status = 'uploading'
       and attempt_number = ${attemptNumber}
       and board_section_id is distinct from ${boardSectionId}`
  return row !== undefined
}
