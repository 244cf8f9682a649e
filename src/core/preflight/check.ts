/** Checks a pin before it is published. It runs outside transactions, and refuses nothing. */
import type { Account } from '../accounts/account.js'
import { readLinkOut } from '../posts/link-out.js'
import { requireAccount } from '../accounts/accounts.js'
import { markHomesDirty } from '../homes/homes.js'
import type { Actor } from '../lib/actor.js'
import { after, before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import type { Deps } from '../ports/deps.js'
import { readPost } from '../posts/list.js'
import { isChangeable, type Post } from '../posts/post.js'
import { findAround } from './around.js'
import { markHolds } from './dead-links.js'
import { byUrgency } from '../posts/state/finding.js'
import { settlesWithin } from '../lib/timeout.js'
import { findLiveLink, type LiveDeps } from './live-links.js'
import { findLookAlike } from './look-alikes.js'
import { findInItself } from './own.js'
import { type Preflight, readFindings, storeFindings } from './store.js'
import { judgeLink } from './web/judge.js'
import { type LinkRead, readLink } from './web/read-link.js'

export type CheckDeps = LiveDeps &
  Pick<Deps, 'web' | 'storage' | 'pictures'> & { settings: Pick<Deps['settings'], 'webRequestsAMinute'> }

/** How long a person waits. Slower reads continue, for the next check. */
const ASKED_MS = 12_000
const SHOWN_MS = 700

/**
 * Checks a draft or a queued post now; returns no findings for a post that is being or was published.
 * @throws NOT_FOUND
 */
export async function preflightPost(
  deps: CheckDeps,
  actor: Actor,
  input: { accountId: string; postId: string },
): Promise<Preflight & { link: string | null }> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const post = await readPost(deps, actor, input)
  const preflight = await markHolds(deps.db.sql, post, await checkWithin(deps, account, post, ASKED_MS))
  return { ...preflight, link: await readLinkOut(deps, actor, post) }
}

/**
 * Returns what to show beside a post: the findings of its last check, or of a short check if there was none. Never throws,
 * because it is optional.
 */
export async function preflightShown(deps: CheckDeps, actor: Actor, post: Post): Promise<Preflight> {
  try {
    if (!isChangeable(post.status)) return NOTHING
    const kept = (await readFindings(deps.db.sql, [post])).get(post.id)
    const found = kept ?? (await checkWithin(deps, await requireAccount(deps.db.sql, actor, post.accountId), post, SHOWN_MS))
    return await markHolds(deps.db.sql, post, found)
  } catch (error) {
    deps.log.warn({ organizationId: post.organizationId, postId: post.id, err: error }, 'a pin could not be checked')
    return NOTHING
  }
}

const NOTHING: Preflight = { checkedAt: null, findings: [] }

/** @param waitsMs for its link, in real time */
async function checkWithin(deps: CheckDeps, account: Account, post: Post, waitsMs: number): Promise<Preflight> {
  if (!isChangeable(post.status)) return NOTHING
  const link = post.url === null ? undefined : await readWithin(deps, post, post.url, waitsMs)
  return checkPost(deps, account, post, link, { mayAsk: waitsMs > SHOWN_MS })
}

/**
 * Checks a post. `mayAsk` false: Pinterest is not called.
 * @param post a current draft or queued post, with its own account
 * @param link what was read of its link; undefined: it has none
 */
export async function checkPost(
  deps: CheckDeps,
  account: Account,
  post: Post,
  link: LinkRead | undefined,
  { mayAsk } = { mayAsk: true },
): Promise<Preflight> {
  const { db, clock } = deps
  const around = await findAround(db.sql, account, post, clock())
  const isSame = around.some(({ code }) => code === 'duplicate_picture') // the very bytes: nothing has to be compared
  const isLinked = around.some(({ code }) => code === 'duplicate_link')
  const found = [
    ...findInItself(post),
    ...around,
    ...(isSame ? [] : await findLookAlike(deps, account, post)),
    ...(isLinked ? [] : await findLiveLink(deps, account, post, mayAsk)),
  ]
  const later = link?.kind === 'later' ? link : undefined
  const judged = link && link.kind !== 'later' ? judgeLink(link, post) : []
  const findings = [...found, ...judged].sort(byUrgency)
  const now = clock()
  const dueAt = later ? later.at : nextCheckAt(post, account, now)
  const isAskedOtherwise = await db.tx((sql) => storeFindings(sql, post, { findings, isWhole: !later, dueAt }, now))
  if (isAskedOtherwise) await markHomesDirty(db.sql, { organizationId: post.organizationId, accountId: post.accountId })
  return { checkedAt: later ? null : now, findings }
}

async function readWithin(deps: CheckDeps, { organizationId, id }: Post, url: string, waitsMs: number): Promise<LinkRead> {
  const reading = readLink(deps, organizationId, url)
  if (await settlesWithin(reading, waitsMs)) return reading
  reading.catch((error: unknown) => deps.log.warn({ organizationId, postId: id, err: error }, 'a link could not be read'))
  return { kind: 'later', at: after(deps.clock(), MINUTE_MS) }
}

/** An account that holds dead links has its pages checked this much earlier, so that they can be read again in time. */
const EARLIER_MS = 15 * MINUTE_MS

/** Returns a day before the pin's time; a pin that still waits a day after it is checked once more. */
export function nextCheckAt(
  { status, sendAt }: Pick<Post, 'status' | 'sendAt'>,
  { holdDeadLinks }: Pick<Account, 'holdDeadLinks'>,
  now: Date,
): Date | null {
  if (status !== 'queued' || sendAt === null) return null
  const dayBefore = before(sendAt, DAY_MS + (holdDeadLinks ? EARLIER_MS : 0))
  if (dayBefore > now) return dayBefore
  const dayAfter = after(sendAt, DAY_MS)
  return dayAfter > now ? dayAfter : after(now, DAY_MS)
}
