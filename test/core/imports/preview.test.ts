/** Whatever file there is: what its preview says of each line is what its import does. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { fc, seed } from '../../support/random.js'
import type { World } from '../../support/world.js'
import { threeADay } from '../posts/batch/support/batches.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { importAll, preview } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const PICTURES = ['a33', '3a3', '33a'].map((color) => `https://pictures.test/200x300-${color}`)
type Part = 'title' | 'text' | 'link' | 'pictures' | 'board' | 'time'
/** Headers of programs, and which part of a pin is in which column; a number is that of a picture. */
const TEMPLATES: Record<string, readonly [name: string, part: Part | number | ''][]> = {
  Pinterest: [
    ['Title', 'title'],
    ['Media URL', 'pictures'],
    ['Pinterest board', 'board'],
    ['Thumbnail', ''],
    ['Description', 'text'],
    ['Link', 'link'],
    ['Publish date', 'time'],
    ['Keywords', ''],
  ],
  Publer: [
    ['Date', 'time'],
    ['Text', 'text'],
    ['Link(s)', 'link'],
    ['Media URL(s)', 'pictures'],
    ['Title', 'title'],
    ['Label(s)', ''],
    ['Pin board, FB album, or Google category', 'board'],
  ],
  Metricool: [
    ['Text', 'text'],
    ['Date', 'time'],
    ['Time', ''],
    ['Picture Url 1', 0],
    ['Picture Url 2', 1],
    ['Pinterest Board', 'board'],
    ['Pinterest Pin Title', 'title'],
    ['Pinterest Pin Link', 'link'],
  ],
  'of nobody': [
    ['Run at!', 'time'],
    ['Board', 'board'],
    ['Name', 'title'],
    ['Body (HTML)', 'text'],
    ['Destination link', 'link'],
    ['Images (up to 5)', 'pictures'],
  ],
  'of somebody who calls times otherwise': [
    ['Title', 'title'],
    ['Text', 'text'],
    ['Link', 'link'],
    ['Media URL', 'pictures'],
    ['Board', 'board'],
    ['Wann', 'time'],
  ],
}
const TIMES = [
  ...['', '2027-03-10 15:00', '2027-03-10T15:00:00Z', '2027-03-10 15:00:00+02:00', '3/25/2027 3 p.m.', '2.4.2027 15:00'],
  ...['15. marraskuuta 2027 klo 15.00', 'March 5th, 2027 at 15:00', '1804258800'],
  ...['2027-03-10', '10 March 2027', '2027-03-11', '2027-03-10T12:00:00Z'],
]
const NO_TIMES = ['3/4/2027 10:00', '3/4/2027', '2001-01-01', '2001-01-01 10:00', 'next Friday', '15:00']

/** Mostly what is in order: a line with five parts is to be written now and then. */
const mostly = (good: readonly string[], bad: readonly string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) })
const row = fc.record({
  title: mostly(
    ['Lamp', 'Lamp, oak', '"Best" lamp', 'A 5" lamp', '=1+1', 'Bücher 本', 'Lamp; new', 'Two\nlines'],
    ['', '🪔'.repeat(40), 'x'.repeat(101)],
  ),
  text: mostly(['Words', '<p>Warm &amp; <b>bright</b></p><p>Oak</p>', 'a < b'], ['', 'x'.repeat(5000)]),
  link: mostly(['https://shop.example.com/x', 'https://shop.example.com/?a=1,2;b=3|4'], ['nowhere', '']),
  pictures: fc.uniqueArray(fc.constantFrom(...PICTURES), { minLength: 1, maxLength: 3 }),
  between: fc.constantFrom(', ', ',', ';', '\n', '|', ' ', ' ; ', ',\n'),
  board: mostly(['Warm kitchens', 'b_102', 'Warm kitchens/Open shelving'], ['Nowhere', '', 'x'.repeat(3000)]),
  time: mostly(TIMES, NO_TIMES),
  fault: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constantFrom('unclosed', 'bare', 'surplus') },
  ),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never
