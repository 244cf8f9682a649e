/** No secret in a log: every line that a world of the tests logs is read in the form in which it is written. */
import { Writable } from 'node:stream'
import type { Log } from '../../../src/core/ports/deps.js'
import { makeLog } from '../../../src/log.js'

/** What opens something, by its form. Those of tests have the form of real ones. */
const SECRETS: readonly (readonly [what: string, form: RegExp])[] = [
  ['an API key', /\bps[art]_[1-9]\d*_[\w-]{43}/],
  ['a token of Pinterest', /\bpin[ar]_\w{4,}/],
  ['a token of Slack', /\bxox[a-z](?:\.xox[a-z])?-[\w.-]{6,}|\bxapp-[\w-]{6,}/],
  ['what authorizes a request', /\bBearer +[\w+/.=-]{16,}|\bBasic +[\w+/]{16,}={0,2}/],
  ['the password of a database', /\bpostgres(?:ql)?:\/\/[^\s:@/"]+:(?!\*+@|pinslot@)[^\s@/"]+@/],
  ['the secret of a webhook', /\bwhsec_[\w+/=-]{16,}/],
  ['a signed address', /[?&](?:sig|signature|X-Amz-Signature|X-Amz-Credential)=[\w%/+-]{16,}/i],
  ['a link that is a key', /\/(?:connect\/link|calendar)\/[\w.~-]{20,}/],
  ['the code of a consent', /[?&](?:code|client_secret|refresh_token|access_token)=[\w%.-]{8,}/],
  ['a cookie', /\bset-cookie\b|\bcookie"?:\s*"[^"]+=/i],
  ["Slack's signing secret", /the-signing-secret-of-the-tests/],
]

const found: string[] = []

/** @returns what was found since the last time, and forgets it */
export const takeLeaks = (): string[] => found.splice(0)

/** @returns what is secret in it, in words */
export const secretsIn = (line: string): string[] => SECRETS.flatMap(([what, form]) => (form.test(line) ? [what] : []))

/** Whatever is found is kept for the end of the test. */
function readLines(text: string): void {
  for (const what of secretsIn(text)) found.push(`${what} is in a line of the log: ${text.slice(0, 2_000)}`)
}

/** In the form of production, serializers and redaction included. */
const asWritten = makeLog(
  'debug',
  new Writable({ write: (line: Buffer, _encoding, done) => (readLines(line.toString()), done()) }),
)

let isWatching = false
/** From now on in this process: a bench, which makes the same worlds, must not pay for it. */
export const watchLogs = (isOn = true): void => void (isWatching = isOn)

const watchedOnes = new WeakSet<Log>()

/** The same log, whose lines are read on their way. */
export function watched(log: Log): Log {
  if (!isWatching || watchedOnes.has(log)) return log
  const line = (level: keyof Log) => (fields: object, message: string) => {
    asWritten[level](fields, message)
    log[level](fields, message)
  }
  const made: Log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  watchedOnes.add(made)
  return made
}
