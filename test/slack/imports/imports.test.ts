/** A file of pins: dropped, chosen in the form or taken from a message; looked at, its columns named, imported, and told of to the end. */
import { expect, test } from 'vitest'
import { readImport } from '../../../src/core/sources/imports/store.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { fileOf, work } from '../../core/imports/support/imports.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, inDays } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole, withApprovals } from '../support/approval-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const HEADER = ['Title', 'Description', 'Link', 'Media URL', 'Board']
const line = (n: number, change: Partial<Record<number, string>> = {}) =>
  [`Pin ${n}`, 'One of many', `https://shop.example.com/${n}`, `https://pictures.test/${n}.jpg`, 'Kitchen ideas'].map(
    (cell, index) => change[index] ?? cell,
  )
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index + 1))
const csv = (text: string, name = 'plan.csv') => ({ name, bytes: Buffer.from(text) })
const card = (screen: Screen) => markupOf(lastMessage(screen).blocks)
const inForm = (screen: Screen) => markupOf(screen.modal?.blocks)
async function week() {
  for (let day = 0; day < 7; day++) for (const time of ['09:00', '19:15']) await aTimeslot(team.current, { day, time })
}
async function dropped(text: string, name?: string): Promise<Screen> {
  const { ada } = team.current
  await ada.open('dm')
  return ada.say('', csv(text, name))
}

test('a dropped file shows its lines, what is wrong with two of them, and is imported in one press', async () => {
  await week()
  const { ada } = team.current
  const shown = await dropped(fileOf([...lines(23), line(24, { 4: 'No such board' }), line(25, { 3: '' })], HEADER))
  expect(card(shown)).toContain('*plan.csv*: 25 pins. 23 can be imported, 2 can’t.')
  expect(card(shown)).toContain('• *Pin 12* · Kitchen ideas · next open slot · <https://pictures.test/12.jpg|image>')
  expect(card(shown)).not.toContain('*Pin 13*')
  expect(card(shown)).toMatch(/and 11 more[\s\S]*:warning: Line 25 \(Board\): [\s\S]*:warning: Line 26 \(Media URL\): /)
  expect(await postsOf(team.current, 'draft')).toEqual([])
  const begun = await ada.click('Import 23 pins')
  expect(card(begun)).toContain('Importing 23 pins from *plan.csv*')
  await work(team.current)
  const over = await ada.click('Refresh')
  expect(card(over)).toContain(':white_check_mark: Imported 23 pins from *plan.csv*. 2 lines were left out:')
  expect(await postsOf(team.current, 'queued')).toHaveLength(23)
  const problems = await ada.click('All problems (2)')
  expect(inForm(problems)).toMatch(/Line 25 \(Board\)[\s\S]*Line 26 \(Media URL\)/)
  const { messages } = await ada.click('Send me a CSV')
  const [fileId] = messages.at(-1)?.files ?? []
  const [sent] = await db.sql<{ name: string; bytes: Buffer }[]>`select name, bytes from slk_files where id = ${fileId ?? ''}`
  expect(sent?.name).toBe('problems-plan.csv')
  expect(sent?.bytes.toString('utf8')).toMatch(/^\ufeffLine,Column,Problem\r\n25,Board,.+\r\n26,Media URL,.+\r\n$/)
})

test('the card of an import names the lines whose images were animated', async () => {
  await week()
  const { ada } = team.current
  await dropped(fileOf([line(1), line(2, { 3: 'https://pictures.test/moving.gif' })], HEADER))
  await ada.click('Import 2 pins')
  await work(team.current)
  expect(card(await ada.click('Refresh'))).toContain('Lines with an animated image: 3. The pin shows its first picture')
})

test('an import is taken back as a whole on its card, for ten minutes and only as it was', async () => {
  await week()
  const { ada, clock } = team.current
  const imported = async () => {
    await dropped(fileOf(lines(2), HEADER))
    await ada.click('Import 2 pins')
    await work(team.current)
    return ada.click('Refresh')
  }
  expect(textOn(lastMessage(await imported()).blocks)).toMatch(/View queue[^]*Undo/)
  expect(card(await ada.click('Undo'))).toContain('Undone. 2 pins from *plan.csv* were deleted.')
  expect([...(await postsOf(team.current, 'draft')), ...(await postsOf(team.current, 'queued'))]).toEqual([])

  await imported()
  await db.sql`update posts set version = version + 1 where organization_id = ${team.current.organizationId} and title = 'Pin 1'`
  expect(textOn(await ada.click('Undo'))).toContain('1 of the 2 pins was changed or deleted since. Nothing was undone.')
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)

  await imported()
  clock.advance(11 * 60_000)
  expect(textOn(await ada.click('Undo'))).toContain('This import can no longer be undone.')
})

