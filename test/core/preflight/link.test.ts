/** Where the link of a pin leads, as a website answers it, and how politely it is asked. */
import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { preflightPost } from '../../../src/core/preflight/check.js'
import { checkDuePosts } from '../../../src/core/preflight/due.js'
import { readFindings } from '../../../src/core/preflight/store.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import { DAY_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { makePublicOnlyAgent, NotPublic, Blocked } from '../../../src/media/public-only.js'
import { makeWeb } from '../../../src/web/web.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { readers } from '../../web/support/readers.js'
import { aSite } from './support/web-world.js'

const { db } = await aDatabase()
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
let hosts = 0

/** A website of its own in each test: what was read of another one is kept. */
async function aWebWorld(answer: RequestListener, more: { aMinute?: number; at?: Date } = {}) {
  const asked: string[] = []
  const site = await aSite((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  open.push(() => site.close())
  const world = await aWorld(db, { parts: { web: site.web }, ...(more.at && { at: more.at }) })
  if (more.aMinute !== undefined) world.deps.settings.webRequestsAMinute = more.aMinute
  const host = `site-${++hosts}.example.com`
  return { world, asked, at: (path: string, of = host) => site.at(path, of) }
}
const check = async ({ deps, actor, accountId }: World, { id }: { id: string }) =>
  preflightPost(deps, actor, { accountId, postId: id })
/** Of the link alone: a server of this machine has no https. */
const found = async (world: World, url: string, title = 'A pin') => {
  const { findings } = await check(world, await aDraft(world, { url, title }))
  return findings.filter(({ code }) => code !== 'link_insecure' && code !== 'duplicate_link')
}
const html = (head: string) => `<!doctype html><html><head>${head}</head><body>…</body></html>`
const page =
  (status: number, body = html('<title>Shelf</title>'), headers: Record<string, string> = {}): RequestListener =>
  ({ url }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end()
    else response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }

test.each<[number, string | undefined]>([
  [200, undefined],
  [403, 'info'],
  [404, 'blocking'],
  [410, 'blocking'],
  [429, 'info'],
  [503, 'warning'],
])('a page that answers %i is %s', async (status, severity) => {
  const { world, at } = await aWebWorld(page(status))
  expect(await found(world, at('/shelf'))).toEqual(severity === undefined ? [] : [{ code: 'link_status', severity, status }])
})

test('a page that wants no pins of it is a warning, and its own title is shown where Pinterest shows it', async () => {
  const { world, at } = await aWebWorld(
    page(
      200,
      html(
        '<meta name="pinterest" content="nopin" /><meta property="og:type" content="article"><meta property="og:title" content="Ten &amp; one shelves">',
      ),
    ),
  )
  expect(await found(world, at('/a'), 'An oak shelf')).toEqual([
    { code: 'link_nopin', severity: 'warning' },
    { code: 'page_title_overrides', severity: 'info', title: 'Ten & one shelves' },
  ])
  expect((await found(world, at('/a'), 'ten & one SHELVES for you')).map(({ code }) => code)).toEqual(['link_nopin'])
})

test('a product in linked data has a title of its own; a page that is none of these has not', async () => {
  const data = JSON.stringify({
    '@graph': [
      { '@type': 'WebSite', name: 'X' },
      { '@type': 'Product', name: 'Vase No. 5' },
    ],
  })
  const { world, at } = await aWebWorld(({ url }, response) => {
    const body =
      url === '/product' ? `<script type="application/ld+json">${data}</script>` : '<meta property="og:title" content="Else">'
    response.writeHead(200, { 'content-type': 'text/html' }).end(html(body))
  })
  expect(await found(world, at('/product'))).toEqual([{ code: 'page_title_overrides', severity: 'info', title: 'Vase No. 5' }])
  expect(await found(world, at('/other'))).toEqual([])
})

test('redirects are followed five times at most; a circle, another website and the home page are said', async () => {
  const { world, at } = await aWebWorld(({ url = '' }, response) => {
    const to = (location: string) => response.writeHead(302, { location }).end()
    const [, name, step] = /^\/(\w+?)(\d*)$/.exec(url) ?? []
    if (url === '/robots.txt') return response.writeHead(404).end()
    if (url === '/circle') return to('/round')
    if (url === '/round') return to('/circle')
    if (name === 'long') return to(`/long${Number(step || 0) + 1}`)
    if (name === 'steps' && Number(step || 0) < 3) return to(`/steps${Number(step || 0) + 1}`)
    if (url === '/away') return to(at('/', 'other.example.org'))
    if (url === '/gone') return to('/')
    if (url === '/inside') return to('http://127.0.0.1/secret')
    if (url === '/once') return to('/once/')
    return response.writeHead(200, { 'content-type': 'text/html' }).end(html(''))
  })
  const codes = async (path: string) => (await found(world, at(path))).map((one) => ('kind' in one ? one.kind : one.code))
  expect(await codes('/circle')).toEqual(['loop'])
  expect(await codes('/long')).toEqual(['too_many'])
  expect(await found(world, at('/steps'))).toEqual([
    { code: 'link_redirects', severity: 'info', kind: 'several', redirects: 3, to: at('/steps3') },
  ])
  expect(await codes('/away')).toEqual(['elsewhere'])
  expect(await codes('/gone')).toEqual(['home'])
  expect(await codes('/once')).toEqual([])
  expect(await found(world, at('/inside'))).toEqual([
    { code: 'link_unreachable', severity: 'blocking', because: 'private_address' },
  ])
})

test.each([
  ['shop.co.uk', 'www.shop.co.uk', false],
  ['blog.shop.co.uk', 'shop.co.uk', false],
  ['one.co.uk', 'two.co.uk', true],
  ['ann.myshopify.com', 'ben.myshopify.com', true],
  ['ann.myshopify.com', 'myshopify.com', true],
  ['ann.github.io', 'github.io', true],
])('a redirect from %s to %s leads to another website: %s', async (from, to, isElsewhere) => {
  const { world, at } = await aWebWorld(({ url = '', headers: { host = '' } }, response) => {
    if (url === '/robots.txt' || !host.startsWith(`${from}:`)) return response.writeHead(url === '/robots.txt' ? 404 : 200).end()
    return response.writeHead(301, { location: at('/there', to) }).end()
  })
  const findings = await found(world, at('/here', from))
  expect(findings.map((one) => ('kind' in one ? one.kind : one.code))).toEqual(isElsewhere ? ['elsewhere'] : [])
})

test('a name that leads to a private address is not read, and one that nobody knows blocks; without a network nothing is said', async () => {
  const world = await aWorld(db)
  const fails = (code: string) =>
    ((_host: string, _options: object, done: (error: Error) => void) => done(Object.assign(new Error(code), { code }))) as never
  const inside = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '10.0.0.7', family: 4 }])) as never
  const isBlocked = (error: unknown) => error instanceof Blocked || error instanceof NotPublic
  const of = async (resolve: never) => {
    const agent = makePublicOnlyAgent({ resolve })
    open.push(() => agent.destroy())
    return found(
      { ...world, deps: { ...world.deps, web: makeWeb({ agent, readers, isBlocked }) } },
      `https://site-${++hosts}.example.com/a`,
    )
  }
  expect(await of(inside)).toEqual([{ code: 'link_unreachable', severity: 'blocking', because: 'private_address' }])
  expect(await of(fails('ENOTFOUND'))).toEqual([{ code: 'link_unreachable', severity: 'blocking', because: 'dns' }])
  expect(await of(fails('EAI_AGAIN'))).toEqual([])
})

