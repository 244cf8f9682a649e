/** Reads what people search for by an account's interests: with seasons, filtered by words, and scored for a board. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import type { BoardDeps } from '../../boards/board-deps.js'
import { requireBoard, requireBoardId } from '../../boards/boards.js'
import { findBoardTexts } from '../../boards/cache.js'
import type { Actor } from '../../lib/actor.js'
import { badRequest, DomainError } from '../../lib/errors.js'
import { dateOf } from '../../lib/time.js'
import type { PlatformTrend } from '../../ports/platform.js'
import { prepareExplain } from '../relevance/explain.js'
import { requireKeyword } from '../relevance/keyword-rule.js'
import { prepare } from '../relevance/score.js'
import { mapInSlices } from '../../lib/work/slices.js'
import { tier, type Tier, TIERS } from '../relevance/tiers.js'
import { type Answer, readAnswer, type WaitLimits, type TrendDeps } from './ask.js'
import { type Interest, INTERESTS, type Region, REGIONS, TREND_TYPES, type TrendType } from '../../accounts/trend-questions.js'
import { regionOf } from './regions.js'
import { seasonOf } from './seasons.js'

export const TRENDS = { least: 1, most: 50, usual: 20 }
/** Instead of an interest: ignores the account's interests. */
export const ANY_INTEREST = 'any'

export type TrendsInput = {
  accountId: string
  /** Default `growing`. */
  type?: TrendType | undefined
  /** Default: the account's, else that of its time zone. */
  region?: Region | undefined
  /** Default: the account's interests; without any, all people. */
  interest?: Interest | typeof ANY_INTEREST | undefined
  /** Limits the list to trends that contain all of these words, in any form. */
  words?: string | undefined
  /** Scores each trend for this board and sorts the best first. */
  boardId?: string | undefined
  /** 1 to 50, default 20. */
  limit?: number | undefined
}

export type Trend = PlatformTrend & {
  /** UTC days; null: no clear season. */
  peak: string | null
  startBy: string | null
  /** null: no board was named. */
  fit: Tier | null
}

export type Trends = {
  region: Region
  type: TrendType
  /** The UTC day of the answer; of several, the oldest. */
  asOf: string
  /** Trends in the platform's order, several interests alternating; with a board, sorted by fit first. */
  trends: Trend[]
  /** Why some of it is not of today, for display. `isFirstRefusal`: true once for each account and cause. */
  refusal: Answer['refusal']
}

/** Returns the region for requests that name none. */
export const trendRegionOf = ({ trendRegion, timezone }: Pick<Account, 'trendRegion' | 'timezone'>): Region =>
  trendRegion ?? regionOf(timezone)

/**
 * Reads trends; free, and changes nothing. Today's answer is shared by all accounts; an older one is used where Pinterest gives
 * none.
 * @throws NOT_FOUND account, board · BAD_REQUEST type, region, interest, words, boardId, limit
 * @throws FORBIDDEN platform_trends_forbidden · UNPROCESSABLE_ENTITY platform_reconnect_required · SERVICE_UNAVAILABLE ·
 * GATEWAY_TIMEOUT platform_timeout: Pinterest gives none and no earlier one is stored; or it had to be called for the board
 * @see docs/contract.md#trends
 */
export async function readTrends(
  deps: TrendDeps & BoardDeps,
  actor: Actor,
  { accountId, ...input }: TrendsInput,
  limits?: WaitLimits,
): Promise<Trends> {
  const wanted = requireWanted(input) // forms come before whether what they name is there
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const board = wanted.boardId === null ? null : await findBoard(deps, account, wanted.boardId)
  const region = wanted.region ?? trendRegionOf(account)
  const interests = wanted.interest === undefined ? interestsOf(account) : [wanted.interest]
  const { answers, refusal } = await answersOf(
    interests.map((interest) => readAnswer(deps, account, { region, type: wanted.type, interest }, limits)),
  )
  const chosen = await withWords(inTurn(answers.map(({ trends }) => trends)), wanted.words)
  const fitted = await fittedTo(chosen, board)
  const today = dateOf(deps.clock())
  return {
    region,
    type: wanted.type,
    asOf: answers.map(({ day }) => day).sort()[0]!, // each of the interests has its answer, or one of them was thrown
    trends: fitted.slice(0, wanted.limit).map(({ trend, fit }) => {
      const season = seasonOf(trend.weeks, today)
      return { ...trend, peak: season?.peak ?? null, startBy: season?.startBy ?? null, fit }
    }),
    refusal,
  }
}