const file = fc.record({
  template: fc.constantFrom(...Object.keys(TEMPLATES)),
  rows: fc.array(row, { minLength: 1, maxLength: 8 }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  charset: fc.constantFrom('utf8', 'marked utf8', 'utf16le', 'utf16be'),
  hasSepLine: fc.boolean(),
  mode: fc.constantFrom('draft', 'schedule'),
  dateOrder: fc.constantFrom(undefined, 'day', 'month'),
} as const)
type File = typeof file extends fc.Arbitrary<infer T> ? T : never

const cellOf = (text: string) => (/[",;\t|\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

function lineOf({ template, separator }: File, one: Row, number: number): string {
  const cells = TEMPLATES[template]!.map(([, part]) => {
    if (part === '') return ''
    if (typeof part === 'number') return one.pictures[part] ?? ''
    if (part === 'pictures') return one.pictures.join(one.between)
    return part === 'title' && one.title !== '' ? `${one.title} ${number}` : one[part]
  })
  const [first = '', ...others] = cells.map(cellOf)
  if (one.fault === 'unclosed') return [`"${cells[0] ?? ''}`, ...others].join(separator)
  if (one.fault === 'bare') return [`a "b" c`, ...others].join(separator)
  return [first, ...others, ...(one.fault === 'surplus' ? ['more'] : [])].join(separator)
}

function bytesOf(given: File): Buffer {
  const { template, rows, separator, lineEnd, charset, hasSepLine } = given
  const header = TEMPLATES[template]!.map(([name]) => cellOf(name)).join(separator)
  const lines = [...(hasSepLine ? [`sep=${separator}`] : []), header, ...rows.map((one, index) => lineOf(given, one, index)), '']
  const text = lines.join(lineEnd)
  if (charset === 'utf8') return Buffer.from(text)
  if (charset === 'marked utf8') return Buffer.from(`\ufeff${text}`)
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  return charset === 'utf16le' ? wide : wide.swap16()
}

/** Pictures and times of what was written, in the order of the file. */
const pinsOf = async ({ organizationId }: World) =>
  db.sql<{ title: string | null; pictures: number; at: Date | null }[]>`
    select p.title, p.send_at as at,
           (select count(*)::int
              from post_media pm
             where pm.organization_id = p.organization_id
               and pm.post_id = p.id) as pictures
      from posts p
     where p.organization_id = ${organizationId}
     order by p.id`

test('a preview equals its import: lines, errors, times and pictures, of any template, separator, charset, date and list', async () => {
  let written = 0
  let refused = 0
  let onSlots = 0
  await fc.assert(
    fc.asyncProperty(file, async (given) => {
      const world = await aStudio({ timezone: 'America/New_York', credits: 100 })
      const { organizationId, accountId } = world
      await threeADay(world)
      await db.sql`update boards set name = 'Warm kitchens' where organization_id = ${organizationId} and id = '101'`
      await db.sql`
        insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
        values (${organizationId}, ${accountId}, '101', '55', 'Open shelving', now())`
      const { mode, dateOrder } = given
      const input = { file: { kind: 'bytes', bytes: bytesOf(given) }, mode, dateOrder, sample: 10 } as const
      const seen = await preview(world, '', input).catch((error: unknown) => error)
      if (seen instanceof Error) {
        await expect(importAll(world, '', input)).rejects.toThrow(seen.message)
        expect(await pinsOf(world)).toEqual([])
        refused++
        return
      }
      const { id: _, createdAt: __, sample, slots, unknownBoards: ___, ...said } = seen as Awaited<ReturnType<typeof preview>>
      // a mark that spoils its line may end it at the line break of a later cell
      const isCounted = ({ fault, between }: Row) => fault !== 'unclosed' && !(fault === 'bare' && between.includes('\n'))
      if (given.rows.every(isCounted)) expect(said.rows).toBe(given.rows.length)
      expect(await importAll(world, '', input)).toMatchObject(said)
      const pins = await pinsOf(world)
      written += pins.length
      expect(pins.map(({ title, pictures }) => [title, pictures])).toEqual(
        sample.map(({ post }) => [post.title?.trim() ?? null, 1 + post.carouselItems.length]),
      )
      for (const [index, { post }] of sample.entries())
        if (post.when.kind === 'at') expect(pins[index]?.at).toEqual(post.when.at)
        else expect(pins[index]?.at === null).toBe(mode === 'draft')
      const times = pins.flatMap(({ at }) => at?.getTime() ?? [])
      for (const { at } of slots) expect(times.filter((time) => time === at.getTime())).toHaveLength(1)
      onSlots += slots.length
    }),
    { numRuns: 40, seed },
  )
  expect(written).toBeGreaterThan(10)
  expect(onSlots).toBeGreaterThan(3)
  expect(refused).toBeLessThan(40)
})
