/** One pin on several boards: all of them in order, and what can be done with them together. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import { action } from '../ids.js'
import { actions, button, context, escape, inline, type Message, picture, section, text } from '../kit/kit.js'
import { pinRef, undoButton } from './buttons.js'
import type { CardText } from './card.js'
import { placementBlocks } from './placement-text.js'
import { boardOf, briefState, type Card, mayAll, titleOf } from './text.js'

export type SeriesRef = { accountId: string; intervalGroupId: string }

/** With twenty boards this stays below a message's 50 blocks and 13,200 characters. */
const NAME_LENGTH = 34
/** Beside so many boards the passed-over slots still fit. */
const MOST_WITH_REASONS = 10

/** @param cards of one series, in board order; one at least */
export function seriesCard(cards: readonly Card[], { headline, account, undo, placement }: CardText): Message {
  const [first] = cards
  const title = first ? titleOf(first.post) : ''
  const count = cards.length === 1 ? 'One board' : `${cards.length} boards`
  const where = account === undefined ? [] : [context(`Account ${inline(account)}`)]
  return {
    text: `${escape(headline)} ${inline(title)}, ${count.toLowerCase()}`,
    blocks: [
      section(escape(headline), undo && undoButton(undo)),
      section(`*${inline(title)}*\n${count}, one after another`, picture(first?.picture ?? null, first?.post.altText ?? title)),
      ...cards.map((card, index) => boardRow(card, index + 1, title)),
      ...placementBlocks(placement, cards.length > MOST_WITH_REASONS ? 'count' : 'all'),
      ...where,
      ...together(cards),
    ],
  }
}

/** Its number here is its position: the first board is the pin's own. */
function boardRow(card: Card, turn: number, title: string): AnyBlock {
  const { post } = card
  return section(
    boardLine(card, turn, title),
    button({ words: 'Details', actionId: action.details, value: pinRef(post, 'list'), says: `Details of pin ${post.id}` }),
  )
}

function boardLine({ post, place }: Card, turn: number, title: string): string {
  const own = titleOf(post) === title ? '' : `  ${inline(titleOf(post), NAME_LENGTH)}`
  return `*${place?.number ?? turn}.*  ${boardOf(post, NAME_LENGTH)}${own}\n${briefState(post)}`
}

/** In place of the working view, when all of them are made. */
export function seriesView(title: string, cards: readonly Card[], headline: string): ModalView {
  const [first] = cards
  const name = first ? titleOf(first.post) : ''
  return {
    type: 'modal',
    title: text(title, 24),
    close: text('Done', 24),
    blocks: [
      section(`${escape(headline)}\n*${inline(name)}*`, picture(first?.picture ?? null, first?.post.altText ?? name)),
      ...cards.map((card, index) => section(boardLine(card, index + 1, name))),
    ],
  }
}

/** Only what is possible: what is out, or in flight, stays. */
function together(cards: readonly Card[]): AnyBlock[] {
  const [first] = cards
  const intervalGroupId = first?.post.intervalGroupId ?? null
  if (!first || intervalGroupId === null) return []
  if (!mayAll(first.reader)) return []
  const value = JSON.stringify({ accountId: first.post.accountId, intervalGroupId } satisfies SeriesRef)
  const isAny = (...states: string[]) => cards.some(({ post }) => states.includes(post.status))
  const buttons: Button[] = [
    ...(isAny('queued') ? [button({ words: 'Unschedule all', actionId: action.unscheduleSeries, value })] : []),
    ...(isAny('queued', 'draft') ? [button({ words: 'Delete all', actionId: action.deleteSeries, value, style: 'danger' })] : []),
  ]
  return buttons.length === 0 ? [] : [actions(buttons)]
}
