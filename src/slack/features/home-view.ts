/** Both views of Home, from what the core knows: the next pins, and the schedule. */
import type { HomeView } from '@slack/types'
import { type HomePage, homeView } from '../../../blocks/home.js'
import { scheduleView } from '../../../blocks/schedule-view.js'
import { welcomeView } from '../../../blocks/welcome.js'
import type { Account } from '../../core/accounts/account.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import type { Member } from '../../core/accounts/members.js'
import type { Actor } from '../../core/actor.js'
import { readKeptStats, USUAL_STATS_DAYS } from '../../core/analytics/stats.js'
import { readUsage } from '../../core/billing/usage.js'
import { listPosts } from '../../core/posts/list.js'
import { type FourWeeks, readFourWeeks } from '../../core/slots/four-weeks.js'
import { listOpenSlots } from '../../core/slots/next-open-slot.js'
import { mayConnect } from '../accounts.js'
import { cardsOf } from '../cards.js'
import type { SlackDeps } from '../listener.js'

const PINS_SHOWN = 5
const SLOTS_SHOWN = 3
const SLOTS_OF_SCHEDULE = 8
/** Among so many of the newest drafts the failed ones are looked for; more are not counted. */
const DRAFTS_READ = 100

/** What both views are made of. */
export type HomeDeps = Pick<SlackDeps, 'db' | 'clock' | 'pictureUrl' | 'scheduleUrl'>

/** @param asked of another account it is the first page, or the schedule, of the member's own */
export async function viewOfHome(deps: HomeDeps, { actor, currentAccountId }: Member, asked: HomePage | null): Promise<HomeView> {
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === currentAccountId) ?? accounts[0]
  if (!account) return welcomeView(mayConnect({ actor }))
  const from = asked?.accountId === account.id ? asked.cursor : null
  const place = { accounts, account, from }
  return asked?.shows === 'schedule' ? viewOfSchedule(deps, actor, place) : viewOfPins(deps, actor, place)
}

type Place = { accounts: Account[]; account: Account; from: string | null }

async function viewOfPins(deps: HomeDeps, actor: Actor, { accounts, account, from }: Place): Promise<HomeView> {
  const accountId = account.id
  const page = { accountId, cursor: null, startDate: null, endDate: null }
  const [queued, drafts, slots, usage, weeks, stats] = await Promise.all([
    listPosts(deps, actor, { ...page, cursor: from, status: 'queued', limit: PINS_SHOWN }),
    listPosts(deps, actor, { ...page, status: 'draft', limit: DRAFTS_READ }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_SHOWN }),
    readUsage(deps, actor, { accountId }),
    readFourWeeks(deps, actor, { accountId }),
    account.isBusiness ? readKeptStats(deps, actor, { accountId, count: USUAL_STATS_DAYS }) : undefined,
  ])
  const failed = drafts.posts.filter(({ failure }) => failure !== null).slice(0, PINS_SHOWN)
  return homeView({
    accounts,
    account,
    canConnect: mayConnect({ actor }),
    failed: await cardsOf(deps, actor, failed),
    next: await cardsOf(deps, actor, queued.posts),
    from,
    cursor: queued.cursor,
    drafts: { count: drafts.posts.length, isMore: drafts.cursor !== null },
    usage,
    openSlots: slots.map(({ at }) => at),
    openThisWeek: openWithin(weeks, 7),
    stats,
  })
}

const openWithin = ({ days }: FourWeeks, count: number): number =>
  days
    .slice(0, count)
    .flatMap(({ hours }) => hours)
    .reduce((sum, { open }) => sum + open, 0)

async function viewOfSchedule(deps: HomeDeps, actor: Actor, { accounts, account, from }: Place): Promise<HomeView> {
  const accountId = account.id
  const [weeks, slots] = await Promise.all([
    readFourWeeks(deps, actor, { accountId }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_OF_SCHEDULE }),
  ])
  const pictureUrl = deps.scheduleUrl({ organizationId: account.organizationId, accountId, weeks })
  return scheduleView({
    ...{ accounts, account, from, weeks, pictureUrl },
    canConnect: mayConnect({ actor }),
    openSlots: slots.map(({ at }) => at),
  })
}
