import { expect, test } from 'vitest'
import { clip, escape, inline, label, md } from '../../blocks/kit/kit.js'
import { ago, dayIn, lengthOf, slackDate, timeIn } from '../../blocks/kit/times.js'

test('cutting never cuts a character in two', () => {
  expect(clip('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 15)).toBe('👩‍👩‍👧‍👦…')
  expect(clip('short', 5)).toBe('short')
  expect(clip('longer', 5)).toBe('long…')
})

test('markup of others is read as words', () => {
  expect(escape('<!channel> & <@U1>')).toBe('&lt;!channel&gt; &amp; &lt;@U1&gt;')
  expect(inline('one\n two')).toBe('one two')
})

const AS_TYPED = (marks: string) => `<!date^00000000^{_}|${marks}>`

test.each([
  ['*bold*', `${AS_TYPED('*')}bold${AS_TYPED('*')}`],
  ['_it_ and ~gone~', `${AS_TYPED('_')}it${AS_TYPED('_')} and ${AS_TYPED('~')}gone${AS_TYPED('~')}`],
  ['`code`', `${AS_TYPED('`')}code${AS_TYPED('`')}`],
  ['snake_case, 2*3 and 10:30:45', 'snake_case, 2*3 and 10:30:45'],
  [':tada: now', `${AS_TYPED(':')}tada: now`],
  [':+1: :-1: :100:', `${AS_TYPED(':')}+1: ${AS_TYPED(':')}-1: ${AS_TYPED(':')}100:`],
  ['> no quote', '\u00ad&gt; no quote'],
])('marks in what people typed style nothing: %s', (words, markup) => {
  expect(inline(words)).toBe(markup)
})

test('where there is no room for whole forms, marks give way to what looks like them', () => {
  const many = '* '.repeat(50)
  expect(inline(many, 100)).toBe(`${'∗ '.repeat(49)}∗`)
  for (const words of ['*_~`'.repeat(40), ':a'.repeat(70), '`&'.repeat(70)])
    expect(inline(words, 100).length).toBeLessThanOrEqual(500)
  expect(label('*bold* :tada:')).toBe('∗bold∗ ꞉tada:')
})

test('what is cut ends before a form or a sign that would be cut in two', () => {
  const dots = '.'.repeat(2990)
  expect(md(`${dots}<!date^00000000^{_}|*>`).text).toBe(`${dots}…`)
  expect(md(`${dots}......&lt;!channel&gt;`).text).toBe(`${dots}......…`)
  expect(md(`${dots}<@U1> more words`).text).toBe(`${dots}<@U1> mor…`)
})

test('what turns the direction of writing turns nothing behind it, and letters keep their own', () => {
  expect(inline('Shelves \u202edlo\u2066 עברית')).toBe('Shelves dlo עברית')
})

test('a time is the reader’s own, or names its zone', () => {
  const at = new Date('2026-03-08T07:30:00Z')
  expect(slackDate(at)).toBe('<!date^1772955000^{date_short_pretty} at {time}|2026-03-08 07:30 UTC>')
  expect(timeIn(at, 'America/New_York', at)).toBe('Sun 8 Mar, 03:30 GMT-4')
  expect(dayIn(at, 'Pacific/Kiritimati', at)).toBe('Sunday 8 March')
})

test('another year than this one is told, and what this year is depends on the zone', () => {
  const [at, now] = [new Date('2027-01-01T04:00:00Z'), new Date('2026-11-21T00:00:00Z')]
  expect(timeIn(at, 'UTC', now)).toBe('Fri 1 Jan 2027, 04:00 UTC')
  expect(dayIn(at, 'UTC', now)).toBe('Friday 1 January 2027')
  expect(dayIn(at, 'America/New_York', now)).toBe('Thursday 31 December')
})

test.each([
  [400, '0:01'],
  [42_000, '0:42'],
  [725_000, '12:05'],
  [3_723_000, '1:02:03'],
])('a video of %i ms lasts %s', (ms, words) => {
  expect(lengthOf(ms)).toBe(words)
})

test.each([
  [0, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [3 * 3_600_000, '3 hours ago'],
  [47 * 3_600_000, '1 day ago'],
])('%i ms back is %s', (ms, words) => {
  const now = new Date('2026-03-08T07:30:00Z')
  expect(ago(new Date(now.getTime() - ms), now)).toBe(words)
})
