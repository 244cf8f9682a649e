import { expect, test } from 'vitest'
import { createImport } from '../../../src/core/sources/imports/create.js'
import { untilWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, creditsOf, inDays } from '../../support/factories.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { threeADay } from '../posts/batch/support/batches.js'
import { aLine, begin, fileOf, HEADER, importAll, importOf, pinsOf, preview, readAgain, work } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

test('a file of pins: those with a time are scheduled for it, the others are drafts', async () => {
  const world = await aStudio()
  const at = `${inDays(world, 2).toISOString().slice(0, 19)}Z`
  const made = await begin(world, fileOf([aLine(1), aLine(2, at)]))
  expect(made).toMatchObject({ status: 'queued', rows: 2, created: 0, failed: 0, errors: [], unknownColumns: [] })
  expect(made.columns).toContainEqual({ name: 'Media URL', field: 'mediaUrl' })
  await work(world)
  expect(await readAgain(world, made)).toMatchObject({ status: 'success', created: 2, failed: 0 })
  expect(await pinsOf(world)).toEqual([
    { title: 'Pin 1', url: 'https://example.com/1', status: 'draft', at: null },
    { title: 'Pin 2', url: 'https://example.com/2', status: 'queued', at: at.replace('Z', '.000Z') },
  ])
})

test('a file of ours, changed and imported, adds posts; those that it came from stay as they are', async () => {
  const world = await aStudio()
  await importAll(world, fileOf([aLine(1)]))
  const [{ id } = { id: '' }] = await db.sql<
    { id: string }[]
  >`select id from posts where organization_id = ${world.organizationId}`
  const changed = fileOf([[id, ...aLine(1).with(0, 'Another title')]], ['Pin ID', ...HEADER])
  expect(await importAll(world, changed)).toMatchObject({ status: 'success', created: 1, unknownColumns: ['Pin ID'] })
  expect((await pinsOf(world)).map(({ title }) => title)).toEqual(['Pin 1', 'Another title'])
})

test('lines that are wrong are left out, each with all that is wrong with it, its line and its column', async () => {
  const world = await aStudio()
  const bad = ['x'.repeat(101), '', 'nowhere', '', 'Shelves', '03/04/2027']
  const found = await importAll(world, fileOf([aLine(1), bad, aLine(2)]))
  expect(found).toMatchObject({ status: 'success', rows: 3, created: 2, failed: 1 })
  expect(found.errors.map(({ line }) => line)).toEqual(found.errors.map(() => 3))
  expect(Object.fromEntries(found.errors.map(({ column, message }) => [column, message]))).toEqual({
    Title: 'The title is 1 character too long: at most 100.',
    Link: 'The link must be a full http or https address, such as https://example.com/page.',
    'Media URL': 'The image or video URL is missing.',
    'Board ID': '“Shelves” is not a board id: board ids are numbers.',
    'Publish at':
      '“03/04/2027” could be in month 3 or month 4. Write 2026-03-02 15:00, or 2026-03-02T15:00:00Z for a time in UTC.',
    Description: 'The description is required to schedule a pin. Set it, or save the pin as a draft.',
  })
})

test.each([
  [
    'a comma in a title that is not quoted',
    'Media URL,Link,Title,Alt text',
    ',https://shop.example.com/x,Lamp, blue,Seen from below',
    5,
  ],
  ['the same with nothing in the last column', 'Media URL,Link,Title,Alt text', ',https://shop.example.com/x,Lamp, blue,', 5],
  [
    'text under no name, as a spreadsheet pads it',
    'Media URL,Link,Title,Alt text,',
    ',https://shop.example.com/x,Lamp, blue,Low',
    5,
  ],
])('%s puts no text into the wrong column: the line is refused', async (_name, header, line, count) => {
  const world = await aStudio()
  const picture = 'https://pictures.test/200x300'
  const text = `${header}\n${picture}${line}\n${picture},,"Lamp, blue",Whole\n`
  expect(await preview(world, text)).toMatchObject({
    created: 1,
    failed: 1,
    errors: [
      {
        line: 2,
        message:
          `This line has ${count} cells, but the first line names 4 columns. ` +
          'Put quotation marks around text that contains the separator, such as a comma, or name all columns.',
      },
    ],
    sample: [{ line: 3, post: { title: 'Lamp, blue', altText: 'Whole' } }],
  })
})

