import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Deps, Log } from '../../../src/core/ports/deps.js'
import type { Calendar, CalendarPin } from '../../../src/core/slots/calendar-link.js'
import { calendarLinkSchema } from '../../../src/http/wire/calendar.js'
import { writeCalendar } from '../../../src/http/wire/calendar-file.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { fc } from '../../support/random.js'
import { aServer } from '../support/support.js'
import { pinterestPages } from '../../../src/platform/client.js'

const { db } = await aDatabase()
const lines: string[] = []
const whole = (_: string, value: unknown): unknown =>
  value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value
const say = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }, whole))
const log: Log = { debug: say, info: say, warn: say, error: say }
const server = await aServer(db, { parts: { log } })
const { app, call, accountId, clock } = server
const link = `/v1/accounts/${accountId}/calendar-link`

/** Makes a new link; its path below the service. */
async function aPath(): Promise<string> {
  const { body } = await call('POST', link)
  return body.data.calendarLink!.url.slice('https://pinslot.test'.length)
}

type Properties = Record<string, string>
/** A small reader of RFC 5545: unfolds, unescapes what is text, and checks what every line must be. */
function parse(text: string): { calendar: Properties; events: Properties[] } {
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const raw = text.slice(0, -2).split('\r\n')
  for (const line of raw) {
    expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/(?!\t)\p{Cc}|\ufffd/u)
  }
  const calendar: Properties = {}
  const events: Properties[] = []
  for (const line of text.replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', parameters = '', value = ''] = /^([A-Z-]+)(;[^:]*)?:(.*)$/.exec(line) ?? []
    if (line === 'BEGIN:VEVENT') events.push({})
    const isUri = name === 'URL' || parameters.includes('VALUE=URI')
    ;(events.at(-1) ?? calendar)[name] = isUri ? value : value.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one))
  }
  return { calendar, events }
}

test('the calendar link is read, made again and ended', async () => {
  expect((await call('GET', link)).body.data.calendarLink).toBeNull()
  const made = await call('POST', link)
  expect([made.status, made.body.error]).toEqual([201, undefined])
  const shown = z.strictObject(calendarLinkSchema.shape).parse(made.body.data.calendarLink)
  expect(shown.url).toMatch(/^https:\/\/pinslot\.test\/calendar\/\d+_[\w-]{43}\.ics$/)
  expect((await call('GET', link)).body.data.calendarLink).toEqual(shown)
  const [before, after] = [shown.url, await aPath()]
  expect((await app.inject(before.slice('https://pinslot.test'.length))).statusCode).toBe(404)
  expect((await app.inject(after)).statusCode).toBe(200)
  const ended = await call('DELETE', link)
  expect([ended.status, ended.body.data]).toEqual([200, { calendarLink: null }])
  expect((await app.inject(after)).statusCode).toBe(404)
  expect((await call('DELETE', link)).status).toBe(200)
})

test('with an Idempotency-Key a link is made once', async () => {
  const headers = { 'idempotency-key': 'calendar-1' }
  const first = await call('POST', link, undefined, headers)
  const again = await call('POST', link, undefined, headers)
  expect(again.body.data).toEqual(first.body.data)
  expect((await call('GET', link)).body.data.calendarLink).toEqual(first.body.data.calendarLink)
})

test('what is kept to answer an Idempotency-Key again has no part of the link', async () => {
  const headers = { 'idempotency-key': 'calendar-2' }
  const { body } = await call('POST', link, undefined, headers)
  const [, secret = ''] = /_([\w-]{43})\.ics$/.exec(body.data.calendarLink!.url) ?? []
  const [kept] = await db.sql<{ row: string }[]>`select to_jsonb(k)::text as row from idempotency_keys k where key = 'calendar-2'`
  const parts = Array.from({ length: 36 }, (_, at) => secret.slice(at, at + 8))
  expect(parts.filter((part) => kept!.row.includes(part))).toEqual([])
  expect(kept!.row).not.toContain('.ics')
  const again = await call('POST', link, undefined, headers)
  expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([201, 'true', body.data])
})

