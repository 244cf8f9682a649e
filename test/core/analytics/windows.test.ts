import { expect, test } from 'vitest'
import { resolveKeptWindow, resolveWindow } from '../../../src/core/insight/analytics/windows.js'
import { addDates } from '../../../src/core/lib/time.js'
import { DomainError } from '../../../src/core/lib/errors.js'

const NOW = new Date('2026-03-02T10:00:00Z')
const TODAY = '2026-03-02'

/** `{ field, message }` of the refusal. */
function refusal(resolve: () => unknown): { field: string | undefined; message: string } {
  try {
    resolve()
  } catch (error) {
    if (error instanceof DomainError && error.code === 'BAD_REQUEST')
      return { field: error.details.field, message: error.message }
    throw error
  }
  throw new Error('it was not refused')
}
const refused = (startDate: string | undefined, endDate: string | undefined, now = NOW) =>
  refusal(() => resolveWindow({ startDate, endDate }, now))

test('both left out, it is today and the 29 days before', () => {
  expect(resolveWindow({}, NOW)).toEqual({ startDate: '2026-02-01', endDate: TODAY })
})

test('today is the day in UTC, to the last millisecond', () => {
  expect(resolveWindow({}, new Date('2026-03-02T23:59:59.999Z')).endDate).toBe('2026-03-02')
  expect(resolveWindow({}, new Date('2026-03-03T00:00:00.000Z'))).toEqual({ startDate: '2026-02-02', endDate: '2026-03-03' })
})

test.each([
  ['a single day', TODAY, TODAY],
  ['the earliest start, 90 days before today', '2025-12-02', '2025-12-02'],
  ['the longest window', '2025-12-02', TODAY],
  ['an end 90 days after its start', '2025-12-02', '2026-03-02'],
])('%s is taken as it is', (_, startDate, endDate) => {
  expect(resolveWindow({ startDate, endDate }, NOW)).toEqual({ startDate, endDate })
})

test('an end after today is today, as far as 90 days after the start', () => {
  expect(resolveWindow({ startDate: TODAY, endDate: '2026-05-31' }, NOW)).toEqual({ startDate: TODAY, endDate: TODAY })
  expect(resolveWindow({ startDate: '2026-02-20', endDate: '2026-03-03' }, NOW)).toEqual({
    startDate: '2026-02-20',
    endDate: TODAY,
  })
})

test.each([
  [undefined, TODAY, 'startDate', 'startDate is required with endDate: give both, or neither for the last 30 days.'],
  [TODAY, undefined, 'endDate', 'endDate is required with startDate: give both, or neither for the last 30 days.'],
  ['2025-12-01', TODAY, 'startDate', 'startDate must be at most 90 days before today: 2025-12-02 or later.'],
  ['2026-03-03', '2026-03-04', 'startDate', 'startDate must not be after today, which is 2026-03-02 in UTC.'],
  ['2026-02-20', '2026-02-19', 'endDate', 'endDate must not be before startDate, 2026-02-20.'],
  [TODAY, '2026-06-01', 'endDate', 'endDate must be at most 90 days after startDate: 2026-05-31 or earlier.'],
])('from %s to %s names %s and the fix', (startDate, endDate, field, message) => {
  expect(refused(startDate, endDate)).toEqual({ field, message })
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-2-1',
  '26-02-01',
  '2026/02/01',
  '2026-02-01T00:00:00Z',
  ' 2026-02-01',
  '+002026-02-01',
  '0000-01-01',
  '1969-12-31',
  '9999-12-31',
  'today',
  '',
  '٢٠٢٦-٠٢-٠١',
])('%j is no day', (text) => {
  const message = (field: string) => `${field} must be a calendar day as YYYY-MM-DD, for example 2026-03-02.`
  expect(refused(text, TODAY)).toEqual({ field: 'startDate', message: message('startDate') })
  expect(refused('2026-02-01', text)).toEqual({ field: 'endDate', message: message('endDate') })
})

test('29 February is a day in leap years', () => {
  const now = new Date('2028-03-01T00:00:00Z')
  expect(resolveWindow({ startDate: '2028-02-29', endDate: '2028-02-29' }, now).startDate).toBe('2028-02-29')
  expect(refused('2027-02-29', '2028-02-29', now).field).toBe('startDate')
})

test('what was kept is read of any age, a leap year at a time', () => {
  const kept = (startDate?: string, endDate?: string) => resolveKeptWindow({ startDate, endDate }, NOW)
  expect(kept('1970-01-01', '1971-01-01')).toEqual({ startDate: '1970-01-01', endDate: '1971-01-01' })
  expect(kept('2024-01-01', '2024-12-31')).toEqual({ startDate: '2024-01-01', endDate: '2024-12-31' })
  expect(kept('2025-12-01', '2026-11-01')).toEqual({ startDate: '2025-12-01', endDate: TODAY })
  expect(kept()).toEqual({ startDate: '2026-02-01', endDate: TODAY })
  expect(refusal(() => kept('2024-01-01', '2025-01-01'))).toEqual({
    field: 'endDate',
    message: 'endDate must be at most 365 days after startDate: 2024-12-31 or earlier.',
  })
  expect(refusal(() => kept('2026-03-03', '2026-03-03')).field).toBe('startDate')
  expect(refusal(() => kept(undefined, '2026-03-01')).field).toBe('startDate')
})

test('days step over months, years and changes of clocks', () => {
  expect([addDates('2026-02-28', 1), addDates('2026-01-01', -1), addDates('2026-03-29', 1)]).toEqual([
    '2026-03-01',
    '2025-12-31',
    '2026-03-30',
  ])
})
