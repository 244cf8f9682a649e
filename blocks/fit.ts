/** How well a board fits a keyword: what it costs, and what came of it. */
import type { AnyBlock, SectionBlock } from '@slack/types'
import type { BoardRelevance, ContributingPin } from '../src/core/relevance/board/board-relevance.js'
import type { RelevancePrice } from '../src/core/relevance/board/price.js'
import { connectAgain, type Connects } from './connect.js'
import { action } from './ids.js'
import { actions, button, clip, context, divider, escape, header, label, type Message, oneLine, section } from './kit.js'
import { percent, whole } from './numbers.js'
import { boardWords, keywordWords, MATCH_NAMES, reasonLine, TIER_NAMES } from './relevance-words.js'
import { pinsCounted } from './slots-words.js'

/** What is asked of which board. */
export type KeywordRef = { accountId: string; boardId: string; keyword: string }
/** What a button that scores carries. `nonce`: of the question, so that it is answered and paid once. `by`: who asked. */
export type FitValue = KeywordRef & { nonce: string; by: string }
export type NamedBoard = { id: string; name: string }
type About = { board: NamedBoard; value: FitValue; price: RelevancePrice }

/** Before anything is read or charged. */
export function fitQuestion({ board, value, price }: About): Message {
  const asked = `Score ${boardWords(board)} for ${keywordWords(value.keyword)}?`
  return {
    text: `${escape(asked)} ${costWords(price)}`,
    blocks: [
      section(`*${escape(asked)}*\nIts pins are read from Pinterest as they are now, and each is judged by its words.`),
      context(costWords(price)),
      actions([scoreButton(value, price), notNow()]),
    ],
  }
}

/** What is said before. */
export function costWords(price: RelevancePrice): string {
  if (price.kind === 'free') return 'Scoring is free on this plan.'
  return `Costs ${PRICES[price.unit].one}; ${whole(price.left)} left. A board without a pin to judge costs nothing.`
}

const PRICES = {
  credit: { one: 'one credit', button: 'Score it for 1 credit', left: 'credit' },
  trial: { one: 'one pin of the free trial', button: 'Score it for 1 trial pin', left: 'pin of the trial' },
}

const scoreButton = (value: FitValue, price: RelevancePrice) =>
  button({
    words: price.kind === 'free' ? 'Score it' : PRICES[price.unit].button,
    actionId: action.fitScore,
    value: JSON.stringify(value),
    style: 'primary',
  })
const notNow = () => button({ words: 'Not now', actionId: action.fitNotNow })

export const fitNotNowMessage = (): Message => {
  const sentence = 'Not scored. Nothing was charged.'
  return { text: sentence, blocks: [section(sentence)] }
}

/** What went wrong, with the question as it was. `connects`: what has to be connected again first. `isFree`: it is certain that nothing was charged. */
export type FitFailed = { board: NamedBoard | null; value: FitValue; sentence: string; connects?: Connects; isFree: boolean }

export function fitFailedMessage({ board, value, sentence, connects, isFree }: FitFailed): Message {
  const asked = `Score ${board ? boardWords(board) : 'this board'} for ${keywordWords(value.keyword)}?`
  return {
    text: `${escape(asked)} ${escape(sentence)}`,
    blocks: [
      section(`*${escape(asked)}*`),
      section(`:warning: ${escape(sentence)}`),
      context(
        isFree ? 'Nothing was charged.' : 'If it was charged all the same, “Try again” shows the score and charges nothing more.',
      ),
      actions([
        ...(connects ? [connectAgain(connects, 'primary')] : []),
        button({ words: 'Try again', actionId: action.fitScore, value: JSON.stringify(value) }),
        notNow(),
      ]),
    ],
  }
}

/** `spent`: what was charged for it. `left`: of the same, now; null: that could not be read. */
export type FitModel = {
  board: NamedBoard
  asked: KeywordRef
  relevance: BoardRelevance
  spent: 'credit' | 'trial' | null
  left: number | null
}