test('a date without a time takes the first open slot of its day, as the card says', async () => {
  await week()
  const { ada } = team.current
  const day = inDays(team.current, 3).toISOString().slice(0, 10)
  const dated = (n: number) => [...line(n), day]
  const shown = card(await dropped(fileOf([dated(1), dated(2), dated(3)], [...HEADER, 'Date'])))
  expect(shown).toContain('3 pins. 2 can be imported, 1 can’t.')
  expect(shown).toMatch(/\*Pin 1\* · Kitchen ideas · [^·]*, \d+:00 AM \(first open slot\)/)
  expect(shown).toContain('2 lines have a date without a time. Each takes the first open slot of its day.')
  expect(shown).toContain('Line 4 (Date): No slot is open on this day. Write a time beside the date')
  await ada.click('Import 2 pins')
  await work(team.current)
  const times = (await postsOf(team.current, 'queued')).map(({ sendAt }) => sendAt?.toISOString().slice(11, 16))
  expect(times.toSorted()).toEqual(['09:00', '19:15'])
})

test('the end is told of by itself', async () => {
  await week()
  const { ada } = team.current
  await dropped(fileOf(lines(2), HEADER))
  await ada.click('Import 2 pins')
  await work(team.current)
  await expect.poll(async () => card(await ada.screen())).toContain('Imported 2 pins')
})

test('an import is cancelled on its card: nothing more of the file is imported', async () => {
  const { ada, organizationId } = team.current
  await dropped(fileOf(lines(2), HEADER))
  await ada.click('Import 2 pins')
  const cancelled = card(await ada.click('Cancel'))
  expect(cancelled).toContain('Import cancelled. :warning: Nothing was imported from *plan.csv*. 2 lines were left out:')
  expect(cancelled).toContain('The import was cancelled before this line. Import it again.')
  await work(team.current)
  expect([...(await postsOf(team.current, 'draft')), ...(await postsOf(team.current, 'queued'))]).toEqual([])
  const acts = await db.sql<{ action: string; via: string }[]>`
    select action, via from audit where organization_id = ${organizationId} and subject like 'import:%' order by id`
  expect(acts).toEqual([expect.objectContaining({ action: 'create' }), { action: 'cancel', via: 'slack' }])
})

test('a file that was edited in Slack since it was shown is shown again, and nothing of it is imported', async () => {
  await week()
  const { ada, organizationId } = team.current
  await dropped(fileOf(lines(2), HEADER))
  const edited = fileOf([line(1), line(2, { 0: 'Words that nobody saw' })], HEADER)
  await db.sql`update slk_files set bytes = ${Buffer.from(edited)} where name = 'plan.csv'`
  expect(card(await ada.click('Import 2 pins'))).toContain('Words that nobody saw')
  expect(await db.sql`select 1 from imports where organization_id = ${organizationId}`).toHaveLength(0)
  await ada.click('Import 2 pins')
  await work(team.current)
  expect((await postsOf(team.current, 'queued')).map(({ title }) => title)).toContain('Words that nobody saw')
})

test('one that is over by then is shown as it is', async () => {
  await week()
  const { ada } = team.current
  await dropped(fileOf(lines(2), HEADER))
  await ada.click('Import 2 pins')
  await work(team.current)
  expect(card(await ada.click('Cancel'))).toContain('Imported 2 pins')
})

test('a file that nobody knows gets a form for its columns', async () => {
  const { ada } = team.current
  const header = ['Überschrift', 'Worte', 'Ziel', 'Bild', 'Pinnwand']
  const shown = await dropped(fileOf(lines(3), header))
  expect(card(shown)).toContain('we can’t tell which column has the images')
  expect(card(shown)).toContain('“Überschrift”, “Worte”, “Ziel”, “Bild”, “Pinnwand”')
  await ada.click('Choose columns')
  await ada.fill({ 'Image or video URL': 'Bild', Title: 'Überschrift', Board: 'Pinnwand' })
  expect((await ada.fill({ Description: 'Worte', 'Destination link': 'Bild' })).modal).not.toBeNull()
  expect((await ada.submit()).modal?.fields.find(({ label }) => label === 'Destination link')?.error).toContain(
    'already chosen this column above',
  )
  await ada.fill({ 'Destination link': 'Ziel' })
  const mapped = await ada.submit()
  expect(card(mapped)).toContain('*plan.csv*: 3 pins.')
  expect(card(mapped)).toContain('*Pin 1* · Kitchen ideas')
  await ada.click('Save as drafts')
  await ada.click('Import 3 pins')
  await work(team.current)
  expect(card(await ada.click('Refresh'))).toContain('Imported 3 pins')
  expect((await postsOf(team.current, 'draft')).map(({ url, description }) => [url, description])).toContainEqual([
    'https://shop.example.com/1',
    'One of many',
  ])
})

