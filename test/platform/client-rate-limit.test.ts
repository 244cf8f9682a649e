/** X-RateLimit headers, as they come and as they should not. */
import { expect, test } from 'vitest'
import { readRateLimit, readRetryAfter } from '../../src/platform/rate-limit.js'

const limit = (header: string | string[]) => readRateLimit({ 'x-ratelimit-limit': header }).items
const item = (quota: number, seconds: number | null = null, name: string | null = null) => ({ quota, seconds, name })

test.each([
  ['1000', [item(1000)]],
  ['1000, 1000;w=60;name="org_read"', [item(1000), item(1000, 60, 'org_read')]],
  [
    '120000, 120000;w=60;name="ads_conversions_ad_account_id"',
    [item(120_000), item(120_000, 60, 'ads_conversions_ad_account_id')],
  ],
  ['1000, 1000;w=86400;name="trial"', [item(1000), item(1000, 86_400, 'trial')]],
  ['100, 100;w=1;name="user", 1000;w=60', [item(100), item(100, 1, 'user'), item(1000, 60)]],
  ['10;w=60;name="a, b;w=1"', [item(10, 60, 'a, b;w=1')]],
  ['10;name="says \\"hi, you\\"";w=60, 5', [item(10, 60, 'says "hi, you"'), item(5)]],
  ['10;w="60"', [item(10, 60)]],
  ['10;W=60;NAME=plain', [item(10, 60, 'plain')]],
  ['  10 ;  w = 60 ;comment', [item(10, 60)]],
  [',, 10 ,,', [item(10)]],
])('%s is read', (header, items) => {
  expect(limit(header)).toEqual(items)
})

test.each([
  ['', []],
  ['many', []],
  ['-5', []],
  ['1.5', []],
  ['1e9', []],
  ['99999999999', []],
  ['10;w=0', []],
  ['10;w=-60', []],
  ['10;w=soon', []],
  ['10;w=', []],
  ['10;w=86401', []], // no longer window is known
  ['10;w=60;name="never ends, 20;w=60', [item(10, 60, '"never ends, 20;w=60')]],
  ['x;w=60, 20;w=60', [item(20, 60)]],
  [';w=60', []],
  ['"10"', []],
  ['10 20', []],
])('what cannot be meant is left out: %s', (header, items) => {
  expect(limit(header)).toEqual(items)
})

test('a header that comes twice is one list', () => {
  expect(limit(['1000', '1000;w=60'])).toEqual([item(1000), item(1000, 60)])
})

test('a header of any length is read in no time', () => {
  expect(limit(`${'"'.repeat(100_000)}`)).toEqual([])
  expect(limit('1;'.repeat(100_000))).toHaveLength(1)
})

const LIST = '1000, 1000;w=60;name="org_read"'
const DAY = '1000, 1000;w=86400;name="org_read"'
test.each([
  [LIST, '58', 58_000],
  [LIST, '0', 0],
  [LIST, ' 58 ', 58_000],
  [LIST, '58, 58;w=60', 58_000],
  [LIST, '61', null], // longer than its window
  [LIST, '1772445600', null], // a time
  [LIST, '-1', null],
  [LIST, '1.5', null],
  [LIST, 'soon', null],
  [LIST, '', null],
  [LIST, undefined, null],
  [DAY, '80000', 80_000_000],
  [DAY, '86401', null],
  [undefined, '3600', 3_600_000],
  [undefined, '86401', null],
  ['nonsense', '30', 30_000],
])('with the limit %s a reset of %s is %s ms', (header, reset, expected) => {
  expect(readRateLimit({ 'x-ratelimit-limit': header, 'x-ratelimit-reset': reset }).resetMs).toBe(expected)
})

test.each([
  [LIST, '999', 999],
  [LIST, '0', 0],
  [LIST, '1001', null], // more than there are
  [LIST, '-1', null],
  [LIST, 'all', null],
  [undefined, '7', 7],
])('with the limit %s a remaining of %s is %s', (header, remaining, expected) => {
  expect(readRateLimit({ 'x-ratelimit-limit': header, 'x-ratelimit-remaining': remaining }).remaining).toBe(expected)
})

test.each([
  ['30', 30_000],
  ['0', 0],
  ['Mon, 02 Mar 2026 10:00:07 GMT', 7_000],
  ['Wed, 21 Oct 2026 07:28:00 GMT', null], // no window is so long
  ['86401', null],
  ['1772445600', null],
  [undefined, null],
])('a Retry-After of %s is %s ms', (header, expected) => {
  expect(readRetryAfter({ 'retry-after': header }, new Date('2026-03-02T10:00:00Z'))).toBe(expected)
})
