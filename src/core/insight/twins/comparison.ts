/** Compares two versions of a pin at the same age, and says whether one is better. Pure. */
import { DAY_MS } from '../../lib/duration.js'
import { dateOf } from '../../lib/time.js'
import type { PostStatus } from '../../ports/post-status.js'
import { READ_AGE } from '../analytics/pin-days.js'
import { compareShares, neededOf, rateOf, type Share, THRESHOLD } from './proportions.js'

/**
 * The ages in days at which the numbers are looked at, and no others: a look a day would find a winner in every third test. Whole
 * weeks, so that each version has the same weekdays; days are read until the thirtieth.
 */
export const LOOKS = [14, 21] as const
const LAST_LOOK = LOOKS[1]
/** Pinterest distributes pins differently: from this ratio of impressions on, and this distance, it is said. */
const UNEVEN = 2
const FAR_APART_MS = 30 * DAY_MS

/** A day (UTC) that Pinterest has finished counting. */
export type CountedDay = { day: string; impressions: number; outboundClicks: number }

export type Version = {
  postId: string
  title: string | null
  status: PostStatus
  boardId: string | null
  urlKey: string | null
  sendAt: Date | null
  sentAt: Date | null
  /** When it was edited or deleted on Pinterest: days before that count. */
  changed: { at: Date; because: 'edited' | 'deleted' } | null
  days: readonly CountedDay[]
}

/**
 * `waiting`: not both are published · `counting`: too few days count · `no_difference_yet`: at the first look ·
 * `no_difference`: at the last one · `stopped`: the days of the next look will not come.
 */
export const TWIN_STATES = ['waiting', 'counting', 'no_difference_yet', 'no_difference', 'differs', 'stopped'] as const
export const STOPS = ['edited', 'deleted', 'links_differ', 'no_figures'] as const
export const CAVEATS = ['uneven_impressions', 'far_apart', 'boards_differ'] as const

export type Comparison = {
  state: (typeof TWIN_STATES)[number]
  /** How many days of each version are compared: the same ages, of those that are counted for both. */
  days: number
  /** Outbound clicks of impressions in these days, in the order of the versions. */
  shares: readonly [Share, Share]
  /** null: not looked at yet, or too few clicks. */
  pValue: number | null
  /** The version with more clicks for its impressions; null: none is known to be better. */
  winnerPostId: string | null
  /** How many impressions each version would need for a difference of this size; null: there is none, or it was found. */
  neededImpressions: number | null
  stopped: { because: (typeof STOPS)[number]; on: string | null } | null
  caveats: (typeof CAVEATS)[number][]
}

export function compareVersions(versions: readonly [Version, Version], now: Date): Comparison {
  const [a, b] = versions
  const ages = comparedAges(versions)
  const looks = LOOKS.filter((look) => look <= ages.length)
  const decided = looks.map((look) => lookAt(versions, ages.slice(0, look))).find(({ pValue }) => isFound(pValue))
  const days = looks.at(-1) ?? ages.length
  const { shares, pValue } = decided ?? lookAt(versions, ages.slice(0, days))
  const found = decided && (rateOf(shares[0]) > rateOf(shares[1]) ? a : b)
  const stopped = found || looks.length === LOOKS.length ? null : whyStopped(versions, LOOKS[looks.length] ?? LAST_LOOK, now)
  return {
    state: found ? 'differs' : stopped ? 'stopped' : stateOf(versions, looks.length),
    days: decided?.days ?? days,
    shares,
    pValue: looks.length === 0 ? null : pValue,
    winnerPostId: found?.postId ?? null,
    neededImpressions: found || looks.length === 0 ? null : neededOf(...shares),
    stopped,
    caveats: caveatsOf(versions, shares),
  }
}

const isFound = (pValue: number | null) => pValue !== null && pValue < THRESHOLD

function stateOf(versions: readonly Version[], looks: number): Comparison['state'] {
  if (versions.some(({ sentAt }) => sentAt === null)) return 'waiting'
  return (['counting', 'no_difference_yet', 'no_difference'] as const)[looks] ?? 'counting'
}

/** The age in days of what was counted on a day; the day of publication, which is no whole one, is 0. */
const ageOn = (day: string, sentAt: Date): number => (Date.parse(day) - Date.parse(dateOf(sentAt))) / DAY_MS

/** The whole days of a version that count, by age. */
function daysByAge({ sentAt, days, changed }: Version): ReadonlyMap<number, CountedDay> {
  if (sentAt === null) return new Map()
  const until = changed && dateOf(changed.at)
  return new Map(
    days.flatMap((one) => {
      const age = ageOn(one.day, sentAt)
      return age >= 1 && (until === null || one.day < until) ? [[age, one]] : []
    }),
  )
}

/** The first ages at which both versions have a counted day, as many as the last look needs. */
function comparedAges([a, b]: readonly [Version, Version]): number[] {
  const [one, other] = [daysByAge(a), daysByAge(b)]
  return [...one.keys()]
    .filter((age) => other.has(age))
    .sort((x, y) => x - y)
    .slice(0, LAST_LOOK)
}

type Look = { days: number; shares: readonly [Share, Share]; pValue: number | null }

function lookAt([a, b]: readonly [Version, Version], ages: readonly number[]): Look {
  const shares = [shareOf(a, ages), shareOf(b, ages)] as const
  return { days: ages.length, shares, pValue: compareShares(...shares) }
}

function shareOf(version: Version, ages: readonly number[]): Share {
  const days = daysByAge(version)
  const sum = (metric: 'impressions' | 'outboundClicks') =>
    ages.reduce((all, age) => all + Math.max(0, days.get(age)?.[metric] ?? 0), 0)
  const of = sum('impressions')
  return { count: Math.min(sum('outboundClicks'), of), of } // Pinterest may count a click of an earlier impression
}

/** Returns why the days of the look will not come; null: they may. */
function whyStopped(versions: readonly [Version, Version], look: number, now: Date): Comparison['stopped'] {
  const [a, b] = versions
  if (a.urlKey !== b.urlKey) return { because: 'links_differ', on: null }
  for (const { sentAt, changed } of versions) {
    if (changed && sentAt && ageOn(dateOf(changed.at), sentAt) <= look)
      return { because: changed.because, on: dateOf(changed.at) }
  }
  const isReadNoMore = ({ sentAt }: Version) => sentAt !== null && now.getTime() - sentAt.getTime() > READ_AGE.toMs + DAY_MS
  const isOver = versions.every(({ sentAt }) => sentAt !== null) && versions.some((one) => isReadNoMore(one) && lacks(one, look))
  return isOver ? { because: 'no_figures', on: null } : null
}
const lacks = (version: Version, look: number) => daysByAge(version).size < look

function caveatsOf([a, b]: readonly [Version, Version], [one, other]: readonly [Share, Share]): Comparison['caveats'] {
  const isUneven = Math.max(one.of, other.of) >= UNEVEN * Math.min(one.of, other.of) && one.of + other.of > 0
  const isFar = a.sentAt && b.sentAt && Math.abs(a.sentAt.getTime() - b.sentAt.getTime()) > FAR_APART_MS
  return [
    ...(isUneven ? (['uneven_impressions'] as const) : []),
    ...(isFar ? (['far_apart'] as const) : []),
    ...(a.boardId === b.boardId ? [] : (['boards_differ'] as const)),
  ]
}
