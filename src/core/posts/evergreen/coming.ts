/** Previews what an evergreen slot will publish next. */
import type { Account } from '../../accounts/account.js'
import { requireCharge } from '../../billing/ledger.js'
import { dayOf, zoneOf } from '../../accounts/digest-times.js'
import type { Sql } from '../../ports/deps.js'
import { endOf, type Limited } from '../../slots/evergreen-limits.js'
import type { Post } from '../post.js'
import { postColumns, type PostRow, toPost } from '../row.js'
import { chooseSource, type Choice, type Turn } from './choice.js'
import { becauseOf } from './copy.js'
import type { Evergreen, EvergreenPost, NothingBecause } from './evergreen.js'
import { findComingRun } from './runs.js'

/** Reads the coming occurrence: what was decided for it, or what would be decided now. */
export async function readNext(sql: Sql, account: Account, now: Date): Promise<Evergreen['next']> {
  const decided = await findComingRun(sql, account, now)
  const at = await findUndecided(sql, account)
  if (decided && (!at || decided.at <= at)) {
    if (decided.reason !== null) return { at: decided.at, post: null, because: decided.reason }
    const [post] = await findPosts(sql, account, decided.postId === null ? [] : [decided.postId])
    if (post) return { at: decided.at, post }
  }
  if (!at) return null
  const { post, because } = await predictRepeat(sql, account, at, now)
  if (because !== null) return { at, post: null, because }
  return post ? { at, post } : null // the pool changed meanwhile
}

/**
 * Predicts the decision for the occurrence at `at`, the account's next one: the pin of the pool that is published again, or why
 * none is. Both null: the pool changed meanwhile.
 */
export async function predictRepeat(
  sql: Sql,
  account: Account,
  at: Date,
  now: Date,
): Promise<{ post: Post | null; because: NothingBecause | null }> {
  const choice = await choosePayable(sql, account, at, now)
  if (choice.kind === 'nothing') return { post: null, because: choice.because }
  const [post] = await findPosts(sql, account, [choice.postId])
  return { post: post ?? null, because: null }
}

async function findUndecided(sql: Sql, { organizationId, id }: Account): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }]>`
    select min(next_at) as at
      from timeslots
     where organization_id = ${organizationId} and account_id = ${id} and type = 'evergreen'`
  return row.at
}

async function choosePayable(sql: Sql, account: Account, at: Date, now: Date): Promise<Choice> {
  const choice = await chooseSource(sql, account, at, now)
  if (choice.kind === 'nothing') return choice
  try {
    await requireCharge(sql, account, now)
    return choice
  } catch (error) {
    return { kind: 'nothing', because: becauseOf(error) }
  }
}

/** Reads the pins of the pool, in rotation order. */
export async function readPosts(sql: Sql, account: Account, turns: readonly Turn[], now: Date): Promise<EvergreenPost[]> {
  const posts = await findPosts(
    sql,
    account,
    turns.map(({ postId }) => postId),
  )
  return turns.flatMap(({ postId, lastOutAt, runs, limits }): EvergreenPost[] => {
    const post = posts.find(({ id }) => id === postId)
    return post ? [{ post, lastOutAt, runs, limits, ended: endedOf(limits, lastOutAt, zoneOf(account), now) }] : []
  })
}

function endedOf(limits: Limited, lastOutAt: Date, zone: string, now: Date): EvergreenPost['ended'] {
  const because = endOf(limits, dayOf(now, zone))
  if (because === null) return null
  return { because, on: because === 'until' && limits.until !== null ? limits.until : dayOf(lastOutAt, zone) }
}

async function findPosts(sql: Sql, { organizationId, id }: Account, postIds: readonly string[]): Promise<Post[]> {
  const rows = await sql<PostRow[]>`
    select ${postColumns(sql)}
      from posts p
     where p.organization_id = ${organizationId} and p.account_id = ${id} and p.id = any (${[...postIds]}::bigint[])`
  return rows.map(toPost)
}
