import { expect, test } from 'vitest'
import { findColumns } from '../../../src/core/sources/imports/columns.js'
import { readLines } from '../../../src/core/sources/imports/parse.js'
import { readHeader } from '../../../src/core/sources/imports/read.js'
import { readTime } from '../../../src/core/sources/imports/times.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'
import { aLine, fileOf, HEADER, preview } from './support/imports.js'

const { db } = await aDatabase()
const world = await aWorld(db)

const read = (bytes: Uint8Array | string, given = {}) =>
  preview(world, '', { file: { kind: 'bytes', bytes: Buffer.from(bytes) }, ...given })
const refusalOf = async (bytes: Uint8Array | string, given = {}): Promise<string> => {
  const error: unknown = await read(bytes, given).then(
    () => 'it was read',
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(DomainError)
  expect(error).toMatchObject({ code: 'BAD_REQUEST' })
  return (error as DomainError).message // checked above
}
const fieldsOf = (header: string[]) => findColumns(header).fieldAt.map((field) => field ?? null)

test.each([
  ['Pinterest', ['Title', 'Media URL', 'Pinterest board', 'Thumbnail', 'Description', 'Link', 'Publish date', 'Keywords']],
  ['Buffer', ['Text', 'Image URL', 'Tags', 'Posting Time']],
  ['Later', ['Caption', 'Media URL(s)', 'Scheduled Time', 'Pinterest Board Name', 'Link URL']],
  ['Hootsuite', ['Date and time', 'Message', 'Link', 'Image URL']],
  ['Tailwind', ['Pin Title', 'Pin Description', 'Image URL', 'Source URL', 'Board Name', 'Publish Date', 'Publish Time']],
])('the columns of %s’s files are known', (_name, header) => {
  expect(fieldsOf(header).filter(Boolean).length).toBeGreaterThanOrEqual(Math.min(4, header.length - 1))
  expect(fieldsOf(header)).toContain('mediaUrl')
})

test('the columns of our own files are known; when a pin went out is not when its copy shall', () => {
  expect(fieldsOf(['Pin ID', 'Alt text', 'Board ID', 'Section ID', 'Publish date', 'Publish at', 'Published at'])).toEqual([
    ...[null, 'altText', 'boardId', 'section', 'date', 'sendAt', null],
  ])
})

test.each([
  ['a comma', ','],
  ['a semicolon', ';'],
  ['a tab', '\t'],
])('cells may be separated by %s, with and without a byte order mark', async (_name, sign) => {
  const text = [HEADER, aLine(1)].map((cells) => cells.map((cell) => `"${cell}"`).join(sign)).join('\r\n')
  for (const mark of ['', '\ufeff']) expect(await read(mark + text)).toMatchObject({ rows: 1, created: 1, unknownColumns: [] })
})

test.each(['\n', '\r\n', '\r'])(
  'a line break %j ends a line, and within quotes it does not; lines are counted as an editor does',
  async (end) => {
    const two = aLine(1).with(1, `two${end}lines`)
    const text = [HEADER, two, aLine(2).with(3, ''), [], aLine(3).with(3, '')]
      .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
      .join(end)
    expect((await read(text)).errors.map(({ line }) => line)).toEqual([4, 6])
  },
)

test('formulas that were made text are read as they were', async () => {
  const { sample } = await read(fileOf([aLine(1).with(0, '=1+1'), aLine(2).with(0, "'tis")]))
  expect(sample.map(({ post }) => post.title)).toEqual(['=1+1', "'tis"])
})

test('a wrong charset is called by its name, and how to save the file', async () => {
  const text = fileOf([aLine(1).with(0, 'Bücher')])
  expect(await refusalOf(Buffer.from(text, 'latin1'))).toMatch(/^csv is not UTF-8: it may be Latin-1 .*CSV UTF-8/)
  expect(await refusalOf(Buffer.concat([Buffer.from(text, 'utf16le'), Buffer.from([0, 0xd8])]))).toMatch(
    /^csv is UTF-16 or not text.*CSV UTF-8/,
  )
  expect(await refusalOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toMatch(/not text at all/)
})

test('UTF-16 is read: as Excel saves it, of the other byte order, without a mark, and taken for Latin-1 on the way', async () => {
  const text = `\ufeff${[HEADER, aLine(1).with(0, 'Bücher 本')].map((cells) => cells.join('\t')).join('\r\n')}`
  const saved = Buffer.from(text, 'utf16le')
  for (const bytes of [saved, Buffer.from(saved).swap16(), saved.subarray(2), Buffer.from(saved).swap16().subarray(2)])
    expect((await read(bytes)).sample.map(({ post }) => post.title)).toEqual(['Bücher 本'])
  const latin = Buffer.from(text.replace('本', ''), 'utf16le').toString('latin1')
  expect((await read(latin)).sample.map(({ post }) => post.title)).toEqual(['Bücher'])
})

test.each([
  ['a mark within a cell', 'a 5" shelf', 'a 5" shelf'],
  ['a word in marks', 'the "best" shelf', 'the "best" shelf'],
  ['a word in marks at the beginning', '"Best" shelf', '"Best" shelf'],
  ['a space before marks', ' "Oak, pine"', 'Oak, pine'],
  ['a space after marks', '"Oak, pine" ', 'Oak, pine'],
])('quotation marks that nobody doubled are letters: %s', async (_name, cell, title) => {
  const lines = ['Media URL,Title,Link', `https://a.test/1.jpg,${cell},https://b.test/`, 'https://a.test/2.jpg,"One, two",']
  const { created, sample } = await read(lines.join('\r\n'))
  expect(created).toBe(2)
  expect(sample.map(({ post }) => post.title)).toEqual([title, 'One, two'])
})

test('quotation marks that make no sense spoil their own line alone, wherever the next ones are', async () => {
  const lines = [
    ...['Media URL,Title', 'https://a.test/1.jpg,"never closed', 'https://a.test/2.jpg,"Two"', 'https://a.test/3.jpg,Three'],
    ...['https://a.test/4.jpg,"a "b, c" d"', 'https://a.test/5.jpg,"Fi', 've"', 'https://a.test/6.jpg,"'],
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const { errors, sample } = await read(lines.join(end))
    expect(errors.map(({ line, message }) => [line, /quotation mark/i.test(message)])).toEqual([
      [2, true],
      [5, true],
      [8, true],
    ])
    expect(sample.map(({ line, post }) => [line, post.title?.replace(/\s+/, ' ')])).toEqual([
      [3, 'Two'],
      [4, 'Three'],
      [6, 'Fi ve'], // whatever breaks the line
    ])
  }
})

test('the rest of a cell whose quotation marks make no sense is no pin of its own', async () => {
  const broken = ['"https://a.test/1.jpg', 'https://a.test/2.jpg,x', 'https://a.test/3.jpg" and,"One",Words']
  const lines = ['Media URL,Title,Text', ...broken, 'https://a.test/4.jpg,Two,Words', 'https://a.test/5.jpg,"Th"ree",Words']
  const { rows, errors, sample } = await read(lines.join('\n'))
  expect([rows, errors.map(({ line }) => line)]).toEqual([3, [2]])
  expect(sample.map(({ line, post }) => [line, post.title])).toEqual([
    [5, 'Two'],
    [6, '"Th"ree"'],
  ])
})

test('a line that is too long is refused alone', async () => {
  const { errors, created } = await read(
    `Media URL,Title\nhttps://a.test/1.jpg,${'x'.repeat(70_000)}\nhttps://a.test/2.jpg,Two\n`,
  )
  expect([created, errors]).toEqual([1, [{ line: 2, message: expect.stringContaining('longer than 64 KiB') as string }]])
})

test('files of Excel: a line that names the separator, blank lines before the columns, bars', async () => {
  for (const [text, line] of [
    ['sep=;\r\nTitle;Media URL\r\nOne;https://a.test/1.jpg\r\n', 3],
    ['"sep=|"\nTitle|Media URL\nOne|https://a.test/1.jpg\n', 3],
    ['\r\n\r\n;;\r\nTitle;Media URL\r\n\r\nOne;https://a.test/1.jpg\r\n;\r\n', 6],
    ['Title|Media URL\rOne|https://a.test/1.jpg\r', 2],
  ] as const)
    expect((await read(text)).sample).toMatchObject([{ line, post: { title: 'One' } }])
})

test('fifty columns that nobody knows: what is missing, what is there, and how to say which is which', async () => {
  const header = Array.from({ length: 50 }, (_, index) => `Column ${index}`)
  const text = fileOf([header.map(() => 'x')], header)
  const message = await refusalOf(text)
  expect(message).toContain('No column of csv has image URLs. Name one “Media URL”, or choose one in mapping.')
  expect(message).toContain('“Column 0”, “Column 1”')
  expect(message).toContain('and 42 more')
  expect(message).toContain('mediaUrl')
  const line = ['https://pictures.test/200x300', 'A title', ...header.slice(2).map(() => 'x')]
  const mapping = { 'Column 0': 'mediaUrl', 'Column 1': 'title' } as const
  const seen = await read(fileOf([line], header), { mapping })
  expect(seen).toMatchObject({
    created: 1,
    columns: [
      { name: 'Column 0', field: 'mediaUrl' },
      { name: 'Column 1', field: 'title' },
    ],
  })
  expect(seen.unknownColumns).toHaveLength(48)
  const { columns } = await readHeader(Buffer.from(text), { field: 'csv' })
  expect(columns.filter(({ field }) => field === null)).toHaveLength(50)
})

test('a mapping leaves a column out, and names none that is not there', async () => {
  const at = '2001-01-01T00:00:00Z'
  const text = fileOf([aLine(1, at)])
  expect(await read(text)).toMatchObject({
    failed: 1,
    errors: [{ line: 2, column: 'Publish at', message: 'The time must be in the future.' }],
  })
  expect(await read(text, { mapping: { 'Publish at': null } })).toMatchObject({ failed: 0, unknownColumns: ['Publish at'] })
  expect(await refusalOf(text, { mapping: { Nothing: 'title' } })).toBe(
    'mapping names the column “Nothing”, which is not in the file.',
  )
  expect(await refusalOf(fileOf([['a', 'b']], ['Image', 'Image URL']))).toMatch(
    /^The columns “Image” and “Image URL” are both read as mediaUrl/,
  )
})

test.each([
  ['nothing', '', /has no lines with pins/],
  ['a header alone', 'Media URL\n', /has no lines with pins/],
  [
    'a quote that never ends in the first line',
    'Media URL,"Title\nhttps://a.test/,x\n',
    /quotation mark in this line is not closed/,
  ],
  ['201 columns', `${'a,'.repeat(200)}Media URL\nx\n`, /more than 200 columns/],
  ['10,001 lines', `Media URL\n${'x\n'.repeat(10_001)}`, /more than 10000 lines with a pin/],
])('%s is refused with a sentence', async (_name, text, sentence) => {
  expect(await refusalOf(text)).toMatch(sentence)
})

test('a file of more than 10 MiB is refused', async () => {
  expect(await refusalOf(`Media URL\n${'x'.repeat(1023).concat('\n').repeat(10_241)}`)).toBe(
    'csv is larger than 10 MiB. Split the file.',
  )
})

test.each([
  ['2026-03-02 15:00', '', '2026-03-02T14:00:00.000Z'],
  ['2026-03-02T15:00', '', '2026-03-02T14:00:00.000Z'],
  ['2026-03-02T15:00:00Z', '', '2026-03-02T15:00:00.000Z'],
  ['2026-03-02T15:00:00+0300', '', '2026-03-02T12:00:00.000Z'],
  ['2026-07-02 15:00', '', '2026-07-02T13:00:00.000Z'],
  ['2026-03-02', '3 pm', '2026-03-02T14:00:00.000Z'],
  ['2/3/2026', '15:00', 'could be in month'],
  ['25/3/2026 15:00', '', '2026-03-25T14:00:00.000Z'],
  ['3/25/2026 3:00 PM', '', '2026-03-25T14:00:00.000Z'],
  ['2.3.2026 15:00', '', '2026-03-02T14:00:00.000Z'],
  ['Mar 2, 2026, 3:00 PM', '', '2026-03-02T14:00:00.000Z'],
  ['2 March 2026 15:00', '', '2026-03-02T14:00:00.000Z'],
  ['2026-02-30 15:00', '', 'is not a day on the calendar'],
  ['2026-02-30T15:00:00Z', '', 'is not a time'],
  ['2026-03-02', '', 'the day 2026-3-2'],
  ['2/3/2026', '', 'could be in month'],
  ['2026-03-02', '25:00', 'is not a time of day'],
  ['tomorrow', '', 'is not a date we recognize'],
  ['15 marraskuu 2027 10:00', '', '2027-11-15T09:00:00.000Z'],
  ['15. marraskuuta 2027 klo 10.00', '', '2027-11-15T09:00:00.000Z'],
  ['15 mar 2027 10:00', '', '2027-03-15T09:00:00.000Z'],
  ['15 marra 2027 10:00', '', 'is not a date we recognize'],
  ['15 listopada 2027 10:00', '', 'names a month that is another one in another language'],
  ['5 de marzo de 2027, 15:30', '', '2027-03-05T14:30:00.000Z'],
  ['5 mars 2027 15h30', '', '2027-03-05T14:30:00.000Z'],
  ['5. März 2027 15:30 Uhr', '', '2027-03-05T14:30:00.000Z'],
  ['15 марта 2027 г., 10:00', '', '2027-03-15T09:00:00.000Z'],
  ['2027年3月5日 15:00', '', '2027-03-05T14:00:00.000Z'],
  ['2027. március 15. 10:00', '', '2027-03-15T09:00:00.000Z'],
  ['March 5th, 2027 at 3 p.m.', '', '2027-03-05T14:00:00.000Z'],
  ['2027-03-05 3 P.M.', '', '2027-03-05T14:00:00.000Z'],
  ['2027-03-05 15:00:00+02:00', '', '2027-03-05T13:00:00.000Z'],
  ['2027-03-05 15:00:00 UTC', '', '2027-03-05T15:00:00.000Z'],
  ['2027-03-05 15:00 +0000', '', '2027-03-05T15:00:00.000Z'],
  ['2027-03-05', '15:00+0000', '2027-03-05T15:00:00.000Z'],
  ['20270305T150000Z', '', '2027-03-05T15:00:00.000Z'],
  ['1804258800', '', '2027-03-05T15:00:00.000Z'],
  ['Fri, 05 Mar 2027 15:00:00 +0000', '', '2027-03-05T15:00:00.000Z'],
  ['Fri Mar 05 2027 16:00:00 GMT+0100 (Central European Standard Time)', '', '2027-03-05T15:00:00.000Z'],
  ['Fri, 06 Mar 2027 15:00:00 +0000', '', 'names another weekday'],
  ['2027-03-05 15:00 America/New_York', '', '2027-03-05T20:00:00.000Z'],
  ['2027-03-05 15:00 Nowhere/Land', '', 'is not a time zone'],
  ['2027-03-05 15:00 EST', '', 'is not a date we recognize'],
  ['2027-03-05 00:00:00', '15:00', '2027-03-05T14:00:00.000Z'],
  ['2027-03-05 09:00', '15:00', 'are two times of day'],
  ['2027-03-05 24:00', '', 'is not a time of day'],
  ['15:00', '', 'has no date'],
  ['46092.4375', '', 'is not a date we recognize'],
])('“%s” “%s” in Berlin is %s', (date, time, expected) => {
  const found = readTime(date, time, 'Europe/Berlin')
  if ('at' in found) expect(found.at.toISOString()).toBe(expected)
  else if ('day' in found) expect(`the day ${Object.values(found.day).join('-')}`).toBe(expected)
  else expect(found.problem).toContain(expected)
})

test('a date that could be two days is read once it is said which number comes first', async () => {
  expect(readTime('3/4/2027 10:00', '', 'UTC', { order: 'day' })).toEqual({ at: new Date('2027-04-03T10:00:00Z') })
  expect(readTime('3/4/2027 10:00', '', 'UTC', { order: 'month' })).toEqual({ at: new Date('2027-03-04T10:00:00Z') })
  const text = fileOf([aLine(1, '03/04/2027 10:00')])
  const unsure = await read(text)
  expect([unsure.failed, unsure.notes]).toEqual([1, [expect.stringContaining('whether the day or the month comes first')]])
  expect((await read(text, { dateOrder: 'month' })).errors.map(({ message }) => message)).not.toContainEqual(
    expect.stringContaining('could be in month'),
  )
})

test('what a refusal quotes of a file is cut, so that errors of long cells are short', async () => {
  const long = 'x'.repeat(15_000)
  const header = ['Media URL', 'Media type', 'Board', 'Date', `Time ${long}`]
  const mapping = { [`Time ${long}`]: 'time' } as const
  const { errors } = await read(fileOf([['https://a.test/1.jpg', long, long, long, 'x']], header), { mapping })
  expect(errors.length).toBeGreaterThanOrEqual(3)
  for (const error of errors) expect(JSON.stringify(error).length).toBeLessThan(1000)
})

test.each([
  ['never closed', 'x,"y z', /more than 1000 lines that cannot be read/],
  ['in the middle', 'x,5" y', null],
])(
  'however many lines have quotation marks that make no sense, others have their turn, and the file its answer: %s',
  {
    timeout: 60_000,
  },
  async (_what, line, refusal) => {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 1)
    const file = Buffer.from(`a,b\n${`${line}\n`.repeat(5000)}`)
    const reading = (async () => {
      let count = 0
      for await (const { cells } of readLines(file, 'csv')) count += cells.length
      return count
    })()
    if (refusal) await expect(reading).rejects.toThrow(refusal)
    else expect(await reading).toBe(2 * 5001)
    clearInterval(timer)
    expect(longest).toBeLessThan(1000)
  },
)

test('however many lines come in one piece, others have their turn between them', async () => {
  const file = Buffer.from(`a,b\n${'x,y\n'.repeat(200)}`)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  for await (const { cells } of readLines(file, 'csv')) {
    expect(cells).toHaveLength(2)
    const end = performance.now() + 1
    while (performance.now() < end); // as a line with much to check takes
  }
  clearInterval(timer)
  expect(turns).toBeGreaterThan(20)
})
