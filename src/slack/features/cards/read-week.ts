/** Reads the model of a list of days. */
import { standstill } from '../../../../blocks/home/account.js'
import { ALL_ACCOUNTS, WEEK_ROWS, type WeekModel, type WeekRef } from '../../../../blocks/pins/week.js'
import type { PinRow, WeekRow } from '../../../../blocks/pins/week-row.js'
import type { Account } from '../../../core/accounts/account.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { atOneMoment } from '../../../core/lib/rows/load-together.js'
import { after, before } from '../../../core/lib/duration.js'
import { notFound } from '../../../core/lib/errors.js'
import { wallDayOf } from '../../../core/lib/time.js'
import { listPosts, type ListPosts } from '../../../core/posts/list.js'
import type { Post } from '../../../core/posts/post.js'
import { labelIn, labelWords } from '../../../core/posts/search.js'
import { listFailed, listUnresolved } from '../../../core/publish/diagnostics/attention.js'
import { MOST_ACCOUNTS, readWeek, type WeekEntry, type WeekPin, type WeekWaiting } from '../../../core/posts/schedule/week.js'
import type { SlackDeps } from '../../listener.js'
import { type Chosen, chosenAccount, mayReconnect } from '../../accounts.js'
import { mayRequest } from '../../people/rights.js'
import { windowIn } from '../../input/queue-window.js'
import { timeIn, zonesText } from '../../../../blocks/kit/times.js'
import { cardsOf, hrefOf, type PostCard } from './cards.js'
import { laterOf } from './later.js'
import { drawnWeek, WEEK_PICTURED } from './week-picture.js'

type WeekDeps = Pick<SlackDeps, 'db' | 'clock' | 'log' | 'picturesOf' | 'pictureOf'> & {
  platform: Pick<SlackDeps['platform'], 'pages'>
}

const UNRESOLVED_SHOWN = 3
const FAILED_PICTURED = 4
const OVERDUE_SHOWN = 5
/** Below this number of pins, later pins are listed, too. */
const FEW = 10
/** The most accounts whose standstill is shown; another block would exceed the limit of the message. */
const STANDSTILL_SHOWN = 2

/**
 * @param known the person's accounts, if they were already read
 * @returns undefined: its words name no week and no day
 * @throws NOT_FOUND
 */
export async function weekOf(given: WeekDeps, member: Member, ref: WeekRef, known?: Chosen): Promise<WeekModel | undefined> {
  const deps = atOneMoment(given)
  const { actor } = member
  const { accounts, account: usual } = known ?? (await chosenAccount(deps, member))
  const shown = accounts.filter(({ id }) => ref.accountId === ALL_ACCOUNTS || id === ref.accountId).slice(0, MOST_ACCOUNTS)
  const [first] = shown
  if (!first) throw notFound('Account')
  const timezone = member.timezone ?? (shown.length === 1 ? first : usual).timezone ?? 'UTC'
  const now = deps.clock()
  const typedAt = ref.at === undefined ? now : new Date(ref.at)
  const words = ref.words ?? ''
  const { label, rest } = labelIn(words)
  const window = windowIn(rest, { now: typedAt, timezone, locale: member.locale })
  if (!window) return undefined
  const isFromToday = rest.trim() === '' && ref.cursor === undefined
  const isPictured = window.isWeek && shown.length === 1 && ref.cursor === undefined && label === undefined
  const [week, waiting, failed] = await Promise.all([
    readWeek(deps, actor, {
      accountIds: shown.map(({ id }) => id),
      start: window.start,
      end: window.end,
      limit: WEEK_ROWS,
      cursor: ref.cursor ?? null,
      most: isPictured ? WEEK_PICTURED : 0,
      label,
    }),
    isFromToday ? listWaiting(deps, member, shown, { endDate: before(window.start, 1), label }) : { unresolved: [], overdue: [] },
    isPictured ? listFailed(deps, actor, { accountId: first.id, limit: FAILED_PICTURED }) : [],
  ])
  const { published, coming, repeats } = week.totals
  const room = isFromToday && week.cursor === null ? FEW - published - coming - repeats : 0
  const later = room > 0 ? await listLater(deps, member, shown, { startDate: after(window.end, 1), limit: room, label }) : []
  const posts = [...week.entries.flatMap((entry) => (isPin(entry) ? [entry.post] : [])), ...later]
  const [cards, laterTimes, picture] = await Promise.all([
    cardsOf(withoutPictures(deps), actor, [...waiting.unresolved, ...waiting.overdue, ...posts], { firstOpen: new Map() }),
    laterOf(deps, member, posts, timezone),
    isPictured ? drawnWeek(deps, member, { entries: week.whole, failed, start: window.start, timezone }) : undefined,
  ])
  const cardOf = new Map(cards.map((card) => [card.post.id, card]))
  const nameOf = shown.length > 1 ? new Map(shown.map(({ id, username }) => [id, username])) : undefined
  const pinRow = (post: Post): PinRow[] => {
    const card = cardOf.get(post.id)
    return card ? [{ ...rowOf(deps, card, nameOf?.get(post.accountId)), later: laterTimes.get(post.id) }] : []
  }
  const rowsOf = (entry: WeekEntry): WeekRow[] => {
    if (entry.kind === 'pin') return pinRow(entry.post)
    if (entry.kind === 'waiting') return pinRow(entry.post).map((row) => keptRow(row, entry.at))
    return [{ ...entry, account: nameOf?.get(entry.accountId) }]
  }
  return {
    ref: { ...ref, ...(words !== '' && { at: typedAt.getTime() }) },
    accounts,
    timezone,
    locale: member.locale,
    zone:
      member.timezone === null ? `Times in ${timezone}` : shown.length > 1 ? undefined : zonesText(timezone, first.timezone, now),
    picture,
    now,
    name: window.name,
    label,
    rows: [...week.entries.flatMap(rowsOf), ...later.flatMap(pinRow)],
    totals: week.totals,
    beside: label === undefined ? window : { before: ofLabel(window.before, label), after: ofLabel(window.after, label) },
    cursor: week.cursor,
    standstill: ref.cursor === undefined ? standstillOf(member, shown) : [],
    unresolved: cards.slice(0, waiting.unresolved.length),
    overdue: waiting.overdue.flatMap(pinRow),
    canMake: shown.some(({ id }) => hasRoleOn(actor, id, 'contributor')),
    canChange: shown.some(({ id }) => hasRoleOn(actor, id, 'scheduler')),
    canUse: shown.some((account) => mayRequest(actor, account)),
    dayOf: (at) => wallDayOf(at, timezone) - wallDayOf(now, timezone),
    timeOf: (at) => timeIn(at, timezone, now, member.locale),
  }
}