test('a file of another scheduler is called by its name, with what is special about it', async () => {
  const header = ['Title', 'Media URL', 'Pinterest board', 'Thumbnail', 'Description', 'Link', 'Publish date', 'Keywords']
  const day = inDays(team.current, 3).toISOString().slice(0, 10)
  const cells = ['Lamp', 'https://pictures.test/1.jpg', 'Kitchen ideas', '', 'Warm', 'https://shop.example.com/1', day, 'a,b']
  const shown = card(await dropped(fileOf([cells], header)))
  expect(shown).toContain('*plan.csv*: 1 pin. All can be imported.')
  expect(shown).toContain('Pinterest’s template. Columns: “Title”')
  expect(shown).toContain('Ignored: “Keywords”.')
  expect(shown).toContain('Times are in UTC, as Pinterest reads its own template. A day without a time goes out at 12:00 UTC.')
})

test('a column that looks like a time is asked about before anything is scheduled: it is chosen, or left out', async () => {
  await week()
  const { ada } = team.current
  const at = `${inDays(team.current, 3).toISOString().slice(0, 10)} 15:00`
  const file = fileOf([[...line(1), at]], [...HEADER, 'Go live on'])
  const asked = card(await dropped(file))
  expect(asked).toContain('*plan.csv*: we can’t tell which column has the time.')
  expect(asked).toContain('“Go live on” looks like a time.')
  await ada.click('Choose columns')
  await ada.fill({ 'Date, or date and time': 'Go live on' })
  const mapped = card(await ada.submit())
  expect(mapped).toContain('*plan.csv*: 1 pin. All can be imported.')
  expect(mapped).not.toContain('next open slot ·')
  await ada.click('Import 1 pin')
  await work(team.current)
  const [pin] = await postsOf(team.current, 'queued')
  expect(pin?.sendAt?.toISOString().slice(0, 10)).toBe(at.slice(0, 10))
  expect(card(await dropped(file, 'again.csv'))).toContain('can’t tell which column has the time')
  await ada.click('Choose columns')
  expect(card(await ada.submit())).toContain('*Pin 1* · Kitchen ideas · next open slot')
})

test('dates that could be two days are read once a person says what comes first', async () => {
  await week()
  const { ada } = team.current
  const year = inDays(team.current, 365).getUTCFullYear()
  const shown = card(await dropped(fileOf([[...line(1), `3/4/${year} 15:00`]], [...HEADER, 'Date'])))
  expect(shown).toContain('whether the day or the month comes first')
  await ada.click('Columns')
  await ada.fill({ 'Dates such as 3/4/2027': 'Day first: April 3' })
  expect(card(await ada.submit())).toContain('All can be imported.')
  await ada.click('Import 1 pin')
  await work(team.current)
  expect((await postsOf(team.current, 'queued')).map(({ sendAt }) => sendAt?.toISOString().slice(0, 7))).toEqual([`${year}-04`])
})

test('choosing a title keeps the numbered pictures of a line together', async () => {
  await week()
  const { ada } = team.current
  const pictures = ['https://pictures.test/1.jpg', 'https://pictures.test/2.jpg']
  const shown = await dropped(
    fileOf([['Pin 1', 'Words', ...pictures, 'Another']], ['Title', 'Text', 'Image 1', 'Image 2', 'Line']),
  )
  expect(card(shown)).toContain('1 can’t')
  await ada.click('Columns')
  await ada.fill({ Title: 'Line' })
  await ada.submit()
  const drafts = card(await ada.click('Save as drafts'))
  expect(drafts).toContain('*Another*')
  expect(drafts).toContain('|2 images>')
})

test('lines without a time become drafts where that is chosen, the others go out at theirs', async () => {
  await week()
  const { ada } = team.current
  const at = `${inDays(team.current, 3).toISOString().slice(0, 19)}Z`
  await dropped(
    fileOf(
      [
        [...line(1), at],
        [...line(2), ''],
      ],
      [...HEADER, 'Publish at'],
    ),
  )
  const drafts = await ada.click('Save as drafts')
  expect(card(drafts)).toContain('Lines without a time become drafts.')
  await ada.click('Import 2 pins')
  await work(team.current)
  expect((await postsOf(team.current, 'draft')).map(({ title }) => title)).toEqual(['Pin 2'])
  expect((await postsOf(team.current, 'queued')).map(({ title }) => title)).toEqual(['Pin 1'])
})

test('pressed twice, also by two at once, it is imported once', async () => {
  await week()
  const { ada, organizationId } = team.current
  const shown = await dropped(fileOf(lines(2), HEADER))
  const { ts } = lastMessage(shown)
  expect(ts).toBeDefined()
  await Promise.all([ada.click('Import 2 pins'), ada.click('Import 2 pins').catch(() => undefined)])
  const [row] = await db.sql<
    { count: number }[]
  >`select count(*)::int as count from imports where organization_id = ${organizationId}`
  expect(row?.count).toBe(1)
})

