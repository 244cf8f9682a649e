/**
 * Adds product tags to live pins: a second call, due and retried on its own. The pin is sent either way. @see
 * docs/contract.md#product-tags
 */
import { isTokenDead, noteRefusal } from '../connections/call-platform.js'
import { markUnauthorized } from '../connections/unauthorized.js'
import { withAccess } from '../connections/with-access.js'
import { enqueueNotice } from '../notices/notices.js'
import { PlatformError } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { MISSED_AFTER_MS, nextRetry } from '../posts/state/lateness.js'
import { quoted } from './model/failure-cause.js'
import { after, before } from '../lib/duration.js'
import { eachOrganization } from '../lib/rows/by-organization.js'
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'

export type TagsDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer' | 'random'>
export type TagsEnd =
  | { kind: 'added' }
  | { kind: 'again'; dueAt: Date; message: string; isOurs: boolean }
  | { kind: 'failed'; message: string }
  | { kind: 'held' }

/** Adds the tags of one pin. @throws what the database throws: the job is due again when its lease is over */
export async function addTags(deps: TagsDeps, job: TagsJob): Promise<TagsEnd> {
  const { db, platform } = deps
  const { account, pinId, tagPinIds } = job
  try {
    await withAccess(deps, account, (access) => platform.addProductTags(access, pinId, tagPinIds))
  } catch (error) {
    if (isTokenDead(error)) return hold(deps, job)
    if (error instanceof PlatformError) return afterError(deps, job, error)
    throw error
  }
  await save(db.sql, job, { state: 'added', dueAt: null })
  return { kind: 'added' }
}

/** Fails tags that the platform refuses for what they are, and retries all else for a day. */
async function afterError(deps: TagsDeps, job: TagsJob, error: PlatformError): Promise<TagsEnd> {
  const { db, clock, random } = deps
  const { message, kind, details } = error
  await noteRefusal(deps, job.account, error)
  if (kind === 'invalid' || kind === 'forbidden' || kind === 'not_found') return fail(deps, job, message)
  const now = clock()
  const tryAt = nextRetry({ tries: job.tries - 1, sendAt: job.sentAt, chance: random() }, now)
  if (!tryAt) return fail(deps, job, message)
  const dueAt = new Date(Math.max(tryAt.getTime(), now.getTime() + (details.retryAfterMs ?? 0)))
  await save(db.sql, job, { state: 'pending', dueAt })
  return { kind: 'again', dueAt, message, isOurs: kind === 'app_refused' }
}

/** Ends the job with one notice: the pin has no product tags. */
async function fail({ db, clock }: TagsDeps, job: TagsJob, message: string): Promise<TagsEnd> {
  const { organizationId, account, postId } = job
  await db.tx(async (sql) => {
    if (!(await save(sql, job, { state: 'failed', dueAt: null }))) return
    const destination = `account:${account.id}`
    const notice = { kind: 'tagsFailed', accountId: account.id, postId, message: quoted(message) } as const
    const dedupeKey = `post:${postId}:tags`
    await enqueueNotice(sql, { organizationId, destination, dedupeKey, notice }, clock())
  })
  return { kind: 'failed', message }
}

/** Waits with dead tokens until the account is connected again, at most for the 24 hours of the pin. */
async function hold(deps: TagsDeps, job: TagsJob): Promise<TagsEnd> {
  const { db, clock } = deps
  const now = clock()
  if (now.getTime() - job.sentAt.getTime() >= MISSED_AFTER_MS) return fail(deps, job, 'The account is not connected.')
  await db.tx((sql) => markUnauthorized(sql, job.account, now))
  await save(db.sql, job, { state: 'pending', dueAt: now })
  return { kind: 'held' }
}

/** Saves a step of the tags job. @returns false when another process has claimed the job since */
async function save(
  sql: Sql,
  { organizationId, postId, tries }: TagsJob,
  { state, dueAt }: { state: 'pending' | 'added' | 'failed'; dueAt: Date | null },
): Promise<boolean> {
  const saved = await sql`
    update posts
       set tags_state = ${state}, tags_due_at = ${dueAt}
     where organization_id = ${organizationId}
       and id = ${postId}
       and tags_tries = ${tries}
       and tags_state = 'pending'`
  return saved.count === 1
}

export type TagsJob = {
  organizationId: string
  account: Account
  postId: string
  pinId: string
  tagPinIds: string[]
  sentAt: Date
  /** The calls of this pin so far, this one included: a worker with a later one has taken it over. */
  tries: number
}
type TagsRow = Account & Omit<TagsJob, 'organizationId' | 'account'>

/** How long a worker leases a job; then it is due again, because the call is safe to repeat. */
const LEASE_MS = 60_000

/** True unless the tokens are dead; after 24 hours the job is open anyway, so that the team is notified. */
const isOpen = (sql: Sql, now: Date) => sql`
  (a.token_status = 'authorized' or p.sent_at <= ${before(now, MISSED_AFTER_MS)})`

/** Claims jobs over all organizations: a plain read, then a conditional write for each. */
export async function claimTags(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<TagsJob[]> {
  const due = await sql<{ organizationId: string; postId: string; tries: number }[]>`
    select p.organization_id as "organizationId", p.id as "postId", p.tags_tries as tries
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.tags_due_at <= ${now}
       and ${isOpen(sql, now)}
     order by p.tags_due_at, p.id
     limit ${limit}`
  return eachOrganization(due, (organizationId, theirs) => claimOf(sql, organizationId, theirs, now))
}

/** Claims for one organization, so that its failure does not block the others. */
async function claimOf(
  sql: Sql,
  organizationId: string,
  due: readonly { postId: string; tries: number }[],
  now: Date,
): Promise<TagsJob[]> {
  const rows = await sql<TagsRow[]>`
    with free as (
      select p.id
        from posts p
        join unnest(${due.map((one) => one.postId)}::bigint[], ${due.map((one) => one.tries)}::int[]) as w(id, tries)
          on p.id = w.id and p.tags_tries = w.tries
       where p.organization_id = ${organizationId}
         and p.tags_due_at <= ${now}
         for no key update of p skip locked -- a person's transaction must not hold up the others
    ), p as (
      update posts p
         set tags_due_at = ${after(now, LEASE_MS)}, tags_tries = p.tags_tries + 1
        from free f
       where p.organization_id = ${organizationId}
         and p.id = f.id
      returning p.*
    )
    select ${accountColumns(sql)}, p.id as "postId", p.pin_id as "pinId", p.product_tag_pin_ids as "tagPinIds", p.sent_at as "sentAt",
           p.tags_tries as tries
      from p
      join accounts a on a.organization_id = ${organizationId} and a.id = p.account_id`
  return rows.map(({ postId, pinId, tagPinIds, sentAt, tries, ...account }) => {
    const tags = { postId, pinId, tagPinIds, sentAt, tries }
    return { organizationId, account, ...tags }
  })
}

export async function nextTagsDue(sql: Sql, now: Date): Promise<Date | null> {
  const [row] = await sql<[{ next: Date | null }]>`
    select min(p.tags_due_at) as next
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.tags_due_at is not null
       and ${isOpen(sql, now)}`
  return row.next
}
