/** The posts that a transaction has locked for its write, as they were before it: what a confirmation is compared with. */
import type { Sql } from '../../ports/deps.js'

export type HeldPost = { id: string; version: number; status: string; sendAt: Date | null }

const held = new WeakMap<object, Map<string, HeldPost>>()

/** By id; each as it was when it was first locked. */
export function heldIn(sql: Sql): Map<string, HeldPost> {
  const known = held.get(sql) ?? new Map<string, HeldPost>()
  held.set(sql, known)
  return known
}

export function noteHeld(sql: Sql, posts: readonly HeldPost[]): void {
  const known = heldIn(sql)
  for (const { id, version, status, sendAt } of posts) if (!known.has(id)) known.set(id, { id, version, status, sendAt })
}

/** A savepoint holds what its transaction holds, and the other way round. */
export const shareHeld = (inner: Sql, outer: Sql): void => void held.set(inner, heldIn(outer))
