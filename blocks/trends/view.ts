/** The list of trends: a chart of the last year, growth, season, and a button to draft a pin for each. */
import type { AnyBlock, Button, SectionBlock } from '@slack/types'
import type { Interest, Region, TrendType } from '../../src/core/accounts/trend-questions.js'
import type { Trend } from '../../src/core/insight/trends/read.js'
import { connectAgain, type Connects } from '../admin/connect.js'
import { accountSwitch, type Switchable } from '../kit/account-switch.js'
import { dayOfYear } from '../kit/times.js'
import {
  actions,
  button,
  clip,
  context,
  escape,
  header,
  inline,
  type Message,
  oneLine,
  type Picture,
  pictureBlock,
  section,
} from '../kit/kit.js'
import { boardText, keywordText, MATCH_NAMES } from '../relevance/text.js'
import { growthText, interestNames, REGION_NAMES, seasonText, TYPE_NAMES, TYPES } from '../settings/trend-names.js'

export const action = {
  trendsGrowing: 'trends_growing',
  trendsMonthly: 'trends_monthly',
  trendsYearly: 'trends_yearly',
  trendsSeasonal: 'trends_seasonal',
  trendsAll: 'trends_all',
  trendsMore: 'trends_more',
  trendsAgain: 'trends_again',
  trendsAccount: 'trends_account',
  trendsPlan: 'trends_plan',
  useTrend: 'use_trend',
} as const

/** What a list of trends is made from; `from`: where the page begins. */
export type TrendsRef = { accountId: string; type: TrendType; boardId?: string; words?: string; from: number }
/** The value of “Draft a pin”. */
export type UseTrend = { accountId: string; boardId?: string; keyword: string }

export type TrendsModel = {
  requested: TrendsRef
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  /** The region of the trends; `interests`: their topics. */
  region: Region
  interests: readonly Interest[]
  /** The board that the trends are compared with, if any. */
  board: { name: string } | null
  asOf: string
  /** The trends of this page, each with the account's board that it fits best. */
  trends: (Trend & { board?: { id: string; name: string } | null })[]
  /** The number of trends on all pages. */
  count: number
  now: Date
  /** Why the trends are not current, as plain text; null if they are, or if the reason was already shown. */
  refusal: string | null
  /** Whether the reader makes pins. */
  canMake: boolean
  /** null: there is none (yet). */
  picture: Picture | null
}

export const TRENDS_A_PAGE = 5

const ACTIONS = {
  growing: action.trendsGrowing,
  monthly: action.trendsMonthly,
  yearly: action.trendsYearly,
  seasonal: action.trendsSeasonal,
} as const satisfies Record<TrendType, string>

export function trendsMessage(model: TrendsModel): Message {
  const { requested, accounts, trends, refusal, picture } = model
  const headline = headlineOf(model)
  const switched = accountSwitch({ accounts, accountId: requested.accountId }, action.trendsAccount, (accountId) =>
    accountValue({ ...requested, accountId }),
  )
  const news = refusal === null ? [] : [section(`:warning: ${escape(refusal)}`)]
  if (trends.length === 0) {
    const none = noneText(model)
    return { text: escape(none), blocks: [...switched, ...news, section(escape(none)), waysOn(requested)] }
  }
  return {
    text: `${escape(headline)}: ${trends
      .slice(0, 3)
      .map(({ keyword }) => inline(keyword, 60))
      .join(', ')}`,
    blocks: [
      header(headline),
      ...switched,
      ...news,
      context([whereText(model), asOfText(model)].filter((line) => line !== '').join('\n')),
      ...pictureBlock(picture, pictureText(model)),
      ...trends.map((trend, index) => row(trend, requested.from + index + 1, model)),
      context(countText(model)),
      ...moreRow(model),
      waysOn(requested),
    ],
  }
}

function countText({ requested: { from }, trends, count }: TrendsModel): string {
  if (trends.length < count) return `${from + 1} to ${from + trends.length} of ${count}. Free.`
  return count === 1 ? 'One search. Free.' : `${count} searches. Free.`
}

/** `Growing searches with “cookies”`, `Growing searches for “Kitchen ideas”` */
function headlineOf({ requested: { type, words, from }, board }: TrendsModel): string {
  const named = words === undefined ? '' : ` with ${keywordText(words)}`
  const compared = board ? ` for ${boardText(board)}` : ''
  return `${from === 0 ? '' : 'More: '}${TYPE_NAMES[type].headline}${named}${compared}`
}

function whereText({ region, interests, board, trends }: TrendsModel): string {
  const about = interests.length === 0 ? '' : ` about ${interestNames(interests)}`
  const fits = board !== null && trends[0]?.fit === 'poor' ? ` None of these fits ${inline(boardText(board), 80)} well.` : ''
  return `What people search for on Pinterest in ${REGION_NAMES[region]}${about}.${fits}`
}