const ofLabel = (days: string, label: string) => `${days} ${labelWords(label)}`

/** @param account the account's name, if there are several */
export const rowOf = (deps: Pick<WeekDeps, 'platform'>, card: PostCard, account?: string): PinRow => ({
  kind: 'pin',
  at: card.post.sendAt ?? card.post.createdAt,
  card,
  href: hrefOf(deps, card.post),
  isRepeat: card.post.sourcePostId !== null,
  account,
})

/** The row of a draft at the time of the slot that is kept for it. */
export const keptRow = (row: PinRow, at: Date): PinRow => ({ ...row, at, keptAt: at })

/** True for an entry with a pin of its own, scheduled or waiting for approval. */
export const isPin = (entry: WeekEntry): entry is WeekPin | WeekWaiting => entry.kind === 'pin' || entry.kind === 'waiting'

/** Leaves out pictures: a line shows none, so nothing waits for them. */
export const withoutPictures = <Given extends Pick<SlackDeps, 'picturesOf'>>(deps: Given): Given => ({
  ...deps,
  picturesOf: (wanted: readonly unknown[]) => Promise.resolve(wanted.map(() => null)),
})

/** Lists pins of past days that still wait, and pins with an unknown outcome. */
async function listWaiting(
  deps: WeekDeps,
  { actor }: Member,
  accounts: readonly Account[],
  of: Pick<ListPosts, 'endDate' | 'label'>,
) {
  const query = { status: 'queued', limit: OVERDUE_SHOWN, cursor: null, startDate: null, ...of } as const
  const each = await Promise.all(
    accounts.map(async ({ id: accountId }) => {
      const [unresolved, overdue] = await Promise.all([
        of.label === undefined ? listUnresolved(deps, actor, { accountId, limit: UNRESOLVED_SHOWN }) : [],
        listPosts(deps, actor, { accountId, ...query }),
      ])
      return { unresolved, overdue }
    }),
  )
  return {
    unresolved: each.flatMap(({ unresolved }) => unresolved).slice(0, UNRESOLVED_SHOWN),
    overdue: each.flatMap(({ overdue }) => overdue.posts).slice(0, OVERDUE_SHOWN),
  }
}

/** Lists pins after the shown days, if these have few pins. */
async function listLater(
  deps: WeekDeps,
  { actor }: Member,
  accounts: readonly Account[],
  of: Pick<ListPosts, 'startDate' | 'limit' | 'label'>,
): Promise<Post[]> {
  const query = { status: 'queued', cursor: null, endDate: null, ...of } as const
  const found = await Promise.all(accounts.map(({ id: accountId }) => listPosts(deps, actor, { accountId, ...query })))
  const timeOf = ({ sendAt }: Post) => sendAt?.getTime() ?? 0
  return found
    .flatMap(({ posts }) => posts)
    .sort((a, b) => timeOf(a) - timeOf(b))
    .slice(0, of.limit)
}

const standstillOf = (member: Member, accounts: readonly Account[]) =>
  accounts.flatMap((account) => standstill(account, mayReconnect(member, account.id))).slice(0, STANDSTILL_SHOWN)
