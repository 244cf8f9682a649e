import { expect, test } from 'vitest'
import { clip, escape, inline, label, md } from '../../blocks/kit/kit.js'
import { ago, clockOf, dayIn, lengthOf, slackDate, slackDay, slackTime, timeIn, zoneName, until } from '../../blocks/kit/times.js'
import { withWrittenTimes } from '../../blocks/kit/written-times.js'

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
  expect(slackDate(at)).toBe('<!date^1772955000^{day_divider_pretty} at {time}|Sun, Mar 8, 2026, 7:30 AM UTC>')
  expect(timeIn(at, 'America/New_York', at)).toBe('Sun, Mar 8, 3:30 AM')
  expect(dayIn(at, 'Pacific/Kiritimati', at)).toBe('Sunday, March 8')
  expect([zoneName('America/New_York'), zoneName('Etc/UTC')]).toEqual(['New York time', 'UTC'])
})

test('another year than this one is told, and what this year is depends on the zone', () => {
  const [at, now] = [new Date('2027-01-01T04:00:00Z'), new Date('2026-11-21T00:00:00Z')]
  expect(timeIn(at, 'UTC', now)).toBe('Fri, Jan 1, 2027, 4:00 AM')
  expect(dayIn(at, 'UTC', now)).toBe('Friday, January 1, 2027')
  expect(dayIn(at, 'America/New_York', now)).toBe('Thursday, December 31')
})

test.each([
  ['en-US', 'Mon, Nov 23, 7:15 PM', '7:15 PM', 'Nov 23'],
  [null, 'Mon, Nov 23, 7:15 PM', '7:15 PM', 'Nov 23'],
  ['de-DE', 'Mon 23 Nov, 19:15', '19:15', '23 Nov'],
  ['en-GB', 'Mon 23 Nov, 19:15', '19:15', '23 Nov'],
  ['ko-KR', 'Mon 23 Nov, 7:15 PM', '7:15 PM', '23 Nov'],
  ['no such locale', 'Mon 23 Nov, 7:15 PM', '7:15 PM', '23 Nov'],
])('a reader in %s reads %s', (locale, full, clock, day) => {
  const at = new Date('2026-11-24T00:15:00Z')
  const reader = { timezone: 'America/New_York', locale }
  expect(timeIn(at, reader.timezone, at, locale)).toBe(full)
  expect(clockOf(19 * 60 + 15, locale)).toBe(clock)
  const marks = `${slackDate(at)} · ${slackTime(at)} · ${slackDay(at)} · <!date^00000000^{_}|*>`
  const view = {
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: marks } },
      { type: 'plain_text', text: marks },
    ],
  }
  const written = withWrittenTimes(view, reader, at)
  expect(written.blocks[0]?.text).toEqual({ type: 'mrkdwn', text: `${full} · ${clock} · ${day} · <!date^00000000^{_}|*>` })
  expect(written.blocks[1]?.text).toBe(marks) // whatever people typed
})

test('midnight is at the beginning of a day on both clocks', () => {
  expect(clockOf(0)).toBe('12:00 AM')
  expect(clockOf(0, 'de-DE')).toBe('00:00')
  expect(clockOf(12 * 60)).toBe('12:00 PM')
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

test.each([
  [20_000, 'in a moment'],
  [60_000, 'in 1 minute'],
  [5 * 60_000, 'in 5 minutes'],
  [24 * 3_600_000 - 1, 'in 24 hours'],
  [72 * 3_600_000, 'in 3 days'],
])('what comes %s ms later is “%s”', (ms, words) => {
  const now = new Date('2026-03-02T12:00:00Z')
  expect(until(new Date(now.getTime() + ms), now)).toBe(words)
})

test('what has no times to write is the very same view, and of one with times the rest is as it was', () => {
  const at = new Date('2026-11-24T00:15:00Z')
  const plain = { type: 'section', text: { type: 'mrkdwn', text: 'Oak' } }
  const dated = { type: 'section', text: { type: 'mrkdwn', text: slackDate(at) } }
  const reader = { timezone: 'Europe/Berlin', locale: 'de-DE' }
  const view = { type: 'home', blocks: [plain] }
  expect(withWrittenTimes(view, reader, at)).toBe(view)
  const other = { type: 'home', blocks: [plain, dated] }
  const written = withWrittenTimes(other, reader, at)
  expect(written.blocks[0]).toBe(plain)
  expect(other.blocks[1]).toBe(dated)
  expect(dated.text.text).toBe(slackDate(at))
  expect(JSON.stringify(written)).not.toContain('<!date')
})

test.each([
  ['2026-12-31T23:30:00Z', '2027-01-01T10:00:00Z', 'Fri, Jan 1, 12:30 AM'],
  ['2026-12-31T22:30:00Z', '2027-01-01T10:00:00Z', 'Thu, Dec 31, 2026, 11:30 PM'],
  ['2027-01-01T10:00:00Z', '2026-12-31T23:30:00Z', 'Fri, Jan 1, 11:00 AM'],
  ['2027-01-01T10:00:00Z', '2026-12-31T22:30:00Z', 'Fri, Jan 1, 2027, 11:00 AM'],
  ['2027-06-01T10:00:00Z', '2026-06-01T10:00:00Z', 'Tue, Jun 1, 2027, 12:00 PM'],
])('%s, read at %s in Berlin, is %s: the year turns by the clock of the reader', (at, now, words) => {
  expect(timeIn(new Date(at), 'Europe/Berlin', new Date(now))).toBe(words)
})
