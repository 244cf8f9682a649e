/** The question before a board is scored for a keyword, with its price, and the message if scoring fails. */
import type { RelevancePrice } from '../../src/core/insight/relevance/price.js'
import { connectAgain, type Connects } from '../admin/connect.js'
import { actions, button, context, escape, type Message, section } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'
import { accountLine, boardText, keywordText } from './text.js'

export const action = { fitScore: 'score_board_now', fitNotNow: 'score_board_not_now' } as const

/** A keyword and the board to score for it. */
export type KeywordRef = { accountId: string; boardId: string; keyword: string }
export type NamedBoard = { id: string; name: string }
/**
 * The value of a button that scores. `nonce`: identifies the question, so that it is scored and paid once. `by`: the requester.
 * `unit`: the price shown. `askedAt`: in Unix milliseconds.
 */
export type FitValue = KeywordRef & { nonce: string; by: string; unit: 'credit' | 'trial' | 'free'; askedAt: number }

/** `account`: the account's name, if there are several. `board` null: it no longer exists. */
export type AboutFit = { board: NamedBoard | null; account: string | undefined; value: FitValue }
type Question = AboutFit & {
  price: RelevancePrice
  /** True if the question is repeated, because the price has changed or the first one is old. */
  isRepeated?: boolean
}

const asks = ({ board, value }: AboutFit) => `Score ${boardText(board ?? { name: '' })} for ${keywordText(value.keyword)}?`

/** Shown before anything is read or charged. */
export function fitQuestion({ price, isRepeated = false, ...about }: Question): Message {
  const { account, value } = about
  return {
    text: `${escape(asks(about))} ${costText(price)}`,
    blocks: [
      section(`*${escape(asks(about))}*\nWe read the board’s pins from Pinterest and score their words.`),
      ...(isRepeated ? [section(`:warning: ${PRICE_CHANGED}`)] : []),
      context(costText(price)),
      ...accountLine(account),
      actions([scoreButton(value, price), notNow(value)]),
    ],
  }
}

const PRICE_CHANGED = 'Nothing was charged yet. The price may have changed: please check it again.'

/** The price in words, shown before the person agrees to it. */
export function costText(price: RelevancePrice): string {
  if (price.kind === 'free') return 'Scoring is free on this plan.'
  return `Costs ${PRICES[price.unit].one} (${whole(price.left)} left). A board with no pins to score is free.`
}

export const PRICES = {
  credit: { one: '1 credit', button: 'Score it for 1 credit' },
  trial: { one: '1 trial pin', button: 'Score it for 1 trial pin' },
}

const scoreButton = (value: FitValue, price: RelevancePrice) =>
  button({
    text: price.kind === 'free' ? 'Score it' : PRICES[price.unit].button,
    actionId: action.fitScore,
    value: JSON.stringify(value),
    style: 'primary',
  })
const notNow = (value: FitValue) => button({ text: 'Not now', actionId: action.fitNotNow, value: JSON.stringify(value) })

export const fitNotNowMessage = (): Message => {
  const sentence = 'Canceled. Nothing was charged.'
  return { text: sentence, blocks: [section(sentence)] }
}

/** A failed score. `connects`: the account to reconnect first. `isFree`: nothing was charged for certain. */
export type FitFailed = AboutFit & { sentence: string; connects?: Connects; isFree: boolean }

export function fitFailedMessage({ sentence, connects, isFree, ...about }: FitFailed): Message {
  const { account, value } = about
  return {
    text: `${escape(asks(about))} ${escape(sentence)}`,
    blocks: [
      section(`*${escape(asks(about))}*`),
      section(`:warning: ${escape(sentence)}`),
      context(isFree ? 'Nothing was charged.' : 'If you were charged after all, “Try again” shows the score at no extra cost.'),
      ...accountLine(account),
      actions([
        ...(connects ? [connectAgain(connects, 'primary')] : []),
        button({ text: 'Try again', actionId: action.fitScore, value: JSON.stringify(value) }),
        ...(isFree ? [notNow(value)] : []), // its response says that nothing was charged
      ]),
    ],
  }
}

/** Returns plain text. */
export const readingText = (board: NamedBoard | null): string => `Loading the pins of ${boardText(board ?? { name: '' })}…`

/** Stands below the waiting message, in case the result never replaces it. */
export const showAnswer = (value: FitValue) =>
  actions([button({ text: 'Show result', actionId: action.fitScore, value: JSON.stringify(value) })])
