/** Taking the live pins whose product tags are due. */
import { after, before } from '../../../lib/duration.js'
import type { Account } from '../../../accounts/account.js'
import { accountColumns } from '../../../accounts/accounts.js'
import type { Sql } from '../../../ports/deps.js'
import { MISSED_AFTER_MS } from '../late/lateness.js'

export type TagsJob = {
  organizationId: string
  account: Account
  postId: string
  pinId: string
  tagPinIds: string[]
  sentAt: Date
  /** Calls of this pin so far, this one included: whoever has a later one has taken it over. */
  tries: number
}
type TagsRow = Account & Omit<TagsJob, 'organizationId' | 'account'>

/** How long a worker has it; then it is due again, for the call may be repeated blindly. */
const LEASE_MS = 60_000

/** Not while the tokens are dead, unless its day is over: then it is told. */
const isOpen = (sql: Sql, now: Date) => sql`
  (a.token_status = 'authorized' or p.sent_at <= ${before(now, MISSED_AFTER_MS)})`

/** One of the claims over all organizations: a plain read, then a conditional write. */
export async function claimTags(sql: Sql, { now, limit }: { now: Date; limit: number }): Promise<TagsJob[]> {
  const due = await sql<{ organizationId: string; postId: string; tries: number }[]>`
    select p.organization_id as "organizationId", p.id as "postId", p.tags_tries as tries
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.tags_due_at <= ${now}
       and ${isOpen(sql, now)}
     order by p.tags_due_at, p.id
     limit ${limit}`
  if (due.length === 0) return []
  const rows = await sql<TagsRow[]>`
    with free as (
      select p.organization_id, p.id
        from posts p
        join unnest(${due.map((one) => one.organizationId)}::bigint[], ${due.map((one) => one.postId)}::bigint[],
                    ${due.map((one) => one.tries)}::int[]) as w(organization_id, id, tries)
          on p.organization_id = w.organization_id and p.id = w.id and p.tags_tries = w.tries
       where p.tags_due_at <= ${now}
         for no key update of p skip locked -- a person's transaction must not hold up the others
    ), p as (
      update posts p
         set tags_due_at = ${after(now, LEASE_MS)}, tags_tries = p.tags_tries + 1
        from free f
       where p.organization_id = f.organization_id
         and p.id = f.id
      returning p.*
    )
    select ${accountColumns(sql)}, p.id as "postId", p.pin_id as "pinId", p.product_tag_pin_ids as "tagPinIds", p.sent_at as "sentAt",
           p.tags_tries as tries
      from p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id`
  return rows.map(({ postId, pinId, tagPinIds, sentAt, tries, ...account }) => {
    const tags = { postId, pinId, tagPinIds, sentAt, tries }
    return { organizationId: account.organizationId, account, ...tags }
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
