/** Live posts: on the schedule, going out or published. Apart from of-status.ts, whose type is of posts: these import what asks for live ones. */
import type { Sql } from '../../ports/deps.js'
import { constantSql } from '../constant-sql.js'

const live = constantSql((sql) => sql`status in ('queued', 'uploading', 'sent')`)

/** Of posts, or of `alias`: it is live. Written out, for the indexes over exactly these. */
export const isLive = (sql: Sql, alias?: string) => (alias === undefined ? live(sql) : sql`${sql(alias)}.${live(sql)}`)
