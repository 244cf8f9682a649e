/** The score of a board for a keyword. */
import type { AnyBlock, SectionBlock } from '@slack/types'
import type { BoardRelevance, ContributingPin } from '../../src/core/insight/relevance/board-relevance.js'
import type { PlatformPages } from '../../src/core/ports/platform.js'
import { type KeywordRef, type NamedBoard, PRICES } from './fit-question.js'
import { actions, button, clip, context, divider, escape, header, type Message, oneLine, section } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { percent, whole } from '../kit/numbers.js'
import { accountLine, boardText, keywordText, MATCH_NAMES, reasonLine, TIER_NAMES } from './text.js'
import { pinsCounted } from '../slots/text.js'
import { hostOf } from '../kit/host.js'

export const action = { openFit: 'open_score_board', ideas: 'show_ideas' } as const

/** `spent`: what was charged. `left`: the remaining amount of that unit; null: not readable. */
export type FitModel = {
  board: NamedBoard
  /** The account's name, if there are several. */
  account: string | undefined
  requested: KeywordRef
  /** False for a keyword without words, such as an emoji. */
  hasWords: boolean
  relevance: BoardRelevance
  spent: 'credit' | 'trial' | null
  left: number | null
  pages: PlatformPages
}

export function fitMessage(model: FitModel): Message {
  const { board, account, requested, relevance } = model
  if (relevance.state === 'absent') return nothingToJudge(model)
  const headline = `${oneLine(board.name) === '' ? 'Unnamed' : clip(oneLine(board.name), 60)} for ${keywordText(requested.keyword)}`
  const { contributingPinCount: count, scoredPinCount: of, truncated, relevance: tier } = relevance
  const shown = relevance.pins.slice(0, PINS_SHOWN)
  const summary = `${MATCH_NAMES[tier]}: ${contributionText(count, of)}`
  return {
    text: `${escape(headline)}: ${summary}`,
    blocks: [
      header(headline),
      section(`*${MATCH_NAMES[tier]}*\n${bar(count, of)}  ${contributionText(count, of)}`),
      ...(truncated ? [context(`We scored a sample of ${whole(of)} pins: the board has more.`)] : []),
      ...strongest(shown, count, model.pages),
      context(spentText(model)),
      ...accountLine(account),
      waysOn(requested),
    ],
  }
}

function nothingToJudge({ board, account, requested, hasWords }: FitModel): Message {
  const none = hasWords
    ? `No pins on ${boardText(board)} have words to score. Nothing was charged.`
    : `${keywordText(requested.keyword)} has no words to score. Nothing was charged.`
  const why = hasWords
    ? 'We score titles, descriptions, alt texts and links.'
    : 'Emoji and symbols don’t count: use words people search for.'
  return {
    text: escape(none),
    blocks: [
      section(escape(none)),
      context(why),
      ...accountLine(account),
      hasWords ? waysOn(requested) : actions([anotherKeyword(requested)]),
    ],
  }
}

export const PINS_SHOWN = 10
const BAR = 10

/** `▰▰▰▱▱▱▱▱▱▱`: at least one filled if any pin matches, and all only if every pin does. */
function bar(count: number, of: number): string {
  const share = of === 0 ? 0 : (count / of) * BAR
  const filled = count === 0 ? 0 : count === of ? BAR : Math.min(BAR - 1, Math.max(1, Math.round(share)))
  return '▰'.repeat(filled) + '▱'.repeat(BAR - filled)
}

function contributionText(count: number, of: number): string {
  if (count === 0) return `none of ${pinsCounted(of)} match.`
  return `${whole(count)} of ${pinsCounted(of)} ${count === 1 ? 'matches' : 'match'} (${percent(count / Math.max(of, 1))}).`
}

function strongest(shown: readonly ContributingPin[], count: number, pages: PlatformPages): AnyBlock[] {
  if (shown.length === 0) return []
  const heading = count === 1 ? 'The matching pin' : count > shown.length ? `Top ${shown.length} matches` : 'Best matches first'
  return [divider(), context(`*${heading}*`), ...shown.map((pin, index) => row(pin, index + 1, pages))]
}

function row(pin: ContributingPin, rank: number, pages: PlatformPages): SectionBlock {
  return section(
    `*${rank}.* ${linkTo(pages.pin(pin.pinId), titleOf(pin), ROW_TITLE)}  ·  *${TIER_NAMES[pin.relevance]}*\n${reasonLine(pin.explanation)}`,
  )
}

const ROW_TITLE = 90

function titleOf({ title, destinationUrl }: ContributingPin): string {
  if (title !== null && oneLine(title) !== '') return title
  const host = hostOf(destinationUrl)
  return host === '' ? 'Untitled pin' : `Untitled pin for ${host}`
}

function spentText({ spent, left }: FitModel): string {
  if (spent === null) return 'Scoring is free on this plan.'
  const { one } = PRICES[spent]
  if (left === null) return `${one} used.`
  return `${one} used, ${left === 0 ? 'none' : whole(left)} left.`
}

const waysOn = (requested: KeywordRef) =>
  actions([
    button({
      text: 'Find ideas',
      actionId: action.ideas,
      value: JSON.stringify(requested),
      label: 'Find ideas for this keyword',
    }),
    anotherKeyword(requested),
  ])

const anotherKeyword = ({ accountId, boardId }: KeywordRef) =>
  button({ text: 'Another keyword', actionId: action.openFit, value: JSON.stringify({ accountId, boardId }) })