test.each([
  ['in Latin-1', Buffer.from('Title;Media URL\nGem\xfcse;https://pictures.test/a.jpg\n', 'latin1'), 'is not UTF-8'],
  ['larger than it may be', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'is too large'],
  [
    'with a quote that never ends in its first line',
    Buffer.from('"Title,Media URL\nShelf,x\n'),
    'quotation mark in this line is not closed',
  ],
  ['without a line', Buffer.from('Title,Media URL\n'), 'has no lines with pins'],
])('a file %s is refused in a sentence, and nothing of it is kept', async (_what, bytes, sentence) => {
  const { ada, organizationId } = team.current
  await ada.open('dm')
  const shown = card(await ada.say('', { name: 'plan.csv', bytes }))
  expect(shown).toContain('can’t be imported')
  expect(shown).toContain(sentence)
  const [row] = await db.sql<
    { count: number }[]
  >`select count(*)::int as count from imports where organization_id = ${organizationId}`
  expect(row?.count).toBe(0)
})

test('fifty columns that nobody knows are counted, and can be chosen from', async () => {
  const { ada } = team.current
  const header = Array.from({ length: 50 }, (_, index) => `Spalte ${index + 1}`)
  const shown = await dropped(fileOf([header.map((_, index) => `Zelle ${index}`)], header))
  expect(card(shown)).toContain('and 44 more')
  expect(textOn((await ada.click('Choose columns')).modal?.blocks)).toContain('Spalte 50')
})

test('a file that Slack has lost says so, and so does one that is no CSV', async () => {
  const { ada, slack } = team.current
  await ada.open('dm')
  slack.addFault({ method: 'files.info', error: 'file_not_found', times: 1, retryAfterSeconds: 1 })
  expect(card(await ada.say('', csv(fileOf(lines(1), HEADER))))).toContain('“plan.csv” is no longer in Slack.')
  expect(card(await ada.say('', csv('x', 'plan.xlsx')))).toContain('Save a spreadsheet as CSV')
})

test('a quotation mark that is not closed spoils its own line, and UTF-16 is read', async () => {
  await week()
  const { ada } = team.current
  await ada.open('dm')
  const [first, second, third] = lines(3).map((cells) => cells.join(','))
  const text = [HEADER.join(','), first, second?.replace('Pin 2', '"Pin 2'), third].join('\r\n')
  const shown = card(await ada.say('', { name: 'plan.csv', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }))
  expect(shown).toContain('*plan.csv*: 3 pins. 2 can be imported, 1 can’t.')
  expect(shown).toMatch(/Line 3: A quotation mark in this line is not closed\./)
})

test('a file beside pictures is imported, and the pictures are reviewed', async () => {
  await week()
  const { ada } = team.current
  await ada.open('dm')
  const { messages } = await ada.say('', csv(fileOf(lines(2), HEADER)), await aPicture('kitchen-shelf.jpg'))
  const all = textOn(messages)
  expect(all).toContain('2 pins. All can be imported.')
  expect(all).toContain('1 pin to review')
})

test('the form of /pin new many and “New pins” on a message take it, too', async () => {
  await week()
  const { ada } = team.current
  await ada.command('/pin new many')
  await ada.upload('Images, videos or a CSV', csv(fileOf(lines(2), HEADER)))
  await ada.submit()
  expect(card(await ada.open('dm'))).toContain('2 pins. All can be imported.')
  await ada.open('general')
  await ada.say('Our plan', csv(fileOf(lines(3), HEADER), 'ours.csv'))
  await ada.shortcut('New pins', 'Our plan')
  expect(card(await ada.open('dm'))).toContain('*ours.csv*: 3 pins.')
})

test('a contributor asks for approval of each, or keeps drafts; a viewer is refused', async () => {
  await week()
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  await milo.open('dm')
  const drafts = await milo.say('', csv(fileOf(lines(2), HEADER)))
  expect(card(drafts)).toContain('Lines without a time become drafts.')
  await milo.click('Import 2 pins')
  await work(team.current)
  expect(await postsOf(team.current, 'draft')).toHaveLength(2)
  await withApprovals(team.current)
  expect(card(await milo.say('', csv(fileOf(lines(2), HEADER), 'more.csv')))).toContain('Each pin is sent for approval.')
  await asRole(team.current, 'viewer')
  expect(card(await milo.say('', csv(fileOf(lines(2), HEADER), 'last.csv')))).toContain('Viewers cannot change pins.')
})

test('what was imported is read by who may see it alone', async () => {
  const { deps, accountId } = team.current
  const stranger = { organizationId: '999999', via: 'slack', role: 'admin', userId: 'T9:U9' } as const
  await expect(readImport(deps, stranger, { accountId, importId: '1' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
