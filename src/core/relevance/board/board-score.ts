/** From the scores of a board's pins to the score of the board. Pure. */

/** A board half of whose pins fit is as much about the keyword as one all of whose pins do: no board is about one thing alone. */
const WHOLE_SHARE = 0.5
/** Below it the score falls slowly at first, then ever faster. */
const SHARE_EXPONENT = 0.5

/**
 * Strength times share of the contributing pins, from those strongest pins that make it largest: weaker ones beside them count where
 * they widen the share, and never take anything away.
 * @param contributing the score of each pin that is fair or better
 * @param scored how many pins were scored, these among them
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
