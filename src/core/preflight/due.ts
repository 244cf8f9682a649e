/** Checks that are due: of what was written lately, and a day before its time. Every process takes its share. */
import { accountColumns } from '../accounts/accounts.js'
import type { Account } from '../accounts/account.js'
import { repeatConcurrently } from '../lib/concurrency.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import type { Sql } from '../ports/deps.js'
import { findPost } from '../posts/store.js'
import { type CheckDeps, checkPost } from './check.js'

/** In this process. Each may wait for a website. */
const AT_ONCE = 4
const LEASE_MS = 5 * MINUTE_MS
/** Of what is due, so many are read for an organization that nobody works on yet. */
const HEAD = 200

/** @param goesOn false: nothing further is begun @returns how many were checked */
export async function checkDuePosts(deps: CheckDeps, goesOn: () => boolean = () => true): Promise<number> {
  const { db, clock, log } = deps
  const busy: string[] = []
  let checked = 0
  await repeatConcurrently(AT_ONCE, async () => {
    const claimed = goesOn() ? await claimCheck(db.sql, busy, clock()) : undefined
    if (!claimed) return false
    const { postId, ...account } = claimed
    const { organizationId, id: accountId } = account
    busy.push(organizationId)
    try {
      const post = await findPost(db.sql, { organizationId, accountId, postId })
      if (post?.status === 'draft' || post?.status === 'queued') await checkPost(deps, account, post)
      else if (post?.status !== 'uploading') await forget(db.sql, { organizationId, postId })
      checked++
    } catch (error) {
      log.warn({ organizationId, postId, error }, 'a pin could not be checked') // its lease ends, and it is due again
    } finally {
      busy.splice(busy.indexOf(organizationId), 1)
    }
    return true
  })
  return checked
}

type Claimed = Account & { postId: string }

/** The longest waiting first, but those of the organizations in `busy` after all others. One of the claims over all organizations. */
async function claimCheck(sql: Sql, busy: readonly string[], now: Date): Promise<Claimed | undefined> {
  const waiting = await sql<{ organizationId: string; postId: string }[]>`
    select organization_id as "organizationId", post_id as "postId"
      from (select organization_id, post_id, due_at
              from preflights
             where due_at <= ${now}
             order by due_at
             limit ${HEAD}) head
     order by organization_id = any (${[...busy]}::bigint[]), due_at`
  for (const { organizationId, postId } of waiting) {
    const [claimed] = await sql<Claimed[]>`
      with taken as (
        update preflights
           set due_at = ${after(now, LEASE_MS)}
         where organization_id = ${organizationId}
           and post_id = (select post_id
                            from preflights
                           where organization_id = ${organizationId} and post_id = ${postId} and due_at <= ${now}
                             for update skip locked)
        returning account_id, post_id
      )
      select ${accountColumns(sql)}, t.post_id as "postId"
        from taken t
        join accounts a on a.organization_id = ${organizationId} and a.id = t.account_id`
    if (claimed) return { ...claimed }
  }
  return undefined
}

/** It is published: nothing is said of it any more. */
async function forget(sql: Sql, { organizationId, postId }: { organizationId: string; postId: string }): Promise<void> {
  await sql`
    delete from preflights
     where organization_id = ${organizationId}
       and post_id = ${postId}`
}
