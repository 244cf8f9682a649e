/** One pin on several boards: the pins in order, and the actions on all of them. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import { actions, button, context, escape, inline, type Message, picture, section, text } from '../kit/kit.js'
import { action as pinButtonsAction, pinRef, undoButton } from '../pin/buttons.js'
import type { CardText } from '../pin/card.js'
import { placementBlocks } from '../pin/placement-text.js'
import { briefState } from '../pin/state-text.js'
import { boardOf, type Card, mayAll, titleOf } from '../pin/text.js'
import { warningBlocks, warningLines } from '../pin/problems/warnings.js'

export const action = {
  moveSeries: 'open_move_series',
  unscheduleSeries: 'unschedule_series',
  deleteSeries: 'delete_series',
} as const

export type SeriesRef = { accountId: string; intervalGroupId: string }
/** `shown`: the core's fingerprint of the pins as shown. */
export type SeriesButton = SeriesRef & { shown: string }

/** Keeps twenty boards below a message's 50 blocks and 13,200 characters. */
const NAME_LENGTH = 34
/** The most boards beside which the passed-over slots still fit. */
const MOST_WITH_REASONS = 10

/** The most warnings that fit a message beside twenty boards. */
const MOST_WARNINGS = 5

/**
 * @param shown at least one pin, all of one series
 * @param fingerprint identifies the pins as shown; the core compares it before it acts on all of them
 */
export function seriesCard(
  shown: readonly Card[],
  { headline, account, undo, placement, warnings = [] }: CardText,
  fingerprint: string,
): Message {
  const cards = inBoardOrder(shown)
  const [first] = cards
  const title = first ? titleOf(first.post) : ''
  const count = cards.length === 1 ? 'One board' : `${cards.length} boards`
  const isSeries =
    first?.post.intervalGroupId === null
      ? cards.length === 1
      : cards.every(({ post }) => post.intervalGroupId === first?.post.intervalGroupId)
  const where = account === undefined ? [] : [context(`Account ${inline(account)}`)]
  const said = warnings.slice(0, MOST_WARNINGS)
  return {
    text: `${escape(headline)} ${inline(title)}, ${count.toLowerCase()}${warningLines(said)}`,
    blocks: [
      section(escape(headline), undo && undoButton(undo)),
      section(
        isSeries ? `*${inline(title)}*\n${count}, one after another` : `*${cards.length} pins*`,
        picture(first?.picture ?? null, first?.post.altText ?? title),
      ),
      ...cards.map((card, index) => boardRow(card, isSeries ? numberOf(card, index) : index + 1, isSeries ? title : '')),
      ...placementBlocks(placement, cards.length > MOST_WITH_REASONS ? 'count' : 'all'),
      ...warningBlocks(said),
      ...where,
      ...together(cards, fingerprint),
    ],
  }
}

/** Sorts by board number, as the pins come in the order of their changes. */
const inBoardOrder = (cards: readonly Card[]): Card[] =>
  cards.every(({ place }) => place !== undefined)
    ? cards.toSorted((a, b) => (a.place?.number ?? 0) - (b.place?.number ?? 0))
    : [...cards]

/** The position in the series, from 1. */
const numberOf = ({ place }: Card, index: number): number => place?.number ?? index + 1

function boardRow(card: Card, turn: number, title: string): AnyBlock {
  const { post } = card
  return section(
    boardLine(card, turn, title),
    button({
      text: 'Details',
      actionId: pinButtonsAction.details,
      value: pinRef(post, 'list'),
      label: `Details of pin ${post.id}`,
    }),
  )
}

function boardLine(card: Card, turn: number, title: string): string {
  const { post } = card
  const own = titleOf(post) === title ? '' : `  ${inline(titleOf(post), NAME_LENGTH)}`
  return `*${turn}.*  ${boardOf(post, NAME_LENGTH)}${own}\n${briefState(card)}`
}

/** Replaces the working view when all pins have been created. */
export function seriesView(title: string, cards: readonly Card[], headline: string): ModalView {
  const [first] = cards
  const name = first ? titleOf(first.post) : ''
  return {
    type: 'modal',
    title: text(title, 24),
    close: text('Done', 24),
    blocks: [
      section(`${escape(headline)}\n*${inline(name)}*`, picture(first?.picture ?? null, first?.post.altText ?? name)),
      ...cards.map((card, index) => section(boardLine(card, numberOf(card, index), name))),
    ],
  }
}

/** The actions on all pins, for those that are neither published nor being sent. */
function together(cards: readonly Card[], shown: string): AnyBlock[] {
  const [first] = cards
  const intervalGroupId = first?.post.intervalGroupId ?? null
  if (!first || intervalGroupId === null) return []
  if (!mayAll(first.reader)) return []
  const value = JSON.stringify({ accountId: first.post.accountId, intervalGroupId, shown } satisfies SeriesButton)
  const isAny = (...states: string[]) => cards.some(({ post }) => states.includes(post.status))
  const buttons: Button[] = [
    ...(isAny('queued') ? [button({ text: 'Move all', actionId: action.moveSeries, value })] : []),
    ...(isAny('queued') ? [button({ text: 'Unschedule all', actionId: action.unscheduleSeries, value })] : []),
    ...(isAny('queued', 'draft') ? [button({ text: 'Delete all', actionId: action.deleteSeries, value, style: 'danger' })] : []),
  ]
  return buttons.length === 0 ? [] : [actions(buttons)]
}
