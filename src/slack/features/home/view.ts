/** The model of Home: what needs this person, and the next seven days. */
import type { HomePage } from '../../../../blocks/pin/home-memory.js'
import type { HomeView } from '@slack/types'
import { soonIn, zonesText } from '../../../../blocks/kit/times.js'
import { outcomeSection } from '../../../../blocks/pin/lists.js'
import type { WeekRow } from '../../../../blocks/pins/week-row.js'
import { homeView } from '../../../../blocks/home/view.js'
import { reviewerView, welcomeView } from '../../../../blocks/home/welcome.js'
import type { Account } from '../../../core/accounts/account.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { readKeptStats, USUAL_STATS_DAYS } from '../../../core/insight/analytics/stats.js'
import { readBalance } from '../../../core/billing/usage.js'
import { atOneMoment } from '../../../core/lib/rows/load-together.js'
import { before } from '../../../core/lib/duration.js'
import { instantOfDay, wallDayOf } from '../../../core/lib/time.js'
import { countRequestsFor, listRequestAccounts } from '../../../core/posts/approval/requests.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { countFailed } from '../../../core/many/bulk/fix.js'
import { countDrafts, listFailed, listUnresolved } from '../../../core/publish/diagnostics/attention.js'
import { listPosts } from '../../../core/posts/list.js'
import { setUpModelOf } from '../cards/set-up-model.js'
import { readWeek, type WeekEntry } from '../../../core/posts/schedule/week.js'
import { isOnlyAsked, isShutOut, mayConnect, readerZone } from '../../accounts.js'
import { cardsOf } from '../cards/cards.js'
import { laterOf } from '../cards/later.js'
import { isPin, keptRow, rowOf, withoutPictures } from '../cards/read-week.js'
import { drawnWeek, WEEK_PICTURED } from '../cards/week-picture.js'
import type { SlackDeps } from '../../listener.js'
import { readerOf, writerFor } from '../../reply/for-reader.js'
import { mayRequest, readerRole } from '../../people/rights.js'

const ROWS_SHOWN = 6
const ATTENTION_SHOWN = 3
const REQUESTS_COUNTED = 99
const DRAFTS_COUNTED = 99
export type HomeDeps = Pick<SlackDeps, 'db' | 'clock' | 'log' | 'picturesOf' | 'pictureOf'> & {
  platform: Pick<SlackDeps['platform'], 'pages'>
}
/** `accountId`: the account that is shown; null: none is connected. */
export type HomeShown = { view: HomeView; accountId: string | null }

/** @param requested the confirmation to show; that of another account is dropped */
export async function viewOfHome(given: HomeDeps, member: Member, requested: HomePage | null): Promise<HomeShown> {
  const deps = atOneMoment(given)
  const { actor, currentAccountId } = member
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === currentAccountId) ?? accounts[0]
  if (!account && isOnlyAsked(actor)) return { view: await viewOfRequests(deps, actor), accountId: null }
  if (!account) return { view: welcomeView({ canConnect: mayConnect({ actor }), isShutOut: isShutOut(actor) }), accountId: null }
  const view = await viewOfWeek(deps, member, { accounts, account, turn: requested?.turn })
  const said = saidNow(requested, deps.clock())
  const shown = said ? { ...view, blocks: [outcomeSection(said), ...view.blocks] } : view
  return { view: writerFor(readerOf(member), deps.clock)(shown), accountId: account.id }
}

async function viewOfRequests(deps: HomeDeps, actor: Actor): Promise<HomeView> {
  const accounts = await listRequestAccounts(deps, actor)
  const counts = await Promise.all(accounts.map(({ id }) => countRequestsFor(deps, actor, { accountId: id })))
  return reviewerView(accounts.map((account, index) => ({ account, count: counts[index] ?? 0 })))
}

/** Returns the confirmation on Home as long as it can be undone. */
export const saidNow = (page: HomePage | null | undefined, now: Date): HomePage['said'] =>
  page?.said && page.said.until > now.getTime() ? page.said : undefined

