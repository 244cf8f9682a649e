/** Computes a board's score from the scores of its pins. Pure. */

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
