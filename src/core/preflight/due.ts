/** Checks that are due: of what was written lately, and a day before its time. Every process takes its share. */
import { repeatConcurrently } from '../lib/concurrency.js'
import type { Sql } from '../ports/deps.js'
import { isChangeable } from '../posts/post.js'
import { findPost } from '../posts/store.js'
import { type CheckDeps, checkPost, nextCheckAt } from './check.js'
import { type Claimed, makeFairClaims } from './fair-claims.js'
import { placeInLine } from './web/hosts.js'
import { readLink } from './web/read-link.js'

/** In this process. Each may wait for a website. */
const AT_ONCE = 4

/** @param goesOn false: nothing further is begun @returns how many were checked, those not counted whose link is read later */
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

/** The link first: where it is read later, everything else is looked at then, once. @returns false: later */
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

/** Unless it was changed meanwhile, and is due for that. */
async function postpone(sql: Sql, { account, postId, leaseUntil }: Claimed, dueAt: Date): Promise<void> {
  await sql`
    update preflights
       set due_at = ${dueAt}
     where organization_id = ${account.organizationId}
       and post_id = ${postId}
       and due_at = ${leaseUntil}`
}

/** It is published: nothing is said of it any more. */
async function forget(sql: Sql, { organizationId, postId }: { organizationId: string; postId: string }): Promise<void> {
  await sql`
    delete from preflights
     where organization_id = ${organizationId}
       and post_id = ${postId}`
}
