/**
 * Reads what the publisher could begin now, over all organizations: fast at any length of the queue, and fair between accounts.
 */
import { after, before } from '../../lib/duration.js'
import type { Sql } from '../../ports/deps.js'
import { MISSED_AFTER_MS } from '../../posts/state/lateness.js'
import { LATE_AFTER_MS } from '../../lib/late.js'
import { isPublishable } from '../../posts/state/video.js'

export type DuePost = {
  organizationId: string
  accountId: string
  postId: string
  boardId: string
  /** The number that a claim will give to a post to publish; for other work, the current one. */
  attemptNumber: number
  work: 'publish' | 'readBack' | 'recover'
  isLate: boolean
  sendAt: Date
  dueAt: Date
}

/** An account with attempts open in this process. */
export type BusyAccount = { organizationId: string; accountId: string; open: number }

export type DueScan = {
  now: Date
  /** The most posts to publish. */
  limit: number
  /** How long before their due time posts are listed. */
  aheadMs?: number
  /** The most open attempts of one account in this process. */
  perAccount?: number
  /** The limit for all accounts of one organization. */
  perOrganization?: number
  busy?: BusyAccount[]
  /**
   * Multiplies the posts that may begin now, for each board, account and organization and in all, to list some for later claims;
   * default 1.
   */
  kept?: number
  /** The most boards to read back, apart from `limit`, so that neither kind blocks the other. */
  readBacks?: number
}

/** Rows read at first for each wanted post, because some at the head may be of one board or account. */
const ROWS_FOR_ONE = 2
const WIDER = 10
const UNBOUNDED = 2 ** 31 - 1

/**
 * Lists one post per board lock, none where the lock is taken, the video is not ready or the account is at its limit; on-time
 * pins first, and one late pin per account. Posts that missed their 24 hours are left to the sweep.
 */
export async function listDue(sql: Sql, scan: DueScan): Promise<DuePost[]> {
  const [queued, open] = await Promise.all([listQueued(sql, scan), listOpen(sql, scan)])
  return [...open, ...queued]
}

/** `isNext`: it may begin now, and is not kept for later. */
type QueuedRow = DuePost & { isFull: boolean; isNext: boolean }

/**
 * Reads the head of the queue by its index, only as many rows as `limit` needs; posts that cannot begin do not count. It reads
 * more rows only where the head is crowded (many posts of few boards or accounts), so that nothing waits behind them.
 */
export async function listQueued(sql: Sql, scan: DueScan): Promise<DuePost[]> {
  for (let rows = ROWS_FOR_ONE * scan.limit * (scan.kept ?? 1); ; rows *= WIDER) {
    const found = await readHead(sql, scan, rows)
    const mayBegin = found.reduce((count, { isNext }) => count + Number(isNext), 0)
    if (mayBegin >= scan.limit || !found[0]?.isFull) return found.map(({ isFull: _, isNext: _next, ...post }) => post)
  }
}

async function readHead(sql: Sql, scan: DueScan, rows: number): Promise<QueuedRow[]> {
  const { now, limit, aheadMs = 0, perAccount = limit, perOrganization = UNBOUNDED, busy = [], kept = 1 } = scan
  const late = before(now, LATE_AFTER_MS)
  // A post is never due before its time, so one that has not missed its day is due within it, and an on-time one within ten minutes.
  const head = (from: Date, to: Date) => sql`
    (select p.organization_id, p.account_id, p.id, p.board_id, p.attempt_number, p.send_at, p.due_at
       from posts p
      where p.status = 'queued'
        and p.due_at > ${from}
        and p.due_at <= ${to}
        and ${mayBegin(sql, scan)}
      order by p.due_at, p.id
      limit ${rows})`
  return sql<QueuedRow[]>`
    with recent as ${head(late, after(now, aheadMs))}, old as ${head(before(now, MISSED_AFTER_MS), late)},
    turns as (
      select d.*, d.send_at <= ${late} as is_late,
             row_number() over (partition by d.organization_id, d.account_id, d.board_id
                                    order by d.send_at <= ${late}, d.due_at, d.id) as turn
        from (select * from recent union all select * from old) d
    ), placed as (
      select t.*, row_number() over (partition by t.organization_id, t.account_id, t.is_late order by t.turn, t.due_at, t.id) as place
        from turns t
       where t.turn <= ${kept}::int
    ), shared as (
      select d.*, coalesce(b.open, 0) as open, coalesce(o.open, 0) as open_beside,
             row_number() over (partition by d.organization_id order by d.is_late, d.turn, d.due_at, d.id) as share
        from placed d
        left join ${accountsOf(sql, busy)} on b.organization_id = d.organization_id and b.account_id = d.account_id
        left join ${organizationsOf(sql, busy)} on o.organization_id = d.organization_id
       where d.place <= case when d.is_late then 1 else ${kept}::int * ${perAccount}::int - coalesce(b.open, 0) end
    )
    select d.organization_id as "organizationId", d.account_id as "accountId", d.id as "postId", d.board_id as "boardId",
           d.attempt_number + 1 as "attemptNumber", 'publish' as work, d.is_late as "isLate", d.send_at as "sendAt", d.due_at as "dueAt",
           d.turn = 1 and d.place + d.open <= ${perAccount}::int and d.share + d.open_beside <= ${perOrganization}::int as "isNext",
           greatest((select count(*) from recent), (select count(*) from old)) >= ${rows} as "isFull"
      from shared d
     where d.share + d.open_beside <= least(${kept}::bigint * ${perOrganization}::int, ${UNBOUNDED})
     order by d.is_late, case when ${kept}::int > 1 then d.share end, d.turn, d.due_at, d.id
     limit ${limit * kept}`
}