const asOfText = ({ asOf, now }: TrendsModel): string =>
  asOf === now.toISOString().slice(0, 10) ? '' : `As of ${dayOfYear(asOf, now)}: Pinterest has no newer data.`

function noneText({ requested: { words, type, from }, region }: TrendsModel): string {
  if (from > 0) return 'No more.'
  const place = REGION_NAMES[region]
  return words === undefined
    ? `Pinterest has no searches for ${place} in this list right now. Try another list.`
    : `${TYPE_NAMES[type].headline} in ${place}: none with ${keywordText(words)}. Try fewer words, or another list.`
}

/** Keeps five rows and their frame within the 13,200 characters of a message even when escaped. */
const ROW_KEYWORD = 80
const ROW_BOARD = 60
/** Keeps the value of a button within its 2,000 characters of JSON. */
const MOST_KEYWORD = 200

function row(trend: TrendsModel['trends'][number], rank: number, { requested, board, canMake, now }: TrendsModel): SectionBlock {
  const { keyword, fit, board: best } = trend
  const place = best ? { ...requested, boardId: best.id } : requested
  const lines = [
    `*${rank}. ${inline(keyword, ROW_KEYWORD)}*`,
    fit === null || board === null ? '' : MATCH_NAMES[fit],
    best ? `Fits ${inline(boardText(best), ROW_BOARD)}` : '',
    growthText(trend),
    seasonText(trend, now),
  ]
  return section(lines.filter((line) => line !== '').join('\n'), canMake ? draftButton(keyword, place) : undefined)
}

export function draftButton(keyword: string, { accountId, boardId }: Pick<TrendsRef, 'accountId' | 'boardId'>): Button {
  const value: UseTrend = { accountId, ...(boardId !== undefined && { boardId }), keyword: clip(oneLine(keyword), MOST_KEYWORD) }
  return button({
    text: 'Draft a pin',
    actionId: action.useTrend,
    value: JSON.stringify(value),
    label: `Draft a pin: ${keyword}`,
  })
}

const pictureText = ({ trends, requested: { from } }: TrendsModel): string =>
  `Searches of the last 52 weeks: ${trends.map(({ keyword }, index) => `${from + index + 1}. ${clip(oneLine(keyword), ROW_KEYWORD)}`).join(', ')}`

function moreRow({ requested, trends, count }: TrendsModel): AnyBlock[] {
  const from = requested.from + trends.length
  if (from >= count) return []
  return [actions([button({ text: 'Show more', actionId: action.trendsMore, value: valueOf({ ...requested, from }) })])]
}

/** Buttons for the other lists, and for all trends if only some are shown. */
function waysOn({ from: _from, ...requested }: TrendsRef) {
  const others = TYPES.map((type) =>
    button({
      text: TYPE_NAMES[type].button,
      actionId: ACTIONS[type],
      value: valueOf({ ...requested, type, from: 0 }),
      label: `${TYPE_NAMES[type].button}: searches`,
      ...(type === requested.type && { style: 'primary' }),
    }),
  )
  const { accountId, type, boardId, words } = requested
  const isChosen = boardId !== undefined || words !== undefined
  const all = button({ text: 'All searches', actionId: action.trendsAll, value: valueOf({ accountId, type, from: 0 }) })
  const plan = button({
    text: 'Plan',
    actionId: action.trendsPlan,
    value: JSON.stringify({ accountId }),
    label: 'Plan the season',
  })
  return actions([...others, ...(isChosen ? [all] : []), plan])
}

const valueOf = (ref: object): string => JSON.stringify(ref)

/** The value of an option holds 75 characters, so long words are dropped; the board is, too, as another account has others. */
const MOST_OF_CHOICE = 75
function accountValue({ accountId, type, words }: TrendsRef): string {
  const ref = valueOf({ accountId, type, from: 0 })
  const whole = words === undefined ? ref : valueOf({ accountId, type, words, from: 0 })
  return whole.length <= MOST_OF_CHOICE ? whole : ref
}

export type TrendsFailed = {
  /** The value of “Try again”, and its button, which is that of the list by default. */
  requested: object
  again?: string
  sentence: string
  connects?: Connects
  /** A retry may succeed. */
  canRepeat: boolean
}

/** Replaces the list, or the plan, when the trends cannot be read. */
export const trendsFailedMessage = ({
  requested,
  again = action.trendsAgain,
  sentence,
  connects,
  canRepeat,
}: TrendsFailed): Message => ({
  text: escape(sentence),
  blocks: [
    section(`:warning: ${escape(sentence)}`),
    actions([
      ...(connects ? [connectAgain(connects, 'primary')] : []),
      ...(canRepeat ? [button({ text: 'Try again', actionId: again, value: valueOf(requested) })] : []),
    ]),
  ].filter((block) => block.type !== 'actions' || block.elements.length > 0),
})
