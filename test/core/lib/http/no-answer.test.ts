/** Why nobody answered, by what Node says of a request that failed. */
import { expect, test } from 'vitest'
import { noAnswerOf } from '../../../../src/core/lib/http/no-answer.js'

const coded = (code: string, options?: ErrorOptions) => Object.assign(new Error(code, options), { code })
const never = new AbortController().signal

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'offline'],
  ['ENETUNREACH', 'offline'],
  ['ENETDOWN', 'offline'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ECONNRESET', 'reset'],
])('%s is %s, also inside another error and as the first of several', (code, expected) => {
  const asked = { signal: never, isBlocked: () => false }
  expect(noAnswerOf(coded(code), asked)).toBe(expected)
  expect(noAnswerOf(new TypeError('fetch failed', { cause: coded(code) }), asked)).toBe(expected)
  expect(noAnswerOf(new AggregateError([coded(code), coded('EIO')]), asked)).toBe(expected)
})

test('an address that may not be reached is private, and a time that is over a timeout, whatever else is said', () => {
  expect(noAnswerOf(coded('EAI_AGAIN'), { signal: AbortSignal.abort(), isBlocked: () => true })).toBe('private_address')
  expect(noAnswerOf(coded('EAI_AGAIN'), { signal: AbortSignal.abort(), isBlocked: () => false })).toBe('timeout')
})
