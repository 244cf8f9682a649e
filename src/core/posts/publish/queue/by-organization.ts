/** What is broken in one organization keeps no other's pins. */
import type { DuePost } from '../claim/due.js'

/**
 * Works on all of them together; where that fails, on those of each organization by themselves.
 * @throws what `work` threw, when nothing came of any
 */
export async function togetherOrEach<T>(due: DuePost[], work: (due: DuePost[]) => Promise<T[]>): Promise<T[]> {
  const organizations = new Map<string, DuePost[]>()
  for (const post of due) organizations.set(post.organizationId, [...(organizations.get(post.organizationId) ?? []), post])
  try {
    return await work(due)
  } catch (error) {
    if (organizations.size === 1) throw error
    const each = await Promise.allSettled([...organizations.values()].map(work))
    const done = each.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (done.length === 0) throw error
    return done
  }
}
