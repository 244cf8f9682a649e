/** Lines of JSON on stderr: stdout belongs to what a person reads at the start. Each has the id of what it was written for. */
import { type DestinationStream, pino } from 'pino'
import type { Log } from './core/ports/deps.js'
import { followedFacts } from './tracing/follow.js'

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
