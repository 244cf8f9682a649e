/** Files as other schedulers have them: each is read as its own program reads it, or says what is missing. */
import { expect, test } from 'vitest'
import { csvLines } from '../../../src/core/many/csv-cells.js'
import { POST_COLUMNS } from '../../../src/core/many/csv-posts.js'
import { findColumns } from '../../../src/core/sources/imports/columns.js'
import type { NewImport } from '../../../src/core/sources/imports/model.js'
import { readLines } from '../../../src/core/sources/imports/parse.js'
import { valuesOf } from '../../../src/core/sources/imports/row.js'
import { TEMPLATES } from '../../../src/core/sources/imports/templates.js'
import { readTime } from '../../../src/core/sources/imports/times.js'
import { aDatabase } from '../../support/database.js'
import type { World } from '../../support/world.js'
import { openStudios } from '../posts/support/create-fixtures.js'
import { importAll, pinsOf, preview } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

/** In New York, five hours behind UTC in early March, with the board and the section that the files name. */
async function aShop(): Promise<World> {
  const world = await aStudio({ timezone: 'America/New_York', credits: 50 })
  const { organizationId, accountId } = world
  await db.sql`update boards set name = 'Warm kitchens' where organization_id = ${organizationId} and id = '101'`
  await db.sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
    values (${organizationId}, ${accountId}, '101', '55', 'Open shelving', now())`
  return world
}

const A = 'https://pictures.test/200x300-a33'
const B = 'https://pictures.test/200x300-3a3'
const X = 'https://shop.example.com/x'

type Expected = {
  title?: string | null
  description?: string
  url?: string | null
  media: string[]
  board?: string | null
  section?: string | null
  at: string | null
}

test('our own files are known as such, and their texts stay as they are', async () => {
  const world = await aShop()
  const cells: Record<string, string> = { Title: 'How to write &amp;', Description: '<b>bold</b> is HTML', 'Media URL': A }
  const file = csvLines([POST_COLUMNS, POST_COLUMNS.map((name) => cells[name] ?? '')])
  const { template, notes, sample } = await preview(world, file, { mode: 'draft' })
  expect({ template, notes }).toEqual({
    template: 'Pinslot',
    notes: ['These files have no slides of carousels and no product tags. Add them after the import.'],
  })
  expect(sample[0]?.post).toMatchObject({ title: 'How to write &amp;', description: '<b>bold</b> is HTML' })
})

const FILES: [template: string | null, file: string[], Expected[]][] = [
  [
    'Pinterest',
    [
      'Title,Media URL,Pinterest board,Thumbnail,Description,Link,Publish date,Keywords',
      `Lamp,${A},Warm kitchens,,"Warm, light",${X},2027-03-10T14:30:00,"a,b"`,
      `Lamp,${A},Warm kitchens/Open shelving,0:02,Light,${X},2027-03-10,`,
    ],
    [
      { title: 'Lamp', description: 'Warm, light', media: [A], at: '2027-03-10T14:30:00Z' },
      { title: 'Lamp', description: 'Light', media: [A], section: '55', at: '2027-03-10T12:00:00Z' },
    ],
  ],
  [
    'Publer',
    [
      'Date,Text,Link(s),Media URL(s),Title,Label(s),Alt text(s),Comment(s),"Pin board, FB album, or Google category",Post subtype,CTA,Reminder',
      `2027-03-10 20:35,Caption,${X},${A},Pin title,summer,Alt,,Warm kitchens,,,`,
      `2027/03/11 09:10,Caption,${X},"${A},${B}",Pin title,,,,Warm kitchens,,,`,
    ],
    [
      { title: 'Pin title', description: 'Caption', media: [A], at: '2027-03-11T01:35:00Z' },
      { title: 'Pin title', description: 'Caption', media: [A, B], at: '2027-03-11T14:10:00Z' },
    ],
  ],
  [
    'Metricool',
    [
      'Text,Date,Time,Draft,Facebook,Pinterest,Picture Url 1,Picture Url 2,Alt text picture 1,Pinterest Board,Pinterest Pin Title,Pinterest Pin Link,Pinterest Pin New Format',
      `Body,2027-03-10,10:30:00,false,false,true,${A},${B},alt,Warm kitchens,Pin title,${X},false`,
    ],
    [{ title: 'Pin title', description: 'Body', media: [A, B], at: '2027-03-10T15:30:00Z' }],
  ],
  [
    'HighLevel',
    [
      'postAtSpecificTime (YYYY-MM-DD HH:mm:ss),content,link (OGmetaUrl),imageUrls,gifUrl,videoUrls,title,pinterestBoardId',
      `2027-03-10 08:00:00,Caption,${X},"${A}, ${B}",,,Pin title,101`,
      `3/4/2027 8:00,Caption,${X},${A},,,Pin title,101`,
    ],
    [
      { title: 'Pin title', description: 'Caption', media: [A, B], at: '2027-03-10T13:00:00Z' },
      { title: 'Pin title', description: 'Caption', media: [A], at: '2027-03-04T13:00:00Z' },
    ],
  ],
  [
    'SocialBee',
    [
      'text,link,imageUrls,gifUrls,videoUrls,postAtSpecificTime,title,board',
      `Words,${X},${A},,,2027-03-10 08:00,T,Warm kitchens`,
    ],
    [{ title: 'T', description: 'Words', media: [A], at: '2027-03-10T13:00:00Z' }],
  ],
  [
    'Vista Social',
    ['message,type,link,time,title,description,board,section', `Caption,image,${A},2027-03-10 5:05 pm,Title,Desc,Warm kitchens,`],
    [{ title: 'Title', description: 'Desc', url: null, media: [A], at: '2027-03-10T22:05:00Z' }],
  ],
  [
    'PostFast',
    [
      'scheduled_at,account_id,content,media_urls,first_comment,pinterest_board_id,title,link',
      `2027-03-10T14:30:00Z,uuid,Text,"${A},${B}",Nice,101,T,${X}`,
    ],
    [{ title: 'T', description: 'Text', media: [A, B], at: '2027-03-10T14:30:00Z' }],
  ],
  [
    'Ayrshare',
    ['post,platforms,mediaUrls,scheduleDate,title,board,link', `Text,pinterest,${A},2027-03-10 14:30,T,Warm kitchens,${X}`],
    [{ title: 'T', description: 'Text', media: [A], at: '2027-03-10T14:30:00Z' }],
  ],
  [
    'SocialPatra',
    [
      'content,platforms,platformIds,scheduledAt,mediaUrls,tags,title,board,link',
      `Text,pinterest,1,2027-03-10T14:30:00Z,${A},,T,101,${X}`,
    ],
    [{ title: 'T', description: 'Text', media: [A], at: '2027-03-10T14:30:00Z' }],
  ],
  [
    'SocialKit',
    [
      'image URL,pin title,description,destination link,board name,scheduled date/time',
      `${A},T,D,${X},Warm kitchens,2027-03-10T09:00:00`,
    ],
    [{ title: 'T', description: 'D', media: [A], at: '2027-03-10T14:00:00Z' }],
  ],
  [
    'PinsMachine',
    ['board_name,title,description,link,image_url,published_at', `Warm kitchens,T,D,${X},${A},2027-03-10T14:30:00Z`],
    [{ title: 'T', description: 'D', media: [A], at: '2027-03-10T14:30:00Z' }],
  ],
  [
    'Postcron',
    [`Words,2027,3,10,18,5,"${A},${B}",${X}`, `Words,2027,3,11,8,30,${A},${X}`],
    [
      { title: null, description: 'Words', media: [A, B], board: null, at: '2027-03-10T23:05:00Z' },
      { title: null, description: 'Words', media: [A], board: null, at: '2027-03-11T13:30:00Z' },
    ],
  ],
  [
    'Hootsuite',
    [`25/3/2027 10:30,Message,${X},${A}`, `26/3/2027 10:30,"Another, message",${X},${A}`],
    [
      { title: null, description: 'Message', media: [A], board: null, at: '2027-03-25T14:30:00Z' },
      { title: null, description: 'Another, message', media: [A], board: null, at: '2027-03-26T14:30:00Z' },
    ],
  ],
  [
    'Postoplan',
    ['Date,Message,Media URL', `03/10/2027 10:30,Words,${A}`, `11.03.2027,Words,${A}`],
    [
      { title: null, description: 'Words', url: null, media: [A], board: null, at: '2027-03-10T15:30:00Z' },
      { title: null, description: 'Words', url: null, media: [A], board: null, at: '2027-03-11T05:00:00Z' },
    ],
  ],
  [
    'SocialPilot',
    ['Post Content,Image url,Date & Time', `Hello,${A},3/25/2027 10:30 AM`],
    [{ title: null, description: 'Hello', url: null, media: [A], board: null, at: '2027-03-25T14:30:00Z' }],
  ],
  [
    'Later',
    ['Caption,Media URL(s),Scheduled Time,Pinterest Board Name,Link URL', `Words,${A},2027-03-10 10:30,Warm kitchens,${X}`],
    [{ title: null, description: 'Words', media: [A], at: '2027-03-10T15:30:00Z' }],
  ],
  [
    'Buffer',
    ['Text,Image URL,Tags,Posting Time', `Hello,${A},a,2027-03-10 10:30`],
    [{ title: null, description: 'Hello', url: null, media: [A], board: null, at: '2027-03-10T15:30:00Z' }],
  ],
  [
    'Tailwind',
    ['Image URL,Source URL,Description,Board,Scheduled Time,Pin Title', `${A},${X},Words,Warm kitchens,2027-03-10T10:30:00,T`],
    [{ title: 'T', description: 'Words', media: [A], at: '2027-03-10T15:30:00Z' }],
  ],
  [
    'Planoly',
    ['Media URL,Pin Title,Pin Description,Pin URL,Board,Date,Time', `${A},T,Words,${X},Warm kitchens,2027-03-10,10:30 AM`],
    [{ title: 'T', description: 'Words', media: [A], at: '2027-03-10T15:30:00Z' }],
  ],
  [
    'MagicSync',
    ['content,image_url,scheduled_time,comments', `Words,${A},2027-03-10T10:00:00Z,"One; two"`],
    [{ title: null, description: 'Words', url: null, media: [A], board: null, at: '2027-03-10T10:00:00Z' }],
  ],
  [
    'Shopify',
    [
      'Handle,Title,Body (HTML),Vendor,Image Src,Image Position,Image Alt Text',
      `lamp,Lamp &amp; shade,"<style>p{color:red}</style><p>Warm&nbsp;<b>light</b>, 3 &lt; 4.</p><ul><li>Oak</li><li>Brass</li></ul>",Us,${A},1,A lamp`,
    ],
    [{ title: 'Lamp & shade', description: 'Warm light, 3 < 4.\nOak\nBrass', url: null, media: [A], board: null, at: null }],
  ],
  [
    'WooCommerce',
    [
      'ID,SKU,Name,Short description,Description,Date sale price starts,Images',
      `7,L1,Lamp,Short,<p>Warm light.</p>,,"${A}, ${B}"`,
    ],
    [{ title: 'Lamp', description: 'Warm light.', url: null, media: [A, B], board: null, at: null }],
  ],
  [
    null,
    ['\ufeffTitel;Bild-URL;Pinnwand;Beschreibung;Link;Datum;Uhrzeit', `Lampe;${A};Warm kitchens;Text;${X};20.3.2027;15:00`],
    [{ title: 'Lampe', description: 'Text', media: [A], at: '2027-03-20T19:00:00Z' }],
  ],
]

const asDrafts = (file: readonly string[]) => file.join('\r\n').concat('\r\n')

test.each(FILES)('%s: a file is read as that program reads it', async (template, file, expected) => {
  const world = await aShop()
  const seen = await preview(world, asDrafts(file), { mode: 'draft' })
  expect(seen.template).toBe(template)
  const missing = seen.errors.filter(({ message }) => !/ is required to schedule a pin/.test(message))
  expect(missing).toEqual([])
  // a time needs a title, a link and a board, which some programs do not have: without it the line is a draft
  const header = seen.columns.filter(({ field }) => ['sendAt', 'date', 'time'].includes(field)).map(({ name }) => name)
  const timeless = await preview(world, asDrafts(file), { mapping: Object.fromEntries(header.map((name) => [name, null])) })
  expect(timeless.errors).toEqual([])
  expect(timeless.sample.map(({ post }) => shown(post))).toEqual(
    expected.map(({ at: _, ...post }) => ({ ...shownDefaults, ...post })),
  )
  const times = await timesOf(world, asDrafts(file))
  expect(times).toEqual(expected.map(({ at }) => at))
})

const shownDefaults = { title: null, description: null, url: X, board: '101', section: null }
type Post = Awaited<ReturnType<typeof preview>>['sample'][number]['post']
const shown = ({ title, description, url, board, media, carouselItems }: Post) => ({
  title,
  description,
  url,
  media: [media, ...carouselItems].map((one) => (one?.kind === 'url' ? one.url : '')),
  board: board?.boardId ?? null,
  section: board?.boardSectionId ?? null,
})

/** The times alone, also of files whose lines lack what a time needs. */
async function timesOf(world: World, text: string): Promise<(string | null)[]> {
  const { columns } = await preview(world, text)
  const times = new Set(columns.filter(({ field }) => ['sendAt', 'date', 'time'].includes(field)).map(({ name }) => name))
  if (times.size === 0) return (await preview(world, text)).sample.map(() => null)
  const complete = columns.some(({ field }) => field === 'title') && columns.some(({ field }) => field === 'url')
  if (complete)
    return (await preview(world, text)).sample.map(({ post: { when } }) => (when.kind === 'at' ? isoOf(when.at) : null))
  return readTimes(text)
}
const isoOf = (at: Date) => at.toISOString().replace('.000', '')

/** For programs without titles, links and boards, whose lines are refused with a time. */
async function readTimes(text: string): Promise<(string | null)[]> {
  const times: (string | null)[] = []
  let columns: ReturnType<typeof findColumns> | undefined
  for await (const { cells } of readLines(Buffer.from(text), 'csv')) {
    if (!columns) {
      columns = findColumns(cells)
      if (!columns.isHeaderless) continue
    }
    const value = valuesOf(columns, cells)
    const { zone = 'America/New_York', order = null, dayAloneAt = null } = columns.template ?? {}
    const read = readTime(value('sendAt') || value('date'), value('time'), zone, { order, dayAloneAt })
    times.push('at' in read ? isoOf(read.at) : 'day' in read ? 'a day' : read.problem)
  }
  return times
}

test('each template that is known is tried above', () => {
  expect(
    FILES.map(([name]) => name)
      .filter(Boolean)
      .concat('Pinslot')
      .toSorted(),
  ).toEqual(TEMPLATES.map(({ name }) => name).toSorted())
})

test('Pinterest’s own template is read in UTC, and the preview says so; with other columns the account’s clock counts', async () => {
  const world = await aShop()
  const [, file = []] = FILES[0]!
  const seen = await preview(world, file.join('\n'))
  expect(seen.notes).toEqual([
    'Times are in UTC, as Pinterest reads its own template. A day without a time goes out at 12:00 UTC.',
    'Keywords are not imported.',
  ])
  expect(seen.unknownColumns).toEqual(['Keywords'])
  const found = await importAll(world, file.join('\n'))
  expect(found).toMatchObject({ template: 'Pinterest', notes: seen.notes, created: 2, errors: [] })
  expect((await pinsOf(world)).map(({ at }) => at)).toEqual(['2027-03-10T14:30:00.000Z', '2027-03-10T12:00:00.000Z'])
  const other = file.map((line) => line.replace('Keywords', 'Tags')).slice(0, 2)
  const [line] = (await preview(world, other.join('\n'))).sample
  expect(line?.post.when).toEqual({ kind: 'at', at: new Date('2027-03-10T19:30:00Z') })
})

test.each([
  ['its name', 'go live on', '2027-03-10 09:00'],
  ['its cells', 'Spalte 7', '2027-03-10 09:00'],
  ['its name, with cells that nobody can read', 'Schedule it for', '9 o’clock on the 10th'],
])('a column that looks like a time by %s is never dropped from a file that schedules', async (_by, name, cell) => {
  const world = await aShop()
  const file = [`Title,Description,Link,Media URL,Board,${name}`, `T,D,${X},${A},Warm kitchens,${cell}`].join('\n')
  const given = (mode: NewImport['mode'], mapping: NewImport['mapping'] = {}) => preview(world, file, { mode, mapping })
  await expect(given('schedule')).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message:
      `“${name}” looks like a time, and is not read. ` + 'In mapping, say whether it is sendAt, date or time, or leave it out.',
    details: { field: 'mapping', unreadTimes: [name] },
  })
  await expect(importAll(world, file, { mode: 'schedule' })).rejects.toMatchObject({ details: { field: 'mapping' } })
  expect(await pinsOf(world)).toEqual([])
  const draft = await given('draft')
  expect([draft.created, draft.notes]).toEqual([1, [`“${name}” looks like a time, and is not read.`]])
  expect(await given('schedule', { [name]: null })).toMatchObject({ created: 1, notes: [] })
  const mapped = await given('schedule', { [name]: 'date' })
  if (cell.startsWith('2027')) expect(mapped.sample[0]?.post.when).toEqual({ kind: 'at', at: new Date('2027-03-10T14:00:00Z') })
  else
    expect(mapped.errors).toMatchObject([
      { column: name, message: expect.stringContaining('is not a date we recognize') as string },
    ])
})

test('columns that are no plan, and times beside the plan, are not asked about', async () => {
  const world = await aShop()
  for (const [more, cells] of [
    ['Created at,Last modified', '2026-01-01,2026-02-01 10:00'],
    ['SKU,Price', '2027,12.50'],
    ['Publish at,Embargo', '2027-03-10T09:00:00Z,2027-03-11 09:00'],
    ['Embargo', ''],
  ])
    expect(
      await preview(world, `Title,Description,Link,Media URL,Board,${more}\nT,D,${X},${A},Warm kitchens,${cells}\n`, {
        mode: 'schedule',
      }),
    ).toMatchObject({ created: 1, failed: 0 })
})

test('lines of a planner that are not for Pinterest, or drafts, do not go out', async () => {
  const world = await aShop()
  const [, [header = '', line = ''] = []] = FILES.find(([name]) => name === 'Metricool')!
  const drafted = line.replace('10:30:00,false', '10:30:00,true')
  const file = [header, line, line.replace('false,true,', 'true,false,'), drafted].join('\n')
  const scheduled = await preview(world, file, { mode: 'schedule' })
  expect(scheduled.errors).toEqual([
    { line: 3, message: '“Pinterest” says that this line is not for Pinterest.' },
    { line: 4, message: '“Draft” says that this line is a draft. Import drafts from a file of their own, as drafts.' },
  ])
  const drafts = await preview(world, file)
  expect(drafts.sample.map(({ line: number, post }) => [number, post.when.kind])).toEqual([
    [2, 'at'],
    [4, 'draft'],
  ])
})

test.each([
  [`${A}, ${B}`, [A, B]],
  [`${A},${B}`, [A, B]],
  [`${A};${B}`, [A, B]],
  [`${A} ; ${B};`, [A, B]],
  [`${A}|${B}`, [A, B]],
  [`${A} | ${B}`, [A, B]],
  [`${A}\n${B}`, [A, B]],
  [`${A} ${B}`, [A, B]],
  [`${A},\r\n${B},\r\n`, [A, B]],
  ['https://pics.test/w_800,h_1200/a.jpg', ['https://pics.test/w_800,h_1200/a.jpg']],
  [
    'https://pics.test/w_8,h_9/a.jpg,https://pics.test/f;q=1/b.jpg',
    ['https://pics.test/w_8,h_9/a.jpg', 'https://pics.test/f;q=1/b.jpg'],
  ],
])('%j are %j', async (cell, addresses) => {
  const { sample } = await preview(await aShop(), `Title,Images\nMug,"${cell}"\n`)
  expect(sample.map(({ post }) => shown(post).media)).toEqual([addresses])
})

test('numbered pictures are a carousel, also beside a film; two columns that say the same are asked about', async () => {
  const world = await aShop()
  const numbered = await preview(world, `Title,Image 1,Image 2,Video\nMug,${A},${B},\n`)
  expect(numbered.sample.map(({ post }) => shown(post).media)).toEqual([[A, B]])
  await expect(preview(world, `Title,Image,Picture\nMug,${A},${B}\n`)).rejects.toThrow(/both read as mediaUrl/)
})

test('a board or a section by an id that the account does not have is refused in the preview, as it would be when written', async () => {
  const world = await aShop()
  const file = `Title,Media URL,Board ID,Section\nOne,${A},101,55\nTwo,${A},101,Open shelving\nThree,${A},name,\n`
  expect(await preview(world, file)).toMatchObject({ created: 2, errors: [{ line: 4, column: 'Board ID' }] })
})
