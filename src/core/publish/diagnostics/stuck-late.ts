/** Late pins that no worker holds, each with what it waits for. */
import type { Sql } from '../../ports/deps.js'
import { MISSED_AFTER_MS } from '../../posts/state/lateness.js'
import { isVideoDecided } from '../../posts/state/video.js'

export type WhyLate =
  /** The 24 hours are over: within a minute the sweep fails it. */
  | { kind: 'missed' }
  | { kind: 'retrying'; at: Date; tries: number; error: string | null }
  /** Paced: late pins are published one per account and minute. */
  | { kind: 'paced'; at: Date }
  /** Another post has the board: one attempt at a time. */
  | { kind: 'boardHeld'; byPostId: string }
  /** `state`: null when its upload has not begun. */
  | { kind: 'videoAwaited'; state: string | null; error: string | null }
  /** Nothing blocks it, but no loop has scanned since. */
  | { kind: 'unclaimed'; since: Date }

export type LatePost = StuckPost & { why: WhyLate }

type LateRow = StuckPost & {
  dueAt: Date
  tries: number
  holderId: string | null
  /** The result of the last attempt, if another one follows. */
  lastError: string | null
  hasFailed: boolean
  isVideoAwaited: boolean
  videoState: string | null
  videoError: string | null
}

export async function listLatePosts(
  sql: Sql,
  scope: Scope,
  { lateBefore, now }: { lateBefore: Date; now: Date },
): Promise<LatePost[]> {
  const rows = await sql<LateRow[]>`
    select ${stuckColumns(sql)}, p.due_at as "dueAt", p.tries, l.post_id as "holderId",
           t.number is not null as "hasFailed", coalesce(t.reason, t.platform_message) as "lastError",
           p.media_type = 'video' and not coalesce(${isVideoDecided(sql, now)}, false) as "isVideoAwaited",
           j.state as "videoState", j.last_error as "videoError"
      from posts p
      ${boardNames(sql)}
      left join publish_lanes l on l.organization_id = p.organization_id and l.account_id = p.account_id and l.board_id = p.board_id
      left join publish_attempts t
        on t.organization_id = p.organization_id and t.post_id = p.id and t.number = p.attempt_number
       and t.send_at = p.send_at and t.state in ('retry', 'absent')
      left join video_jobs j on j.organization_id = p.organization_id and j.post_id = p.id
     where p.status = 'queued'
       and p.due_at is not null
       and p.send_at <= ${lateBefore}
       ${ofOrganization(sql, scope)}
     order by p.send_at, p.id
     limit ${scope.limit}`
  return rows.map((row) => toLate(row, now))
}

function toLate(row: LateRow, now: Date): LatePost {
  const { dueAt, tries, holderId, lastError, hasFailed, isVideoAwaited, videoState, videoError, ...post } = row
  const why = (): WhyLate => {
    if (now.getTime() - post.sendAt.getTime() >= MISSED_AFTER_MS) return { kind: 'missed' }
    if (dueAt > now) return hasFailed ? { kind: 'retrying', at: dueAt, tries, error: lastError } : { kind: 'paced', at: dueAt }
    if (holderId !== null) return { kind: 'boardHeld', byPostId: holderId }
    if (isVideoAwaited) return { kind: 'videoAwaited', state: videoState, error: videoError }
    return { kind: 'unclaimed', since: dueAt }
  }
  return { ...post, why: why() }
}

/** One organization, null: all; and the limit for each kind. */
export type Scope = { organizationId: string | null; limit: number }

export type StuckPost = {
  organizationId: string
  accountId: string
  username: string
  postId: string
  title: string | null
  boardId: string | null
  /** null: the board is not in the cache. */
  boardName: string | null
  sendAt: Date
}

/** The columns of `posts p`, with boardNames. @param sendAt for a post that has no time any more */
export const stuckColumns = (sql: Sql, sendAt = sql`p.send_at`) => sql`
  p.organization_id as "organizationId", p.account_id as "accountId", a.username, p.id as "postId", p.title, p.board_id as "boardId",
  b.name as "boardName", ${sendAt} as "sendAt"`

export const boardNames = (sql: Sql) => sql`
  join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
  left join boards b on b.organization_id = p.organization_id and b.account_id = p.account_id and b.id = p.board_id`

/** A further condition on `posts p`. */
export const ofOrganization = (sql: Sql, { organizationId }: Scope) =>
  organizationId === null ? sql`` : sql`and p.organization_id = ${organizationId}`
