/** Scores the pins of a board against a keyword, in short slices. Calls nobody. */
import type { PlatformPin } from '../../ports/platform.js'
import { scoreAll } from '../score.js'
import { boardScore } from './board-score.js'
import { prepareExplain, type Explanation } from '../explain.js'
import { headlineOf, type PinText, textsOf } from '../pin.js'
import { mapInSlices } from '../../lib/event-loop/slices.js'
import { tier, type Tier } from '../tiers.js'
import { wordsOf } from '../words/words.js'

/** A pin that is fair or better for the keyword. */
export type ContributingPin = {
  pinId: string
  title: string | null
  destinationUrl: string | null
  relevance: Exclude<Tier, 'poor'>
  explanation: Explanation
}

export type ScoredBoard = {
  state: 'scored'
  relevance: Tier
  contributingPinCount: number
  /** Pins with anything to read: what the contributing ones are a share of. */
  scoredPinCount: number
  /** The board has more pins than one request reads: a sample was scored. */
  truncated: boolean
  /** The contributing ones, strongest first; of equal ones in the platform's order. */
  pins: ContributingPin[]
}

/** `absent`: no pin of the board says anything, or the keyword has no word: no evidence either way. */
export type BoardRelevance = { state: 'absent' } | ScoredBoard

/** @see docs/contract.md#board-relevance */
export const MOST_PINS = 500

/** @param pins in the platform's order; of more than 500 the first 500 are scored */
export async function scoreBoard(
  keyword: string,
  { boardName, pins }: { boardName: string | undefined; pins: readonly PlatformPin[] },
): Promise<BoardRelevance> {
  if (wordsOf(keyword).length === 0) return { state: 'absent' } // signs and emoji: there is nothing to match
  const texts = await mapInSlices(pins.slice(0, MOST_PINS), (pin) => readableText(pin, boardName))
  const readable = texts.flatMap((text, index) => (text ? [{ pin: pins[index]!, text }] : []))
  if (readable.length === 0) return { state: 'absent' }
  const inputs = readable.map(({ text }) => text)
  const scores = await scoreAll(keyword, inputs)
  const contributing = readable
    .flatMap((one, index) => {
      const score = scores[index]!
      const relevance = tier(score)
      return relevance === 'poor' ? [] : [{ ...one, score, relevance }]
    })
    .sort((one, other) => other.score - one.score)
  const explain = prepareExplain(keyword)
  const strengths = contributing.map(({ score }) => score)
  return {
    state: 'scored',
    relevance: tier(boardScore(strengths, readable.length)),
    contributingPinCount: contributing.length,
    scoredPinCount: readable.length,
    truncated: pins.length > MOST_PINS,
    pins: await mapInSlices(contributing, ({ pin: { id, title, link }, text, relevance }) => ({
      pinId: id,
      title,
      destinationUrl: link,
      relevance,
      explanation: explain(text),
    })),
  }
}

/** undefined: a pin without a word, which a board's name does not make readable. */
function readableText(pin: PlatformPin, boardName: string | undefined): PinText | undefined {
  const text = textsOf(pin, boardName)
  return headlineOf(text).words.length > 0 ? text : undefined
}
