/** Plans a season: searches that peak soon or grow, with what an account has for them and what waits to be drafted. */
import { requireAccount } from '../../accounts/accounts.js'
import type { BoardDeps } from '../../boards/board-deps.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { addDates, dateOf } from '../../lib/time.js'
import type { TrendDeps } from '../../insight/trends/ask.js'
import { readTrends, type Trend, TRENDS, type Trends } from '../../insight/trends/read.js'
import { LEAD_DAYS } from '../../insight/trends/seasons.js'
import { boardsFirst } from '../../insight/trends/suggestions.js'
import { findMaterial, type Material } from './material.js'

/** The most themes of a plan. */
export const MOST_THEMES = 5
/** Days to the peak: later ones need no pins yet, and pins for earlier ones are found too late. */
export const TO_PEAK = { least: 14, most: 2 * LEAD_DAYS }
/** The most searches whose material is looked for. */
const MOST_CANDIDATES = { seasonal: 12, growing: 6 }
/** The days of 52 weeks, as seasons are moved by whole weeks. */
const YEAR_DAYS = 364

export type Theme = Pick<Trend, 'keyword' | 'growth' | 'peak' | 'startBy'> & {
  /** The UTC day on which last year's best week ended, from which `peak` follows; null: no clear season, so no day is known. */
  lastPeak: string | null
  /** The best fitting public board; null: none fits. */
  board: { id: string; name: string } | null
} & Material

export type SeasonPlan = Pick<Trends, 'region' | 'asOf' | 'refusal'> & {
  themes: Theme[]
  /** False when Pinterest names no searches for the region. */
  hasTrends: boolean
  hasFeeds: boolean
}

/**
 * Reads the plan; free, and changes nothing. Searches with a season come first, the next to begin at the top. What fits neither
 * a board nor anything that the account has is left out, unless the account chose interests.
 * @throws as readTrends(), when neither kind of searches is known
 */
export async function readSeasonPlan(
  deps: TrendDeps & BoardDeps,
  actor: Actor,
  { accountId }: { accountId: string },
): Promise<SeasonPlan> {
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, accountId)
  const { seasonal, growing, ...facts } = await readBoth(deps, actor, accountId)
  const today = dateOf(deps.clock())
  const [from, until] = [addDates(today, TO_PEAK.least), addDates(today, TO_PEAK.most)]
  const all = new Map([...seasonal, ...growing].map((trend) => [trend.keyword.toLowerCase(), trend]))
  const near = [...all.values()].filter(({ peak }) => peak !== null && peak >= from && peak <= until).sort(byPeak)
  const rising = growing.filter(({ peak, growth }) => peak === null && Math.max(growth.monthly ?? 0, growth.yearly ?? 0) > 0)
  const candidates = [
    ...(await boardsFirst(sql, account, near)).slice(0, MOST_CANDIDATES.seasonal),
    ...(await boardsFirst(sql, account, rising)).slice(0, MOST_CANDIDATES.growing),
  ]
  const keywords = candidates.map(({ keyword }) => keyword)
  const material = await findMaterial(sql, actor, account, keywords, deps.clock())
  const themes = candidates
    .map(({ keyword, growth, peak, startBy, board }, at): Theme => {
      const lastPeak = peak === null ? null : addDates(peak, -YEAR_DAYS)
      return { keyword, growth, peak, startBy, lastPeak, board, ...material[at]! } // one for each
    })
    .filter((theme) => account.trendInterests.length > 0 || concerns(theme))
    .sort(byPeak)
  const [{ hasFeeds }] = await sql<[{ hasFeeds: boolean }]>`
    select exists (select 1 from feeds where organization_id = ${account.organizationId} and account_id = ${account.id}) as "hasFeeds"`
  return { ...facts, themes: themes.slice(0, MOST_THEMES), hasTrends: all.size > 0, hasFeeds }
}

const concerns = ({ board, pins, drafts, pages }: Theme): boolean =>
  board !== null || pins > 0 || drafts.length > 0 || pages.length > 0

type Peaking = Pick<Trend, 'peak'>
/** Sorts those without a peak last. */
const byPeak = (one: Peaking, other: Peaking): number => (one.peak ?? '9').localeCompare(other.peak ?? '9')

/** Reads both kinds of searches; a refusal of one does not discard the other. */
async function readBoth(deps: TrendDeps & BoardDeps, actor: Actor, accountId: string) {
  const read = (type: 'seasonal' | 'growing') => readTrends(deps, actor, { accountId, type, limit: TRENDS.most })
  const [seasonal, growing] = await Promise.allSettled([read('seasonal'), read('growing')])
  const results = [seasonal, growing]
  const found = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const errors = results.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  const [refused] = errors
  const [first] = found
  if (!first || (refused !== undefined && !(refused instanceof DomainError))) throw refused
  const refusal = found.find((one) => one.refusal?.isFirstRefusal)?.refusal ?? first.refusal
  return {
    seasonal: seasonal.status === 'fulfilled' ? seasonal.value.trends : [],
    growing: growing.status === 'fulfilled' ? growing.value.trends : [],
    region: first.region,
    asOf: found.map(({ asOf }) => asOf).sort()[0] ?? first.asOf,
    refusal: refusal ?? (refused instanceof DomainError ? { error: refused, isFirstRefusal: false } : null),
  }
}
