/** Writes Bolt's log into ours, so that there is one log in one format. */
import { type Logger, LogLevel } from '@slack/bolt'
import type { Log } from '../../core/ports/deps.js'

/** Log lines with request or response bodies: they hold people's words, and links and keys that only one person may see. */
const SAID = /^http (?:request|response) (?:body|result|headers)/

/**
 * Makes a log for calls that carry secrets: Slack's client hides tokens in requests and responses, but not the app's own secret.
 */
export const makeDiscreetLog = (log: Log): Logger => ({ ...makeBoltLog(log), debug: () => {} })

export function makeBoltLog(log: Log): Logger {
  let level = LogLevel.INFO
  const line = (parts: unknown[]): [object, string] => {
    const error = parts.find((part) => part instanceof Error)
    const words = parts.filter((part) => part !== error).map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    return [{ part: 'bolt', ...(error && { err: error }) }, words.join(' ') || (error?.message ?? '')]
  }
  return {
    debug: (...parts: unknown[]) => {
      if (!SAID.test(String(parts[0]))) log.debug(...line(parts))
    },
    info: (...parts: unknown[]) => log.debug(...line(parts)), // of no use to the operator
    warn: (...parts: unknown[]) => log.warn(...line(parts)),
    error: (...parts: unknown[]) => log.error(...line(parts)),
    setLevel: (to) => void (level = to),
    getLevel: () => level,
    setName: () => {},
  }
}