test('a line may end with empty cells too many, and have fewer cells than there are columns', async () => {
  const text = 'Media URL,Title,Alt text\nhttps://pictures.test/200x300,A lamp,Low,,\nhttps://pictures.test/200x300,A lamp\n'
  expect(await preview(await aStudio(), text)).toMatchObject({ created: 2, failed: 0, errors: [] })
})

test('a time without a zone is by the clock of the account', async () => {
  const world = await aStudio({ timezone: 'America/New_York' })
  const day = inDays(world, 40)
  const date = day.toISOString().slice(0, 10)
  const header = [...HEADER.slice(0, 5), 'Date', 'Time']
  const found = await importAll(world, fileOf([[...aLine(1).slice(0, 5), date, '3:30 PM']], header))
  expect(found).toMatchObject({ status: 'success', errors: [] })
  const [pin] = await pinsOf(world)
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' })
  expect(shown.format(new Date(pin!.at!))).toBe(`${date} 15:30`)
})

test('a date and an exact time that say the same are one time: of an ambiguous day, of a day alone, and of both hours that a clock shows twice', async () => {
  const world = await aStudio({ timezone: 'America/New_York' })
  const header = [...HEADER, 'Publish date']
  const same = [
    ['2027-03-10T15:00:00Z', '2027-03-10 10:00'],
    ['2027-03-10T15:00:00Z', '3/10/2027 10:00 AM'],
    ['2027-03-10T15:00:30Z', '10/3/2027 10:00'],
    ['2027-03-10T15:00:00Z', '2027-03-10'],
    ['2027-03-10T15:00:00Z', '2027-03-10T16:00:00+01:00'],
    ['2027-11-07T05:30:00Z', '2027-11-07 01:30'],
    ['2027-11-07T06:30:00Z', '2027-11-07 01:30'],
  ]
  const seen = await preview(
    world,
    fileOf(
      same.map(([at, date = ''], n) => [...aLine(n, at), date]),
      header,
    ),
    { sample: 7 },
  )
  expect(seen.errors).toEqual([])
  expect(seen.sample.map(({ post: { when } }) => when)).toEqual(same.map(([at = '']) => ({ kind: 'at', at: new Date(at) })))
})

test('a date that was changed beside the exact time is refused: nobody knows which of the two is meant', async () => {
  const world = await aStudio({ timezone: 'America/New_York' })
  const header = [...HEADER, 'Publish date']
  const at = '2027-03-10T15:00:00Z'
  const dates = ['2027-03-20 18:00', '2027-03-10 10:01', '2027-03-11', 'next week']
  const seen = await preview(
    world,
    fileOf(
      [...dates, ''].map((date, n) => [...aLine(n, at), date]),
      header,
    ),
  )
  const message = '“Publish date” and “Publish at” give different times. Clear one of them.'
  expect(seen.errors).toEqual(dates.map((_, n) => ({ line: n + 2, column: 'Publish date', message })))
  expect(seen).toMatchObject({ created: 1, failed: 4 })
  const emptied = fileOf([[...aLine(1), '2027-03-20 18:00']], header)
  expect((await preview(world, emptied)).sample).toMatchObject([
    { post: { when: { kind: 'at', at: new Date('2027-03-20T22:00:00Z') } } },
  ])
})

