/** Work in the background whose key has ended is due at once: it ends, and makes room for the work of others. */
import type { Sql } from '../../ports/deps.js'

const TABLES = ['imports', 'generations'] as const

/** To be called in the transaction that ends the key. */
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