test('a calendar program gets an event a pin, and how often to look again', async () => {
  const sent = await aSentPost(server, { at: inDays(server, 1), title: 'Oak, shelf' })
  const queued = await aQueuedPost(server, { at: new Date('2026-03-08T07:30:00Z'), url: 'https://shop.test/möbel;v=1,2?a=b' })
  const answer = await app.inject(await aPath())
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
    'x-robots-tag': 'noindex, nofollow',
  })
  const { calendar, events } = parse(answer.payload)
  expect(calendar).toMatchObject({
    VERSION: '2.0',
    PRODID: '-//Pinslot//Schedule//EN',
    'X-WR-CALNAME': 'Pinslot: maker',
    NAME: 'Pinslot: maker',
    'REFRESH-INTERVAL': 'PT15M',
    'X-PUBLISHED-TTL': 'PT15M',
  })
  expect(events).toHaveLength(2)
  expect(events[0]).toMatchObject({
    UID: `post-${sent.id}@pinslot.test`,
    SEQUENCE: String(sent.version),
    SUMMARY: 'Published: Oak, shelf',
    DTSTART: '20260303T100000Z',
    DTEND: '20260303T101500Z',
    'LAST-MODIFIED': '20260302T100000Z',
    DTSTAMP: '20260302T100000Z',
    TRANSP: 'TRANSPARENT',
    URL: `https://www.pinterest.com/pin/${sent.pinId}/`,
    DESCRIPTION: `What it shows\n\nBoard: Kitchen ideas\nLink: https://example.com/pin\nPin: https://www.pinterest.com/pin/${sent.pinId}/`,
  })
  expect(events[1]).toMatchObject({
    UID: `post-${queued.id}@pinslot.test`,
    SUMMARY: 'A pin',
    DTSTART: '20260308T073000Z',
    URL: 'https://shop.test/m%C3%B6bel;v=1,2?a=b',
    DESCRIPTION: 'What it shows\n\nBoard: Kitchen ideas\nLink: https://shop.test/möbel;v=1,2?a=b',
  })
  await db.sql`
    update posts set pin_deleted_at = ${clock.now} where organization_id = ${server.organizationId} and id = ${sent.id}`
  const [gone] = parse((await app.inject(await aPath())).payload).events
  expect(gone).toMatchObject({
    URL: 'https://example.com/pin',
    DESCRIPTION: 'What it shows\n\nBoard: Kitchen ideas\nLink: https://example.com/pin',
  })
})

test('what has not changed is not sent again', async () => {
  const path = await aPath()
  const first = await app.inject(path)
  const etag = String(first.headers.etag)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await app.inject({ url: path, headers: { 'if-none-match': known } })
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
    expect(again.headers['cache-control']).toBe('private, max-age=300')
  }
  clock.advance(60_000) // time alone changes nothing
  expect((await app.inject({ url: path, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  await aQueuedPost(server)
  const changed = await app.inject({ url: path, headers: { 'if-none-match': etag } })
  expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
})

test('whatever a calendar shows is another one when it changes, of the account, of a pin and of its board', async () => {
  const one = await aServer(db)
  const made = await one.call('POST', `/v1/accounts/${one.accountId}/calendar-link`)
  const path = made.body.data.calendarLink!.url.slice('https://pinslot.test'.length)
  const { id } = await aQueuedPost(one)
  const etagNow = async () =>
    (await one.app.inject({ method: 'GET', url: path, headers: { 'if-none-match': '"other"' } })).headers.etag
  const seen = [await etagNow()]
  const { organizationId, accountId } = one
  const changes = [
    db.sql`update posts set title = 'Another' where organization_id = ${organizationId} and id = ${id}`,
    db.sql`update posts set description = 'Another' where organization_id = ${organizationId} and id = ${id}`,
    db.sql`update posts set url = 'https://example.com/another' where organization_id = ${organizationId} and id = ${id}`,
    db.sql`update posts set send_at = send_at + interval '1 minute', due_at = due_at + interval '1 minute' where organization_id = ${organizationId} and id = ${id}`,
    db.sql`update boards set name = 'Another' where organization_id = ${organizationId} and account_id = ${accountId} and id = '101'`,
    db.sql`update accounts set timezone = 'Europe/Berlin' where organization_id = ${organizationId} and id = ${accountId}`,
    db.sql`update accounts set username = 'another' where organization_id = ${organizationId} and id = ${accountId}`,
  ]
  for (const change of changes) {
    await change
    seen.push(await etagNow())
  }
  expect(new Set(seen).size).toBe(1 + changes.length)
})

test('a calendar that is known is not written, and a link is written twenty times a minute', async () => {
  let written = 0
  const pages = { ...pinterestPages, pin: (id: string) => (written++, pinterestPages.pin(id)) }
  const one = await aServer(db, { parts: { platform: { pages } as Deps['platform'] } })
  await aSentPost(one, { at: inDays(one, 1) })
  const aLink = async () => {
    const made = await one.call('POST', `/v1/accounts/${one.accountId}/calendar-link`)
    return made.body.data.calendarLink!.url.slice('https://pinslot.test'.length)
  }
  const path = await aLink()
  const first = await one.app.inject(path)
  expect(written).toBeGreaterThan(0)
  const each = written
  const known = { url: path, headers: { 'if-none-match': String(first.headers.etag) } }
  expect((await one.app.inject(known)).statusCode).toBe(304)
  expect(written).toBe(each)
  for (let n = 0; n < 18; n++) expect((await one.app.inject(path)).statusCode).toBe(200)
  await one.app.inject(path)
  const refused = await one.app.inject(path)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json()).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } })
  expect(written).toBeLessThanOrEqual(20 * each)
  one.clock.advance(60_000)
  expect((await one.app.inject(path)).statusCode).toBe(200)
})

