/** Lists what is stuck or late and why, over all organizations or in one, for the operator. It changes nothing. */
import { before, DAY_MS } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import type { AttemptState, PlatformResponse } from '../model/attempt.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import {
  listLatePosts,
  type LatePost,
  boardNames,
  ofOrganization,
  stuckColumns,
  type Scope,
  type StuckPost,
} from './stuck-late.js'

/** `looks`: read-backs of its board so far. `nextLookAt`: null while one is running. */
export type UnknownOutcome = StuckPost & {
  attemptNumber: number
  sendingAt: Date
  looks: number
  nextLookAt: Date | null
  response: PlatformResponse
}
/** An attempt whose worker is gone, not taken over yet. */
export type OrphanedAttempt = StuckPost & { attemptNumber: number; state: AttemptState; claimedAt: Date; leaseUntil: Date }
/** An account whose pins wait past their times. `why`: null for up to a minute, until the sweep releases them. */
export type AccountOnHold = {
  organizationId: string
  accountId: string
  username: string
  why: 'paused' | 'disconnected' | 'on hold' | null
  pins: number
  oldestSendAt: Date
}
/** A draft with an unknown outcome that only a person can settle. `sendAt`: the time it had. */
export type FailedUnknown = StuckPost & { failedAt: Date }
/** A board lock without an open attempt, which should not exist. */
export type OrphanedBoardLock = {
  organizationId: string
  accountId: string
  boardId: string
  postId: string
  attemptNumber: number
}

export type Stuck = {
  unknown: UnknownOutcome[]
  orphaned: OrphanedAttempt[]
  late: LatePost[]
  held: AccountOnHold[]
  failedUnknown: FailedUnknown[]
  orphanedBoardLocks: OrphanedBoardLock[]
}

const FAILED_SHOWN_MS = 7 * DAY_MS

/** Lists over all organizations, for each kind the earliest `limit`. */
export async function listStuck(sql: Sql, scope: Scope, now: Date): Promise<Stuck> {
  const [unknown, orphaned, late, held, failedUnknown, orphanedBoardLocks] = await Promise.all([
    listUnknown(sql, scope),
    listOrphaned(sql, scope, now),
    listLatePosts(sql, scope, { lateBefore: before(now, LATE_AFTER_MS), now }),
    listOnHold(sql, scope, now),
    listFailedUnknown(sql, scope, before(now, FAILED_SHOWN_MS)),
    listOrphanedBoardLocks(sql, scope),
  ])
  return { unknown, orphaned, late, held, failedUnknown, orphanedBoardLocks }
}

const openAttempt = (sql: Sql) => sql`
  join publish_attempts t on t.organization_id = p.organization_id and t.post_id = p.id and t.number = p.attempt_number`

async function listUnknown(sql: Sql, scope: Scope): Promise<UnknownOutcome[]> {
  const rows = await sql<UnknownOutcome[]>`
    select ${stuckColumns(sql)}, t.number as "attemptNumber", t.sending_at as "sendingAt", t.read_backs as looks, p.due_at as "nextLookAt",
           json_build_object('status', t.platform_status, 'code', t.platform_code, 'message', t.platform_message,
                             'requestId', t.platform_request_id) as response
      from posts p
      ${openAttempt(sql)}
      ${boardNames(sql)}
     where p.status = 'uploading'
       and t.state = 'unknown'
       ${ofOrganization(sql, scope)}
     order by t.sending_at, p.id
     limit ${scope.limit}`
  return [...rows]
}

async function listOrphaned(sql: Sql, scope: Scope, now: Date): Promise<OrphanedAttempt[]> {
  const rows = await sql<OrphanedAttempt[]>`
    select ${stuckColumns(sql)}, t.number as "attemptNumber", t.state, t.claimed_at as "claimedAt", p.lease_until as "leaseUntil"
      from posts p
      ${openAttempt(sql)}
      ${boardNames(sql)}
     where p.status = 'uploading'
       and p.lease_until <= ${now}
       and t.state <> 'unknown'
       ${ofOrganization(sql, scope)}
     order by p.lease_until, p.id
     limit ${scope.limit}`
  return [...rows]
}

async function listOnHold(sql: Sql, scope: Scope, now: Date): Promise<AccountOnHold[]> {
  const rows = await sql<AccountOnHold[]>`
    select a.organization_id as "organizationId", a.id as "accountId", a.username, count(*)::int as pins, min(p.send_at) as "oldestSendAt",
           case when a.publishing = 'paused' then 'paused' when a.token_status = 'unauthorized' then 'disconnected'
                when a.hold_since is not null then 'on hold' end as why
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.status = 'queued'
       and p.due_at is null
       and p.send_at <= ${now}
       ${ofOrganization(sql, scope)}
     group by a.organization_id, a.id
     order by min(p.send_at), a.id
     limit ${scope.limit}`
  return [...rows]
}

async function listFailedUnknown(sql: Sql, scope: Scope, since: Date): Promise<FailedUnknown[]> {
  const rows = await sql<FailedUnknown[]>`
    select f.*
      from (select ${stuckColumns(sql, sql`(p.failure ->> 'sendAt')::timestamptz`)}, (p.failure ->> 'failedAt')::timestamptz as "failedAt"
              from posts p
              ${boardNames(sql)}
             where p.status = 'draft'
               and p.failure ->> 'reason' = 'outcome_unknown'
               ${ofOrganization(sql, scope)}) f
     where f."failedAt" > ${since}
     order by f."failedAt", f."postId"
     limit ${scope.limit}`
  return [...rows]
}

async function listOrphanedBoardLocks(sql: Sql, scope: Scope): Promise<OrphanedBoardLock[]> {
  const rows = await sql<OrphanedBoardLock[]>`
    select l.organization_id as "organizationId", l.account_id as "accountId", l.board_id as "boardId", l.post_id as "postId",
           l.attempt_number as "attemptNumber"
      from publish_lanes l
      join posts p on p.organization_id = l.organization_id and p.id = l.post_id
     where not (p.status = 'uploading' and p.attempt_number = l.attempt_number)
       ${ofOrganization(sql, scope)}
     order by l.organization_id, l.account_id, l.board_id
     limit ${scope.limit}`
  return [...rows]
}
