/** The chunks of imports that are still to be written: claims and results. */
import type { Actor } from '../../lib/actor.js'
import { nextClaimAt, claimOnePerOrganization } from '../../lib/rows/one-per-organization.js'
import type { Sql } from '../../ports/deps.js'
import type { BatchMode } from '../../many/batch/model.js'
import type { BusyHosts } from './hosts.js'
import {
  type ImportColumn,
  type ImportError,
  type ImportStop,
  MOST_ERRORS,
  MOST_NOTES,
  type ReadRow,
  revived,
  type StoredRow,
} from './model.js'

export type ImportKey = { organizationId: string; importId: string }
export type ClaimedImport = ImportKey & {
  accountId: string
  actor: Actor
  mode: BatchMode
  columns: ImportColumn[]
  tries: number
  hosts: BusyHosts
}

/** `version`: grows by one each time some of its lines were written. */
export type Chunk = { number: number; version: number; rows: ReadRow[] }

/**
 * Claims one import of each organization, the one that has waited longest, so that many files of one organization do not delay
 * the others. No other process takes them before the lease ends.
 */
export async function claimImports(
  sql: Sql,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<ClaimedImport[]> {
  return claimOnePerOrganization(
    sql,
    'imports',
    { now, limit },
    (mayTake) => sql<ClaimedImport[]>`
      update imports t
         set lease_until = ${until}, status = 'processing'
       where ${mayTake}
      returning t.organization_id as "organizationId", t.id as "importId", t.account_id as "accountId", t.actor, t.mode, t.columns, t.tries, t.hosts`,
  )
}

/** Returns when there is next an import to claim. */
export const nextImportDue = (sql: Sql): Promise<Date | null> => nextClaimAt(sql, 'imports')

/** Finds the first chunk that waits for nothing, or else the one that has waited longest. */
export async function findChunk(sql: Sql, { organizationId, importId }: ImportKey): Promise<Chunk | undefined> {
  const [found] = await sql<{ number: number; version: number; rows: StoredRow[] }[]>`
    select number, version, rows
      from import_chunks
     where organization_id = ${organizationId}
       and import_id = ${importId}
     order by due_at nulls first, number
     limit 1`
  return found && { ...found, rows: found.rows.map(revived) }
}

export type Settled = {
  created: number
  /** The batch that created the pins; null: none did. */
  batchId: string | null
  errors: ImportError[]
  /** Sentences on what the pins of this chunk lost. */
  notes: string[]
  /** Lines to be tried again. */
  left: readonly ReadRow[]
  tries: number
  /** The busy hosts, after this chunk. */
  hosts: BusyHosts
  /** When the file is tried next. */
  dueAt: Date
  /** When these lines are tried next; other lines of the file may be earlier. null: they wait for no host. */
  leftUntil: Date | null
}

/**
 * Writes the outcome of a chunk, in the transaction that writes its pins.
 * @returns false: another process has written the chunk meanwhile, and the caller must roll back
 */
export async function settleChunk(
  sql: Sql,
  { organizationId, importId }: ImportKey,
  { number, version }: Pick<Chunk, 'number' | 'version'>,
  { created, batchId, errors, notes, left, tries, hosts, dueAt, leftUntil }: Settled,
  now: Date,
): Promise<boolean> {
  const isThis = sql`
    organization_id = ${organizationId} and import_id = ${importId} and number = ${number} and version = ${version}`
  const changed =
    left.length === 0
      ? await sql`delete from import_chunks where ${isThis}`
      : await sql`update import_chunks set version = version + 1, rows = ${sql.json(left)}, due_at = ${leftUntil} where ${isThis}`
  if (changed.count !== 1) return false
  await sql`
    update imports i
       set created = i.created + ${created}, batch_ids = i.batch_ids || ${batchId === null ? [] : [batchId]}::bigint[], failed = i.failed + ${errors.length}, tries = ${tries}, hosts = ${sql.json(hosts)}, lease_until = null,
           errors = i.errors || (select coalesce(jsonb_agg(e order by at), '[]')
                                   from jsonb_array_elements(${sql.json(errors)}) with ordinality n (e, at)
                                  where at <= ${MOST_ERRORS} - jsonb_array_length(i.errors)),
           notes = i.notes || case when jsonb_array_length(i.notes) < ${MOST_NOTES} then ${sql.json(notes)}::jsonb else '[]' end,
           status = case when c.is_left then 'processing' when i.created + ${created} > 0 then 'success' else 'failed' end,
           due_at = case when c.is_left then greatest(${dueAt}::timestamptz, c.due_at) end,
           finished_at = case when not c.is_left then ${now}::timestamptz end
      from (select count(*) > 0 as is_left, case when bool_and(due_at is not null) then min(due_at) end as due_at
              from import_chunks
             where organization_id = ${organizationId}
               and import_id = ${importId}) c
     where i.organization_id = ${organizationId}
       and i.id = ${importId}`
  return true
}

/** The end of an import before its last line. `message`: for each of the remaining lines. */
export type Stop = { because: ImportStop; message: string }

/**
 * Stops an import: its remaining lines get `message`. A chunk that is being written either finishes first, or finds itself gone
 * and is rolled back; chunks are locked before their import, as in settleChunk(), so that the two cannot deadlock.
 * @returns false: it was over already
 */
export async function stopImport(
  sql: Sql,
  { organizationId, importId }: ImportKey,
  { because, message }: Stop,
  now: Date,
): Promise<boolean> {
  const chunks = await sql<{ lines: number[] }[]>`
    delete from import_chunks
     where organization_id = ${organizationId}
       and import_id = ${importId}
    returning jsonb_path_query_array(rows, '$[*].line') as lines`
  const lines = chunks.flatMap((chunk) => chunk.lines).sort((a, b) => a - b)
  const errors = lines.slice(0, MOST_ERRORS).map((line) => ({ line, message }))
  const { count } = await sql`
    update imports
       set failed = failed + ${lines.length}, lease_until = null, due_at = null, finished_at = ${now}, stopped_because = ${because},
           errors = errors || (select coalesce(jsonb_agg(e order by at), '[]')
                                 from jsonb_array_elements(${sql.json(errors)}) with ordinality n (e, at)
                                where at <= ${MOST_ERRORS} - jsonb_array_length(errors)),
           status = case when created > 0 then 'success' else 'failed' end
     where organization_id = ${organizationId}
       and id = ${importId}
       and due_at is not null`
  return count === 1
}

/** Puts off an import whose chunk could not be written now. */
export async function postpone(sql: Sql, { organizationId, importId }: ImportKey, until: Date): Promise<void> {
  await sql`
    update imports
       set tries = tries + 1, due_at = ${until}, lease_until = null
     where organization_id = ${organizationId}
       and id = ${importId}
       and due_at is not null`
}
