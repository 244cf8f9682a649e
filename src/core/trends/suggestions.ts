/** What an account should begin with now, of what is kept: Pinterest is not asked. @see docs/slack.md#digest */
import type { Account } from '../accounts/account.js'
import { publicBoards } from '../boards/board.js'
import { findBoards } from '../boards/cache.js'
import { addDates, dateOf } from '../lib/time.js'
import type { PlatformTrend } from '../ports/platform.js'
import type { Sql } from '../ports/deps.js'
import { prepare } from '../relevance/score.js'
import { KEPT_DAYS } from './answers.js'
import { trendRegionOf } from './read.js'
import { seasonOf } from './seasons.js'

/** `board`: of the account's public ones, the one that it fits best; null: none. */
export type Suggestion = { keyword: string; peak: string; startBy: string; board: { id: string; name: string } | null }

const MOST = 3
/** Days before and behind `startBy` in which it is worth a word, and least days to the peak. */
const WINDOW = { before: 14, behind: 21, toPeak: 14 }
/** Compared: boards of an account, and what is in its window. */
const MOST_BOARDS = 200
const MOST_TRENDS = 50
/** Least score of a board's name. */
const FITS = 0.55

/** At most three whose time to begin is near. What fits a board comes first; what fits none is for accounts that chose their interests. */
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

/** For people: those that fit a public board of the account first, each with the board it fits best. */
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

/** Of the newest answers, as ranked, a keyword once. */
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