/** Returns what people should see: trends that fit the named board; all without a board, or if none fits. */
export function worthListing(trends: readonly Trend[]): readonly Trend[] {
  const fitting = trends.filter(({ fit }) => fit !== null && fit !== 'poor')
  return fitting.length > 0 ? fitting : trends
}

function requireWanted({
  type = 'growing',
  region,
  interest,
  words,
  boardId,
  limit = TRENDS.usual,
}: Omit<TrendsInput, 'accountId'>) {
  requireOneOf('type', type, TREND_TYPES)
  if (region !== undefined) requireOneOf('region', region, REGIONS)
  if (interest !== undefined) requireOneOf('interest', interest, [...INTERESTS, ANY_INTEREST])
  const { least, most } = TRENDS
  if (!Number.isInteger(limit) || limit < least || limit > most)
    throw badRequest('limit', (of) => `${of('limit')} must be a whole number from ${least} to ${most}.`)
  return {
    type,
    region,
    limit,
    interest: interest === ANY_INTEREST ? null : interest,
    words: words === undefined ? null : requireKeyword(words, 'words'),
    boardId: boardId === undefined ? null : requireBoardId(boardId),
  }
}

function requireOneOf(field: string, value: string, all: readonly string[]): void {
  if (!all.includes(value)) throw badRequest(field, (of) => `${of(field)} must be one of ${all.join(', ')}.`)
}

export const interestsOf = ({ trendInterests }: Account): (Interest | null)[] =>
  trendInterests.length > 0 ? trendInterests : [null]

/** Collects answers; a failure does not discard the others. @throws the first error, when all of them failed */
async function answersOf(asked: Promise<Answer>[]): Promise<{ answers: Answer[]; refusal: Answer['refusal'] }> {
  const all = await Promise.allSettled(asked)
  const answers = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const errors = all.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  const refused = errors.filter((error) => error instanceof DomainError)
  if (refused.length < errors.length || answers.length === 0)
    throw errors.find((error) => !(error instanceof DomainError)) ?? errors[0]
  const refusals = [
    ...answers.flatMap(({ refusal }) => refusal ?? []),
    ...refused.map((error) => ({ error, isFirstRefusal: false })),
  ]
  return { answers, refusal: refusals.find(({ isFirstRefusal: isFirstRefusal }) => isFirstRefusal) ?? refusals[0] ?? null }
}

/** Alternates between the lists; each keyword once. */
function inTurn(answers: readonly PlatformTrend[][]): PlatformTrend[] {
  const found = new Map<string, PlatformTrend>()
  const longest = Math.max(0, ...answers.map((trends) => trends.length))
  for (let rank = 0; rank < longest; rank++) {
    for (const trends of answers) {
      const trend = trends[rank]
      const key = trend?.keyword.toLowerCase()
      if (trend && key !== undefined && !found.has(key)) found.set(key, trend)
    }
  }
  return [...found.values()]
}

async function withWords(trends: PlatformTrend[], words: string | null): Promise<PlatformTrend[]> {
  if (words === null) return trends
  const explain = prepareExplain(words)
  const hasAll = await mapInSlices(trends, ({ keyword }) => {
    const { reasons } = explain({ title: keyword, description: '' })
    return reasons.length > 0 && reasons.every(({ kind }) => kind === 'matched')
  })
  return trends.filter((_, at) => hasAll[at])
}

type BoardText = { name: string; description: string | null }

async function findBoard(deps: BoardDeps, account: Account, id: string): Promise<BoardText> {
  const { boardId } = await requireBoard(deps, account, { boardId: id, boardSectionId: null })
  return (await findBoardTexts(deps.db.sql, account, boardId)) ?? { name: '', description: null } // gone just now: it fits nothing
}

/** Scores each keyword against the board's texts, as if these were a pin's. */
async function fittedTo(trends: PlatformTrend[], board: BoardText | null): Promise<{ trend: PlatformTrend; fit: Tier | null }[]> {
  if (!board) return trends.map((trend) => ({ trend, fit: null }))
  const text = { title: board.name, description: board.description ?? '' }
  const fits = await mapInSlices(trends, ({ keyword }) => tier(prepare(keyword)(text)))
  return trends
    .map((trend, at) => ({ trend, fit: fits[at]! })) // one for each
    .sort((one, other) => TIERS.indexOf(one.fit) - TIERS.indexOf(other.fit)) // stable: the platform's rank decides
}
