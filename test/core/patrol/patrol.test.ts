/** The links of published pins are read again: when, how politely, what is told, and what may lead there in their place. */
import { expect, test } from 'vitest'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { after, DAY_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { listLinksFound } from '../../../src/core/patrol/findings.js'
import { patrolAccount } from '../../../src/core/patrol/patrol.js'
import type { WebAnswer } from '../../../src/core/ports/web.js'
import { chooseSource } from '../../../src/core/posts/evergreen/choice.js'
import { keepEvergreen } from '../../../src/core/posts/evergreen/pool.js'
import { aDatabase } from '../../support/database.js'
import { aSentPost, type DraftFields } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { somePages } from '../preflight/support/pages.js'

const { db } = await aDatabase()
let hosts = 0

/** A website of its own in each test: what was read of another one is kept. */
async function aPatrol(more: { aMinute?: number } = {}) {
  const pages = somePages()
  const world = await aWorld(db, { parts: { web: pages } })
  if (more.aMinute !== undefined) world.deps.settings.webRequestsAMinute = more.aMinute
  const host = `https://patrol-${++hosts}.example.com`
  return { world, pages, at: (path: string) => `${host}${path}` }
}
const aPin = (world: World, fields: DraftFields = {}) => aSentPost(world, { at: after(world.clock.now, MINUTE_MS), ...fields })

const patrol = async ({ deps, actor, accountId }: World, goesOn = () => true) =>
  patrolAccount(deps, await requireAccount(db.sql, actor, accountId), goesOn)
/** Patrols as often as it is due until then. */
async function patrolUntil(world: World, days: number): Promise<void> {
  const end = after(world.clock.now, days * DAY_MS)
  while (world.clock.now < end) {
    const next = await patrol(world)
    world.clock.now = new Date(Math.min(end.getTime(), Math.max(next.getTime(), world.clock.now.getTime() + MINUTE_MS)))
  }
  await patrol(world)
}
const found = async ({ deps, actor, accountId }: World) =>
  (await listLinksFound(deps, actor, { accountId, limit: 100, cursor: null })).findings
const told = async ({ organizationId }: World) =>
  (
    await db.sql<{ notice: { pins: number } }[]>`
      select notice from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'linksFound' order by id`
  ).map(({ notice }) => notice.pins)

test('a link is first read a week after its pin went out, then each month', async () => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/shelf') })
  await patrolUntil(world, 6)
  expect(pages.asked).toEqual([])
  await patrolUntil(world, 2)
  expect(pages.asked).toEqual([at('/shelf')])
  await patrolUntil(world, 28)
  expect(pages.asked).toHaveLength(1)
  await patrolUntil(world, 3)
  expect(pages.asked).toHaveLength(2)
})

