/** Which statements a piece of work runs: what a busy machine does not change. */
import type { Pool } from '../../../src/db/pool.js'
import type { Sql } from '../../../src/core/ports/deps.js'

type Ran = { executed: boolean; handle(): unknown }

/** A pool that notes each statement in `ran`, by its text, when it is sent; transactions and their begin and commit are one `begin`. */
export function noting(db: Pool): { db: Pool; ran: string[] } {
  const ran: string[] = []
  const noted = <S extends Sql>(sql: S): S =>
    new Proxy(sql, {
      apply(target, self, given: [TemplateStringsArray]) {
        const query: unknown = Reflect.apply(target, self, given)
        if (typeof query !== 'object' || query === null || !('handle' in query)) return query
        const statement = query as Ran // of postgres: a fragment of another statement is one, too, and is never handled
        const handle = statement.handle.bind(statement)
        statement.handle = () => {
          if (!statement.executed) ran.push(given[0].join('?').replace(/\s+/g, ' ').trim())
          return handle()
        }
        return query
      },
    })
  const tx: Pool['tx'] = (work, options) => {
    ran.push('begin')
    return db.tx((sql) => work(noted(sql)), options)
  }
  return { db: { ...db, sql: noted(db.sql), tx }, ran }
}
