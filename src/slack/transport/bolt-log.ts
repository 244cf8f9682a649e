/** Bolt's Logger onto ours, so that there is one log in one form. */
import { type Logger, LogLevel } from '@slack/bolt'
import type { Log } from '../../core/ports/deps.js'

/** What goes to Slack and comes back: words of people, and links and keys that are shown to one of them alone. */
const SAID = /^http (?:request|response) (?:body|result|headers)/

/** Secrets go over the line here: in requests and responses Slack's client hides the tokens, and not the app's own secret. */
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