/**
 * True for queued `posts p` that may begin: the 24 hours are not over, the video is ready, the board is free, and the account is
 * below its limit in this process. The `case` is evaluated row by row in index order: with joins, where one account has most of
 * the queue, the planner expects almost no rows to remain and reads them all.
 */
const mayBegin = (
  sql: Sql,
  {
    now,
    perAccount = Infinity,
    perOrganization = UNBOUNDED,
    busy = [],
  }: Pick<DueScan, 'now' | 'perAccount' | 'perOrganization' | 'busy'>,
) => sql`
  p.send_at > ${before(now, MISSED_AFTER_MS)}
  and case
        when not ${isPublishable(sql, now)} then false
        when exists (select 1 from publish_lanes l
                      where l.organization_id = p.organization_id and l.account_id = p.account_id and l.board_id = p.board_id) then false
        when p.organization_id = any(${fullOrganizations(busy, perOrganization)}::bigint[]) then false
        else not exists (select 1 from ${accountsOf(
          sql,
          busy.filter(({ open }) => open >= perAccount),
        )} where b.organization_id = p.organization_id and b.account_id = p.account_id)
      end`

const accountsOf = (sql: Sql, accounts: BusyAccount[]) => sql`
  unnest(${accounts.map((one) => one.organizationId)}::bigint[], ${accounts.map((one) => one.accountId)}::bigint[],
         ${accounts.map((one) => one.open)}::int[]) as b(organization_id, account_id, open)`

/** Returns the open attempts of all accounts of each organization. */
function openByOrganization(accounts: BusyAccount[]): Map<string, number> {
  const open = new Map<string, number>()
  for (const one of accounts) open.set(one.organizationId, (open.get(one.organizationId) ?? 0) + one.open)
  return open
}

const organizationsOf = (sql: Sql, accounts: BusyAccount[]) => {
  const open = openByOrganization(accounts)
  return sql`unnest(${[...open.keys()]}::bigint[], ${[...open.values()]}::int[]) as o(organization_id, open)`
}

const fullOrganizations = (accounts: BusyAccount[], most: number): string[] =>
  [...openByOrganization(accounts)].filter(([, open]) => open >= most).map(([id]) => id)

/** Lists boards to read back, and posts whose worker is gone. */
export async function listOpen(sql: Sql, { now, limit, readBacks = limit }: DueScan): Promise<DuePost[]> {
  return sql<DuePost[]>`
    select d.organization_id as "organizationId", d.account_id as "accountId", d.id as "postId", d.board_id as "boardId",
           d.attempt_number as "attemptNumber", d.work, false as "isLate", d.send_at as "sendAt", d.at as "dueAt"
      from ((select p.*, 'recover' as work, p.lease_until as at
               from posts p
              where p.status = 'uploading'
                and p.lease_until <= ${now}
              order by p.lease_until
              limit ${limit})
            union all
            (select p.*, 'readBack', p.due_at
               from posts p
              where p.status = 'uploading'
                and p.due_at <= ${now}
              order by p.due_at
              limit ${readBacks})) d
     order by d.at, d.id
     limit ${limit}`
}

/**
 * Returns when listDue() next has something: a time, a retry, a read-back or a lease that runs out.
 * @param limits those of a process: without them, posts that wait for its open work count, too
 */
export async function nextPublishDue(
  sql: Sql,
  now: Date,
  { readBacks = 1, ...limits }: Pick<DueScan, 'perAccount' | 'perOrganization' | 'busy' | 'readBacks'> = {},
): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select least(
      (select p.due_at
         from posts p
        where p.status = 'queued'
          and p.due_at > ${before(now, MISSED_AFTER_MS)}
          and ${mayBegin(sql, { now, ...limits })}
        order by p.due_at, p.id
        limit 1),
      (select min(p.due_at)
         from posts p
        where p.status = 'uploading'
          and p.due_at is not null
          and ${readBacks > 0}),
      (select min(p.lease_until)
         from posts p
        where p.status = 'uploading')) as next`
  return row.next
}

/**
 * Works on all posts together; if that fails, on those of each organization separately.
 * @throws what `work` threw, when every organization failed
 */
export async function togetherOrEach<T>(due: DuePost[], work: (due: DuePost[]) => Promise<T[]>): Promise<T[]> {
  const organizations = new Map<string, DuePost[]>()
  for (const post of due) organizations.set(post.organizationId, [...(organizations.get(post.organizationId) ?? []), post])
  try {
    return await work(due)
  } catch (error) {
    if (organizations.size === 1) throw error
    const each = await Promise.allSettled([...organizations.values()].map(work))
    const done = each.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (done.length === 0) throw error
    return done
  }
}