test('a file of ours goes to an account with another clock: its lines name the zone of their dates', async () => {
  const world = await aStudio({ timezone: 'Europe/Berlin' })
  const header = [...HEADER, 'Publish date', 'Time zone']
  const at = '2027-03-10T15:00:00Z'
  const lineOf = (date: string, zone: string) => [...aLine(1, at), date, zone]
  const [theirs, ours, moved, unknown] = [
    lineOf('2027-03-10 10:00', 'America/New_York'),
    lineOf('2027-03-10 16:00', 'America/New_York'),
    lineOf('2027-03-10 11:00', 'America/New_York'),
    lineOf('2027-03-10 10:00', 'Somewhere'),
  ]
  const seen = await preview(world, fileOf([theirs, ours, moved, unknown], header))
  expect(seen.errors.map(({ line, column }) => [line, column])).toEqual([
    [4, 'Publish date'],
    [5, 'Publish date'],
  ])
})

test('a time is read in the zone that its column or its line names; one that is not known is asked for', async () => {
  const world = await aStudio({ timezone: 'America/New_York' })
  const timesOf = async (names: string[], ...cells: string[][]) => {
    const file = fileOf(
      cells.map((own, n) => [...aLine(n).slice(0, 5), ...own]),
      [...HEADER.slice(0, 5), ...names],
    )
    const { sample, errors, notes } = await preview(world, file, { mode: 'schedule' })
    const read = sample.map(({ post: { when } }) => (when.kind === 'at' ? when.at.toISOString().slice(0, 16) : when.kind))
    return { read, errors: errors.map(({ column, message }) => `${column}: ${message}`), notes }
  }
  for (const name of ['Publish at (UTC)', 'Date (GMT)', 'publish time [UTC]'])
    expect(await timesOf([name], ['2027-03-10 10:00'])).toEqual({
      read: ['2027-03-10T10:00'],
      errors: [],
      notes: ['Times are in the zone UTC, which a column names.'],
    })
  expect((await timesOf(['Date', 'Time (Europe/Berlin)'], ['2027-03-10', '10:00'])).read).toEqual(['2027-03-10T09:00'])
  for (const name of ['Publish Date (EST)', 'Date (UTC+2)', 'Scheduled at [PT]'])
    await expect(timesOf([name], ['2027-03-10 10:00'])).rejects.toThrow(/looks like a time, and is not read/)
  for (const name of ['Date', 'Scheduled at'])
    expect(
      await timesOf(
        [name, 'Timezone'],
        ['2027-03-10 10:00', 'Europe/Berlin'],
        ['2027-03-10 10:00', ''],
        ['2027-03-10 10:00Z', 'Asia/Tokyo'],
        ['2027-03-10 10:00', 'EST'],
        ['2027-03-10 10:00', 'Pacific Time'],
        ['', 'Asia/Tokyo'],
      ),
    ).toMatchObject({
      read: ['2027-03-10T09:00', '2027-03-10T15:00', '2027-03-10T10:00', 'draft'],
      errors: [
        `${name}: “EST” is not a time zone. Write its name, such as Europe/Berlin, or clear it.`,
        `${name}: “Pacific Time” is not a time zone. Write its name, such as Europe/Berlin, or clear it.`,
      ],
    })
})

test('times in a column without a name are not lost: it must get one', async () => {
  const world = await aStudio()
  const seen = (cell: string, mode: 'schedule' | 'draft') =>
    preview(world, fileOf([['', cell, ...aLine(1).slice(0, 5)]], ['', '', ...HEADER.slice(0, 5)]), { mode })
  const sentence = 'Column 2 has no name, and its times are not read. Name it “Publish at”, or remove it.'
  await expect(seen('2027-03-10 10:00', 'schedule')).rejects.toThrow(sentence)
  expect(await seen('2027-03-10 10:00', 'draft')).toMatchObject({ created: 1, notes: [sentence] })
  for (const cell of ['a note', '17', '']) expect((await seen(cell, 'schedule')).created).toBe(1)
})