test('robots.txt is obeyed, and read once', async () => {
  const { world, at, asked } = await aWebWorld(({ url }, response) => {
    if (url === '/robots.txt')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /private\n')
    return response.writeHead(404).end()
  })
  expect(await found(world, at('/private/a'))).toEqual([])
  expect((await found(world, at('/open'))).map(({ code }) => code)).toEqual(['link_status'])
  expect(asked).toEqual(['/robots.txt', '/open'])
})

/** Websites whose rules lead to `to` at a third one. `asked`: what that one was asked. */
async function rulesElsewhere(to: string, { rules, aMinute }: { rules: string | null; aMinute?: number }) {
  const third = `third-${++hosts}.example.org`
  const asked: string[] = []
  const { world, at } = await aWebWorld(
    ({ url = '', headers: { host = '' } }, response) => {
      const redirect = (location: string) => response.writeHead(302, { location }).end()
      if (!host.startsWith(third)) return url === '/robots.txt' ? redirect(at(to, third)) : response.writeHead(404).end()
      asked.push(url)
      if (url === '/robots.txt' && rules !== null) return response.writeHead(200, { 'content-type': 'text/plain' }).end(rules)
      const [, step] = /^\/hop(\d)$/.exec(url) ?? []
      return step && Number(step) < 4 ? redirect(`/hop${Number(step) + 1}`) : response.writeHead(404).end()
    },
    aMinute === undefined ? {} : { aMinute },
  )
  const links = (count: number) =>
    Array.from({ length: count }, (_, each) => at('/shelf', `of-${each}.${third.replace('third', 'many')}`))
  return { world, links, asked }
}

