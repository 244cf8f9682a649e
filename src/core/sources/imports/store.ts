/** Imports in the database. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { Import } from './model.js'
import type { ReadFile } from './read.js'

const columns = (sql: Sql) => sql`
  i.id, i.account_id as "accountId", i.status, i.mode, i.rows, i.created, i.failed, i.template, i.columns, i.unknown_columns as "unknownColumns",
  i.notes, i.errors, i.stopped_because as "stoppedBecause", i.batch_ids as "batchIds", i.undone_at as "undoneAt", i.created_at as "createdAt"`

type NewRow = Pick<Import, 'accountId' | 'mode'> &
  Pick<ReadFile, 'rows' | 'failed' | 'template' | 'columns' | 'unknownColumns' | 'notes' | 'errors' | 'chunks'>

/** Inserts an import with a chunk for each hundred valid lines. */
export async function insertImport(sql: Sql, actor: Actor, given: NewRow, now: Date): Promise<Import> {
  const { organizationId, userId } = actor
  const { accountId, mode, rows, failed, template, columns: known, unknownColumns, notes, errors, chunks } = given
  const isOver = chunks.length === 0
  const [made] = await sql<[Import]>`
    insert into imports as i (organization_id, account_id, status, mode, rows, failed, template, columns, unknown_columns, notes, errors,
                              actor, created_by, created_at, finished_at, due_at)
    values (${organizationId}, ${accountId}, ${isOver ? 'failed' : 'queued'}, ${mode}, ${rows}, ${failed}, ${template},
            ${sql.json(known)}, ${sql.json(unknownColumns)}, ${sql.json(notes)}, ${sql.json(errors)}, ${sql.json(actor)}, ${userId}, ${now},
            ${isOver ? now : null}, ${isOver ? null : now})
    returning ${columns(sql)}`
  for (const [number, chunk] of chunks.entries()) {
    await sql`
      insert into import_chunks (organization_id, import_id, account_id, number, rows)
      values (${organizationId}, ${made.id}, ${accountId}, ${number}, ${chunk}::text::jsonb)`
  }
  return made
}

export type ImportPlace = { accountId: string; importId: string }

/** Returns the current import. @throws NOT_FOUND */
export async function readImport(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, importId }: ImportPlace,
): Promise<Import> {
  const account = await requireAccount(sql, actor, accountId)
  if (!isRowId(importId)) throw notFound('Resource')
  return findImport(sql, account, importId)
}

type Owner = { organizationId: string; id: string }

/** Finds an import of this account. @throws NOT_FOUND */
export async function findImport(sql: Sql, { organizationId, id: accountId }: Owner, importId: string): Promise<Import> {
  const [found] = await sql<Import[]>`
    select ${columns(sql)}
      from imports i
     where i.organization_id = ${organizationId}
       and i.account_id = ${accountId}
       and i.id = ${importId}`
  if (!found) throw notFound('Resource')
  return { ...found, errors: found.errors.toSorted((a, b) => a.line - b.line) }
}

/** Reads the first time that a line of an import gives its pin; null: none has one. */
export async function soonestOf(
  sql: Sql,
  { organizationId, importId }: { organizationId: string; importId: string },
): Promise<Date | null> {
  const [row] = await sql<[{ at: Date | null }]>`
    select min((line #>> '{post,when,at}')::timestamptz) as at
      from import_chunks c
     cross join lateral jsonb_array_elements(c.rows) line
     where c.organization_id = ${organizationId}
       and c.import_id = ${importId}`
  return row.at
}

export type OpenImport = Pick<Import, 'accountId' | 'rows' | 'created' | 'failed' | 'createdAt'> & {
  id: string
  createdBy: string
}

/** Lists the imports of an organization that are still being written, the oldest first. */
export const listOpenImports = (sql: Sql, { organizationId }: { organizationId: string }): Promise<OpenImport[]> =>
  sql<OpenImport[]>`
    select id, account_id as "accountId", rows, created, failed, created_at as "createdAt", created_by as "createdBy"
      from imports
     where organization_id = ${organizationId}
       and due_at is not null
     order by id`
