/** Whatever pins there are: a file of them, imported, gives the same pins again. */
import { expect, test } from 'vitest'
import { exportPosts } from '../../../src/core/many/csv-posts.js'
import { aDatabase } from '../../support/database.js'
import { inDays } from '../../support/factories.js'
import { fc, seed } from '../../support/random.js'
import type { World } from '../../support/world.js'
import { create, FILM, openStudios, picture } from '../posts/support/create-fixtures.js'
import { importAll, preview } from './support/imports.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

/** Words that spreadsheets and files of CSV have trouble with. */
const words = fc
  .array(
    fc.constantFrom(
      '=1+1',
      '+',
      "'",
      "''=",
      '@SUM',
      '"',
      ',',
      ';',
      '\n',
      '\t',
      'Bücher',
      '✨',
      ' ',
      '－',
      'plain',
      '\ufeff',
      '#',
      '|',
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => `${parts.join('')}x`)
const pin = fc.record({
  title: words,
  description: words,
  altText: fc.option(words),
  labels: fc.subarray(['spring', '=sum', '-launch', 'Client: Oak & Sons', '“new”']),
  aiDisclosures: fc.subarray(['AI_MODIFIED', 'SYNTHETIC_PERFORMER']),
  link: fc.constantFrom('https://example.com/a', 'https://example.com/?a=1,2&b="x"', 'https://example.com/;'),
  boardId: fc.constantFrom('101', '102'),
  hasSection: fc.boolean(),
  day: fc.option(fc.integer({ min: 1, max: 300 })),
  media: fc.constantFrom('picture', 'carousel', 'film', 'film with a cover'),
  cover: fc.option(fc.integer({ min: 0, max: 41 })),
})
type Pin = typeof pin extends fc.Arbitrary<infer T> ? T : never

async function make(
  world: World,
  { title, description, altText, labels, aiDisclosures, link, boardId, hasSection, day, media, cover }: Pin,
  number: number,
): Promise<void> {
  await create(world, {
    title,
    description,
    altText,
    labels,
    aiDisclosures,
    url: link,
    cover: media === 'film' ? cover : null,
    ...(media === 'film with a cover' && { coverPicture: picture(300, 500) }),
    media: media.startsWith('film') ? FILM : picture(200, 300, number % 2 === 0 ? 'a33' : '33a'),
    carouselItems: media === 'carousel' ? [picture(200, 300, '3a3'), picture(400, 600, 'aa3')] : [],
    board: { boardId, boardSectionId: hasSection ? `${boardId}7` : null },
    when: day === null ? { kind: 'draft' } : { kind: 'at', at: new Date(inDays(world, day).getTime() + number * 60_000) },
  })
}

async function fileOf(
  { deps, actor, accountId }: World,
  status: 'draft' | 'queued',
  withByteOrderMark: boolean,
): Promise<string> {
  let text = ''
  const reading = { ...deps, actorNow: async () => actor }
  for await (const part of exportPosts(reading, actor, { accountId, status, startDate: null, endDate: null, withByteOrderMark }))
    text += part
  return text
}

/** What a file has of them, as they are. */
const pinsOf = async ({ organizationId }: World) =>
  db.sql<{ id: string }[]>`
    select p.id, p.title, p.description, p.url, p.alt_text, p.labels, p.ai_disclosures, p.cover, p.status, p.board_id, p.board_section_id, p.send_at, p.media_type,
           array(select m.content_type || ' ' || m.width || 'x' || m.height || coalesce(' ' || encode(m.sha256, 'hex'), '')
                   from post_media pm
                   join media m on m.organization_id = pm.organization_id and m.id = pm.media_id
                  where pm.organization_id = p.organization_id and pm.post_id = p.id
                  order by pm.position) as media
      from posts p
     where p.organization_id = ${organizationId}`
const sorted = (pins: readonly { id: string }[]) => pins.map(({ id: _, ...pin }) => JSON.stringify(pin)).sort()

test('export, delete, import: the same pins, and the preview said so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pin, { minLength: 1, maxLength: 6 }), fc.boolean(), async (pins, withByteOrderMark) => {
      const world = await aStudio({ credits: 50 })
      const { organizationId, accountId } = world
      for (const boardId of ['101', '102'])
        await db.sql`
          insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
          values (${organizationId}, ${accountId}, ${boardId}, ${`${boardId}7`}, 'A section', now())`
      for (const [number, one] of pins.entries()) await make(world, one, number)
      const before = await pinsOf(world)
      const files = [await fileOf(world, 'draft', withByteOrderMark), await fileOf(world, 'queued', withByteOrderMark)]
      await db.sql`update posts set status = 'draft', send_at = null, timeslot_id = null, due_at = null where organization_id = ${organizationId}`
      await db.sql`delete from posts where organization_id = ${organizationId}`
      for (const file of files.filter((text) => text.trim().split('\r\n').length > 1)) {
        const { id: _, createdAt: __, sample: ___, slots: ____, unknownBoards: _____, ...seen } = await preview(world, file)
        expect(await importAll(world, file)).toMatchObject({ ...seen, failed: 0, errors: [] })
      }
      expect(sorted(await pinsOf(world))).toEqual(sorted(before))
    }),
    { numRuns: 10, seed },
  )
})