test('a pin with many clicks is read each week', async () => {
  const { world, pages, at } = await aPatrol()
  const { pinId } = await aPin(world, { url: at('/clicked') })
  await aPin(world, { url: at('/quiet') })
  await db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    values (${world.organizationId}, ${world.accountId}, ${pinId}, ${world.clock.now}::timestamptz::date, '{"outboundClick": 7}', 'READY', ${world.clock.now})`
  await patrolUntil(world, 29)
  expect(pages.asked.filter((url) => url === at('/quiet'))).toHaveLength(1)
  expect(pages.asked.filter((url) => url === at('/clicked'))).toHaveLength(4)
})

test('a page that is gone is read again a day later, and listed and told of when it is still so', async () => {
  const { world, pages, at } = await aPatrol()
  const pin = await aPin(world, { url: at('/shelf'), title: 'An oak shelf' })
  pages.answers.set(at('/shelf'), 404)
  await patrolUntil(world, 7.5)
  expect(await found(world)).toEqual([])
  await patrolUntil(world, 2)
  expect(await found(world)).toMatchObject([
    {
      postId: pin.id,
      pinId: pin.pinId,
      url: at('/shelf'),
      finding: { code: 'link_status', status: 404 },
      since: after(pin.sentAt!, 7 * DAY_MS),
      proposal: null,
    },
  ])
  expect(await told(world)).toEqual([1])
})

test('a page that is back the next day is told to nobody', async () => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/shelf') })
  pages.answers.set(at('/shelf'), 404)
  await patrolUntil(world, 7.5)
  pages.answers.delete(at('/shelf'))
  await patrolUntil(world, 3)
  expect(await found(world)).toEqual([])
  expect(await told(world)).toEqual([])
})

test.each<[string, number | 'timeout' | 'refused']>([
  ['an error of its server', 503],
  ['a refusal of programs', 403],
  ['a slow page', 'timeout'],
  ['a website that does not answer', 'refused'],
])('%s is no finding: it may be back tomorrow', async (_what, answer) => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/shelf') })
  pages.answers.set(at('/shelf'), answer)
  await patrolUntil(world, 10)
  expect(pages.asked.length).toBeGreaterThan(0)
  expect(await found(world)).toEqual([])
})

test('a product that is sold out is found, and one that has an offer left is not', async () => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/lamp'), title: 'A lamp' })
  pages.readPage = () => Promise.resolve({ richTitle: null, siteName: null, isNopin: false, isSoldOut: true })
  await patrolUntil(world, 9)
  expect(await found(world)).toMatchObject([{ finding: { code: 'link_sold_out' } }])
})

test('where another website answers, its address is proposed; a redirect home proposes nothing', async () => {
  const { world, pages, at } = await aPatrol()
  const moved = await aPin(world, { url: at('/moved') })
  const home = await aPin(world, { url: at('/home'), title: 'Another' })
  const to = (location: string): WebAnswer => ({ kind: 'answered', status: 301, location, contentType: null, body: null })
  const plainGet = pages.get.bind(pages)
  pages.get = (request) => {
    if (request.url === at('/moved')) return Promise.resolve(to(`https://new-shop-${hosts}.example.org/moved`))
    return request.url === at('/home') ? Promise.resolve(to(at('/'))) : plainGet(request)
  }
  await patrolUntil(world, 9)
  expect(await found(world)).toMatchObject([
    { postId: home.id, finding: { kind: 'home' }, proposal: null },
    {
      postId: moved.id,
      finding: { kind: 'elsewhere' },
      proposal: { url: `https://new-shop-${hosts}.example.org/moved`, from: 'redirect' },
    },
  ])
})

test('an entry of a feed with the pin’s title is proposed, else the newest sound pin with it', async () => {
  const { world, pages, at } = await aPatrol()
  const { organizationId, accountId, clock } = world
  const withFeed = await aPin(world, { url: at('/old-shelf'), title: 'An oak shelf' })
  const withPin = await aPin(world, { url: at('/old-lamp'), title: 'A Lamp' })
  await aPin(world, { url: at('/new-lamp'), title: 'A lamp' })
  await db.sql`
    insert into feed_entries (organization_id, account_id, feed_id, entry_key, link_key, url, title, state, found_at)
    values (${organizationId}, ${accountId}, 1, 'a', 'b', ${at('/new-shelf')}, 'An Oak Shelf', 'waiting', ${clock.now})`
  pages.answers.set(at('/old-shelf'), 410).set(at('/old-lamp'), 404)
  await patrolUntil(world, 9)
  expect(await found(world)).toMatchObject([
    { postId: withPin.id, proposal: { url: at('/new-lamp'), from: 'pin' } },
    { postId: withFeed.id, proposal: { url: at('/new-shelf'), from: 'feed' } },
  ])
})

test('the team is told at most once a week, of all that leads nowhere', async () => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/1') })
  world.clock.advance(2 * DAY_MS)
  await aPin(world, { url: at('/2') })
  pages.answers.set(at('/1'), 404).set(at('/2'), 404)
  await patrolUntil(world, 10)
  expect(await told(world)).toEqual([1])
  await patrolUntil(world, 7)
  expect(await told(world)).toEqual([1, 2])
  await patrolUntil(world, 21)
  expect(await told(world)).toEqual([1, 2])
})

test('what was found of another link, or of a pin that is deleted here or on Pinterest, is not listed', async () => {
  const { world, pages, at } = await aPatrol()
  const gone = await aPin(world, { url: at('/0') })
  pages.answers.set(at('/0'), 404)
  const edited = await aPin(world, { url: at('/1') })
  const deleted = await aPin(world, { url: at('/2') })
  pages.answers.set(at('/1'), 404).set(at('/2'), 404)
  await patrolUntil(world, 9)
  expect(await found(world)).toHaveLength(3)
  await db.sql`update posts set pin_deleted_at = ${world.clock.now} where organization_id = ${world.organizationId} and id = ${gone.id}`
  await db.sql`update posts set url = ${at('/3')} where organization_id = ${world.organizationId} and id = ${edited.id}`
  await db.sql`delete from posts where organization_id = ${world.organizationId} and id = ${deleted.id}`
  expect(await found(world)).toEqual([])
})

