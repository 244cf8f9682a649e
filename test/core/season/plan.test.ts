/** The season plan: what peaks soon, what an account has for it, and drafts of what waits. */
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { RefusedBecause } from '../../../src/core/lib/errors.js'
import { addDates, dateOf } from '../../../src/core/lib/time.js'
import { PlatformError } from '../../../src/core/ports/platform.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { requestApproval } from '../../../src/core/posts/approval/request.js'
import { deleteFeed } from '../../../src/core/sources/feeds/change.js'
import type { Feed } from '../../../src/core/sources/feeds/model.js'
import { readReview } from '../../../src/core/sources/review/change.js'
import type { Review } from '../../../src/core/sources/review/model.js'
import { draftTheme, MOST_OF_A_PRESS } from '../../../src/core/sources/season/draft.js'
import { readSeasonPlan } from '../../../src/core/sources/season/read.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { begin, draftsOf, openSites, type Site, work } from '../generations/support/generations.js'
import { aFeed, entriesOf, itemsOf, lookAtAll, noticesOf, publish, settle } from '../feeds/support/feeds.js'
import { seasonal, withTrends } from './support/season.js'
import { aTrend } from '../trends/support/trend-fixtures.js'

const { db } = await aDatabase()
const aWebsite = openSites(db)
beforeEach(async () => {
  await db.sql`delete from trend_answers`
  await db.sql`delete from trend_refusals`
})

const KEYWORD = 'christmas table'
const NAMES = ['christmas-table-oak', 'christmas-table-pine', 'christmas-table-ash', 'garden-gate']

const planOf = ({ deps, actor, accountId }: Site, as = actor) => readSeasonPlan(deps, as, { accountId })
const press = ({ deps, actor, accountId }: Site, as = actor) => draftTheme(deps, as, { accountId, keyword: KEYWORD })
const asRole = ({ actor }: Site, role: 'viewer' | 'contributor', userId = actor.userId) => ({ ...actor, role, userId })

/** A feed of which three pages about the theme wait, and one about something else. */
async function withPages(names: readonly string[] = NAMES): Promise<{ site: Site; feed: Feed }> {
  const site = await aWebsite()
  await db.sql`update boards set name = 'Christmas table' where organization_id = ${site.organizationId} and id = '102'`
  publish(site, itemsOf('first'))
  const feed = await aFeed(site, { perDay: 1 })
  await settle(site)
  publish(site, itemsOf('first', ...names))
  site.clock.advance(DAY_MS / 24)
  await db.sql`update feeds set per_day = 1, next_look_at = ${site.clock.now}, due_at = ${site.clock.now} where id = ${feed.id}`
  await lookAtAll(site)
  await withTrends(site, [seasonal(site, KEYWORD, 45)])
  return { site, feed }
}
const themeOf = async (site: Site) => (await planOf(site)).themes[0]!

