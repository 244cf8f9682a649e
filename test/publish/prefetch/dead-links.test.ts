/** Pins whose link is dead at their time, of accounts that hold them. */
import { beforeEach, expect, test } from 'vitest'
import { setHoldDeadLinks } from '../../../src/core/accounts/settings.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { HOUR_MS } from '../../../src/core/lib/duration.js'
import type { NoAnswer } from '../../../src/core/ports/web.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue } from '../../../src/core/publish/claim/due.js'
import { LEASE_MS } from '../../../src/core/publish/model/attempt.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { Post } from '../../../src/core/posts/post.js'
import { readLinksAhead } from '../../../src/core/preflight/dead-links.js'
import { preflightPost } from '../../../src/core/preflight/check.js'
import { makeCron } from '../../../src/jobs/cron.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { somePages } from '../../core/preflight/support/pages.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf } from '../../support/factories.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, noticesOf, pinsOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const { sql } = db
const web = somePages()
const world = await aPublishWorld(db, { parts: { web } })
const { deps, actor, accountId, organizationId, clock } = world

const hold = (holdDeadLinks: boolean) => setHoldDeadLinks(deps, actor, { accountId, holdDeadLinks })
const publisher = () => makePublisher(deps)
/** As the service works: each minute, where the clock stops. */
const links = () => makeCron(deps, [...TICKS.filter(({ job }) => job === 'links')])
const go = (ms: number) => workFor(world, ms, [links(), publisher()])

let pages = 0
const aPage = (answer: number | NoAnswer = 200): string => {
  const url = `https://shop-${++pages}.example.com/vase`
  web.answers.set(url, answer)
  return url
}
/** In an hour. */
const aPinTo = (url: string, fields: Parameters<typeof aPin>[1] = {}) =>
  aPin(world, { at: new Date(clock.now.getTime() + HOUR_MS), url, ...fields })
const askedFor = (url: string) => web.asked.filter((one) => one === url).length
const fate = async (post: Post) => {
  const { status, failure } = await reread(world, post)
  return { status, reason: failure?.reason ?? null, cause: failure?.cause ?? null }
}
const HELD = { status: 'draft', reason: 'link_dead' }

beforeEach(async () => {
  await sql`delete from posts where organization_id = ${organizationId}`
  await sql`delete from outbox`
  await sql`update accounts set late_after = null where organization_id = ${organizationId}`
  await hold(true)
})

test.each<[number | 'dns', object]>([
  [404, { code: 'link_dead', status: 404 }],
  [410, { code: 'link_dead', status: 410 }],
  ['dns', { code: 'link_dead', status: null }],
])(
  'a pin whose link answers %s is a draft at its time: nothing is sent, its charge is back, its team told once',
  async (answer, cause) => {
    const url = aPage(answer)
    const credits = await creditsOf(world)
    const post = await aPinTo(url)
    await go(HOUR_MS - MINUTE_MS)
    expect((await reread(world, post)).status).toBe('queued')
    await go(3 * MINUTE_MS)
    expect(await fate(post)).toEqual({ ...HELD, cause })
    expect(await pinsOf(world, post)).toEqual([])
    expect(await attemptsOf(world, post)).toMatchObject([{ state: 'refused', reason: 'link_dead' }])
    expect(await creditsOf(world)).toBe(credits)
    expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', reason: 'link_dead', cause, refunded: true }])
    expect(askedFor(url)).toBe(1)
  },
)

test.each<number | NoAnswer>([
  200,
  301,
  401,
  403,
  429,
  500,
  503,
  'timeout',
  'refused',
  'tls',
  'reset',
  'private_address',
  'offline',
])('a link that answers %s holds nothing', async (answer) => {
  const post = await aPinTo(aPage(answer))
  await go(2 * HOUR_MS)
  expect(await fate(post)).toMatchObject({ status: 'sent' })
})

test('a website whose rules forbid the visit holds nothing', async () => {
  const url = aPage(404)
  web.forbidden.add(url)
  const post = await aPinTo(url)
  await go(2 * HOUR_MS)
  expect([await fate(post), askedFor(url)]).toMatchObject([{ status: 'sent' }, 0])
})

test('an account that does not want it reads no page for it, and its pins go out', async () => {
  await hold(false)
  const url = aPage(404)
  const post = await aPinTo(url)
  await go(2 * HOUR_MS)
  expect([await fate(post), askedFor(url)]).toMatchObject([{ status: 'sent' }, 0])
})

test('a page that was gone in the morning and is there at the time of the pin holds nothing: it is read once more', async () => {
  const url = aPage(404)
  const post = await aPinTo(url)
  expect(await preflightPost(deps, actor, { accountId, postId: post.id })).toMatchObject({
    findings: [{ code: 'link_status', status: 404, holds: true }],
  })
  web.answers.set(url, 200)
  await go(2 * HOUR_MS)
  expect([await fate(post), askedFor(url)]).toMatchObject([{ status: 'sent' }, 2])
})

test('a page that was there within the day is not read again', async () => {
  const url = aPage(200)
  const post = await aPinTo(url)
  await preflightPost(deps, actor, { accountId, postId: post.id })
  web.answers.set(url, 404)
  await go(2 * HOUR_MS)
  expect([await fate(post), askedFor(url)]).toMatchObject([{ status: 'sent' }, 1])
})