test('rules that lead to a third website make it no more requests a minute than it gets from anybody', async () => {
  const { world, links, asked } = await rulesElsewhere('/hop1', { rules: 'User-agent: *\nDisallow: /private', aMinute: 9 })
  const posts: Awaited<ReturnType<typeof aDraft>>[] = []
  for (const url of links(6)) posts.push(await aDraft(world, { url }))
  for (const post of posts) await check(world, post)
  expect(asked).toHaveLength(9)
  expect(asked.filter((path) => path === '/robots.txt')).toHaveLength(1)
  const isChecked = async () => {
    const checked = []
    for (const post of posts) checked.push((await check(world, post)).checkedAt !== null)
    return checked.filter(Boolean).length
  }
  const counts: number[] = []
  for (let minute = 0; minute < 4; minute++) {
    world.clock.advance(MINUTE_MS)
    counts.push(await isChecked())
  }
  expect(counts.at(-1)).toBe(6)
  expect(asked.length).toBeLessThanOrEqual(5 * 9)
})

test('a third website that forbids it is not asked, and what led there allows all', async () => {
  const { world, links, asked } = await rulesElsewhere('/hop1', { rules: 'User-agent: *\nDisallow: /hop' })
  for (const url of links(3)) expect((await found(world, url)).map(({ code }) => code)).toEqual(['link_status'])
  expect(asked).toEqual(['/robots.txt'])
})

test('rules that are those of another website are read once for all', async () => {
  const { world, links, asked } = await rulesElsewhere('/robots.txt', { rules: 'User-agent: *\nDisallow: /shelf' })
  for (const url of links(3)) expect(await found(world, url)).toEqual([])
  expect(asked).toEqual(['/robots.txt'])
})

test('rules that lead around in a circle, or further than five redirects, allow all', async () => {
  const name = `round-${++hosts}.example.org`
  const { world, at, asked } = await aWebWorld(({ url = '', headers: { host = '' } }, response) => {
    const [, each] = /^(\d+)-/.exec(host) ?? []
    if (url !== '/robots.txt' || each === undefined) return response.writeHead(404).end()
    const next = host.includes('far') ? Number(each) + 1 : (Number(each) + 1) % 3
    return response.writeHead(301, { location: at('/robots.txt', `${next}-${host.replace(/^\d+-|:\d+$/g, '')}`) }).end()
  })
  for (const of of [name, `far-${name}`]) {
    expect((await found(world, at('/shelf', `0-${of}`))).map(({ code }) => code)).toEqual(['link_status'])
    expect(asked.splice(0)).toHaveLength(of === name ? 4 : 7)
  }
})

test('an address is asked once a day, whoever asks', async () => {
  const { world, at, asked } = await aWebWorld(page(404))
  const stranger = await aWorld(db, { parts: { web: world.deps.web } })
  const url = at('/day')
  for (const one of [world, stranger, world]) expect((await found(one, url)).map(({ code }) => code)).toEqual(['link_status'])
  expect(asked.filter((path) => path === '/day')).toHaveLength(1)
  world.clock.advance(DAY_MS)
  await found(world, url)
  expect(asked.filter((path) => path === '/day')).toHaveLength(2)
})

test('who asks while another check reads the link waits for its answer, and the website is asked once', async () => {
  let letThrough = (): void => undefined
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  const { world, at, asked } = await aWebWorld((request, response) => {
    void (request.url === '/robots.txt' ? Promise.resolve() : gate).then(() => page(404)(request, response))
  })
  const post = await aDraft(world, { url: at('/slow') })
  const inBackground = checkDuePosts(world.deps)
  await expect.poll(() => asked).toContain('/slow')
  const asking = check(world, post)
  setTimeout(letThrough, 300)
  const { checkedAt, findings } = await asking
  expect([checkedAt !== null, findings.map(({ code }) => code)]).toEqual([true, ['link_status', 'link_insecure']])
  await inBackground
  expect(asked.filter((path) => path === '/slow')).toHaveLength(1)
})

