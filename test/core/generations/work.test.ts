/** From the address of a page to its drafts: each failure by its own code, nothing half written, everything once. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { cancelGeneration } from '../../../src/core/sources/generations/cancel.js'
import { nextGenerationDue } from '../../../src/core/sources/generations/claim.js'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { FAILURES } from '../../../src/core/sources/page-failures.js'
import { claimDueGenerations, generate, LEASE_MS, MOST_MS } from '../../../src/core/sources/generations/work.js'
import { deleteAccount } from '../../../src/core/care/deletion/begin.js'
import { workOnDeletions } from '../../../src/core/care/deletion/work.js'
import { DAY_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { DomainError } from '../../../src/core/lib/errors.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { duplicatePost } from '../../../src/core/posts/create/duplicate.js'
import { readPost } from '../../../src/core/posts/list.js'
import { fitPostPicture } from '../../../src/core/posts/create/fit-picture.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { noWeb } from '../../support/world.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf } from '../../support/factories.js'
import { readLink } from '../../../src/core/preflight/web/read-link.js'
import { makeReaders } from '../../../src/web/readers.js'
import { aSite } from '../preflight/support/web-world.js'
import { begin, draftsOf, generateAll, openSites, readAgain, type Site, work } from './support/generations.js'
import { aPage, COLORS } from './support/page.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)

async function aPublished(given: Parameters<typeof aPage>[0] = {}): Promise<Site> {
  const site = await aWebsite()
  site.put('shelves.html', aPage(given))
  return site
}

test('a page becomes drafts with its pictures and link, each on a board, free and on no schedule', async () => {
  const site = await aPublished()
  const credits = await creditsOf(site)
  const made = await generateAll(site, site.at('shelves.html?utm_source=mail'))
  expect(made).toMatchObject({ status: 'success', failureCode: null, writtenBy: 'local', deduplicated: false })
  const drafts = await draftsOf(site)
  expect(drafts.map(({ id }) => id)).toEqual(made.postIds)
  expect(drafts).toHaveLength(3)
  for (const draft of drafts)
    expect(draft).toMatchObject({ generationId: made.id, status: 'draft', url: site.at('shelves.html') })
  expect(new Set(drafts.map(({ title }) => title)).size).toBe(3)
  expect(drafts[0]?.boardId).toBe('101')
  for (const { boardId } of drafts) expect(['101', '102']).toContain(boardId)
  const [first] = drafts
  const post = await readPost(site.deps, site.actor, { accountId: site.accountId, postId: first!.id })
  expect(post).toMatchObject({ generationId: made.id, createdBy: site.actor.userId, sendAt: null })
  expect(post.media).toHaveLength(1)
  expect(await creditsOf(site)).toEqual(credits)
})

test('a page that sends its visitors on is read where they end, as many times as it takes two', async () => {
  const site = await aPublished()
  const moved = (to: string) =>
    `<!doctype html><meta http-equiv="refresh" content="0; url=${to}"><title>Redirecting…</title><p>This page has moved.</p>`
  site.put('old.html', moved('/newer.html'))
  site.put('newer.html', moved('/shelves.html'))
  site.put('round.html', moved('/round-again.html'))
  site.put('round-again.html', moved('/round.html'))
  site.put('inside.html', moved('http://10.0.0.1/'))
  expect(await generateAll(site, site.at('old.html'))).toMatchObject({ status: 'success' })
  expect(new Set((await draftsOf(site)).map(({ url }) => url))).toEqual(new Set([site.at('shelves.html')]))
  expect(await generateAll(site, site.at('round.html'))).toMatchObject({ status: 'failed', failureCode: 'no_picture' })
  expect(await generateAll(site, site.at('inside.html'))).toMatchObject({ status: 'failed', failureCode: 'private_address' })
})

test('the title that was given is used, the board that was given is for all, and as many drafts as were requested', async () => {
  const site = await aPublished()
  const made = await generateAll(site, site.at('shelves.html'), { title: 'Shelves we like', boardId: '102', drafts: 1 })
  const drafts = await draftsOf(site)
  expect(drafts).toMatchObject([{ title: 'Shelves we like', boardId: '102' }])
  expect(made.postIds).toEqual(drafts.map(({ id }) => id))
})

const PDF = { file: 'a.pdf', meta: { headers: { 'content-type': 'application/pdf' } } }
type Failing = { name: string; file?: string; text?: string; meta?: object; robots?: string }
test.each<Failing & { code: string }>([
  { name: 'a page that is not there', code: 'unreachable', file: 'gone.html', meta: { status: 404 } },
  { name: 'a website that fails', code: 'unreachable', meta: { status: 503 } },
  { name: 'a redirect to itself', code: 'unreachable', meta: { status: 302, headers: { location: '/page.html' } } },
  { name: 'a file', code: 'not_html', ...PDF },
  { name: 'a page of more than 5 MB', code: 'too_large', text: `${aPage()}<!-- ${'x'.repeat(5 * 1024 * 1024)} -->` },
  { name: 'a page that robots may not read', code: 'blocked_by_robots', robots: 'User-agent: *\nDisallow: /page' },
  { name: 'a page that wants no pins', code: 'nopin', text: aPage({ head: '<meta name="pinterest" content="nopin">' }) },
  { name: 'a page without a picture', code: 'no_picture', text: aPage({ pictures: [] }) },
  { name: 'a page whose picture is none', code: 'no_picture', text: aPage({ pictures: ['https://pictures.test/broken'] }) },
  { name: 'a page that says nothing', code: 'no_content', text: '<!doctype html><html><body></body></html>' },
  {
    name: 'a redirect to a private address',
    code: 'private_address',
    meta: { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data/' } },
  },
  { name: 'a page that takes too long', code: 'timeout', meta: { delayMs: 60_000 } },
])(
  '$name fails with $code, and nothing is written',
  { timeout: 60_000 },
  async ({ code, file = 'page.html', text, meta, robots }) => {
    const site = await aWebsite()
    if (robots !== undefined) site.put('robots.txt', robots)
    site.put(file, text ?? aPage())
    if (meta) site.put(`${file}.meta.json`, JSON.stringify(meta))
    const made = await generateAll(site, site.at(file))
    expect(made).toMatchObject({ status: 'failed', failureCode: code, postIds: [], writtenBy: null })
    expect(made.finishedAt).not.toBeNull()
    expect(FAILURES).toHaveProperty(code)
    expect(await draftsOf(site)).toEqual([])
    expect(await db.sql`select from batches where organization_id = ${site.organizationId}`).toHaveLength(0)
  },
)

test.each([
  { name: 'a page that never ends', more: 'x'.repeat(64 * 1024), code: 'too_large' },
  { name: 'a page that never says more', more: '', code: 'timeout' },
])('$name fails with $code', async ({ more, code }) => {
  const server = await aSite(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' })
    const goOn = (): void => void (response.destroyed || (more && response.write(more, goOn)))
    response.write(aPage(), goOn)
  })
  try {
    const site = await aWebsite({ parts: { web: server.web } })
    const made = await generateAll(site, server.at('/page', site.host))
    expect(made).toMatchObject({ status: 'failed', failureCode: code })
    expect(await draftsOf(site)).toEqual([])
  } finally {
    await server.close()
  }
})

test.each([
  { name: 'does not say', said: '' },
  { name: 'says wrong', said: 'width="300" height="450"' },
])('a picture whose size the page $name is known by its own size', async ({ said }) => {
  const pictures = ['https://pictures.test/600x900-a33', 'https://pictures.test/900x600-3a3']
  const site = await aPublished({ pictures, said })
  const made = await generateAll(site, site.at('shelves.html'), { drafts: 2 })
  expect(made.postIds).toHaveLength(2)
  expect(made.warnings).toEqual([{ code: 'picture_ratio', postId: made.postIds[1] }])
})

async function fitsOf(site: Site, postIds: readonly string[]) {
  const posts = await Promise.all(postIds.map((postId) => readPost(site.deps, site.actor, { accountId: site.accountId, postId })))
  return posts.map(({ media: [picture] }) => `${picture?.fit ?? 'original'} ${picture?.width}x${picture?.height}`)
}
const charts = makeCharts()
afterAll(() => charts.close())

test('drafts that share one picture differ in what is made of it, and each leads back to the original', async () => {
  const site = await aWebsite({ parts: { charts } })
  site.put('shelves.html', aPage({ pictures: ['https://pictures.test/1800x1200-a33'], said: 'width="1800" height="1200"' }))
  const made = await generateAll(site, site.at('shelves.html'))
  expect(await fitsOf(site, made.postIds)).toEqual(['original 1800x1200', 'card 1000x1500', 'crop 800x1200'])
  expect(made.warnings.map(({ code, postId }) => [made.postIds.indexOf(postId ?? ''), code])).toEqual([
    [0, 'picture_ratio'],
    [1, 'picture_on_card'],
    [2, 'picture_cropped'],
  ])
  const { deps, actor, accountId } = site
  for (const postId of made.postIds) await fitPostPicture(deps, actor, { accountId, postId, fit: 'original' })
  expect(new Set(await fitsOf(site, made.postIds)).size).toBe(1)
})

test('what would be too small is put on a card of its own title in place of being cropped', async () => {
  const site = await aWebsite({ parts: { charts } })
  site.put('shelves.html', aPage({ pictures: ['https://pictures.test/1200x630-a33'], said: 'width="1200" height="630"' }))
  const made = await generateAll(site, site.at('shelves.html'))
  expect(await fitsOf(site, made.postIds)).toEqual(['original 1200x630', 'card 1000x1500', 'card 1000x1500'])
  const drafts = await db.sql<{ id: string }[]>`
    select distinct media_id as id from post_media where organization_id = ${site.organizationId}`
  expect(drafts).toHaveLength(3)
})

test.each([
  ['has not the letters', () => Promise.resolve(null)],
  ['fails', () => Promise.reject(new Error('no memory'))],
])('where whoever draws the cards %s, the picture stays as it is, with its warnings', async (_what, card) => {
  const site = await aWebsite({ parts: { charts: { ...charts, card } } })
  site.put('shelves.html', aPage({ pictures: ['https://pictures.test/1200x630-a33'], said: 'width="1200" height="630"' }))
  const made = await generateAll(site, site.at('shelves.html'), { drafts: 2 })
  expect(await fitsOf(site, made.postIds)).toEqual(['original 1200x630', 'original 1200x630'])
  expect(made.warnings.map(({ code }) => code)).toEqual(['picture_ratio', 'picture_ratio', 'picture_repeated'])
})

test.each([
  { name: 'gzip', pack: gzipSync },
  { name: 'deflate', pack: deflateSync },
  { name: 'br', pack: brotliCompressSync },
])(
  'a server that sends pages as $name, though it was not asked to, is read; half of one and one without end are not',
  async ({ name, pack }) => {
    const whole = pack(Buffer.from(aPage()))
    const bodies: Record<string, Buffer> = {
      '/whole': whole,
      '/half': whole.subarray(0, whole.length / 2),
      '/endless': pack(Buffer.alloc(60_000_000, 'x')),
    }
    const server = await aSite(({ url = '' }, response) => {
      const body = bodies[url]
      if (!body) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': name }).end(body)
    })
    try {
      const site = await aWebsite({ parts: { web: server.web } })
      const read = async (path: string) => generateAll(site, server.at(path, site.host))
      expect(await read('/half')).toMatchObject({ status: 'failed', failureCode: 'unreachable' })
      expect(await read('/endless')).toMatchObject({ status: 'failed', failureCode: 'too_large' })
      expect(await read('/whole')).toMatchObject({ status: 'success' })
    } finally {
      await server.close()
    }
  },
)

test('a page that takes more memory than there is to read it is `unreadable`, and a link to it is checked all the same', async () => {
  const readers = makeReaders({ heapMb: 16, deadlineMs: 60_000 })
  const server = await aSite(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>x</p>'.repeat(600_000))
  }, readers)
  try {
    const site = await aWebsite({ parts: { web: server.web } })
    const url = server.at('/page', site.host)
    expect(await generateAll(site, url)).toMatchObject({ status: 'failed', failureCode: 'unreadable' })
    expect(await readLink(site.deps, site.organizationId, url)).toMatchObject({ kind: 'reached', status: 200 })
  } finally {
    await server.close()
    await readers.close()
  }
})

test('a page that breaks off is not read by half', async () => {
  const page = aPage()
  const server = await aSite(({ url }, response) => {
    if (url === '/robots.txt') return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.length + 1000 })
    response.write(page, () => response.destroy())
  })
  try {
    const site = await aWebsite({ parts: { web: server.web } })
    const made = await generateAll(site, server.at('/page', site.host))
    expect(made).toMatchObject({ status: 'failed', failureCode: 'unreachable' })
  } finally {
    await server.close()
  }
})

test('a picture that cannot be had is replaced by another one of the page', async () => {
  const site = await aPublished({
    pictures: ['https://pictures.test/broken', ...COLORS.map((color) => `https://pictures.test/600x900-${color}`)],
  })
  const made = await generateAll(site, site.at('shelves.html'))
  expect(made).toMatchObject({ status: 'success' })
  expect(made.postIds).toHaveLength(3)
  expect(site.fetched).toContain('https://pictures.test/broken')
})

test('a board that is gone meanwhile leaves drafts without one, and a warning', async () => {
  const site = await aPublished()
  const made = await begin(site, site.at('shelves.html'), { boardId: '102' })
  await db.sql`delete from boards where organization_id = ${site.organizationId} and id = '102'`
  await work(site)
  const end = await readAgain(site, made)
  expect(end.status).toBe('success')
  expect(end.warnings).toContainEqual({ code: 'board_gone', postId: null })
  expect((await draftsOf(site)).map(({ boardId }) => boardId)).toEqual([null, null, null])
})

test('a website that was asked enough is asked in the next minute; meanwhile it waits, and may be cancelled', async () => {
  const site = await aPublished()
  site.deps.settings.webRequestsAMinute = 1
  site.put('other.html', aPage())
  expect(await generateAll(site, site.at('shelves.html'))).toMatchObject({ status: 'success' })
  const [second, third] = [await begin(site, site.at('other.html')), await begin(site, site.at('index.html'))]
  await work(site)
  expect(await readAgain(site, second)).toMatchObject({ status: 'queued' })
  const next = (await nextGenerationDue(db.sql))!
  expect(next > site.clock.now && next.getTime() - site.clock.now.getTime() <= MINUTE_MS).toBe(true)
  await cancelGeneration(site.deps, site.actor, { accountId: site.accountId, generationId: third.id })
  site.clock.now = next
  await work(site)
  expect(await readAgain(site, second)).toMatchObject({ status: 'success' })
  expect(await readAgain(site, third)).toMatchObject({ status: 'failed', failureCode: 'cancelled' })
})

test('what passes by itself is tried again; after an hour it has failed', async () => {
  const site = await aPublished()
  let isBusy = true
  site.onFetch = () => {
    if (isBusy) throw new DomainError('SERVICE_UNAVAILABLE', 'Too many images are being prepared.')
  }
  const first = await begin(site, site.at('shelves.html'))
  await work(site)
  expect(await readAgain(site, first)).toMatchObject({ status: 'queued', postIds: [] })
  isBusy = false
  site.clock.now = (await nextGenerationDue(db.sql))!
  await work(site)
  expect(await readAgain(site, first)).toMatchObject({ status: 'success' })

  const offline = { ...site, deps: { ...site.deps, web: noWeb } }
  const hopeless = await begin(site, 'https://nobody-knows.example.net/page')
  for (let next = await nextGenerationDue(db.sql); next !== null; next = await nextGenerationDue(db.sql)) {
    if (next > site.clock.now) site.clock.now = next
    await work(offline)
  }
  expect(await readAgain(site, hopeless)).toMatchObject({ status: 'failed', failureCode: 'unreachable' })
})

test('a fault of ours that comes at every try is given up after three, and its sentence says what to do', async () => {
  const site = await aPublished()
  const broken = {
    ...site,
    deps: { ...site.deps, web: { ...site.deps.web, readContent: () => Promise.reject(new TypeError('ours')) } },
  }
  const made = await begin(site, site.at('shelves.html'))
  const begun = site.clock.now.getTime()
  let times = 0
  for (let next = await nextGenerationDue(db.sql); next !== null; next = await nextGenerationDue(db.sql), times++) {
    if (next > site.clock.now) site.clock.now = next
    await work(broken)
  }
  expect({ times, isSoon: site.clock.now.getTime() - begun < 2 * MINUTE_MS }).toEqual({ times: 3, isSoon: true })
  expect(await readAgain(site, made)).toMatchObject({ status: 'failed', failureCode: 'internal_error' })
  expect(FAILURES.internal_error).toMatch(/Try again later/)
  expect(await generateAll(site, site.at('shelves.html'))).toMatchObject({ status: 'success', deduplicated: false })
})

test('two that work on the same page, after a lease that ended: its drafts are written once', async () => {
  const site = await aPublished()
  await generateAll(site, site.at('index.html')) // the rules of the website are read by one alone
  const made = await begin(site, site.at('shelves.html'))
  const [first] = await claimDueGenerations(site.deps, 1)
  site.clock.now = new Date(site.clock.now.getTime() + LEASE_MS)
  const [second] = await claimDueGenerations(site.deps, 1)
  expect(second?.generationId).toBe(first?.generationId)
  const written = await Promise.all([generate(site.deps, first!), generate(site.deps, second!)])
  expect(written.map((one) => one.made)).toEqual([0, 3])
  expect(await draftsOf(site)).toHaveLength(3)
  expect((await readAgain(site, made)).postIds).toHaveLength(3)
})

test('a page that ends its process each time is not taken for ever', async () => {
  const site = await aPublished()
  const made = await begin(site, site.at('shelves.html'))
  for (let at = 0; at <= MOST_MS; at += LEASE_MS) {
    expect(await claimDueGenerations(site.deps, 1)).toHaveLength(1)
    site.clock.advance(LEASE_MS)
  }
  await work(site)
  expect(await readAgain(site, made)).toMatchObject({ status: 'failed', failureCode: 'timeout' })
})

test('organizations take turns, one page each, and one has one place however many pages it brings', async () => {
  const [many, few] = [await aPublished(), await aPublished()]
  many.put('other.html', aPage())
  const [first] = [await begin(many, many.at('shelves.html')), await begin(many, many.at('other.html'))]
  const small = await begin(few, few.at('shelves.html'))
  const claimed = await claimDueGenerations(many.deps, 9)
  expect(claimed.map(({ generationId }) => generationId).sort()).toEqual([first.id, small.id].sort())
  expect(await claimDueGenerations(many.deps, 9)).toEqual([])
  for (const one of claimed) await generate(many.deps, one)
  await work(many)
  expect(await draftsOf(many)).toHaveLength(6)
})

test('one that is being read cannot be cancelled, one that is over neither', async () => {
  const site = await aPublished()
  const made = await begin(site, site.at('shelves.html'))
  const ref = { accountId: site.accountId, generationId: made.id }
  const [claimed] = await claimDueGenerations(site.deps, 1)
  const started = { code: 'CONFLICT', details: { reason: 'generation_started' } }
  await expect(cancelGeneration(site.deps, site.actor, ref)).rejects.toMatchObject(started)
  await generate(site.deps, claimed!)
  await expect(cancelGeneration(site.deps, site.actor, ref)).rejects.toMatchObject(started)
  expect(await readAgain(site, made)).toMatchObject({ status: 'success' })
})

test('whoever cancels and whoever takes it at the same moment: one of them has it', async () => {
  const site = await aPublished()
  for (let round = 0; round < 8; round++) {
    const queued = await begin(site, site.at(`shelves.html?${round}`))
    const own = { accountId: site.accountId, generationId: queued.id }
    const [cancelled, taken] = await Promise.allSettled([
      cancelGeneration(site.deps, site.actor, own),
      claimDueGenerations(site.deps, 4),
    ])
    const isTaken = taken.status === 'fulfilled' && taken.value.some(({ generationId }) => generationId === queued.id)
    expect([cancelled.status, isTaken], `round ${round}`).toEqual(isTaken ? ['rejected', true] : ['fulfilled', false])
    const now = await readAgain(site, queued)
    expect(now).toMatchObject(isTaken ? { status: 'processing' } : { status: 'failed', failureCode: 'cancelled' })
    if (taken.status === 'fulfilled') for (const one of taken.value) await generate(site.deps, one)
  }
})

test('an account that is disconnected while its page waits has its drafts all the same: they go nowhere yet', async () => {
  const site = await aPublished()
  const queued = await begin(site, site.at('shelves.html'))
  await disconnectAccount(site.deps, site.actor, site)
  await work(site)
  expect(await readAgain(site, queued)).toMatchObject({ status: 'success' })
  expect(await draftsOf(site)).toHaveLength(3)
})

test('a draft that is deleted is no longer named; a copy of one was not made of the page', async () => {
  const site = await aPublished()
  const made = await generateAll(site, site.at('shelves.html'))
  const [gone, kept] = made.postIds
  await deletePost(site.deps, site.actor, { accountId: site.accountId, postId: gone! })
  expect((await readAgain(site, made)).postIds).toEqual(made.postIds.slice(1))
  const copy = await duplicatePost(site.deps, site.actor, { accountId: site.accountId, postId: kept! })
  expect(copy.generationId).toBeNull()
})

test('it is kept for 90 days after its end, its drafts longer; one that waits stays', async () => {
  const site = await aPublished()
  const done = await generateAll(site, site.at('shelves.html'))
  const waiting = await begin(site, site.at('index.html'))
  site.clock.now = new Date(site.clock.now.getTime() + 89 * DAY_MS)
  await purgeExpired(site.deps)
  expect(await readAgain(site, done)).toMatchObject({ id: done.id })
  site.clock.now = new Date(site.clock.now.getTime() + 2 * DAY_MS)
  await purgeExpired(site.deps)
  await expect(readAgain(site, done)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await readAgain(site, waiting)).toMatchObject({ status: 'queued' })
  expect(await draftsOf(site)).toHaveLength(3)
})

test('an account that is deleted while its page is read gets nothing, and leaves nothing behind', async () => {
  const site = await aPublished()
  await begin(site, site.at('shelves.html'))
  const [claimed] = await claimDueGenerations(site.deps, 1)
  await deleteAccount(site.deps, site.actor, { accountId: site.accountId, name: 'maker' })
  expect(await generate(site.deps, claimed!)).toEqual({ made: 0 })
  expect(await workOnDeletions(site.deps)).toBe(1)
  expect(await db.sql`select from generations where organization_id = ${site.organizationId}`).toHaveLength(0)
  expect(await draftsOf(site)).toEqual([])
})
