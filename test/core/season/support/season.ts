/** Searches that peak so many days ahead, and a feed of which pages wait. */
import { readAccount } from '../../../../src/core/accounts/accounts.js'
import { trendRegionOf } from '../../../../src/core/insight/trends/read.js'
import { keepAnswer } from '../../../../src/core/insight/trends/answers.js'
import { DAY_MS } from '../../../../src/core/lib/duration.js'
import { addDates, dateOf } from '../../../../src/core/lib/time.js'
import type { PlatformTrend } from '../../../../src/core/ports/platform.js'
import { createFeed } from '../../../../src/core/sources/feeds/create.js'
import type { Feed } from '../../../../src/core/sources/feeds/model.js'
import { claimDueFeeds, workOnFeed } from '../../../../src/core/sources/feeds/work.js'
import { claimDueGenerations, generate } from '../../../../src/core/sources/generations/work.js'
import type { World } from '../../../support/world.js'
import { aPage } from '../../generations/support/page.js'
import { aTrend } from '../../trends/support/trend-fixtures.js'

/** Peaks so many days after the world's day, by the weeks of the last year. */
export const seasonal = ({ clock }: Pick<World, 'clock'>, keyword: string, days: number): PlatformTrend => {
  const last = dateOf(clock.now)
  const lastPeak = Date.parse(addDates(last, days - 364))
  const weeks = Array.from({ length: 52 }, (_, at) => {
    const week = addDates(last, -7 * (51 - at))
    const off = Math.abs(Date.parse(week) - lastPeak) / DAY_MS / 7
    const away = Math.min(off, 52 - off)
    return { week, value: Math.round(5 + 95 * Math.exp(-(away ** 2) / 8)) }
  })
  return aTrend(keyword, weeks)
}

/** Stores today's answers of Pinterest. */
export async function withTrends(
  { deps, actor, accountId }: World,
  trends: readonly PlatformTrend[],
  growing: readonly PlatformTrend[] = [],
): Promise<void> {
  const region = trendRegionOf(await readAccount(deps, actor, { accountId }))
  const day = dateOf(deps.clock())
  await keepAnswer(deps.db.sql, { question: { region, type: 'seasonal', interest: null }, day }, [...trends])
  await keepAnswer(deps.db.sql, { question: { region, type: 'growing', interest: null }, day }, [...growing])
}

type Put = (file: string, bytes: string) => void

/** Polls feeds and makes drafts, as the jobs do. */
export async function workOnAll({ deps }: Pick<World, 'deps'>): Promise<void> {
  for (const one of await claimDueFeeds(deps, 99)) await workOnFeed(deps, one)
  for (let some = await claimDueGenerations(deps, 9); some.length > 0; some = await claimDueGenerations(deps, 9))
    for (const one of some) await generate(deps, one)
}

/** Adds a feed whose draft of the day is made, so that the named pages wait. */
export async function aWaitingFeed(world: World, host: string, put: Put, names: readonly string[]): Promise<Feed> {
  const { deps, actor, accountId } = world
  const item = (name: string) =>
    `<item><title>${name.replaceAll('-', ' ')}</title><link>https://${host}/${name}.html</link></item>`
  const write = (all: readonly string[]) => {
    for (const name of all) put(`${host}/${name}.html`, aPage().replaceAll('a small kitchen', name.replaceAll('-', ' ')))
    put(`${host}/feed.xml`, `<rss version="2.0"><channel><title>Oak</title>${all.map(item).join('')}</channel></rss>`)
  }
  write(['first'])
  const feed = await createFeed(deps, actor, { accountId, url: `https://${host}/feed.xml`, kind: null, perDay: 1, boardId: null })
  await workOnAll(world)
  await deps.db.sql`delete from feed_entries where organization_id = ${world.organizationId} and state = 'making'`
  write(['first', ...names])
  await deps.db.sql`
    update feeds set next_look_at = ${deps.clock()}, due_at = ${deps.clock()}
     where organization_id = ${world.organizationId} and id = ${feed.id}`
  await workOnAll(world)
  return feed
}
