/** Ensures that an operation on a whole database runs without other processes. */
import { hasOtherProcesses } from '../../core/distribution/other-processes.js'
import type { Sql } from '../../core/ports/deps.js'
import { BackupError } from './backup-error.js'

/**
 * Locks within a transaction against a second restore, and against a start, which waits for the end of this.
 * @throws BackupError
 */
export async function lockAlone(sql: Sql): Promise<void> {
  const [row] = await sql<[{ got: boolean }]>`select pg_try_advisory_xact_lock(hashtext('pinslot restore')::bigint) as got`
  if (!row.got) throw new BackupError('Another restore into this database is under way: wait until it ends.')
  await sql`select pg_advisory_xact_lock(hashtext('pinslot identity')::bigint)`
  await sql`select pg_advisory_xact_lock(hashtext('pinslot migrations')::bigint)`
}

/** @throws BackupError if a process is connected, as far as that can be seen */
export async function requireStopped(sql: Sql): Promise<void> {
  if (await hasOtherProcesses(sql))
    throw new BackupError('A process of the service is connected to this database: stop all of them first. Nothing was changed.')
}