test('boards and sections are found by their names', async () => {
  const world = await aStudio()
  const { organizationId, accountId } = world
  await db.sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at) values (${organizationId}, ${accountId}, '101', '55', 'Oak  shelves', now())`
  const [board] = await db.sql<
    { name: string }[]
  >`select name from boards where organization_id = ${organizationId} and id = '101'`
  const header = ['Media URL', 'Pinterest board', 'Section']
  const picture = 'https://pictures.test/200x300'
  const found = await importAll(
    world,
    fileOf(
      [
        [picture, ` ${board!.name.toUpperCase()} `, 'oak shelves'],
        [picture, 'Nowhere', ''],
        [picture, '', 'Oak shelves'],
      ],
      header,
    ),
  )
  expect(found.errors).toEqual([
    {
      line: 3,
      column: 'Pinterest board',
      message: 'No board of this account is called “Nowhere”. Create it, or correct the name.',
    },
    { line: 4, column: 'Section', message: 'A section needs a board in the same line.' },
  ])
  expect(await db.sql`select board_id, board_section_id from posts where organization_id = ${organizationId}`).toEqual([
    { board_id: '101', board_section_id: '55' },
  ])
})

test('what is wrong with a picture is said of its line when it is written; the others are written', async () => {
  const world = await aStudio()
  const line = [...aLine(2)]
  line[3] = 'https://pictures.test/text'
  const found = await importAll(world, fileOf([aLine(1), line, aLine(3)]))
  expect(found).toMatchObject({ status: 'success', created: 2, failed: 1 })
  expect(found.errors).toMatchObject([{ line: 3, column: 'Media URL' }])
  expect(found.errors[0]!.message).toMatch(/^The media URL/)
})

test('a file of which nothing can be written has failed at once', async () => {
  const world = await aStudio()
  const found = await begin(world, fileOf([['', '', '', '', '', '']].concat([['Pin', '', '', '', '', '']])))
  expect(found).toMatchObject({ status: 'failed', rows: 1, created: 0, failed: 1 })
  expect(found.errors).toHaveLength(1)
})

test('a preview says what an import comes to, and writes nothing', async () => {
  const world = await aStudio()
  const at = inDays(world, 2).toISOString()
  const text = fileOf([aLine(1), ['', '', '', '', '', ''], ['Pin', '', '', '', '', ''], aLine(2, at)])
  const seen = await preview(world, text)
  expect(seen).toMatchObject({
    id: null,
    status: 'success',
    rows: 3,
    created: 2,
    failed: 1,
    errors: [{ line: 4, column: 'Media URL' }],
  })
  expect(seen.sample.map(({ line, post }) => [line, post.title, post.when])).toEqual([
    [2, 'Pin 1', { kind: 'draft' }],
    [5, 'Pin 2', { kind: 'at', at: new Date(at) }],
  ])
  expect(await db.sql`select from imports where organization_id = ${world.organizationId}`).toHaveLength(0)
  expect(await pinsOf(world)).toEqual([])
  expect(world.fetched).toEqual([])
  const { id: _, sample: __, createdAt: ___, slots: ____, unknownBoards: _____, ...said } = seen
  expect(await importAll(world, text)).toMatchObject(said)
})

test('credit for two of four: the last two lines are refused, in the preview and when they are written', async () => {
  const world = await aStudio({ credits: 2 })
  const lines = [1, 2, 3, 4].map((number) => aLine(number, inDays(world, number).toISOString()))
  const seen = await preview(world, fileOf(lines))
  expect(seen).toMatchObject({ created: 2, failed: 2, errors: [{ line: 4 }, { line: 5 }] })
  const found = await importAll(world, fileOf(lines))
  expect(found).toMatchObject({ created: 2, failed: 2, errors: [{ line: 4 }, { line: 5 }] })
  expect(await creditsOf(world)).toBe(0)
})

test('while the account is disconnected lines with a time are refused and drafts are made, in the preview and when they are written', async () => {
  const world = await aStudio({ credits: 2 })
  await db.sql`delete from connections where organization_id = ${world.organizationId}`
  const file = fileOf([aLine(1), aLine(2, inDays(world, 2).toISOString())])
  expect(await preview(world, file)).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3 }] })
  expect(await importAll(world, file)).toMatchObject({ created: 1, failed: 1, errors: [{ line: 3 }] })
})

test('mode schedule: lines without a time go on the next open slots', async () => {
  const world = await aStudio()
  await threeADay(world)
  const found = await importAll(world, fileOf([aLine(1), aLine(2)]), { mode: 'schedule' })
  expect(found).toMatchObject({ status: 'success', created: 2 })
  expect((await pinsOf(world)).map(({ status }) => status)).toEqual(['queued', 'queued'])
})

test('a viewer imports nothing; a contributor drafts, and asks for times only where somebody approves', async () => {
  const world = await aStudio()
  const as = (role: 'viewer' | 'contributor') => ({ ...world, actor: { ...world.actor, role } })
  const timed = fileOf([aLine(1, inDays(world, 2).toISOString())])
  await expect(begin(as('viewer'), fileOf([aLine(1)]))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(preview(as('contributor'), timed)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(begin(as('contributor'), timed)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await importAll(as('contributor'), fileOf([aLine(1)]))).toMatchObject({ created: 1 })
  await expect(begin(world, fileOf([aLine(1)]), { mode: 'approval' })).rejects.toMatchObject({ details: { field: 'mode' } })
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${world.organizationId}`
  expect(await importAll(as('contributor'), timed)).toMatchObject({ created: 1, errors: [] })
  expect(await db.sql`select state from approvals where organization_id = ${world.organizationId}`).toEqual([{ state: 'open' }])
  expect((await pinsOf(world)).map(({ status }) => status)).toEqual(['draft', 'draft'])
})

