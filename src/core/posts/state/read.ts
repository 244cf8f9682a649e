/** Reads what the states of posts depend on. */
import { constantSql } from '../../lib/rows/constant-sql.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { FindingCode } from './finding.js'
import type { Post } from '../post.js'
import { type PostRow, toPost } from '../row.js'
import { isVideoDecided } from './video.js'
import { type Circumstances, plainState, type PostState, stateOf } from './state.js'

/** A post and its state from the same read; `findingCodes`: what its last check found, null before the first. */
export type PostWithState = Post & { state: PostState; findingCodes: FindingCode[] | null }

/** A row of circumstanceColumns(). */
export type CircumstanceRow = Omit<Circumstances, 'attempt' | 'approval' | 'account'> &
  Circumstances['account'] & {
    postId: string
    attemptState: string | null
    attemptAt: Date | null
    askedAt: Date | null
    wantedAt: Date | null
  }

/** Reads the states of posts of one organization, in the order given, with one read for those that need one. */
export async function readStates({ db, clock }: Pick<Deps, 'db' | 'clock'>, posts: readonly Post[]): Promise<PostState[]> {
  return statesIn(db.sql, posts, clock())
}

/** Reads the states in the caller's transaction. */
export async function statesIn(sql: Sql, posts: readonly (Post | PostWithState)[], now: Date): Promise<PostState[]> {
  const open = posts.filter((post) => post.status !== 'sent' && !('state' in post))
  const found = await readCircumstances(sql, open, now)
  return posts.map((post) =>
    'state' in post ? post.state : stateOf(post, post.status === 'sent' ? undefined : found.get(post.id), now),
  )
}

/** The state of a post that this transaction made a draft: it has no request and no attempt. */
export const newDraftWithState = (post: Post): PostWithState => ({ ...post, state: plainState(post), findingCodes: null })

/** A row with columnsForState(), from which the state is read. */
export type RowForState = PostRow & Pick<PostWithState, 'findingCodes'> & { hasCircumstances: boolean }

/**
 * The columns beside postColumns() of `p`: whether more than the post decides its state, and what its last check found. For most
 * posts nothing more does, and a statement that can read all of it costs the database half as much again.
 */
export const columnsForState = constantSql(
  (sql) => sql`
  (p.status in ('queued', 'uploading')
   or p.status = 'draft' and exists (select 1
                                       from approvals q
                                      where q.organization_id = p.organization_id
                                        and q.post_id = p.id
                                        and q.state = 'open')) as "hasCircumstances",
  case when p.status in ('draft', 'queued')
       then (select jsonb_path_query_array(f.findings, '$[*].code')
               from preflights f
              where f.organization_id = p.organization_id
                and f.post_id = p.id
                and f.checked_at is not null) end as "findingCodes"`,
)

/** Adds the states to posts of one organization. */
export async function withStates(sql: Sql, rows: readonly RowForState[], now: Date): Promise<PostWithState[]> {
  const found = await readCircumstances(
    sql,
    rows.filter((row) => row.hasCircumstances),
    now,
  )
  return rows.map((row) => {
    const post = toPost(row)
    return Object.assign(post, { state: stateOf(post, found.get(post.id), now), findingCodes: row.findingCodes })
  })
}

async function readCircumstances(
  sql: Sql,
  posts: readonly Pick<Post, 'id' | 'organizationId'>[],
  now: Date,
): Promise<Map<string, Circumstances>> {
  const [first] = posts
  if (!first) return new Map()
  const rows = await sql<CircumstanceRow[]>`
    select ${circumstanceColumns(sql, now)}
      from posts p ${circumstanceJoins(sql)}
     where p.organization_id = ${first.organizationId}
       and p.id = any (${posts.map(({ id }) => id)}::bigint[])`
  return new Map(rows.map((row) => [row.postId, toCircumstances(row)]))
}

/** The columns for `p` and the tables of circumstanceJoins(). @param organizationId in a statement that writes */
export const circumstanceColumns = (sql: Sql, now: Date, organizationId?: string) => sql`
  p.id as "postId", p.due_at as "dueAt", a.publishing, a.token_status as "tokenStatus", a.while_paused as "whilePaused",
  case when a.publishing = 'paused' then a.paused_because end as "pausedBecause",
  case when a.publishing = 'paused' then a.paused_until end as "pausedUntil", a.held_since as "heldSince", a.hold_since as "holdSince",
  p.status = 'queued' and exists (select 1
            from publish_lanes l
           where l.organization_id = ${organizationId ?? sql`p.organization_id`} and l.account_id = p.account_id and l.board_id = p.board_id) as "isBoardBusy",
  t.state as "attemptState", coalesce(t.sending_at, t.claimed_at) as "attemptAt",
  p.status = 'queued' and p.media_type = 'video' and not coalesce(${isVideoDecided(sql, now)}, false) as "isVideoAwaited",
  q.asked_at as "askedAt", q.wanted_at as "wantedAt"`

/** The joins for `posts p` that circumstanceColumns() needs. */
export const circumstanceJoins = constantSql((sql) => joinsWhere(sql, sql`p.organization_id`))

/** The joins for a statement that writes. */
export const circumstanceJoinsOf = (sql: Sql, organizationId: string) => joinsWhere(sql, organizationId)

const joinsWhere = (sql: Sql, organization: string | ReturnType<Sql>) => sql`
  join accounts a on a.organization_id = ${organization} and a.id = p.account_id
  left join publish_attempts t
    on t.organization_id = ${organization} and t.post_id = p.id and t.number = p.attempt_number and t.send_at = p.send_at
  left join video_jobs j on j.organization_id = ${organization} and j.post_id = p.id
  left join approvals q on q.organization_id = ${organization} and q.post_id = p.id and q.state = 'open'`

export function toCircumstances(row: CircumstanceRow): Circumstances {
  const { dueAt, isBoardBusy, isVideoAwaited } = row
  const { attemptState, attemptAt, askedAt, wantedAt } = row
  return {
    dueAt,
    account: row,
    isBoardBusy,
    attempt: attemptAt && { isUnknown: attemptState === 'unknown', at: attemptAt },
    isVideoAwaited,
    approval: askedAt && { at: wantedAt, askedAt },
  }
}