describe('the plan', () => {
  test('says when a search peaks and since when that is known, what is there for it, and what waits', async () => {
    const { site } = await withPages()
    await aQueuedPost(site, { title: 'A christmas table of oak', at: inDays(site, 3) })
    for (const daysAgo of [20, 200]) {
      const { id } = await aSentPost(site, { title: `Christmas table ${daysAgo}` })
      await db.sql`update posts set send_at = ${inDays(site, -daysAgo)} where organization_id = ${site.organizationId} and id = ${id}`
    }
    const draft = await aDraft(site, { title: 'Our christmas table' })
    const plan = await planOf(site)
    expect(plan).toMatchObject({ hasTrends: true, hasFeeds: true, refusal: null, asOf: dateOf(site.clock.now) })
    expect(plan.themes).toHaveLength(1)
    const [theme] = plan.themes
    const peak = addDates(dateOf(site.clock.now), 45)
    expect(theme).toMatchObject({
      keyword: KEYWORD,
      board: { id: '102', name: 'Christmas table' },
      pins: 2,
      drafts: [{ id: draft.id }],
    })
    expect(Math.abs(Date.parse(theme!.peak!) - Date.parse(peak)) / DAY_MS).toBeLessThanOrEqual(4)
    expect(theme!.startBy).toBe(addDates(theme!.peak!, -45))
    expect(theme!.lastPeak).toBe(addDates(theme!.peak!, -364))
    expect(theme!.pages.map(({ title }) => title).sort()).toEqual([
      'christmas-table-ash',
      'christmas-table-oak',
      'christmas-table-pine',
    ])
  })

  test('counts no pin that was deleted from Pinterest, and its page waits again', async () => {
    const { site } = await withPages()
    const [page] = (await themeOf(site)).pages
    const sent = await aSentPost(site, { title: 'A christmas table', url: page!.url })
    const before = await themeOf(site)
    expect([before.pins, before.pages.length]).toEqual([1, 2])
    await db.sql`
      update posts set pin_deleted_at = ${site.clock.now} where organization_id = ${site.organizationId} and id = ${sent.id}`
    const after = await themeOf(site)
    expect([after.pins, after.pages.length]).toEqual([0, 3])
  })

  test('has at most five themes: the next peak first, then what grows without a season, without a day', async () => {
    const site = await aWebsite()
    const soon = [80, 60, 40, 20].map((days) => seasonal(site, `kitchen ideas ${days}`, days))
    const grows = { ...aTrend('kitchen ideas'), growth: { weekly: 1, monthly: 30, yearly: 4 } }
    const falls = { ...aTrend('kitchen ideas falling'), growth: { weekly: 1, monthly: -30, yearly: -4 } }
    const out = [seasonal(site, 'kitchen ideas late', 150), seasonal(site, 'kitchen ideas past', 3)]
    await withTrends(site, [...soon, ...out, seasonal(site, 'beach outfits', 30)], [falls, grows])
    const { themes } = await planOf(site)
    expect(themes.map(({ keyword }) => keyword)).toEqual([
      ...[20, 40, 60, 80].map((days) => `kitchen ideas ${days}`),
      'kitchen ideas',
    ])
    expect(themes[4]).toMatchObject({ peak: null, startBy: null, lastPeak: null, growth: { monthly: 30 } })
  })

  test('is empty where nothing fits, and says whether Pinterest names searches at all', async () => {
    const site = await aWebsite()
    await withTrends(site, [seasonal(site, 'beach outfits', 30)])
    expect(await planOf(site)).toMatchObject({ themes: [], hasTrends: true, hasFeeds: false })
    await db.sql`update trend_answers set trends = '[]'`
    expect(await planOf(site)).toMatchObject({ themes: [], hasTrends: false })
  })

  test('is refused where Pinterest shows no searches, and goes on with one kind of them', async () => {
    const site = await aWebsite()
    const refuse = () => Promise.reject(new PlatformError('forbidden', 'no'))
    const platform = { ...site.deps.platform, listTrends: refuse } as never
    const refused = readSeasonPlan({ ...site.deps, platform }, site.actor, site)
    await expect(refused).rejects.toMatchObject({ details: { reason: 'platform_trends_forbidden' } })
    await withTrends(site, [seasonal(site, 'kitchen ideas', 40)])
    await db.sql`delete from trend_answers where kind = 'growing'`
    const plan = await readSeasonPlan({ ...site.deps, platform }, site.actor, site)
    expect(plan.themes).toHaveLength(1)
    expect(plan.refusal?.error).toBeInstanceOf(RefusedBecause)
  })

  test('leaves out a page that was pinned or is being drafted, and a draft that waits for approval or failed', async () => {
    const { site, feed } = await withPages()
    const [one, two] = (await themeOf(site)).pages
    await aDraft(site, { title: 'x', url: one!.url })
    await begin(site, two!.url)
    expect((await themeOf(site)).pages).toHaveLength(1)
    const { deps, actor, accountId } = site
    await deleteFeed(deps, actor, { accountId, feedId: feed.id })
    expect((await themeOf(site)).pages).toEqual([])
    await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${site.organizationId}`
    const requested = await aDraft(site, { title: 'Our christmas table' })
    const asContributor = { ...actor, role: 'contributor', via: 'slack', userId: `T${site.organizationId}:U1` } as const
    await db.sql`update posts set created_by = ${asContributor.userId} where organization_id = ${site.organizationId} and id = ${requested.id}`
    const when = { kind: 'at', at: inDays(site, 1) } as const
    await requestApproval(deps, asContributor, await requireAccount(db.sql, actor, accountId), { postId: requested.id, when })
    expect((await themeOf(site)).drafts).toEqual([])
    await db.sql`update approvals set state = 'withdrawn', decided_by = asked_by, decided_at = asked_at where organization_id = ${site.organizationId}`
    expect((await themeOf(site)).drafts).toHaveLength(1)
    await db.sql`
      update posts set failure = '{"reason": "internal_error", "message": "x", "failedAt": "2026-01-01T00:00:00Z", "sendAt": null}'
       where title = 'Our christmas table' and organization_id = ${site.organizationId}`
    expect((await themeOf(site)).drafts).toEqual([])
  })
})

describe('one press', () => {
  test('makes a draft of each page on the best board, in one review with the drafts that waited; a second makes none twice', async () => {
    const { site, feed } = await withPages()
    const waiting = await aDraft(site, { title: 'Our christmas table', boardId: null })
    const made = await press(site)
    expect(made).toMatchObject({ pages: 3, drafts: 1, left: 0, refusal: null, board: { id: '102' } })
    expect(stateOf(made.review)).toEqual(['ready', 'reading', 'reading', 'reading'])
    const again = await press(site)
    expect(again).toMatchObject({ pages: 0, drafts: 1 })
    expect(again.review?.items).toHaveLength(4)
    await work(site)
    const { deps, actor, accountId } = site
    const review = await readReview(deps, actor, { accountId, reviewId: made.review!.id })
    expect(stateOf(review)).toEqual(['ready', 'ready', 'ready', 'ready'])
    const posts = review.items.flatMap(({ state }) => (state.name === 'ready' ? [state.post] : []))
    expect(posts.map(({ boardId }) => boardId)).toEqual(['102', '102', '102', '102'])
    expect(posts[0]!.id).toBe(waiting.id)
    expect(posts.slice(1).every(({ createdBy }) => createdBy === actor.userId)).toBe(true)
    const states = (await entriesOf(site, feed)).filter(({ title }) => title?.startsWith('christmas')).map(({ state }) => state)
    expect(states).toEqual(['drafted', 'drafted', 'drafted'])
    await press(site)
    await work(site)
    expect((await draftsOf(site)).filter(({ url }) => url.includes('christmas-table'))).toHaveLength(3)
    await settle(site)
    expect((await noticesOf(site)).flatMap(({ drafts }) => drafts)).not.toContain(3) // the person sees those of the press
  })

  test('of two people at once makes one draft of each page', async () => {
    const { site } = await withPages()
    const others = [1, 2, 3].map((at) => ({ ...site.actor, userId: `${site.actor.userId}${at}` }))
    const made = await Promise.all([site.actor, site.actor, ...others].map((actor) => press(site, actor)))
    expect(made.reduce((sum, { pages }) => sum + pages, 0)).toBe(3)
    await work(site)
    expect((await draftsOf(site)).filter(({ url }) => url.includes('christmas-table'))).toHaveLength(3)
  })

  test('races the feed, which drafts the same pages, and each has one draft', async () => {
    const { site } = await withPages()
    await db.sql`update feeds set per_day = 30, due_at = ${site.clock.now} where organization_id = ${site.organizationId}`
    await Promise.all([press(site), lookAtAll(site), press(site)])
    await settle(site)
    const urls = (await draftsOf(site)).map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.filter((url) => url.includes('christmas-table'))).toHaveLength(3)
  })

  test('skips what was removed with its feed, and says that nothing waits', async () => {
    const { site, feed } = await withPages()
    const { deps, actor, accountId } = site
    const [made] = await Promise.all([press(site), deleteFeed(deps, actor, { accountId, feedId: feed.id })])
    await work(site)
    expect((await draftsOf(site)).filter(({ url }) => url.includes('christmas-table'))).toHaveLength(made.pages)
    expect((await press(site)).pages).toBe(0)
  })

  test('makes no more than its limit, and the next goes on', async () => {
    const names = Array.from({ length: MOST_OF_A_PRESS.pages + 2 }, (_, at) => `christmas-table-${'abcdefgh'[at]}`)
    const { site } = await withPages([...names, 'garden-gate'])
    await db.sql`update feed_entries set state = 'waiting', generation_id = null where state = 'making' and organization_id = ${site.organizationId}`
    await db.sql`update generations set status = 'failed', failure_code = 'timeout', due_at = null, finished_at = now() where organization_id = ${site.organizationId} and due_at is not null`
    expect(await press(site)).toMatchObject({ pages: MOST_OF_A_PRESS.pages, left: 2, refusal: null })
    expect(await press(site)).toMatchObject({ pages: 2, left: 0 })
  })

  test('begins what there is room for, and says why the rest waits; without any room it is refused', async () => {
    const { site } = await withPages()
    for (let at = 0; at < 8; at++) await begin(site, site.at(`other-${at}.html`))
    const [open] = await db.sql<[{ n: number }]>`
      select count(*)::int as n from generations where organization_id = ${site.organizationId} and due_at is not null`
    const room = 10 - open.n
    const made = await press(site)
    expect(made).toMatchObject({ pages: room, left: 3 - room, refusal: { code: 'TOO_MANY_REQUESTS' } })
    await expect(press(site)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('drafts without a board where none fits', async () => {
    const { site } = await withPages()
    await db.sql`update boards set name = 'Something else' where organization_id = ${site.organizationId}`
    expect(await press(site)).toMatchObject({ pages: 3, board: null })
    await work(site)
    expect((await draftsOf(site)).filter(({ url }) => url.includes('christmas-table'))).toHaveLength(3)
  })

  test('is refused to a viewer, and brings a contributor their own drafts alone', async () => {
    const { site } = await withPages()
    await aDraft(site, { title: 'Our christmas table' })
    expect((await planOf(site, asRole(site, 'viewer'))).themes[0]!.drafts).toHaveLength(1)
    await expect(press(site, asRole(site, 'viewer'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await press(site, asRole(site, 'contributor', 'somebody'))).toMatchObject({ pages: 3, drafts: 0 })
    expect(await press(site, asRole(site, 'contributor'))).toMatchObject({ pages: 0, drafts: 1 })
  })

  test('works where the account is disconnected: drafts need no Pinterest', async () => {
    const { site } = await withPages()
    await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${site.organizationId}`
    expect(await press(site)).toMatchObject({ pages: 3, board: { id: '102' } })
  })

  test('makes no draft of a page again whose draft was deleted', async () => {
    const { site } = await withPages()
    const { deps, actor, accountId } = site
    await press(site)
    await work(site)
    for (const { id, url } of await draftsOf(site))
      if (url.includes('christmas-table')) await deletePost(deps, actor, { accountId, postId: id })
    expect(await press(site)).toMatchObject({ review: null, pages: 0, drafts: 0 })
  })
})

const stateOf = (review: Review | null): string[] => (review?.items ?? []).map(({ state }) => state.name)