export function fitMessage(model: FitModel): Message {
  const { board, asked, relevance } = model
  const ways = waysOn(asked)
  if (relevance.state === 'absent') {
    const none = `No pin on ${boardWords(board)} has words to judge. Nothing was charged.`
    return {
      text: escape(none),
      blocks: [
        section(escape(none)),
        context(
          'Judged are titles, descriptions, alt texts and links. A board without them says nothing for or against a keyword.',
        ),
        ways,
      ],
    }
  }
  const headline = `${oneLine(board.name) === '' ? 'Without a name' : clip(oneLine(board.name), 60)} for ${keywordWords(asked.keyword)}`
  const { contributingPinCount: count, scoredPinCount: of, truncated, relevance: tier } = relevance
  const shown = relevance.pins.slice(0, PINS_SHOWN)
  const summary = `${MATCH_NAMES[tier]}: ${contributeWords(count, of)}`
  return {
    text: `${escape(headline)}: ${summary}`,
    blocks: [
      header(headline),
      section(`*${MATCH_NAMES[tier]}*\n${bar(count, of)}  ${contributeWords(count, of)}`),
      ...(truncated ? [context(`A sample: the board has more pins than the ${whole(of)} that were scored.`)] : []),
      ...strongest(shown, count),
      context(spentWords(model)),
      ways,
    ],
  }
}

export const PINS_SHOWN = 10
const BAR = 10

/** `▰▰▰▱▱▱▱▱▱▱`: one of at least one pin, and not whole before all are. */
function bar(count: number, of: number): string {
  const share = of === 0 ? 0 : (count / of) * BAR
  const filled = count === 0 ? 0 : count === of ? BAR : Math.min(BAR - 1, Math.max(1, Math.round(share)))
  return '▰'.repeat(filled) + '▱'.repeat(BAR - filled)
}

function contributeWords(count: number, of: number): string {
  if (count === 0) return `none of ${pinsCounted(of)} is on the topic.`
  return `${whole(count)} of ${pinsCounted(of)} ${count === 1 ? 'is' : 'are'} on the topic (${percent(count / Math.max(of, 1))}).`
}

function strongest(shown: readonly ContributingPin[], count: number): AnyBlock[] {
  if (shown.length === 0) return []
  const heading =
    count === 1 ? 'The pin that is on the topic' : count > shown.length ? `The strongest ${shown.length}` : 'The strongest first'
  return [divider(), context(`*${heading}*`), ...shown.map((pin, index) => row(pin, index + 1))]
}

function row(pin: ContributingPin, rank: number): SectionBlock {
  return section(
    `*${rank}.* ${pinLink(pin.pinId, titleOf(pin))}  ·  *${TIER_NAMES[pin.relevance]}*\n${reasonLine(pin.explanation)}`,
  )
}

const ROW_TITLE = 90

/** A bar or an angle in its words would end the link. */
export const pinLink = (pinId: string, words: string): string =>
  `<https://www.pinterest.com/pin/${encodeURIComponent(pinId)}/|${label(words.replaceAll('|', '¦'), ROW_TITLE)}>`

function titleOf({ title, destinationUrl }: ContributingPin): string {
  if (title !== null && oneLine(title) !== '') return title
  const host = hostOf(destinationUrl)
  return host === '' ? 'Untitled pin' : `Untitled pin for ${host}`
}

/** '': it leads nowhere. */
export const hostOf = (link: string | null): string => (link !== null && URL.canParse(link) ? new URL(link).host : '')

function spentWords({ spent, left }: FitModel): string {
  if (spent === null) return 'Scoring is free on this plan.'
  const { one, left: unit } = PRICES[spent]
  if (left === null) return `Spent: ${one}.`
  return `Spent: ${one}. ${left === 0 ? `No ${unit} is left.` : `${whole(left)} left.`}`
}

function waysOn(asked: KeywordRef) {
  const { accountId, boardId } = asked
  return actions([
    button({ words: 'Find ideas', actionId: action.ideas, value: JSON.stringify(asked), says: 'Find ideas for this keyword' }),
    button({ words: 'Another keyword', actionId: action.openFit, value: JSON.stringify({ accountId, boardId }) }),
  ])
}

/** Plain. */
export const readingWords = (board: NamedBoard): string => `One moment: the pins of ${boardWords(board)} are being read…`
