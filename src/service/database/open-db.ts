/** Database pools of this process. */
import type { Config } from '../../config/config.js'
import type { Log } from '../../core/ports/deps.js'
import type { Meter } from '../../core/ports/metrics.js'
import { takesTransactionTimeout } from '../../db/limits.js'
import { openPool, type Pool } from '../../db/pool.js'
import { type PoolName, POOLS } from '../../db/pools.js'
import type { WriteWatch } from '../../db/writes.js'
import type { Shutdown } from '../shutdown.js'
import { withSql } from './identity.js'

export type OpenDb = (name: PoolName) => Pool
type Opening = { url: string; shutdown: Shutdown; log: Log; meter: Pick<Meter, 'connectionTaken'>; writes: WriteWatch }

const CLOSE_MS = 2_000
/** Longer than any transaction here, and short enough for the locks of a lost process. */
const TRANSACTION_MS = 300_000

/** Makes the pools with the server's own limits for lost processes. */
export async function makeOpenDb(config: Config, { url, shutdown, log, meter, writes }: Opening): Promise<OpenDb> {
  const { database } = config
  const { prepare, directUrl } = database.kind === 'url' ? database : { prepare: true, directUrl: null }
  const isPooled = !prepare || directUrl !== null
  const takesTimeout = !isPooled && (await withSql(config, url, takesTransactionTimeout))
  const ways = {
    prepare,
    isPooled,
    directUrl: directUrl ?? undefined,
    ...(takesTimeout && { transactionTimeoutMs: TRANSACTION_MS }),
  }
  return (name) => {
    const { max, listens } = POOLS[name]
    const onNotifications = (arrive: boolean) =>
      arrive
        ? log.info({ pool: name }, 'notifications of the database arrive again')
        : log.warn({ pool: name }, 'notifications of the database do not arrive: the loops scan every second instead')
    const onConnection = (waitedMs: number) => meter.connectionTaken(name, waitedMs)
    const watches = { onNotifications, onConnection, onFailure: writes.failed }
    const db = openPool(url, { max, ...ways, ...watches, applicationName: `pinslot ${process.pid} ${name}` })
    shutdown.opened(`database ${name}`, CLOSE_MS, () => db.close())
    // The connection limits assume that only listed pools listen.
    return listens ? db : { ...db, listen: () => Promise.reject(new Error(`the pool ${name} has no connection to listen on`)) }
  }
}
