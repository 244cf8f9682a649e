import { expect, test } from 'vitest'
import { clip, escape, inline } from '../../blocks/kit.js'
import { dayIn, slackDate, timeIn } from '../../blocks/times.js'

test('cutting never cuts a character in two', () => {
  expect(clip('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15)).toBe('👩‍👩‍👧‍👦…')
  expect(clip('short', 5)).toBe('short')
  expect(clip('longer', 5)).toBe('long…')
})

test('markup of others is read as words', () => {
  expect(escape('<!channel> & <@U1>')).toBe('&lt;!channel&gt; &amp; &lt;@U1&gt;')
  expect(inline('one\n two')).toBe('one two')
})

test('a time is the reader’s own, or names its zone', () => {
  const at = new Date('2026-03-08T07:30:00Z')
  expect(slackDate(at)).toBe('<!date^1772955000^{date_short_pretty} at {time}|2026-03-08 07:30 UTC>')
  expect(timeIn(at, 'America/New_York')).toBe('Sun 8 Mar, 03:30 GMT-4')
  expect(dayIn(at, 'Pacific/Kiritimati')).toBe('Sunday 8 March')
})