test('HEAD has the headers alone', async () => {
  const path = await aPath()
  const [head, get] = [await app.inject({ method: 'HEAD', url: path }), await app.inject(path)]
  expect([head.statusCode, head.payload]).toEqual([200, ''])
  for (const name of ['content-type', 'etag', 'cache-control', 'content-length'])
    expect(head.headers[name]).toBe(get.headers[name])
  const known = { 'if-none-match': String(get.headers.etag) }
  expect((await app.inject({ method: 'HEAD', url: path, headers: known })).statusCode).toBe(304)
})

test('whatever is wrong with the name, the answer is the same, and a key of /v1 changes nothing', async () => {
  const path = await aPath()
  const name = path.slice('/calendar/'.length)
  const organization = name.split('_')[0]
  const unlike = ({ payload }: { payload: string }) => payload.replace(/"requestId":"[^"]+"/, '')
  const unknown = unlike(await app.inject(`/calendar/${organization}_${'A'.repeat(43)}.ics`))
  for (const wrong of [
    name.replace('.ics', ''),
    name.replace('.ics', '.ICS'),
    `${name}.ics`,
    `x${name}`,
    'a.ics',
    '.ics',
    `${'a'.repeat(600)}.ics`,
  ]) {
    const answer = await app.inject({ url: `/calendar/${wrong}`, headers: { authorization: `Bearer ${server.key}` } })
    expect([answer.statusCode, unlike(answer)], wrong).toEqual([404, unknown])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  const posted = await app.inject({ method: 'POST', url: path })
  expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD'])
})

test('the token is in no log line and in no error', async () => {
  const path = await aPath()
  const secret = path.slice(path.indexOf('_') + 1).slice(0, 20) // it may begin with a _ of its own
  lines.length = 0
  const broken = path.replace('/calendar', '/calender')
  const answers = [
    await app.inject(path),
    await app.inject(broken),
    await app.inject(`${path}%`),
    await app.inject(`${path}x`),
    await app.inject({ method: 'POST', url: path, payload: { a: 1 } }),
  ]
  await db.sql`alter table calendar_links rename to calendar_links_away`
  const failed = await app.inject(path)
  await db.sql`alter table calendar_links_away rename to calendar_links`
  expect(failed.statusCode).toBe(500)
  for (const answer of [...answers.slice(1), failed]) expect(answer.payload).not.toContain(secret)
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => line.includes(secret))).toEqual([])
  expect(lines.some((line) => line.includes('"/calendar/:name"'))).toBe(true)
})

