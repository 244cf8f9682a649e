/** Reads all attempts to publish a post, for the operator. */
import { isRowId } from '../../lib/rows/row-id.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { PostFailure } from '../../posts/post.js'
import type { PostStatus } from '../../ports/post-status.js'
import type { AttemptState, PlatformResponse } from '../model/attempt.js'
import { boardNames, stuckColumns, type StuckPost } from './stuck-late.js'

export type PastAttempt = {
  number: number
  state: AttemptState
  boardId: string
  /** The time of the scheduling that it belongs to. */
  sendAt: Date
  claimedAt: Date
  /** null: nothing was sent. */
  sendingAt: Date | null
  settledAt: Date | null
  /** Read-backs of its board, after a request without an answer. */
  looks: number
  reason: string | null
  response: PlatformResponse
  /** When a person reported that its pin is not there. */
  ruledOutAt: Date | null
}
export type AttemptHistory = {
  post: Omit<StuckPost, 'sendAt'> & {
    status: PostStatus
    sendAt: Date | null
    dueAt: Date | null
    leaseUntil: Date | null
    pinId: string | null
    failure: Pick<PostFailure, 'reason' | 'message'> | null
  }
  attempts: PastAttempt[]
}

/** Reads the attempts of a post. @throws NOT_FOUND */
export async function readAttemptHistory(
  { db: { sql } }: Pick<Deps, 'db'>,
  { organizationId }: Actor,
  { postId }: { postId: string },
): Promise<AttemptHistory> {
  if (!isRowId(postId)) throw notFound('Post')
  const [post] = await sql<AttemptHistory['post'][]>`
    select ${stuckColumns(sql)}, p.status, p.due_at as "dueAt", p.lease_until as "leaseUntil", p.pin_id as "pinId", p.failure
      from posts p
      ${boardNames(sql)}
     where p.organization_id = ${organizationId}
       and p.id = ${postId}`
  if (!post) throw notFound('Post')
  return { post, attempts: await listAttempts(sql, { organizationId, postId }) }
}

async function listAttempts(
  sql: Sql,
  { organizationId, postId }: { organizationId: string; postId: string },
): Promise<PastAttempt[]> {
  const rows = await sql<PastAttempt[]>`
    select number, state, board_id as "boardId", send_at as "sendAt", claimed_at as "claimedAt", sending_at as "sendingAt",
           settled_at as "settledAt", read_backs as looks, reason, ruled_out_at as "ruledOutAt",
           json_build_object('status', platform_status, 'code', platform_code, 'message', platform_message,
                             'requestId', platform_request_id) as response
      from publish_attempts
     where organization_id = ${organizationId}
       and post_id = ${postId}
     order by number`
  return [...rows]
}
