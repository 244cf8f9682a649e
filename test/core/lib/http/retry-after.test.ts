/** A wait that somebody else names: read in one way, and never longer than the caller lets it be. */
import { expect, test } from 'vitest'
import { readRetryAfterMs } from '../../../../src/core/lib/http/retry-after.js'
import { HOUR_MS } from '../../../support/factories.js'

const NOW = new Date('2026-03-02T10:00:00Z')

test.each([
  ['30', 30_000],
  [' 30 ', 30_000],
  ['1.5', 1_500],
  ['0', 0],
  ['400000000', HOUR_MS],
  ['Mon, 02 Mar 2026 10:00:07 GMT', 7_000],
  ['Monday, 02-Mar-26 10:00:07 GMT', 7_000],
  ['Mon Mar  2 10:00:07 2026', 7_000],
  ['Wed, 21 Oct 2099 07:28:00 GMT', HOUR_MS],
  ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
  ['2026-03-02T10:00:07Z', null], // no date of HTTP
  ['1772445600', null], // an instant in Unix time
  ['-1', null],
  ['soon', null],
  ['', null],
  [null, null],
  [undefined, null],
])('a Retry-After of %s is %s ms', (header, expected) => {
  expect(readRetryAfterMs(header, NOW, HOUR_MS)).toBe(expected)
})
