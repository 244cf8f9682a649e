/** Live posts: on the schedule, being sent or published. Separate from of-status.ts, whose modules import this one. */
import type { Sql } from '../../ports/deps.js'
import { constantSql } from './constant-sql.js'

const live = constantSql((sql) => sql`status in ('queued', 'uploading', 'sent')`)

/** True for posts, or for `alias`, that are live. The statuses are literals, to match the indexes over exactly these. */
export const isLive = (sql: Sql, alias?: string) => (alias === undefined ? live(sql) : sql`${sql(alias)}.${live(sql)}`)
