/** The sandbox's own pages: whoever types a link in the first minute gets three drafts that could go out. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Agent } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { compose } from '../../src/core/sources/generations/compose/compose.js'
import { ACCOUNTS } from '../../src/sandbox/seed/content.js'
import { makeSamples } from '../../src/sandbox/samples/samples.js'
import { makeSandboxWeb } from '../../src/sandbox/web/stand-in.js'
import { makeWeb } from '../../src/web/web.js'
import { readers } from '../web/support/readers.js'

const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-samples-'))
afterAll(() => rmSync(dir, { recursive: true }))
const samples = makeSamples({ dir, ownPort: () => 1 })
const sandbox = makeSandboxWeb(null, samples.read)
const web = makeWeb({ agent: new Agent(), readers, isBlocked: () => false, standIn: (url) => sandbox.answer(url) })
const TEAM = '1'
const SHOP = 'https://shop.example.com'
const ask = (url: string) => web.get({ url, maxBytes: 5_000_000, reads: ['text/html', 'text/plain'], timeoutMs: 1000 })
async function read(url: string) {
  const answer = await ask(url)
  if (answer.kind !== 'answered' || answer.body === null || answer.status !== 200) throw new Error(`${url} has no page`)
  const read = await web.readContent({ ...answer, body: answer.body }, url, TEAM)
  if (read?.kind !== 'read') throw new Error(`${url} is not read`)
  return read.page
}
const [{ boards }] = ACCOUNTS as [(typeof ACCOUNTS)[number]]
const BOARDS = boards.filter(({ privacy }) => privacy === 'PUBLIC').map(({ name }) => ({ id: name, name }))

const pages = readdirSync(new URL('../../src/sandbox/web/pages/shop.example.com', import.meta.url), { withFileTypes: true })
  .filter((each) => each.isDirectory() && each.name !== 'private-sale')
  .map(({ name }) => name)

test.each(pages)('%s: three drafts that differ, each with a tall picture that is there, words and a board', async (name) => {
  const composed = compose(await read(`${SHOP}/${name}`), { boards: BOARDS })
  if (composed.kind === 'failed') throw new Error(composed.because)
  const { drafts } = composed
  expect(drafts).toHaveLength(3)
  expect(new Set(drafts.map(({ title }) => title)).size).toBe(3)
  expect(new Set(drafts.map(({ pictureUrl }) => pictureUrl)).size).toBe(3)
  for (const { title, description, altText, link, pictureUrl, boardId, warnings } of drafts) {
    expect(await sandbox.answer(pictureUrl)).toMatchObject({ status: 200, body: expect.any(Buffer) as Buffer })
    expect([title.length > 8, description.length > 60, altText.length > 15]).toEqual([true, true, true])
    expect({ link, warnings }).toEqual({ link: `${SHOP}/${name}`, warnings: [] })
    expect(BOARDS.map(({ id }) => id)).toContain(boardId)
  }
})

test.each(pages)('%s: a single draft, as a feed makes it, has a board, too', async (name) => {
  const composed = compose(await read(`${SHOP}/${name}`), { boards: BOARDS, drafts: 1 })
  if (composed.kind === 'failed') throw new Error(composed.because)
  expect(composed.drafts.map(({ boardId }) => boardId)).toEqual([expect.any(String)])
})

test.each(pages)(
  '%s: what is said of a picture stands beside it, and a board does not depend on where it stands in the list',
  async (name) => {
    const page = await read(`${SHOP}/${name}`)
    const [here, reversed] = [BOARDS, BOARDS.toReversed()].map((boards) => compose(page, { boards }))
    if (here?.kind !== 'composed' || reversed?.kind !== 'composed') throw new Error('there are no drafts')
    for (const { title, pictureUrl } of here.drafts) {
      const shown = page.pictures.find(({ alt }) => alt === title)
      if (shown) expect(pictureUrl).toBe(shown.url)
    }
    expect(here.drafts.map(({ boardId }) => boardId)).toEqual(reversed.drafts.map(({ boardId }) => boardId))
  },
)

test('the pages that seeded pins lead to have no title that would take the place of theirs', async () => {
  for (const { link } of ACCOUNTS.flatMap(({ published, queued, drafts }) => [...published, ...queued, ...drafts])) {
    const answer = await ask(link)
    if (answer.kind !== 'answered' || !answer.body) throw new Error(`${link} does not answer`)
    expect(await web.readPage({ ...answer, body: answer.body }, TEAM), link).toMatchObject({ richTitle: null, isNopin: false })
  }
})

test('one page wants no pins, one is not for programs', async () => {
  expect(compose(await read(`${SHOP}/private-sale`))).toEqual({ kind: 'failed', because: 'nopin' })
  const robots = await ask(`${SHOP}/robots.txt`)
  const rules = robots.kind === 'answered' ? Buffer.from(robots.body ?? []).toString() : ''
  expect(await web.mayRead(rules, `${SHOP}/cart`, TEAM)).toBe(false)
})

test('another host has no pictures of ours', async () => {
  expect(await sandbox.answer('https://gone.example.com/media/vase-1.jpg')).toBe('offline')
  expect(await sandbox.answer(`${SHOP}/media/none.jpg`)).toMatchObject({ status: 404 })
})

test('the shop’s feed names pages that are there, the newest first', async () => {
  const links: string[] = []
  const wanted = { organizationId: TEAM, wanted: null, etag: null, lastModified: null, timeoutMs: 1000, mostEntries: 100 }
  const answer = await web.readFeed({ url: `${SHOP}/feed.xml`, ...wanted }, ({ link }) => links.push(link))
  expect(answer).toMatchObject({ status: 200, read: { kind: 'entries', of: 'rss', title: 'Maple & Thread' } })
  expect(links).toHaveLength(5)
  for (const link of links) expect((await read(link)).pictures.length, link).toBeGreaterThan(0)
})

test('the shop’s first page names that feed, for who adds the page', async () => {
  const wanted = { organizationId: TEAM, wanted: null, etag: null, lastModified: null, timeoutMs: 1000, mostEntries: 100 }
  const answer = await web.readFeed({ url: `${SHOP}/`, ...wanted }, () => {})
  expect(answer).toMatchObject({ read: { kind: 'fault', because: 'not_a_feed', instead: `${SHOP}/feed.xml` } })
})