type Place = { accounts: Account[]; account: Account; turn: number | undefined }

async function viewOfWeek(deps: HomeDeps, member: Member, { accounts, account, turn }: Place): Promise<HomeView> {
  const { actor, locale } = member
  const accountId = account.id
  const timezone = readerZone(member, account)
  const now = deps.clock()
  const today = wallDayOf(now, timezone)
  const [start, end] = [instantOfDay(today, 0, timezone), instantOfDay(today + 7, 0, timezone)]
  const some = { accountId, limit: ATTENTION_SHOWN + 1 }
  const page = { accountId, cursor: null, status: 'queued', limit: ROWS_SHOWN, startDate: null, endDate: null } as const
  const [week, queued, drafts, failed, unresolved, requests, usage, stats, setUp] = await Promise.all([
    readWeek(deps, actor, { accountIds: [accountId], start, end: before(end, 1), limit: 1, cursor: null, most: WEEK_PICTURED }),
    listPosts(deps, actor, page),
    countDrafts(deps, actor, { accountId, upTo: DRAFTS_COUNTED }),
    listFailed(deps, actor, some),
    listUnresolved(deps, actor, some),
    countRequestsFor(deps, actor, { accountId }),
    readBalance(deps, actor, { accountId }),
    account.isBusiness ? readKeptStats(deps, actor, { accountId, count: USUAL_STATS_DAYS }) : undefined,
    account.setUp === 'done' ? undefined : setUpModelOf(deps, { actor, timezone: member.timezone, locale }, { accountId }),
  ])
  const ahead: WeekEntry[] = [
    ...queued.posts.map((post) => ({ kind: 'pin' as const, at: post.sendAt ?? now, post })), // also late ones of earlier days
    ...week.whole.filter((entry) => entry.kind !== 'pin'),
  ]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(0, ROWS_SHOWN)
  const posts = ahead.flatMap((entry) => (isPin(entry) ? [entry.post] : []))
  const mayFix = failed.length > 1 && hasRoleOn(actor, accountId, 'scheduler')
  const [cards, later, picture, failedOf] = await Promise.all([
    cardsOf(withoutPictures(deps), actor, [...failed, ...unresolved, ...posts], { firstOpen: new Map() }),
    laterOf(deps, member, posts, timezone),
    drawnWeek(deps, member, { entries: week.whole, failed, start, timezone }, 0),
    mayFix ? countFailed(deps, actor, { accountId }) : [],
  ])
  const cardOf = new Map(cards.map((card) => [card.post.id, card]))
  const cardsFor = (of: readonly { id: string }[]) => of.flatMap(({ id }) => cardOf.get(id) ?? [])
  return homeView({
    accounts,
    account,
    role: readerRole(actor, accountId),
    failed: someOf(cardsFor(failed)),
    failedOf,
    unresolved: someOf(cardsFor(unresolved)),
    requests: { count: Math.min(requests, REQUESTS_COUNTED), isMore: requests > REQUESTS_COUNTED },
    totals: week.totals,
    picture,
    rows: ahead.flatMap((entry): WeekRow[] => {
      if (!isPin(entry)) return [entry]
      const card = cardOf.get(entry.post.id)
      if (!card) return []
      const row = { ...rowOf(deps, card), later: later.get(entry.post.id) }
      return [entry.kind === 'waiting' ? keptRow(row, entry.at) : row]
    }),
    zone: zonesText(timezone, account.timezone, now),
    drafts,
    usage,
    timeOf: (at) => soonIn(at, timezone, now, locale),
    canUse: mayRequest(actor, account),
    stats,
    setUp,
    ...(turn !== undefined && { turn }),
  })
}

const someOf = <T>(found: T[]) => ({ listed: found.slice(0, ATTENTION_SHOWN), isMore: found.length > ATTENTION_SHOWN })