test('a website is asked at most half as often in a minute as before publishing, so that those checks find room', async () => {
  const { world, pages, at } = await aPatrol({ aMinute: 8 })
  for (let n = 0; n < 12; n++) await aPin(world, { url: at(`/${n}`) })
  await patrolUntil(world, 7)
  const perMinute: number[] = []
  for (let minute = 0; minute < 10 && pages.asked.length < 12; minute++) {
    const before = pages.asked.length
    await patrol(world)
    perMinute.push(pages.asked.length - before)
    world.clock.advance(MINUTE_MS)
  }
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(4)
  expect(pages.asked.length).toBe(12)
})

test('a website that programs may not read is left alone', async () => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/private') })
  pages.forbidden.add(at('/private'))
  pages.answers.set(at('/private'), 404)
  await patrolUntil(world, 10)
  expect(pages.asked).toEqual([])
  expect(await found(world)).toEqual([])
})

test('a patrol that is stopped goes on where it was, and enters each pin once', async () => {
  const { world, pages, at } = await aPatrol()
  for (let n = 0; n < 6; n++) await aPin(world, { url: at(`/${n}`) })
  world.clock.advance(8 * DAY_MS)
  let left = 3
  await patrol(world, () => left-- > 0)
  const before = pages.asked.length
  expect(before).toBeLessThan(6)
  await patrol(world)
  expect(new Set(pages.asked).size).toBe(6)
  expect(pages.asked).toHaveLength(6)
})

test('the list goes on by its cursor', async () => {
  const { world, pages, at } = await aPatrol()
  for (let n = 0; n < 3; n++) {
    await aPin(world, { url: at(`/${n}`), title: `Pin ${n}` })
    pages.answers.set(at(`/${n}`), 404)
  }
  await patrolUntil(world, 9)
  const { deps, actor, accountId } = world
  const first = await listLinksFound(deps, actor, { accountId, limit: 2, cursor: null })
  const second = await listLinksFound(deps, actor, { accountId, limit: 2, cursor: first.cursor })
  expect([first.findings.length, second.findings.length, second.cursor]).toEqual([2, 1, null])
})

test('evergreen leaves a pin out at the first sign that its link leads nowhere, and says so when none is left', async () => {
  const { world, pages, at } = await aPatrol()
  const { deps, actor, accountId, clock } = world
  const pin = await aPin(world, { url: at('/shelf') })
  await keepEvergreen(deps, actor, { accountId, postId: pin.id })
  const choice = async () =>
    chooseSource(db.sql, await requireAccount(db.sql, actor, accountId), after(clock.now, DAY_MS), clock.now)
  expect(await choice()).toEqual({ kind: 'post', postId: pin.id })
  pages.answers.set(at('/shelf'), 404)
  await patrolUntil(world, 7.5)
  expect(await choice()).toEqual({ kind: 'nothing', because: 'dead_links' })
  pages.answers.delete(at('/shelf'))
  await patrolUntil(world, 2)
  expect(await choice()).toEqual({ kind: 'post', postId: pin.id })
})

test('a link that cannot be read now keeps none of the others waiting, and is read an hour later', async () => {
  const { world, pages, at } = await aPatrol()
  await aPin(world, { url: at('/heavy') })
  await aPin(world, { url: at('/shelf') })
  let isBusy = true
  const readPage = pages.readPage.bind(pages)
  pages.readPage = (...given) => (isBusy ? Promise.reject(new Error('too much is read')) : readPage(...given))
  world.clock.advance(8 * DAY_MS)
  await patrol(world)
  expect(pages.asked.toSorted()).toEqual([at('/heavy'), at('/shelf')])
  isBusy = false
  world.clock.advance(60 * MINUTE_MS)
  await patrol(world)
  expect(pages.asked).toHaveLength(4)
})

test('pins that wait for a website stand in a line of their own, so that checks before publishing do not wait behind them', async () => {
  const { world, at } = await aPatrol({ aMinute: 2 })
  for (let n = 0; n < 5; n++) await aPin(world, { url: at(`/${n}`) })
  world.clock.advance(8 * DAY_MS)
  await patrol(world)
  const lines = await db.sql<{ host: string }[]>`select host from host_lines where organization_id = ${world.organizationId}`
  expect(lines.map(({ host }) => host)).toEqual([`patrol ${new URL(at('/')).host}`])
})
