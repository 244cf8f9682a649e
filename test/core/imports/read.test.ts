import { expect, test } from 'vitest'
import { findColumns } from '../../../src/core/imports/columns.js'
import { readLines } from '../../../src/core/imports/parse.js'
import { readHeader } from '../../../src/core/imports/read.js'
import { readTime } from '../../../src/core/imports/times.js'
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
  expect(fieldsOf(['Post ID', 'Alt text', 'Board ID', 'Section ID', 'Publish date', 'Publish at', 'Published at'])).toEqual([
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
  expect(await refusalOf(Buffer.from(text, 'utf16le'))).toMatch(/^csv is UTF-16 or not text.*CSV UTF-8/)
  expect(await refusalOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatch(/^csv is UTF-16/)
  expect(await refusalOf(Buffer.from([0x50, 0x4b, 3, 4, 0, 0]))).toMatch(/not text at all/)
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
  ['a quote that never ends', 'Media URL,Title\nhttps://a.test/,"x\n', /a quotation mark is not closed/],
  ['a quote in a cell', 'Media URL,Title\nhttps://a.test/,x "y" z\n', /a quotation mark is in the middle of a cell near line 2/],
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
  ['2026-03-02', '', 'has no time of day'],
  ['2026-03-02', '25:00', 'is not a time of day'],
  ['tomorrow', '', 'is not a date we recognize'],
])('“%s” “%s” in Berlin is %s', (date, time, expected) => {
  const found = readTime(date, time, 'Europe/Berlin')
  if ('at' in found) expect(found.at.toISOString()).toBe(expected)
  else expect(found.problem).toContain(expected)
})

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
