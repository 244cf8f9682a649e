/** Pages that are made to take long: nobody else waits for what is made of them. */
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { apart } from '../../../src/core/sources/generations/apart.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import type { ContentRead } from '../../../src/core/ports/web.js'
import { makeReaders } from '../../../src/web/readers.js'
import { aDatabase } from '../../support/database.js'
import { noWeb } from '../../support/world.js'
import { draftsOf, generateAll, openSites } from './support/generations.js'
import { aPage } from './support/page.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

/** Many times what any of them takes; where each digit began a number of its own they took minutes. */
const readers = makeReaders({ deadlineMs: 30_000 })
afterAll(() => readers.close())

const web: Deps['web'] = {
  ...noWeb,
  runApart: (work, organizationId) => readers.run(organizationId, { task: 'work', ...work }),
}

describe('a page has its answer however long its runs are:', () => {
  /** As much as is read of each place. */
  const run = (piece: string) => piece.repeat(Math.ceil(20_000 / piece.length))
  const PIECES = ['1', '111 ', '111.', '1.1', '1 ', '$1', '1%', ' ', '.', '-', 'a', 'A', 'two ', 'x@', '<', '[']
  const PLACES: [string, (text: string) => string][] = [
    ['prose', (text) => aPage().replace('</article>', `<div>${text}</div>`.repeat(4) + '</article>')],
    ['captions', (text) => aPage().replaceAll('</figure>', `<figcaption>${text}</figcaption></figure>`)],
    ['alternative texts', (text) => aPage().replace(/alt="[^"]*"/g, `alt="A shelf ${text}"`)],
    ['titles', (text) => aPage({ head: `<meta property="og:title" content="Open shelves ${text}">` })],
    ['descriptions', (text) => aPage({ head: `<meta name="description" content="A shelf of oak. ${text}.">` })],
  ]
  test.each(PLACES)('%s', async (_place, pageOf) => {
    for (const piece of PIECES) {
      const page = { body: Buffer.from(pageOf(run(piece).replaceAll('<', '&lt;'))), contentType: 'text/html' }
      const read: ContentRead | null = await readers.run('1', { task: 'content', page, address: 'https://pages.test/shelves' })
      if (read?.kind !== 'read') throw new Error(`${piece} was not read`)
      expect(await apart({ web }, '1', 'compose', read.page, { drafts: 5 }), piece).not.toBeNull()
    }
  })
})

test('a page whose drafts are never made is `unreadable`, and this process goes on meanwhile', async () => {
  const file = fileURLToPath(new URL('../../web/support/stubborn-child.mjs', import.meta.url))
  const stubborn = makeReaders({ file, deadlineMs: 1_000 })
  const endless = { task: 'text', page: { body: Buffer.from('endless'), contentType: null } } as const
  const site = await aWebsite()
  site.put('shelves.html', aPage())
  const runApart: Deps['web']['runApart'] = (_work, organizationId) => stubborn.run(organizationId, endless)
  const slow = { ...site, deps: { ...site.deps, web: { ...site.deps.web, runApart } } }
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const made = await generateAll(slow, site.at('shelves.html'))
  clearInterval(timer)
  await stubborn.close()
  expect(made).toMatchObject({ status: 'failed', failureCode: 'unreadable' })
  expect(await draftsOf(site)).toEqual([])
  expect(turns).toBeGreaterThan(100)
})
