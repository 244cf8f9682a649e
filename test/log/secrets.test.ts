/** The net under the log of all tests: it holds what it is there for. */
import { afterAll, expect, test } from 'vitest'
import { makeLog } from '../../src/log.js'
import { secretsIn, takeLeaks, watched, watchLogs } from './support/watched-log.js'

watchLogs()
afterAll(() => watchLogs(process.env['WATCH_LOGS'] !== undefined))

const silent = { debug() {}, info() {}, warn() {}, error() {} }

test.each([
  ['an API key', `pst_12_${'a'.repeat(43)}`],
  ['an API key', `psa_12_${'a'.repeat(43)}`],
  ['a token of Pinterest', 'pina_AbC123'],
  ['a token of Slack', 'xoxb-123-456-abc'],
  ['a token of Slack', 'xoxe.xoxb-1-abcdef'],
  ['what authorizes a request', 'Authorization: Bearer abcdefghijklmnop'],
  ['the password of a database', 'postgres://app:hunter2@db.internal/pinslot'],
  ['the secret of a webhook', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a signed address', 'https://store/x?X-Amz-Signature=0123456789abcdef0123'],
  ['a link that is a key', 'https://pinslot.test/connect/link/abcdefghijklmnopqrstuvwxyz'],
  ['the code of a consent', '/connect/callback?state=s&code=0123456789abc'],
  ['a cookie', '{"cookie":"pinslot_connect=abc"}'],
])('%s in a line is found: %s', (what, text) => {
  expect(secretsIn(JSON.stringify({ msg: text }).replaceAll('\\"', '"'))).toContain(what)
})

test.each([
  ['a field', { about: `pst_12_${'a'.repeat(43)}` }, 'x'],
  ['an error', { err: new Error('refused', { cause: new Error('pina_AbC123 is over') }) }, 'x'],
  ['the words', {}, 'sent with xoxb-123-456-abc'],
  [
    'what hangs on an error',
    { err: Object.assign(new Error('x'), { headers: { authorization2: 'Bearer abcdefghijklmnop' } }) },
    'x',
  ],
] as const)('in %s of a line, too', (_where, fields, message) => {
  watched(silent).warn(fields, message)
  expect(takeLeaks()).toHaveLength(1)
})

test('what the log leaves out is in no line', () => {
  watched(silent).info({ token: 'xoxb-123-456-abc', request: { authorization: 'Bearer abcdefghijklmnop' } }, 'a line')
  expect(takeLeaks()).toEqual([])
})

test('an address that is none is not written with its error: it may hold a password', () => {
  const lines: string[] = []
  const log = makeLog('info', { write: (line) => void lines.push(line) })
  for (const key of ['err', 'error']) {
    try {
      new URL('postgres://app:hunter/2@db.internal/pinslot')
    } catch (error) {
      log.error({ [key]: error }, 'unexpected error: stopping')
    }
  }
  expect(lines).toHaveLength(2)
  expect(lines.join()).toContain('Invalid URL')
  expect(lines.join()).not.toContain('hunter')
})
