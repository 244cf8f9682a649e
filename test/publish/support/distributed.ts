/** A database as a cluster is seen by the service, and what it was asked: judged by what a cluster plans. */
import postgres from 'postgres'
import { listDistributed } from '../../../src/core/distribution/tables.js'
import type { Db } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { closeBefore } from '../../support/database.js'
import { judge } from '../../statements/support/judge.js'

export type AsDistributed = {
  db: Db
  /** Forgets what was asked. */
  clear: () => void
  /** Of all that was asked what a cluster does not plan: writes and locks that do not name the organization by value, and steps over several. */
  unplanned: () => Promise<string[]>
}

const WRITES = /\b(?:insert|update|delete)\b|for (?:no key )?(?:update|share)/

/** @param own the same database, by which listening goes */
export async function asDistributed(own: Pool, url: string): Promise<AsDistributed> {
  const asked = new Set<string>()
  const sql = postgres(url, { max: 6, onnotice: () => {}, debug: (_connection, text) => void asked.add(text) })
  closeBefore(own, () => sql.end())
  const tables = new Set(await listDistributed(own.sql))
  return {
    db: {
      sql,
      tx: (work) => sql.begin((tx) => work(tx)) as ReturnType<typeof work>,
      listen: (channel, wake) => own.listen(channel, wake),
      isDistributed: async () => true,
    },
    clear: () => asked.clear(),
    async unplanned() {
      const found: string[] = []
      for (const text of asked)
        for (const { rule, table } of await judge(text, tables))
          if (rule !== 'join' || WRITES.test(text)) found.push(`${rule} ${table}: ${text}`) // times of all organizations side by side are read
      return found
    },
  }
}
