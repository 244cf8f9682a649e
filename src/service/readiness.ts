/** Checks that this process can work: it is not stopping, its database answers and has our tables, its loops scan for work. */
import type { Db, Sql } from '../core/ports/deps.js'
import type { Readiness } from '../core/ports/metrics.js'
import type { WriteWatch } from '../db/writes.js'
import { compareMigrations } from '../db/migrations/migrate.js'

/** The watched part of a loop. */
export type Heartbeat = {
  name: string
  /** Real ms since it last completed a scan; null if it has not started. */
  heartbeatAgoMs(): number | null
}

export type ReadinessOptions = {
  db: Db
  /** The migrations of this build. */
  migrations: Parameters<typeof compareMigrations>[1]
  loops: readonly Heartbeat[]
  isStopping: () => boolean
  /** Further checks of a database that answers; each returns its problems, in sentences. */
  checks?: readonly ((sql: Sql) => Promise<string[]>)[]
  /** Absent: only checks that the database is not read-only. */
  writes?: Pick<WriteWatch, 'takesWrites'>
  /** False if the loops' pool receives no notifications; default true. */
  notificationsArrive?: () => boolean
  /** Unusual states of other parts, in sentences. */
  moreNotes?: () => string[]
}

/** Real time: clients have their own timeout, usually of some seconds. */
const DATABASE_MS = 2_000
/** An idle delay of 30 s, and a scan of a database that is slow. */
const LOOP_SILENCE_MS = 90_000
/** Cron sleeps for a minute, and one failed scan does not mean that the loop is stuck. */
const CRON_SILENCE_MS = 180_000

const STOPPING: Readiness = { problems: ['This process is stopping.'], notes: [] }

const READ_ONLY =
  'The database takes no writes: its disk is full, it is read-only, or it is a replica. Make room, or let DATABASE_URL lead to the primary.'

const NO_NOTIFICATIONS =
  'Notifications of the database do not arrive, so the loops scan for work every second: set DATABASE_DIRECT_URL to the address of Postgres itself.'

/** The returned check takes two seconds at most and never throws. */
export function makeReadiness({
  db,
  migrations,
  loops,
  isStopping,
  checks = [],
  writes,
  notificationsArrive = () => true,
  moreNotes = () => [],
}: ReadinessOptions): () => Promise<Readiness> {
  return async () => {
    if (isStopping()) return STOPPING
    const { problems, notes, isReadOnly } = await judgeDatabase(db, { migrations, checks, ...(writes && { writes }) })
    if (isStopping()) return STOPPING // its loops have stopped on purpose
    return {
      problems: isReadOnly ? problems : [...problems, ...loops.flatMap(judgeLoop)], // a read-only database stops the loops; a restart would fail
      notes: [...notes, ...moreNotes(), ...(notificationsArrive() ? [] : [NO_NOTIFICATIONS])],
    }
  }
}

type Asked = Required<Pick<ReadinessOptions, 'migrations' | 'checks'>> & Pick<ReadinessOptions, 'writes'>

async function judgeDatabase(db: Db, { migrations, checks, writes }: Asked): Promise<Readiness & { isReadOnly?: boolean }> {
  try {
    const { missing, unknown, isReadOnly, found } = await db.tx(
      async (sql) => {
        const compared = await compareMigrations(sql, migrations)
        const found: string[] = []
        if (compared.missing.length === 0) for (const check of checks) found.push(...(await check(sql)))
        return { ...compared, found }
      },
      { budgetMs: DATABASE_MS },
    )
    if (isReadOnly || (writes && !(await writes.takesWrites(db)))) return { problems: [READ_ONLY], notes: [], isReadOnly: true }
    return {
      problems:
        missing.length > 0
          ? [`The database lacks the ${nameAll(missing)}: restart this process, which applies what is missing.`]
          : found,
      notes: unknown.length > 0 ? [`The database is ahead of this build by the ${nameAll(unknown)}.`] : [],
    }
  } catch {
    return { problems: ['The database does not answer.'], notes: [] }
  }
}

const nameAll = (names: string[]) => `migration${names.length > 1 ? 's' : ''} ${names.join(', ')}`

function judgeLoop(loop: Heartbeat): string[] {
  const { name } = loop
  const agoMs = loop.heartbeatAgoMs()
  if (agoMs === null) return [`The loop ${name} has not completed a scan yet.`]
  if (agoMs <= longestSilenceMs(name)) return []
  const seconds = Math.floor(agoMs / 1_000)
  return [
    `The loop ${name} has not completed a scan for ${seconds} s: see the log, and restart this process if it does not recover.`,
  ]
}

const longestSilenceMs = (name: string) => (name === 'cron' ? CRON_SILENCE_MS : LOOP_SILENCE_MS)
