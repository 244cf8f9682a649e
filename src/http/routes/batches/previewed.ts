import type { BeforeCommit, Deps } from '../../../core/ports/deps.js'

/** Stores the preview's answer for its idempotency key, like that of a write. */
export async function previewed<T, P extends T>(
  { db }: Pick<Deps, 'db'>,
  preview: Promise<P>,
  beforeCommit?: BeforeCommit<T>,
): Promise<P> {
  const seen = await preview
  if (beforeCommit) await db.tx((sql) => beforeCommit(sql, seen))
  return seen
}
