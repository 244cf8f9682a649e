/** Scores the pins of a board against a keyword, in short slices, without any call. */
import type { PlatformPin } from '../../ports/platform.js'
import { scoreAll } from './score.js'
import { prepareExplain, type Explanation } from './explain.js'
import { headlineOf, type PinText, textsOf } from './pin.js'
import { mapInSlices } from '../../lib/work/slices.js'
import { tier, type Tier } from './tiers.js'
import { wordsOf } from './words/words.js'

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
  /** The number of pins with any text, of which the contributing ones are a share. */
  scoredPinCount: number
  /** True when the board has more pins than one request reads: a sample was scored. */
  truncated: boolean
  /** The contributing pins, strongest first; equal ones in the platform's order. */
  pins: ContributingPin[]
}

/** `absent`: no pin has text, or the keyword has no word, so there is no evidence. */
export type BoardRelevance = { state: 'absent' } | ScoredBoard

/** @see docs/contract.md#board-relevance */
export const MOST_PINS = 500

/** Scores the first 500 pins, which come in the platform's order. */
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

/** Returns undefined for a pin without a word; a board's name does not make it readable. */
function readableText(pin: PlatformPin, boardName: string | undefined): PinText | undefined {
  const text = textsOf(pin, boardName)
  return headlineOf(text).words.length > 0 ? text : undefined
}

/** A board with this share of fitting pins counts as fully about the keyword, because no board is about one thing alone. */
const WHOLE_SHARE = 0.5
/** Below that share the score falls slowly at first, then ever faster. */
const SHARE_EXPONENT = 0.5

/**
 * Returns the largest product of strength and share over the strongest contributing pins: weaker ones count where they widen the
 * share, and never lower the score.
 * @param contributing the score of each pin that is fair or better
 * @param scored the number of scored pins, including these
 * @returns 0 to 1; tier() names it. 0 without a contributing pin
 */
export function boardScore(contributing: readonly number[], scored: number): number {
  let best = 0
  let sum = 0
  for (const [index, score] of [...contributing].sort((one, other) => other - one).entries()) {
    const count = index + 1
    sum += score
    best = Math.max(best, (sum / count) * Math.min(1, count / scored / WHOLE_SHARE) ** SHARE_EXPONENT)
  }
  return best
}
