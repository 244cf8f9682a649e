/** Suggests what an account should begin with now, from stored answers: Pinterest is not called. @see docs/slack.md#digest */
import type { Account } from '../../accounts/account.js'
import { publicBoards } from '../../boards/board.js'
import { findBoards } from '../../boards/cache.js'
import { addDates, dateOf } from '../../lib/time.js'
import type { PlatformTrend } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'
import { prepare } from '../relevance/score.js'
import { KEPT_DAYS } from './answers.js'
import { trendRegionOf } from './read.js'
import { seasonOf } from './seasons.js'

/** `board`: the best fitting one of the account's public boards; null: none. */
export type Suggestion = { keyword: string; peak: string; startBy: string; board: { id: string; name: string } | null }

const MOST = 3
/** Days before and after `startBy` in which it is suggested, and the fewest days to the peak. */
const WINDOW = { before: 14, behind: 21, toPeak: 14 }
/** Limits of the comparison: boards of an account, and trends in their window. */
const MOST_BOARDS = 200
const MOST_TRENDS = 50
/** The lowest score of a board's name. */
const FITS = 0.55

/**
 * Returns at most three whose time to begin is near, those that fit a board first. Those without a board are only for accounts
 * that chose interests.
 */
export async function suggestSeasons(sql: Sql, account: Account, now: Date): Promise<Suggestion[]> {
  const today = dateOf(now)
  const near = (await findSeasonal(sql, account, today)).filter(
    ({ peak, startBy }) =>
      startBy >= addDates(today, -WINDOW.behind) &&
      startBy <= addDates(today, WINDOW.before) &&
      peak >= addDates(today, WINDOW.toPeak),
  )
  if (near.length === 0) return []
  const boards = publicBoards(await findBoards(sql, account)).slice(0, MOST_BOARDS)
  const placed = near.slice(0, MOST_TRENDS).map((one) => ({ ...one, ...bestOf(one.keyword, boards) }))
  const fitting = placed.filter(({ board }) => board !== null).sort((one, other) => other.score - one.score)
  const others = account.trendInterests.length > 0 ? placed.filter(({ board }) => board === null) : []
  return [...fitting, ...others].slice(0, MOST).map(({ keyword, peak, startBy, board }) => ({ keyword, peak, startBy, board }))
}

/** Sorts trends that fit a public board first, each with its best board. */
export async function boardsFirst<T extends { keyword: string }>(
  sql: Sql,
  account: Account,
  trends: readonly T[],
): Promise<(T & Pick<Suggestion, 'board'>)[]> {
  const boards = publicBoards(await findBoards(sql, account)).slice(0, MOST_BOARDS)
  const placed = trends.slice(0, MOST_TRENDS).map((trend) => ({ ...trend, board: bestOf(trend.keyword, boards).board }))
  return [...placed.filter(({ board }) => board !== null), ...placed.filter(({ board }) => board === null)]
}

function bestOf(keyword: string, boards: readonly { id: string; name: string }[]): Pick<Suggestion, 'board'> & { score: number } {
  const scorer = prepare(keyword)
  let best: ReturnType<typeof bestOf> = { board: null, score: 0 }
  for (const { id, name } of boards) {
    const score = scorer({ title: name, description: '' })
    if (score >= FITS && score > best.score) best = { board: { id, name }, score }
  }
  return best
}

/** Reads the newest answers in their order, each keyword once. */
async function findSeasonal(sql: Sql, account: Account, today: string): Promise<Omit<Suggestion, 'board'>[]> {
  const rows = await sql<{ trends: PlatformTrend[] }[]>`
    select distinct on (kind, interest) trends
      from trend_answers
     where region = ${trendRegionOf(account)}
       and kind in ('seasonal', 'growing')
       and interest = any (${account.trendInterests.length > 0 ? account.trendInterests : ['']})
       and day <= ${today}
       and day >= ${addDates(today, -KEPT_DAYS)}
       and jsonb_array_length(trends) > 0
     order by kind desc, interest, day desc`
  const found = new Map<string, Omit<Suggestion, 'board'>>()
  for (const { keyword, weeks } of rows.flatMap(({ trends }) => trends)) {
    const season = seasonOf(weeks, today)
    const key = keyword.toLowerCase()
    if (season && !found.has(key)) found.set(key, { keyword, ...season })
  }
  return [...found.values()]
}
