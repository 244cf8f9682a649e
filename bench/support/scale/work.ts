/** What is measured: what people and clients ask of one large team, and what the service does over all teams. */
import { claimAccount, planAccountJobs } from '../../../src/core/accounts/account-jobs.js'
import type { Account } from '../../../src/core/accounts/account.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { listBestPins } from '../../../src/core/insight/analytics/digest-pins.js'
import { lastWeekOf, readDigest } from '../../../src/core/insight/analytics/digest.js'
import { readWeekAhead } from '../../../src/core/insight/analytics/week-ahead.js'
import { listActs } from '../../../src/core/audit/list.js'
import { areHomesDue } from '../../../src/core/notices/claim-homes.js'
import { addDates } from '../../../src/core/lib/time.js'
import { claimOutbox, nextOutboxDue } from '../../../src/core/notices/claim.js'
import type { Deps, Storage } from '../../../src/core/ports/deps.js'
import { listPosts } from '../../../src/core/posts/list.js'
import { claimPosts } from '../../../src/core/publish/claim/claim.js'
import { listDue, nextPublishDue } from '../../../src/core/publish/claim/due.js'
import { readBacklog } from '../../../src/core/publish/diagnostics/backlog.js'
import { listUpcomingMedia, listUpcomingPlaces, listUpcomingTokenEnds } from '../../../src/core/publish/prefetch/upcoming.js'
import { listStuck } from '../../../src/core/publish/diagnostics/stuck.js'
import { claimTags } from '../../../src/core/publish/tags.js'
import { claimVideos } from '../../../src/core/publish/prefetch/video-claim.js'
import { searchPosts } from '../../../src/core/posts/search.js'
import { lockPosts } from '../../../src/core/posts/store.js'
import { listOpenSlots } from '../../../src/core/slots/next-open-slot.js'
import { claimDeliveries, nextDeliveryDue } from '../../../src/core/webhooks/claim.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { viewOfHome } from '../../../src/slack/features/home/view.js'
import type { Pool } from '../../../src/db/pool.js'
import { testDeps, type World } from '../../../test/support/world.js'
import { must } from '../slots/figures.js'
import { costOf, type Cost, takenBack } from '../../../test/core/growth/support/cost.js'
import { LARGE } from '../../../test/core/growth/support/many-teams.js'

export type Row = { name: string; cost: Cost }

/** What Slack never said of them. */
const UNKNOWN = { timezone: null, locale: null }
const PAGE = 50
const HOUR_MS = 3_600_000
/** They ask the platform or websites whatever there is. */
const FOREIGN = new Set(['preflight', 'trends'])

/** Of the one large team, then over all. @param report after each */
export async function measureAll(db: Pool, world: World, report: (row: Row) => void): Promise<void> {
  const deps = depsOf(db, world)
  const of = async (name: string, work: () => Promise<unknown>) => report({ name, cost: await costOf(db, work) })
  await ofTheLargeTeam(deps, of)
  await overAll(deps, of)
}

function depsOf(db: Pool, { clock }: World): Deps {
  const storage = { remove: async () => {} } as unknown as Storage // of it nothing else is used
  return testDeps(db, clock, { storage })
}

type Measure = (name: string, work: () => Promise<unknown>) => Promise<void>

