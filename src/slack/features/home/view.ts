/** Both views of Home, from what the core knows: the next pins, and the schedule. */
import type { HomePage } from '../../../../blocks/home/memory.js'
import type { HomeView } from '@slack/types'
import { hasTwelveHours, timeIn } from '../../../../blocks/kit/times.js'
import type { TimeOf } from '../../../../blocks/pins/queue.js'
import { outcomeSection } from '../../../../blocks/pins/lists/outcome-line.js'
import { homeView } from '../../../../blocks/home/view.js'
import { scheduleView } from '../../../../blocks/home/schedule.js'
import { welcomeView } from '../../../../blocks/home/welcome.js'
import type { Account } from '../../../core/accounts/account.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import { readKeptStats, USUAL_STATS_DAYS } from '../../../core/analytics/stats.js'
import { readBalance } from '../../../core/billing/usage.js'
import { listOpenApprovals } from '../../../core/posts/approval/approval.js'
import type { Approval } from '../../../core/posts/approval/model.js'
import { hasRoleOn, isOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import { countFailed } from '../../../core/posts/bulk/fix.js'
import type { Post } from '../../../core/posts/post.js'
import { readFindings } from '../../../core/preflight/store.js'
import { findPost } from '../../../core/posts/store.js'
import { countDrafts, listFailed, listUnresolved } from '../../../core/posts/publish/diagnostics/attention.js'
import { readNextRepeat } from '../../../core/posts/week/next-repeat.js'
import { listPosts } from '../../../core/posts/list.js'
import { readFourWeeks } from '../../../core/slots/calendar/four-weeks.js'
import type { FourWeeks } from '../../../core/ports/charts.js'
import { listOpenSlots } from '../../../core/slots/next-open-slot.js'
import { isShutOut, mayConnect, mayReconnect, readerZone } from '../../people/accounts.js'
import { setUpModelOf } from '../slots/set-up-model.js'
import { cardsOf } from '../pins/cards.js'
import type { SlackDeps } from '../../listener.js'
import { readerOf, writerFor } from '../../reply/for-reader.js'
import { mayRequest, readerRole } from '../../people/rights.js'

const PINS_SHOWN = 5
const ATTENTION_SHOWN = 3
const DRAFTS_SHOWN = 3
const DRAFTS_COUNTED = 100
const SLOTS_SHOWN = 3
const SLOTS_OF_SCHEDULE = 8

/** What both views are made of. */
export type HomeDeps = Pick<SlackDeps, 'db' | 'clock' | 'picturesOf' | 'pictureOf'> & {
  platform: Pick<SlackDeps['platform'], 'pages'>
}
/** `accountId`: whose it is; null: none is connected. */
export type HomeShown = { view: HomeView; accountId: string | null }

/** @param requested of another account it is the first page, or the schedule, of the member's own */
export async function viewOfHome(deps: HomeDeps, member: Member, requested: HomePage | null): Promise<HomeShown> {
  const { view, accountId } = await draw(deps, member, requested)
  return { view: writerFor(readerOf(member), deps.clock)(view), accountId }
}

async function draw(deps: HomeDeps, member: Member, requested: HomePage | null): Promise<HomeShown> {
  const { actor, currentAccountId, locale } = member
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === currentAccountId) ?? accounts[0]
  if (!account) return { view: welcomeView({ canConnect: mayConnect({ actor }), isShutOut: isShutOut(actor) }), accountId: null }
  const from = requested?.accountId === account.id ? requested.cursor : null
  const timezone = readerZone(member, account)
  const timeOf = (at: Date) => timeIn(at, timezone, deps.clock(), locale)
  const place = { accounts, account, from, timeOf, ownZone: member.timezone, locale, hasTwelveHours: hasTwelveHours(locale) }
  const view = await (requested?.shows === 'schedule' ? viewOfSchedule(deps, actor, place) : viewOfPins(deps, actor, place))
  const said = saidNow(requested, deps.clock())
  return { view: said ? { ...view, blocks: [outcomeSection(said), ...view.blocks] } : view, accountId: account.id }
}

/** What the person just did on their Home, for as long as it can be undone. */
export const saidNow = (page: HomePage | null | undefined, now: Date): HomePage['said'] =>
  page?.said && page.said.until > now.getTime() ? page.said : undefined

type Place = {
  accounts: Account[]
  account: Account
  from: string | null
  timeOf: TimeOf
  ownZone: string | null
  locale: string | null
  hasTwelveHours: boolean
}

