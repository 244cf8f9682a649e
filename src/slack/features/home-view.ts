/** Both views of Home, from what the core knows: the next pins, and the schedule. */
import type { HomeView } from '@slack/types'
import { type HomePage, homeView } from '../../../blocks/home.js'
import { scheduleView } from '../../../blocks/schedule-view.js'
import type { Account } from '../../core/accounts/account.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import type { Member } from '../../core/accounts/members.js'
import type { Actor } from '../../core/actor.js'
import { readUsage } from '../../core/billing/usage.js'
import { listPosts } from '../../core/posts/list.js'
import { type FourWeeks, readFourWeeks } from '../../core/slots/four-weeks.js'
import { listOpenSlots } from '../../core/slots/next-open-slot.js'
import { cardsOf } from '../cards.js'
import type { SlackDeps } from '../listener.js'

const PINS_SHOWN = 5
const SLOTS_SHOWN = 3
const SLOTS_OF_SCHEDULE = 8
/** Among so many of the newest drafts the failed ones are looked for; more are not counted. */
const DRAFTS_READ = 100

/** @param asked of another account it is the first page, or the schedule, of the member's own */
export async function viewOfHome(
  deps: SlackDeps,
  { actor, currentAccountId }: Member,
  asked: HomePage | null,
): Promise<HomeView> {
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === currentAccountId) ?? accounts[0]
  if (!account) return homeView({ ...NOTHING, accounts, accountId: null })
  const from = asked?.accountId === account.id ? asked.cursor : null
  const place = { accounts, account, from }
  return asked?.shows === 'schedule' ? viewOfSchedule(deps, actor, place) : viewOfPins(deps, actor, place)
}

const NOTHING = {
  failed: [],
  next: [],
  from: null,
  cursor: null,
  drafts: { count: 0, isMore: false },
  usage: null,
  openSlots: [],
  openThisWeek: 0,
}
type Place = { accounts: Account[]; account: Account; from: string | null }

async function viewOfPins(deps: SlackDeps, actor: Actor, { accounts, account, from }: Place): Promise<HomeView> {
  const accountId = account.id
  const page = { accountId, cursor: null, startDate: null, endDate: null }
  const [queued, drafts, slots, usage, weeks] = await Promise.all([
    listPosts(deps, actor, { ...page, cursor: from, status: 'queued', limit: PINS_SHOWN }),
    listPosts(deps, actor, { ...page, status: 'draft', limit: DRAFTS_READ }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_SHOWN }),
    readUsage(deps, actor, { accountId }),
    readFourWeeks(deps, actor, { accountId }),
  ])
  const failed = drafts.posts.filter(({ failure }) => failure !== null).slice(0, PINS_SHOWN)
  return homeView({
    accounts,
    accountId,
    failed: await cardsOf(deps, actor, failed),
    next: await cardsOf(deps, actor, queued.posts),
    from,
    cursor: queued.cursor,
    drafts: { count: drafts.posts.length, isMore: drafts.cursor !== null },
    usage,
    openSlots: slots.map(({ at }) => at),
    openThisWeek: openWithin(weeks, 7),
  })
}

const openWithin = ({ days }: FourWeeks, count: number): number =>
  days
    .slice(0, count)
    .flatMap(({ hours }) => hours)
    .reduce((sum, { open }) => sum + open, 0)

async function viewOfSchedule(deps: SlackDeps, actor: Actor, { accounts, account, from }: Place): Promise<HomeView> {
  const accountId = account.id
  const [weeks, slots] = await Promise.all([
    readFourWeeks(deps, actor, { accountId }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_OF_SCHEDULE }),
  ])
  const pictureUrl = deps.scheduleUrl({ organizationId: account.organizationId, accountId, weeks })
  return scheduleView({ accounts, account, weeks, pictureUrl, openSlots: slots.map(({ at }) => at), from })
}
