/** The posts that a transaction has locked for its write, with their earlier state, for comparison with a confirmation. */
import type { Sql } from '../../ports/deps.js'

export type HeldPost = { id: string; version: number; status: string; sendAt: Date | null }

const held = new WeakMap<object, Map<string, HeldPost>>()

/** Returns posts by id, each as it was when it was first locked. */
export function heldIn(sql: Sql): Map<string, HeldPost> {
  const known = held.get(sql) ?? new Map<string, HeldPost>()
  held.set(sql, known)
  return known
}

export function noteHeld(sql: Sql, posts: readonly HeldPost[]): void {
  const known = heldIn(sql)
  for (const { id, version, status, sendAt } of posts) if (!known.has(id)) known.set(id, { id, version, status, sendAt })
}

/** Lets a savepoint and its transaction share the posts they hold. */
export const shareHeld = (inner: Sql, outer: Sql): void => void held.set(inner, heldIn(outer))
