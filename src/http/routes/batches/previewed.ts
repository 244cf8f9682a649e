import type { BeforeCommit, Deps } from '../../../core/ports/deps.js'

/** Its answer is stored for its idempotency key as that of a write is. */
export async function previewed<T, P extends T>(
  { db }: Pick<Deps, 'db'>,
  preview: Promise<P>,
  beforeCommit?: BeforeCommit<T>,
): Promise<P> {
  const seen = await preview
  if (beforeCommit) await db.tx((sql) => beforeCommit(sql, seen))
  return seen
}