async function viewOfPins(
  deps: HomeDeps,
  actor: Actor,
  { accounts, account, from, timeOf, ownZone, locale }: Place,
): Promise<HomeView> {
  const accountId = account.id
  const page = { accountId, cursor: null, startDate: null, endDate: null }
  const some = { accountId, limit: ATTENTION_SHOWN + 1 }
  const [queued, newest, drafts, failed, unresolved, waiting, slots, usage, weeks, repeat, stats, setUp] = await Promise.all([
    listPosts(deps, actor, { ...page, cursor: from, status: 'queued', limit: PINS_SHOWN }),
    listPosts(deps, actor, { ...page, status: 'draft', limit: DRAFTS_SHOWN + 2 * ATTENTION_SHOWN }), // some are shown above
    countDrafts(deps, actor, { accountId, upTo: DRAFTS_COUNTED }),
    listFailed(deps, actor, some),
    listUnresolved(deps, actor, some),
    hasRoleOn(actor, accountId, 'scheduler') ? listOpenApprovals(deps, actor, some) : [],
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_SHOWN }),
    readBalance(deps, actor, { accountId }),
    readFourWeeks(deps, actor, { accountId }),
    readNextRepeat(deps, actor, { accountId }),
    account.isBusiness ? readKeptStats(deps, actor, { accountId, count: USUAL_STATS_DAYS }) : undefined,
    account.setUp === 'done' ? undefined : setUpModelOf(deps, { actor, timezone: ownZone, locale }, { accountId }),
  ])
  const mayFix = failed.length > 1 && hasRoleOn(actor, accountId, 'scheduler')
  const [requested, failedOf] = await Promise.all([
    findWaiting(deps, waiting),
    mayFix ? countFailed(deps, actor, { accountId }) : [],
  ])
  const isRequested = new Set(requested.map(({ post }) => post.id)) // shown above already
  const lists = [
    failed,
    unresolved,
    requested.map(({ post }) => post),
    queued.posts,
    newest.posts.filter(({ id, failure }) => failure === null && !isRequested.has(id)).slice(0, DRAFTS_SHOWN),
  ]
  const [firstOpen] = slots
  const lines = new Set<Post>(queued.posts)
  const cards = await cardsOf(deps, actor, lists.flat(), {
    firstOpen: new Map(firstOpen ? [[accountId, firstOpen.at]] : []),
    hasPicture: (post) => !lines.has(post),
  }) // all pictures are waited for together
  const findings = await readFindings(
    deps.db.sql,
    requested.map(({ post }) => post),
  )
  const [failedCards = [], unresolvedCards = [], waitingCards = [], next = [], draftCards = []] = lists.map((posts) =>
    cards.splice(0, posts.length),
  )
  return homeView({
    accounts,
    account,
    role: readerRole(actor, accountId),
    isOrganizationAdmin: isOrganizationAdmin(actor),
    failed: someOf(failedCards),
    failedOf,
    unresolved: someOf(unresolvedCards),
    waiting: someOf(
      waitingCards.flatMap((card, index) => {
        const approval = requested[index]?.approval
        return approval ? [{ approval, card: { ...card, findings: findings.get(card.post.id)?.findings } }] : []
      }),
    ),
    next,
    from,
    cursor: queued.cursor,
    drafts: { newest: draftCards, ...drafts },
    usage,
    openSlots: slots.map(({ at }) => at),
    timeOf,
    canUse: mayRequest(actor, account),
    openThisWeek: openWithin(weeks, 7),
    repeat,
    stats,
    setUp,
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

async function viewOfSchedule(deps: HomeDeps, actor: Actor, place: Place): Promise<HomeView> {
  const { accounts, account, from, timeOf, ownZone, hasTwelveHours } = place
  const accountId = account.id
  const [weeks, slots] = await Promise.all([
    readFourWeeks(deps, actor, { accountId }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_OF_SCHEDULE }),
  ])
  const schedule = { organizationId: account.organizationId, accountId, weeks, hasTwelveHours }
  const picture = await deps.pictureOf({ kind: 'schedule', schedule })
  return scheduleView({
    accounts,
    account,
    from,
    weeks,
    picture,
    canConnect: mayReconnect({ actor }, accountId),
    canUse: mayRequest(actor, account),
    openSlots: slots.map(({ at }) => at),
    timeOf,
    ownZone,
  })
}
