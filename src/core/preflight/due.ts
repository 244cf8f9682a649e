/** Runs due checks: of recently changed pins, and a day before a pin's time. Processes share them, and organizations take turns. */
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import { oneAtATime, repeatConcurrently } from '../lib/work/concurrency.js'
import { makeClaims, type Work } from '../lib/rows/turns.js'
import type { Sql } from '../ports/deps.js'
import { isChangeable } from '../posts/post.js'
import { findPost } from '../posts/store.js'
import { type CheckDeps, checkPost, nextCheckAt } from './check.js'
import { placeInLine } from './web/hosts.js'
import { readLink } from './web/read-link.js'

/** Checks at once in this process, as each may wait for a website. */
const AT_ONCE = 4
const LEASE_MS = 5 * MINUTE_MS

/** `leaseUntil`: when it is due again, unless its check ended. */
type Claimed = { account: Account; postId: string; leaseUntil: Date }
type ClaimedRow = Account & Omit<Claimed, 'account'>

/** Describes checks for the claims of background work. The lease of a check is its `due_at`. */
export const PREFLIGHTS: Work = {
  kind: 'preflight',
  take: (sql, { organizationId, now, most, isOurs }) => sql`
  free as materialized (
    select post_id
      from preflights
     where organization_id = ${organizationId} and due_at <= ${now} and ${isOurs}
     order by due_at
     limit ${most}
       for update skip locked
  ), leased as (
    update preflights
       set due_at = ${after(now, LEASE_MS)}
     where organization_id = ${organizationId} and post_id in (select post_id from free)
    returning account_id, post_id, due_at
  ), taken as (
    select ${accountColumns(sql)}, l.post_id as "postId", l.due_at as "leaseUntil"
      from leased l
      join accounts a on a.organization_id = ${organizationId} and a.id = l.account_id
  ), rest as (
    select 1
      from preflights
     where organization_id = ${organizationId} and due_at <= ${now} and post_id not in (select post_id from free)
     limit 1
  )`,
  due: (sql, now) => sql`select organization_id, due_at from preflights where due_at <= ${now}`,
}

/** @param goesOn false: nothing further is begun @returns the number checked, without those whose link is read later */
export async function checkDuePosts(deps: CheckDeps, goesOn: () => boolean = () => true): Promise<number> {
  const claim = makeClaims<ClaimedRow>(deps, PREFLIGHTS)
  const inOrder = oneAtATime() // two claims at once would only meet at the same organization
  let checked = 0
  await repeatConcurrently(AT_ONCE, async () => {
    const [row] = goesOn() ? await inOrder(() => claim(1)) : []
    if (!row) return false
    const { postId, leaseUntil, ...account } = row
    const claimed = { account, postId, leaseUntil }
    const { organizationId } = account
    try {
      if (await check(deps, claimed)) checked++
    } catch (error) {
      deps.log.warn({ organizationId, postId, error }, 'a pin could not be checked') // its lease ends, and it is due again
    }
    return true
  })
  return checked
}

/** Reads the link first: if it must be read later, everything is checked then. @returns false: later */
async function check(deps: CheckDeps, claimed: Claimed): Promise<boolean> {
  const { db, clock, settings } = deps
  const { account, postId } = claimed
  const { organizationId, id: accountId } = account
  const post = await findPost(db.sql, { organizationId, accountId, postId })
  if (!post || !isChangeable(post.status)) {
    if (post?.status !== 'uploading') await forget(db.sql, { organizationId, postId })
    return true
  }
  const link = post.url === null ? undefined : await readLink(deps, post.organizationId, post.url)
  if (link?.kind !== 'later') {
    await checkPost(deps, account, post, link)
    return true
  }
  const at =
    link.fullHost === undefined ? link.at : await placeInLine(db.sql, { organizationId, host: link.fullHost }, clock(), settings)
  await postpone(db.sql, claimed, earlier(at, nextCheckAt(post, account, clock())))
  return false
}

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one)

/** Postpones the check, unless a change has made it due meanwhile. */
async function postpone(sql: Sql, { account, postId, leaseUntil }: Claimed, dueAt: Date): Promise<void> {
  await sql`
    update preflights
       set due_at = ${dueAt}
     where organization_id = ${account.organizationId}
       and post_id = ${postId}
       and due_at = ${leaseUntil}`
}

/** Removes the check of a published pin. */
async function forget(sql: Sql, { organizationId, postId }: { organizationId: string; postId: string }): Promise<void> {
  await sql`
    delete from preflights
     where organization_id = ${organizationId}
       and post_id = ${postId}`
}
