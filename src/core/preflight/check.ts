/** The check of a pin before it goes out. Nothing of it happens in a transaction, and it refuses nothing. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { before, after, DAY_MS } from '../lib/duration.js'
import type { Deps } from '../ports/deps.js'
import { readPost } from '../posts/list.js'
import type { Post } from '../posts/post.js'
import { findAround } from './around.js'
import { byUrgency, type Finding } from './finding.js'
import { findInItself } from './own.js'
import { type Preflight, readFindings, storeFindings } from './store.js'

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/**
 * Checks a draft or a queued post now; of a post that is being published or was there is nothing to say.
 * @throws NOT_FOUND
 */
export async function preflightPost(
  deps: CheckDeps,
  actor: Actor,
  input: { accountId: string; postId: string },
): Promise<Preflight> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const post = await readPost(deps, actor, input)
  return checkPost(deps, account, post)
}

/** What to show beside a post: what its last check found, or a check in short where it has none. Never throws: it is an addition. */
export async function preflightShown(deps: CheckDeps, actor: Actor, post: Post): Promise<Preflight> {
  try {
    if (!isChecked(post)) return NOTHING
    const kept = (await readFindings(deps.db.sql, [post])).get(post.id)
    if (kept) return kept
    return await checkPost(deps, await requireAccount(deps.db.sql, actor, post.accountId), post)
  } catch (error) {
    deps.log.warn({ organizationId: post.organizationId, postId: post.id, err: error }, 'a pin could not be checked')
    return NOTHING
  }
}

const isChecked = ({ status }: Post): boolean => status === 'draft' || status === 'queued'
const NOTHING: Preflight = { checkedAt: null, findings: [] }

/** @param post as it is now, with its own account */
export async function checkPost(deps: CheckDeps, account: Account, post: Post): Promise<Preflight> {
  if (!isChecked(post)) return NOTHING
  const now = deps.clock()
  const found: Finding[] = [...findInItself(post), ...(await findAround(deps.db.sql, account, post, now))]
  const findings = found.sort(byUrgency)
  const checkedAt = deps.clock()
  await storeFindings(deps.db.sql, post, { findings, isWhole: true, dueAt: nextCheckAt(post, checkedAt) }, checkedAt)
  return { checkedAt, findings }
}

/** A day before its time; one that is still there a day after it waits for something, and is checked once more. */
export function nextCheckAt({ status, sendAt }: Pick<Post, 'status' | 'sendAt'>, now: Date): Date | null {
  if (status !== 'queued' || sendAt === null) return null
  const dayBefore = before(sendAt, DAY_MS)
  if (dayBefore > now) return dayBefore
  const dayAfter = after(sendAt, DAY_MS)
  return dayAfter > now ? dayAfter : after(now, DAY_MS)
}