async function ofTheLargeTeam(deps: Deps, of: Measure): Promise<void> {
  const { sql } = deps.db
  const actor = { organizationId: LARGE, via: 'api', role: 'admin', userId: 'key:1' } as const
  const accountId = LARGE
  const account: Account = await requireAccount(sql, actor, accountId)
  const now = deps.clock()
  const all = { accountId, limit: PAGE, cursor: null, startDate: null, endDate: null }
  await of('list of queued pins', () => listPosts(deps, actor, { ...all, status: 'queued' }))
  const sent = { startDate: new Date(now.getTime() - 30 * 24 * HOUR_MS), endDate: now }
  await of('list of published pins', () => listPosts(deps, actor, { ...all, ...sent, status: 'sent' }))
  await of('next open slot', () => listOpenSlots(deps, actor, { accountId, limit: 1 }))
  const [one, ...others] = (await listPosts(deps, actor, { ...all, status: 'queued' })).posts.map(({ id }) => id)
  must(one !== undefined, 'the large team has no pins')
  await of('lock of a pin', () => deps.db.tx((tx) => lockPosts(tx, account, { postIds: [one] })))
  await of('lock of fifty pins', () => deps.db.tx((tx) => lockPosts(tx, account, { postIds: [one, ...others] })))
  const member = { actor: { ...actor, via: 'slack' as const, userId: `T${LARGE}:U${LARGE}` }, role: 'admin' as const }
  const drawing = { ...deps, picturesOf: async (asked: readonly unknown[]) => asked.map(() => null), pictureOf: async () => null }
  await of('Home', () => viewOfHome(drawing, { ...member, currentAccountId: accountId, ...UNKNOWN }, null))
  const week = lastWeekOf(account, now)
  await of('digest', () => readDigest(deps, actor, { accountId, week }))
  await of('  its week ahead', () => readWeekAhead(sql, account, now))
  await of('  its best pins', () => listBestPins(sql, account, { startDate: week, endDate: addDates(week, 6) }))
  await of('search without a result', () => searchPosts(deps, actor, { accountId, words: 'zeppelin', limit: 10 }))
  await of('audit of the team', () => listActs(sql, { organizationId: LARGE, limit: PAGE }))
}

async function overAll(deps: Deps, of: Measure): Promise<void> {
  const { db, clock } = deps
  const { sql } = db
  const now = clock()
  const soon = new Date(now.getTime() + HOUR_MS)
  await of('look and claim of 20', () =>
    takenBack(db, async (tx) => {
      const due = await listDue(tx, { now: soon, limit: 20 })
      must((await claimPosts(tx, due, soon)).length > 0, 'nothing was claimed')
    }),
  )
  await of('next due time', () => nextPublishDue(sql, now))
  await of('pictures and tokens of the next minute', async () => {
    await listUpcomingMedia(sql, now)
    await listUpcomingTokenEnds(sql, now)
    await listUpcomingPlaces(sql, [], now)
  })
  await of('claim of 10 notices', () =>
    takenBack(db, (tx) => claimOutbox({ sql: tx, tx: (work) => work(tx) }, { now, limit: 10 })),
  )
  await of('next due notice', () => nextOutboxDue(sql, now))
  await of('claim of 20 deliveries', () =>
    takenBack(db, async (tx) => {
      const room = { now, limit: 20, suspects: 16 }
      must((await claimDeliveries({ sql: tx, isDistributed: async () => false }, room)).length > 0, 'no delivery was claimed')
    }),
  )
  await of('next due delivery', () => nextDeliveryDue(db, { now }))
  await of('claims of videos and tags', () =>
    takenBack(db, async (tx) => {
      await claimVideos({ sql: tx, tx: (work) => work(tx) }, { now, uploads: 2, looks: 8, busy: [] })
      await claimTags(tx, { now, limit: 4 })
    }),
  )
  await of('whether a Home is to be shown', () => areHomesDue(sql, now))
  await of('scrape of the metrics', () => readBacklog(db, now))
  await of('what is stuck', () => listStuck(sql, { organizationId: null, limit: 20 }, now))
  await of('audit of all teams', () => listActs(sql, { limit: PAGE }))
  await of('whose turn it is', async () => {
    await planAccountJobs(sql, 'boards', now)
    await takenBack(db, (tx) => claimAccount(tx, 'boards', { busy: [], now: soon }))
  })
  for (const tick of TICKS) if (!FOREIGN.has(tick.job)) await of(`tick ${tick.job}, nothing to do`, () => tick.run(deps))
}
