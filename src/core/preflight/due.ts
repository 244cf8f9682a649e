/** Runs due checks: of recently changed pins, and a day before a pin's time. Processes share them. */
import { repeatConcurrently } from '../lib/work/concurrency.js'
import type { Sql } from '../ports/deps.js'
import { isChangeable } from '../posts/post.js'
import { findPost } from '../posts/store.js'
import { type CheckDeps, checkPost, nextCheckAt } from './check.js'
import { type Claimed, makeFairClaims } from './fair-claims.js'
import { placeInLine } from './web/hosts.js'
import { readLink } from './web/read-link.js'

/** Checks at once in this process, as each may wait for a website. */
const AT_ONCE = 4

/** @param goesOn false: nothing further is begun @returns the number checked, without those whose link is read later */
export async function checkDuePosts(deps: CheckDeps, goesOn: () => boolean = () => true): Promise<number> {
  const claims = makeFairClaims(deps)
  let checked = 0
  await repeatConcurrently(AT_ONCE, async () => {
    const claimed = goesOn() ? await claims.claim() : undefined
    if (!claimed) return false
    const { organizationId } = claimed.account
    try {
      if (await check(deps, claimed)) checked++
    } catch (error) {
      deps.log.warn({ organizationId, postId: claimed.postId, error }, 'a pin could not be checked') // its lease ends, and it is due again
    } finally {
      claims.end(claimed)
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
