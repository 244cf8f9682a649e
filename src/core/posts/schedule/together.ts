/** Gives several queued posts new times in one write, so that each frees its slot for the others. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { takePlace } from './take-slot.js'
import type { Post } from '../post.js'
import type { PostRow } from '../row.js'

/** Compares times as people and clients see them: by the second. */
export const isSameSecond = (one: Date, two: Date): boolean =>
  Math.floor(one.getTime() / 1000) === Math.floor(two.getTime() / 1000)

export type Move = { post: PostRow; at: Date }

/**
 * Places locked posts at new times; the caller holds the schedule lock where there are several. All leave their slots first, so
 * that none blocks another; a time at an open slot fills it, as any explicit time.
 * @returns them in the order given
 */
export async function placeTogether(sql: Sql, account: Account, moves: readonly Move[], now: Date): Promise<Post[]> {
  const moving = new Set(moves.map(({ post }) => post.id))
  if (moves.length > 1)
    await sql`
      update posts
         set timeslot_id = null
       where organization_id = ${account.organizationId}
         and id = any (${[...moving]}::bigint[])
         and status = 'queued'
         and timeslot_id is not null`
  const placed = new Map<string, Post>()
  for (const { post, at } of [...moves].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    moving.delete(post.id)
    placed.set(post.id, await takePlace(sql, account, { post, when: { kind: 'at', at, moving: [...moving] } }, now))
  }
  return moves.flatMap(({ post }) => placed.get(post.id) ?? [])
}
