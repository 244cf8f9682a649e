/** Makes background work whose API key has ended due at once, so that it ends and other work can begin. */
import type { Sql } from '../../ports/deps.js'

const TABLES = ['imports', 'generations'] as const

/** The caller must be in the transaction that ends the key. */
export async function wakeWorkOfKey(
  sql: Sql,
  { organizationId, apiKeyId }: { organizationId: string; apiKeyId: string },
  now: Date,
): Promise<void> {
  for (const table of TABLES) {
    const { count } = await sql`
      update ${sql(table)}
         set due_at = ${now}
       where organization_id = ${organizationId}
         and due_at > ${now}
         and actor ->> 'apiKeyId' = ${apiKeyId}`
    if (count > 0) await sql`select pg_notify(${`${table}_due`}, '')`
  }
}
