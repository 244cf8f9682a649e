/** Both views of Home, from what the core knows: the next pins, and the schedule. */
import type { HomePage } from '../../../../blocks/home/memory.js'
import type { HomeView } from '@slack/types'
import { homeView } from '../../../../blocks/home/view.js'
import { scheduleView } from '../../../../blocks/home/schedule.js'
import { welcomeView } from '../../../../blocks/home/welcome.js'
import type { Account } from '../../../core/accounts/account.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import { readKeptStats, USUAL_STATS_DAYS } from '../../../core/analytics/stats.js'
import { readUsage } from '../../../core/billing/usage.js'
import { listOpenApprovals } from '../../../core/posts/approval/approval.js'
import type { Approval } from '../../../core/posts/approval/model.js'
import { hasRole } from '../../../core/accounts/people/roles.js'
import type { Post } from '../../../core/posts/post.js'
import { findPost } from '../../../core/posts/store.js'
import { countDrafts, listFailed, listUnresolved } from '../../../core/posts/publish/diagnostics/attention.js'
import { listPosts } from '../../../core/posts/list.js'
import { readFourWeeks } from '../../../core/slots/calendar/four-weeks.js'
import type { FourWeeks } from '../../../core/ports/charts.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { mayConnect } from '../../people/accounts.js'
import { cardsOf } from '../pins/cards.js'
import type { SlackDeps } from '../../listener.js'
import { mayRequest } from '../../people/rights.js'

const PINS_SHOWN = 5
const ATTENTION_SHOWN = 3
const DRAFTS_SHOWN = 3
const DRAFTS_COUNTED = 100
const SLOTS_SHOWN = 3
const SLOTS_OF_SCHEDULE = 8

/** What both views are made of. */
export type HomeDeps = Pick<SlackDeps, 'db' | 'clock' | 'picturesOf' | 'pictureOf'>
/** `accountId`: whose it is; null: none is connected. */
export type HomeShown = { view: HomeView; accountId: string | null }

/** @param requested of another account it is the first page, or the schedule, of the member's own */
export async function viewOfHome(
  deps: HomeDeps,
  { actor, currentAccountId }: Member,
  requested: HomePage | null,
): Promise<HomeShown> {
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === currentAccountId) ?? accounts[0]
  if (!account) return { view: welcomeView(mayConnect({ actor })), accountId: null }
  const from = requested?.accountId === account.id ? requested.cursor : null
  const place = { accounts, account, from }
  const view = await (requested?.shows === 'schedule' ? viewOfSchedule(deps, actor, place) : viewOfPins(deps, actor, place))
  return { view, accountId: account.id }
}

type Place = { accounts: Account[]; account: Account; from: string | null }

async function viewOfPins(deps: HomeDeps, actor: Actor, { accounts, account, from }: Place): Promise<HomeView> {
  const accountId = account.id
  const page = { accountId, cursor: null, startDate: null, endDate: null }
  const some = { accountId, limit: ATTENTION_SHOWN + 1 }
  const [queued, newest, drafts, failed, unresolved, waiting, slots, usage, weeks, stats] = await Promise.all([
    listPosts(deps, actor, { ...page, cursor: from, status: 'queued', limit: PINS_SHOWN }),
    listPosts(deps, actor, { ...page, status: 'draft', limit: DRAFTS_SHOWN }),
    countDrafts(deps, actor, { accountId, upTo: DRAFTS_COUNTED }),
    listFailed(deps, actor, some),
    listUnresolved(deps, actor, some),
    hasRole(actor, 'scheduler') ? listOpenApprovals(deps, actor, some) : [],
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_SHOWN }),
    readUsage(deps, actor, { accountId }),
    readFourWeeks(deps, actor, { accountId }),
    account.isBusiness ? readKeptStats(deps, actor, { accountId, count: USUAL_STATS_DAYS }) : undefined,
  ])
  const requested = await findWaiting(deps, waiting)
  const lists = [
    failed,
    unresolved,
    requested.map(({ post }) => post),
    queued.posts,
    newest.posts.filter((post) => post.failure === null),
  ]
  const cards = await cardsOf(deps, actor, lists.flat()) // all pictures are waited for together
  const [failedCards = [], unresolvedCards = [], waitingCards = [], next = [], draftCards = []] = lists.map((posts) =>
    cards.splice(0, posts.length),
  )
  return homeView({
    accounts,
    account,
    role: actor.role,
    failed: someOf(failedCards),
    unresolved: someOf(unresolvedCards),
    waiting: someOf(
      waitingCards.flatMap((card, index) => (requested[index] ? [{ approval: requested[index].approval, card }] : [])),
    ),
    next,
    from,
    cursor: queued.cursor,
    drafts: { newest: draftCards, ...drafts },
    usage,
    openSlots: slots.map(({ at }) => at),
    canUse: mayRequest(actor, account),
    openThisWeek: openWithin(weeks, 7),
    stats,
  })
}

const someOf = <T>(found: T[]) => ({ listed: found.slice(0, ATTENTION_SHOWN), isMore: found.length > ATTENTION_SHOWN })

/** A pin may have been deleted since the request. */
async function findWaiting(deps: HomeDeps, waiting: Approval[]): Promise<{ approval: Approval; post: Post }[]> {
  const found = await Promise.all(waiting.map(async (approval) => ({ approval, post: await findPost(deps.db.sql, approval) })))
  return found.flatMap(({ approval, post }) => (post ? [{ approval, post }] : []))
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
  const schedule = { organizationId: account.organizationId, accountId, weeks }
  const picture = await deps.pictureOf({ kind: 'schedule', schedule })
  return scheduleView({
    ...{ accounts, account, from, weeks, picture },
    canConnect: mayConnect({ actor }),
    canUse: mayRequest(actor, account),
    openSlots: slots.map(({ at }) => at),
  })
}
