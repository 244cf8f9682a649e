/**
 * Brings a database that was restored by other means into the state that `restore` would have left. @see
 * docs/operating.md#restored-by-other-means
 */
import type { Config } from '../../config/config.js'
import { countUncompared } from '../../core/care/restores/comparisons.js'
import { settleRestored } from '../../core/care/restores/settle-restored.js'
import { readDistributed } from '../../db/is-distributed.js'
import { prepareDatabase } from '../database/database.js'
import { findIdentity, withSql } from '../database/identity.js'
import { lockAlone, requireStopped } from './alone.js'
import { BackupError } from './backup-error.js'
import { readNow, WITHOUT_LIMITS } from './snapshot.js'

/** `asOf`: the time that the database went back to. */
export type RestoredRequest = { asOf: Date }
export type RestoredDone = {
  restoredAt: Date
  /** Accounts that wait for a comparison. */
  accounts: number
}

/**
 * Runs in one transaction, after the migrations of this build, which may be newer than the database. May be repeated.
 * @param url of the database itself, without a pooler
 * @throws BackupError nothing was settled: a process is connected, nothing was restored, or the time is in the future
 * @throws IdentityError · MigrationError as a start would be refused
 */
export async function settleOtherMeans(
  { asOf }: RestoredRequest,
  { config, url }: { config: Config; url: string },
): Promise<RestoredDone> {
  const now = await withSql(config, url, async (sql) => {
    await requireStopped(sql)
    if (!(await findIdentity(sql)))
      throw new BackupError('The database has nothing that was restored: no service was ever started on it.')
    if (await readDistributed(sql))
      throw new BackupError(
        'This database is spread over the nodes of a cluster, and each of them went back to a time of its own: restore a backup of npm run admin -- backup into one Postgres.',
      )
    return readNow(sql)
  })
  if (asOf > now)
    throw new BackupError(`--as-of is to come: the database says that it is ${now.toISOString()}. Nothing was changed.`)
  await prepareDatabase(config, url, now)
  return withSql(config, url, (sql) =>
    sql.begin(async (tx) => {
      await tx.unsafe(WITHOUT_LIMITS)
      await lockAlone(tx)
      await requireStopped(tx)
      const restoredAt = await readNow(tx)
      await settleRestored(tx, { backupAt: asOf, now: restoredAt }, {})
      return { restoredAt, accounts: await countUncompared(tx) }
    }),
  )
}