test('a check that could not read the link leaves the whole one before it, and is due again', async () => {
  const { world, at } = await aWebWorld(page(404), { aMinute: 1 })
  const post = await aDraft(world, { url: at('/kept') })
  const whole = await check(world, post)
  world.clock.advance(DAY_MS)
  await found(world, at('/full')) // takes the only request of this minute
  expect((await check(world, post)).checkedAt).toBeNull()
  const now = await readPost(world.deps, world.actor, { accountId: world.accountId, postId: post.id })
  const kept = (await readFindings(db.sql, [now])).get(post.id)
  expect(kept).toEqual({ checkedAt: START, findings: whole.findings })
  world.clock.advance(MINUTE_MS)
  await checkDuePosts(world.deps)
  const [again] = await db.sql<{ checkedAt: Date }[]>`select checked_at as "checkedAt" from preflights where post_id = ${post.id}`
  expect(again?.checkedAt).toEqual(world.deps.clock())
})

test('a website is asked so many times a minute; the rest is checked in the next one', async () => {
  const { world, at, asked } = await aWebWorld(page(200), { aMinute: 2 })
  const posts = []
  for (const name of ['/1', '/2', '/3']) posts.push(await aDraft(world, { url: at(name) }))
  const times = []
  for (const post of posts) times.push((await check(world, post)).checkedAt)
  expect(times.map((at) => at !== null)).toEqual([true, true, false])
  world.clock.advance(MINUTE_MS)
  expect((await check(world, posts[2]!)).checkedAt).not.toBeNull()
  expect(asked.filter((path) => path !== '/robots.txt')).toEqual(['/1', '/2', '/3'])
})

test('only the beginning of a page that is too long is read, and of what is no page nothing', async () => {
  const { world, at } = await aWebWorld(({ url }, response) => {
    if (url === '/robots.txt') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': url === '/film' ? 'video/mp4' : 'text/html' })
    response.write('<meta name="pinterest" content="nopin">')
    const more = Buffer.alloc(1024 * 1024, ' ')
    const go = () => {
      while (!response.destroyed && response.write(more));
      if (!response.destroyed) response.once('drain', go)
    }
    response.on('error', () => {})
    return go() // without an end
  })
  expect((await found(world, at('/endless'))).map(({ code }) => code)).toEqual(['link_nopin'])
  expect(await found(world, at('/film'))).toEqual([])
})

test('what was written is checked by itself, and a day before its time again; what is published is forgotten', async () => {
  let status = 200
  const { world, at } = await aWebWorld((request, response) => page(status)(request, response), {
    at: new Date(START.getTime() + 40 * DAY_MS),
  })
  const { deps, actor, accountId, organizationId } = world
  await db.sql`delete from preflights` // of the tests before
  const codes = async (postId: string) => {
    const post = await readPost(deps, actor, { accountId, postId })
    return (await readFindings(db.sql, [post])).get(postId)?.findings.map(({ code }) => code)
  }
  const { id } = await aQueuedPost(world, { url: at('/soon'), at: inDays(world, 5) })
  const sent = await aSentPost(world, { url: at('/sent'), at: inDays(world, 5), boardId: '102' })
  expect(await checkDuePosts(deps)).toBe(2)
  expect(await codes(id)).toEqual(['link_insecure'])
  expect(await checkDuePosts(deps)).toBe(0)
  expect(await db.sql`select from preflights where organization_id = ${organizationId} and post_id = ${sent.id}`).toHaveLength(0)
  status = 404
  world.clock.advance(4 * DAY_MS - 1)
  expect(await checkDuePosts(deps)).toBe(0)
  world.clock.advance(1)
  expect(await checkDuePosts(deps)).toBe(1)
  expect(await codes(id)).toEqual(['link_status', 'link_insecure'])
  status = 200
  await editPost(deps, actor, { accountId, postId: id, changes: { url: at('/better') } })
  expect(await codes(id)).toBeUndefined()
  expect(await checkDuePosts(deps)).toBe(1)
  expect(await codes(id)).toEqual(['link_insecure'])
})

test('two processes share what is due, and each post is checked by one of them', async () => {
  const { world, at, asked } = await aWebWorld(page(200), { aMinute: 100, at: new Date(START.getTime() + 80 * DAY_MS) })
  await db.sql`delete from preflights`
  for (let each = 0; each < 12; each++) await aDraft(world, { url: at(`/${each}`) })
  await check(world, await aDraft(world, { url: at('/first') })) // its rules are read
  const counts = await Promise.all([checkDuePosts(world.deps), checkDuePosts(world.deps)])
  expect(counts.reduce((one, other) => one + other)).toBe(12)
  expect(new Set(asked).size).toBe(asked.length)
})