test('three imports of an account may wait; a fourth is told to come again', async () => {
  const world = await aStudio()
  for (let i = 0; i < 3; i++) await begin(world, fileOf([aLine(i)]))
  await expect(begin(world, fileOf([aLine(4)]))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    details: { retryAfterSeconds: 60 },
  })
  await work(world)
  await begin(world, fileOf([aLine(4)]))
})

test('twenty imports of an organization may wait, of whichever of its accounts; one more is told to come again', async () => {
  const world = await aStudio()
  const other = await anotherAccount(world)
  await db.sql`
    insert into imports (organization_id, account_id, status, mode, rows, columns, unknown_columns, actor, created_by, created_at, due_at)
    select ${world.organizationId}::bigint, ${other.accountId}::bigint, 'queued', 'draft', 1, '[]', '[]', '{}', 'x', ${world.clock.now}::timestamptz, ${inDays(world, 1)}::timestamptz
      from generate_series(1, 19)`
  expect(await begin(world, fileOf([aLine(1)]))).toMatchObject({ status: 'queued' })
  await expect(begin(world, fileOf([aLine(2)]))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: '20 imports of your organization are still being written. Wait until one of them is done, or cancel one.',
  })
})

test('of two imports that come at once for the last place of an account one has it', async () => {
  const world = await aStudio()
  for (const number of [1, 2]) await begin(world, fileOf([aLine(number)]))
  let beside: Promise<unknown> | undefined
  await createImport(world.deps, world.actor, importOf(world, fileOf([aLine(3)])), async () => {
    beside = begin(world, fileOf([aLine(4)]))
    beside.catch(() => undefined) // awaited below
    await untilWaiting(db)
  })
  await expect(beside).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('an import is read of its own account alone, also by who may see another one of the organization', async () => {
  const world = await aStudio()
  const made = await begin(world, fileOf([aLine(1)]))
  await expect(readAgain(await anotherAccount(world), made)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await readAgain(world, made)).toMatchObject({ id: made.id })
})

test('another organization sees nothing of it', async () => {
  const [world, other] = [await aStudio(), await aStudio()]
  const made = await begin(world, fileOf([aLine(1)]))
  await expect(readAgain(other, made)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(readAgain({ ...other, accountId: world.accountId }, made)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(readAgain(world, { id: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