test('the check a day before leaves the page to be read shortly before the time: what died that day holds its pin', async () => {
  const url = aPage(200)
  const post = await aPin(world, { url, at: new Date(clock.now.getTime() + 50 * HOUR_MS) })
  const preflight = makeCron(deps, [...TICKS.filter(({ job }) => job === 'preflight')])
  await preflight.drain()
  await sql`update preflights set due_at = null where post_id <> ${post.id}`
  const [row] = await sql<{ dueAt: Date }[]>`select due_at as "dueAt" from preflights where post_id = ${post.id}`
  clock.now = row!.dueAt
  await preflightPost(deps, actor, { accountId, postId: post.id })
  expect(askedFor(url)).toBe(2)
  web.answers.set(url, 410)
  await go(26 * HOUR_MS)
  expect([await fate(post), askedFor(url)]).toMatchObject([HELD, 3])
})

test('what was found dead an hour ago, and could not be read since, holds nothing', async () => {
  const url = aPage(404)
  const post = await aPinTo(url)
  await preflightPost(deps, actor, { accountId, postId: post.id })
  await workFor(world, 2 * HOUR_MS, [publisher()])
  expect(await fate(post)).toMatchObject({ status: 'sent' })
})

test('scheduled again with the same link it goes out; with another dead one it is held again', async () => {
  const [url, other] = [aPage(404), aPage(404)]
  const post = await aPinTo(url)
  await go(2 * HOUR_MS)
  expect(await fate(post)).toMatchObject(HELD)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { url: other } })
  const again = () =>
    schedulePost(deps, actor, { accountId, postId: post.id, when: { kind: 'at', at: new Date(clock.now.getTime() + HOUR_MS) } })
  await again()
  await go(2 * HOUR_MS)
  expect(await fate(post)).toMatchObject(HELD)
  await again()
  expect((await preflightPost(deps, actor, { accountId, postId: post.id })).findings).not.toContainEqual(
    expect.objectContaining({ holds: true }),
  )
  await go(2 * HOUR_MS)
  expect(await fate(post)).toMatchObject({ status: 'sent' })
  expect((await noticesOf(world, post)).filter(({ kind }) => kind === 'pinFailed')).toHaveLength(2)
})

test('a link that is changed in the last minutes is read, and counts', async () => {
  const [url, better] = [aPage(404), aPage(200)]
  const [post, worse] = [await aPinTo(url), await aPinTo(better, { boardId: '102' })]
  await go(HOUR_MS - 3 * MINUTE_MS)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { url: better } })
  await editPost(deps, actor, { accountId, postId: worse.id, changes: { url } })
  await go(HOUR_MS)
  expect([await fate(post), await fate(worse)]).toMatchObject([{ status: 'sent' }, HELD])
})

test('two processes read a page once, and of two publishers one holds the pin', async () => {
  const url = aPage(404)
  const posts = [await aPinTo(url), await aPinTo(url, { boardId: '102' })]
  clock.advance(HOUR_MS - 5 * MINUTE_MS)
  await Promise.all([readLinksAhead(deps), readLinksAhead(deps)])
  expect(askedFor(url)).toBe(1)
  clock.advance(5 * MINUTE_MS)
  await Promise.all([publisher().drain(), publisher().drain()])
  for (const post of posts) {
    expect(await fate(post)).toMatchObject(HELD)
    expect(await noticesOf(world, post)).toHaveLength(1)
  }
})

test('a website that does not answer delays no pin, neither its own nor another', async () => {
  const slow = aPage(404)
  const [post, beside] = [await aPinTo(slow), await aPinTo(aPage(200), { boardId: '102' })]
  let answer = () => {}
  web.until.set(slow, new Promise<void>((resolve) => (answer = resolve)))
  clock.advance(HOUR_MS - 5 * MINUTE_MS)
  const reading = readLinksAhead(deps)
  await expect.poll(() => askedFor(slow)).toBe(1)
  clock.advance(5 * MINUTE_MS)
  await publisher().drain()
  expect([await fate(post), await fate(beside)]).toMatchObject([{ status: 'sent' }, { status: 'sent' }])
  answer()
  expect(await reading).toBe(2)
})

test('a process that dies with the pin in its hands leaves it to another, which holds it', async () => {
  const url = aPage(404)
  const post = await aPinTo(url)
  clock.advance(HOUR_MS - MINUTE_MS)
  await readLinksAhead(deps)
  clock.advance(MINUTE_MS)
  const due = await listDue(sql, { now: clock.now, limit: 10 })
  expect(await claimDue(db, due, clock.now)).toHaveLength(1)
  clock.advance(LEASE_MS + 1)
  await go(5 * MINUTE_MS)
  expect(await fate(post)).toMatchObject(HELD)
  expect((await attemptsOf(world, post)).map(({ state }) => state)).toEqual(['retry', 'refused'])
  expect(await noticesOf(world, post)).toHaveLength(1)
})

test('the link of a pin that waits in a pause is read when it may go; the first goes with what is known', async () => {
  const url = aPage(404)
  const [first, second] = [await aPinTo(url), await aPinTo(url, { boardId: '102' })]
  await pausePublishing(deps, actor, { accountId, whilePaused: 'wait' })
  await go(2 * HOUR_MS)
  expect(askedFor(url)).toBe(0)
  await resumePublishing(deps, actor, { accountId })
  await workFor(world, 1, [publisher()])
  await go(HOUR_MS)
  expect([await fate(first), await fate(second)]).toMatchObject([{ status: 'sent' }, HELD])
})
