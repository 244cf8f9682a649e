/**
 * Logs lines of JSON on stderr, because stdout shows the startup message to people. Each line has the id of the request it
 * belongs to.
 */
import { type DestinationStream, pino } from 'pino'
import { codeOfAway, LOCK_REFUSED, Unwritten } from './core/lib/database-away.js'
import type { Log } from './core/ports/deps.js'
import { followedFacts, unfollowed } from './tracing/follow.js'

/** @param destination replaces stderr */
export function makeLog(level: string, destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Log {
  return pino(
    {
      level,
      base: null,
      mixin: followedFacts,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
      redact: [
        '*.authorization',
        '*.accessToken',
        '*.refreshToken',
        '*.token',
        'accessToken',
        'refreshToken',
        'token',
        '*.input',
      ],
    },
    destination,
  )
}

/** A cause without failures for this long is over. A loop retries each second; a database that hangs fails after 25 s. */
const QUIET_MS = 30_000

/** Times in real ms. */
type Spell = { firstAt: number; lastAt: number; failures: number; fields: object; message: string; timer: NodeJS.Timeout }

/**
 * Logs repeated failures of one cause twice, at their beginning and their end: everything caused by an unavailable database, and
 * the same error in each scan of a loop. At the level debug, each is logged.
 * @param quietMs real ms (tests)
 */
export function foldRepeats(log: Log, quietMs = QUIET_MS): Log {
  const spells = new Map<string, Spell>()
  const end = (cause: string) => {
    const { firstAt, lastAt, failures, fields, message } = spells.get(cause)!
    spells.delete(cause)
    const facts = { ...fields, failures, lastedMs: Math.round(lastAt - firstAt) }
    if (cause === DATABASE) unfollowed(() => log.warn(facts, 'the database is available again'))
    else if (failures > 1) unfollowed(() => log.warn(facts, `over: ${message}`))
  }
  const fold = (level: 'warn' | 'error') => (fields: object, message: string) => {
    const failure = failureOf(fields)
    if (!failure) return log[level](fields, message)
    const spell = spells.get(failure.cause)
    if (spell) {
      spell.failures++
      spell.lastAt = performance.now()
      spell.timer.refresh()
      return log.debug(fields, message)
    }
    const at = performance.now()
    const timer = setTimeout(() => end(failure.cause), quietMs).unref()
    spells.set(failure.cause, { firstAt: at, lastAt: at, failures: 1, fields: failure.fields, message, timer })
    if (failure.cause !== DATABASE) return log[level](fields, message)
    log.error(
      { ...failure.fields, first: message },
      'the database is not available: what fails by that is one line when it is over',
    )
    log.debug(fields, message)
  }
  return {
    debug: (...line) => log.debug(...line),
    info: (...line) => log.info(...line),
    warn: fold('warn'),
    error: fold('error'),
  }
}

const DATABASE = 'database'

/** Identifies failures with the same cause; undefined if each is logged. */
function failureOf(fields: object): { cause: string; fields: object } | undefined {
  const { loop, error, err = error } = fields as { loop?: unknown; error?: unknown; err?: unknown }
  if (err instanceof Unwritten) return undefined
  const code = codeOfAway(err)
  if (code !== undefined && code !== LOCK_REFUSED) return { cause: DATABASE, fields: { code } }
  if (typeof loop !== 'string' || !(err instanceof Error)) return undefined
  const { code: own = err.message } = err as { code?: unknown }
  return { cause: `${loop} ${err.name} ${String(own)}`, fields: { loop } }
}
