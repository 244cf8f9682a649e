/** Lines of JSON on stderr: stdout belongs to what a person reads at the start. Each has the id of what it was written for. */
import { type DestinationStream, pino } from 'pino'
import { codeOfAway, LOCK_REFUSED, Unwritten } from './core/lib/database-away.js'
import type { Log } from './core/ports/deps.js'
import { followedFacts, unfollowed } from './tracing/follow.js'

/** @param destination in place of stderr */
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

/** Nothing of the same cause for so long: it is over. A loop asks again each second; a database that hangs says so after 25 s. */
const QUIET_MS = 30_000

/** Real ms. */
type Spell = { firstAt: number; lastAt: number; failures: number; fields: object; message: string; timer: NodeJS.Timeout }

/**
 * Failures of one cause are a line as they begin and one when they are over, however many there are: all that the database's being away brings, and
 * what the same loop meets each time that it scans. At the level debug each is a line.
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

/** Which failure is the same as others; undefined: each is a line. */
function failureOf(fields: object): { cause: string; fields: object } | undefined {
  const { loop, error, err = error } = fields as { loop?: unknown; error?: unknown; err?: unknown }
  if (err instanceof Unwritten) return undefined
  const code = codeOfAway(err)
  if (code !== undefined && code !== LOCK_REFUSED) return { cause: DATABASE, fields: { code } }
  if (typeof loop !== 'string' || !(err instanceof Error)) return undefined
  const { code: own = err.message } = err as { code?: unknown }
  return { cause: `${loop} ${err.name} ${String(own)}`, fields: { loop } }
}
