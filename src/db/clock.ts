/** One clock over all processes: the machine's time, set right by the database's, plus the virtual time of the sandbox. */
import { after } from '../core/lib/duration.js'
import type { Clock, DatabaseClock, Log, Sql } from '../core/ports/deps.js'

export type ServiceClock = DatabaseClock & {
  now: Clock
  /**
   * Sandbox only: makes it this instant, and keeps the difference for the next start. Never goes back: an earlier instant
   * changes nothing. Calls the listeners of `onMove` after it.
   */
  moveTo(instant: Date): Promise<void>
  /** @returns a function that stops it */
  onMove(listener: () => void): () => void
  close(): void
}

export type ClockParts = {
  sql: Sql
  wallClock: Clock
  /** Asks the database for its time. */
  databaseTime: () => Promise<Date>
  /** Whether the virtual time of the sandbox is in it (table sandbox_clock). */
  isVirtual: boolean
  log: Log
}

const SAMPLE_EVERY_MS = 60_000
const SAMPLES = 3

/** Asks the database at once and then every minute. */
export async function makeClock({ sql, wallClock, databaseTime, isVirtual, log }: ClockParts): Promise<ServiceClock> {
  const listeners = new Set<() => void>()
  let skewMs = (await sampleSkew(wallClock, databaseTime)).skewMs
  let virtualMs = isVirtual ? await readVirtual(sql) : 0
  const adjust = async () => {
    const sample = await sampleSkew(wallClock, databaseTime)
    // Closer than we can measure it is still right: no jitter without need.
    if (Math.abs(sample.skewMs - skewMs) > sample.errorMs) skewMs = sample.skewMs
    if (isVirtual) virtualMs = await readVirtual(sql)
  }
  const timer = setInterval(() => {
    adjust().catch((error: unknown) => log.warn({ error }, 'the time of the database could not be read: the last offset is kept'))
  }, SAMPLE_EVERY_MS).unref()
  const now = () => after(wallClock(), skewMs + virtualMs)
  return {
    now,
    toOurs: (databaseAt) => after(databaseAt, virtualMs),
    compare: adjust,
    async moveTo(instant) {
      if (!isVirtual) throw new Error('The clock of a real platform is not moved.')
      const forwardMs = instant.getTime() - now().getTime()
      if (forwardMs > 0) {
        const aheadMs = Math.ceil(virtualMs + forwardMs)
        await writeVirtual(sql, aheadMs)
        virtualMs = aheadMs
      }
      for (const listener of listeners) listener()
    },
    onMove(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => clearInterval(timer),
  }
}

/** Measures the difference of the two clocks; of several samples the fastest answer is the most exact. */
async function sampleSkew(wallClock: Clock, databaseTime: () => Promise<Date>): Promise<{ skewMs: number; errorMs: number }> {
  let best = { skewMs: 0, errorMs: Infinity }
  for (let tries = 0; tries < SAMPLES; tries++) {
    const sampledAt = wallClock().getTime()
    const listener = (await databaseTime()).getTime()
    const answered = wallClock().getTime()
    const errorMs = (answered - sampledAt) / 2 + 1
    if (errorMs < best.errorMs) best = { skewMs: listener - (sampledAt + answered) / 2, errorMs }
  }
  // On one machine there is one clock; a millisecond of measuring is no difference.
  return Math.abs(best.skewMs) <= best.errorMs ? { ...best, skewMs: 0 } : best
}

async function readVirtual(sql: Sql): Promise<number> {
  const [row] = await sql<{ offsetMs: string }[]>`select offset_ms as "offsetMs" from sandbox_clock`
  return Number(row?.offsetMs ?? 0)
}

async function writeVirtual(sql: Sql, offsetMs: number): Promise<void> {
  await sql`
    insert into sandbox_clock (one, offset_ms)
    values (true, ${offsetMs})
    on conflict (one) do update
       set offset_ms = excluded.offset_ms`
}