test('an account without a zone or a link has a calendar and none', async () => {
  const nowhere = await aServer(db, { timezone: null })
  const url = `/v1/accounts/${nowhere.accountId}/calendar-link`
  expect((await nowhere.call('GET', url)).body.data.calendarLink).toBeNull()
  const { body } = await nowhere.call('POST', url)
  const answer = await nowhere.app.inject(body.data.calendarLink!.url.slice('https://pinslot.test'.length))
  expect(parse(answer.payload).events).toEqual([])
  expect(answer.payload).not.toContain('TIMEZONE')
})

const aPinOf = (fields: Partial<CalendarPin>): CalendarPin => ({
  postId: '12',
  state: 'scheduled',
  at: START,
  title: 'A pin',
  description: '',
  url: 'https://shop.test',
  boardName: null,
  pinId: null,
  version: 1,
  updatedAt: START,
  ...fields,
})
const write = (pins: CalendarPin[], rest: Partial<Calendar> = {}) =>
  writeCalendar(
    { accountId: '1', username: 'maker', timezone: 'Europe/Berlin', repeats: [], ...rest, pins },
    { host: 'pinslot.test', pages: pinterestPages },
  )

test.each([
  ['commas; semicolons, and \\n backslashes \\', undefined],
  ['one\ntwo\r\nthree\rfour', 'one\ntwo\nthree\nfour'],
  ['🎉'.repeat(400), undefined],
  ['👩‍👩‍👧‍👦 familie, déjà vu; 日本語 '.repeat(30), undefined],
  ['END:VEVENT\r\nEND:VCALENDAR\r\nX:1', 'END:VEVENT\nEND:VCALENDAR\nX:1'],
  ['a bell \u0007, an escape \u001b[31m and \u0085', 'a bell , an escape [31m and '],
  ['tabs\tstay', undefined],
])('text comes out as it went in: %j', async (text, expected = text) => {
  const { events } = parse(await write([aPinOf({ title: text, description: text, boardName: text })]))
  expect(events[0]).toMatchObject({
    SUMMARY: expected,
    DESCRIPTION: `${expected}\n\nBoard: ${expected}\nLink: https://shop.test`,
    URL: 'https://shop.test/',
  })
})

test('any text of a pin comes out as it went in, in lines of 75 octets', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'aé日🎉 ,;:\\\n"'), maxLength: 800 })
  await fc.assert(
    fc.asyncProperty(text, text, async (title, description) => {
      const { events } = parse(await write([aPinOf({ title, description: `-${description}`, state: 'publishing' })]))
      expect(events[0]?.['SUMMARY']).toBe(`Publishing: ${title}`)
      expect(events[0]?.['DESCRIPTION']).toBe(`-${description}\n\nLink: https://shop.test`)
    }),
    { numRuns: 200 },
  )
})

test('a name with a comma and a zone are in the head of the calendar', async () => {
  const { calendar } = parse(await write([], { username: 'maple, thread; co' }))
  expect(calendar).toMatchObject({ NAME: 'Pinslot: maple, thread; co', 'X-WR-TIMEZONE': 'Europe/Berlin' })
})

test('five thousand pins with the longest texts hold nobody else up', async () => {
  const pins = Array.from({ length: 5000 }, (_, n) =>
    aPinOf({
      postId: String(n),
      title: 'Title 🎉 '.repeat(11),
      description: 'Lorem, ipsum; '.repeat(57),
      boardName: 'Kitchen ideas',
    }),
  )
  let turns = 0
  let isOver = false
  const look = () => {
    turns++
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const text = await write(pins)
  isOver = true
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(5000)
  expect(turns).toBeGreaterThan(20) // the library's own folding took five seconds in one piece
})

test('what evergreen repeats is an event of its own, the same in each reading', async () => {
  const repeats = [{ at: new Date('2026-03-04T17:00:00Z'), timeslotId: '5', slotMadeAt: START }]
  const text = await write([], { repeats })
  expect(parse(text).events).toMatchObject([{ UID: 'evergreen-5-1772643600@pinslot.test', SUMMARY: 'Evergreen pin' }])
  expect(await write([], { repeats })).toBe(text)
})
