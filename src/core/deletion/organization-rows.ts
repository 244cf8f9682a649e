/** The rows of an organization, table by table as the catalog names them, and the bytes of its media. */
import type { Deps, Sql } from '../ports.js'
import { listTables, WITH_BYTES } from './catalog.js'
import { deleteSomePosts } from './post-rows.js'

const AT_A_TIME = 1_000
const BYTES_AT_A_TIME = 100

/**
 * In batches, each committed by itself. What is written meanwhile by somebody who saw the organization before it was to be deleted is found
 * by the next round; the organization's own row goes when nothing refers to it.
 * @param endsAt by performance.now() @returns false: there is more to do
 */
export async function deleteOrganizationRows(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { organizationId }: { organizationId: string },
  endsAt: number,
): Promise<boolean> {
  const tables = await listTables(db.sql, 'organization_id')
  for (let count = 1; count > 0; ) {
    if (performance.now() >= endsAt) return false
    count = (await db.tx((sql) => deleteSomePosts(sql, { organizationId }))).count
  }
  let deleted: number
  do {
    deleted = 0
    for (const table of tables) {
      for (let count = 1; count > 0; deleted += count) {
        if (performance.now() >= endsAt) return false
        count = WITH_BYTES.includes(table)
          ? await deleteWithBytes({ db, storage }, organizationId, table)
          : await deleteRows(db.sql, organizationId, table)
      }
    }
  } while (deleted > 0)
  await db.sql`delete from organizations where id = ${organizationId}`
  return true
}

async function deleteRows(sql: Sql, organizationId: string, table: string): Promise<number> {
  const deleted = await sql`
    delete from ${sql(table)}
     where organization_id = ${organizationId}
       and ctid = any (array(select ctid from ${sql(table)} where organization_id = ${organizationId} limit ${AT_A_TIME}))`
  return deleted.count
}

type Stored = { id: string; keys: (string | null)[] }

/** The bytes first: while their row is there they are tried again. */
async function deleteWithBytes(
  { db: { sql }, storage }: Pick<Deps, 'db' | 'storage'>,
  organizationId: string,
  table: string,
): Promise<number> {
  const keys = table === 'media' ? sql`array[storage_key, thumbnail_key]` : sql`array[storage_key]`
  const stored = await sql<Stored[]>`
    select id, ${keys} as keys
      from ${sql(table)}
     where organization_id = ${organizationId}
     order by id
     limit ${BYTES_AT_A_TIME}`
  await Promise.all(stored.flatMap((one) => one.keys.flatMap((key) => (key === null ? [] : [storage.remove(key)]))))
  const deleted = await sql`
    delete from ${sql(table)}
     where organization_id = ${organizationId}
       and id = any (${stored.map(({ id }) => id)}::bigint[])`
  return deleted.count
}
