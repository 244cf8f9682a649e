/** The rows of an organization, table by table as the catalog names them, and the bytes of its media. */
import type { Deps } from '../ports/deps.js'
import { type MayGoOn, untilNoneIsLeft } from '../lib/batch.js'
import { deleteRows, emptyTables } from './batches.js'
import { listTables, WITH_BYTES } from './tables.js'
import { deleteSomePosts } from './post-rows.js'

const BYTES_AT_A_TIME = 100

/**
 * In batches, each committed by itself. What is written meanwhile by somebody who saw the organization before it was to be deleted is found
 * by the next round; the organization's own row goes when nothing refers to it.
 * @returns false: there is more to do
 */
export async function deleteOrganizationRows(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { organizationId }: { organizationId: string },
  mayGoOn: MayGoOn,
): Promise<boolean> {
  const tables = await listTables(db.sql, 'organization_id')
  const posts = async () => (await db.tx((sql) => deleteSomePosts(sql, { organizationId }))).count
  if (!(await untilNoneIsLeft(mayGoOn, posts))) return false
  const isEmpty = await emptyTables(tables, mayGoOn, (table) =>
    WITH_BYTES.includes(table)
      ? deleteWithBytes({ db, storage }, organizationId, table)
      : deleteRows(db.sql, table, { organizationId }),
  )
  if (!isEmpty) return false
  await db.sql`delete from organizations where id = ${organizationId}`
  return true
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
