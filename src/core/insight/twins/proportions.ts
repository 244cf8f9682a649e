/** The statistics of two versions of a pin: a test of two proportions, and the size of sample that a difference needs. Pure. */

/** How many of `of` did something; never more than all. */
export type Share = { count: number; of: number }

/**
 * Every look at the numbers is one more chance of a false winner, so each of the two takes less than 5 %: with this threshold a
 * difference is found in at most 5 % of tests without one. Pocock, Biometrika 64 (1977), table 1, two looks.
 */
export const THRESHOLD = 0.0294
/** The quantiles of the standard normal distribution for that threshold, two-sided, and for a power of 80 %. */
const Z_THRESHOLD = 2.1783
const Z_POWER = 0.8416
/** The normal distribution stands for the binomial one where each cell is expected to have that many (Cochran 1954). */
const LEAST_EXPECTED = 5

/** Returns 0 where there is nothing to count of. */
export const rateOf = ({ count, of }: Share): number => (of === 0 ? 0 : count / of)

/**
 * The p-value of the two-sided z-test of two proportions with pooled variance (Fleiss, Levin, Paik: Statistical Methods for Rates
 * and Proportions, 3rd edition, chapter 3, without correction for continuity).
 * @returns null when a cell is expected to have fewer than five: the test would not hold
 */
export function compareShares(one: Share, other: Share): number | null {
  const pooled = rateOf({ count: one.count + other.count, of: one.of + other.of })
  if (Math.min(one.of, other.of) * Math.min(pooled, 1 - pooled) < LEAST_EXPECTED) return null
  const z = (rateOf(one) - rateOf(other)) / Math.sqrt(pooled * (1 - pooled) * (1 / one.of + 1 / other.of))
  return Math.min(1, erfc(Math.abs(z) / Math.SQRT2))
}

/**
 * The size of each sample that finds a difference as large as that of these two in 80 % of tests, at the threshold of a look
 * (Fleiss, Levin, Paik, chapter 4). @returns null when there is no difference
 */
export function neededOf(one: Share, other: Share): number | null {
  const [p, q] = [rateOf(one), rateOf(other)]
  if (p === q) return null
  const mean = (p + q) / 2
  const root = Z_THRESHOLD * Math.sqrt(2 * mean * (1 - mean)) + Z_POWER * Math.sqrt(p * (1 - p) + q * (1 - q))
  return Math.ceil((root / (p - q)) ** 2)
}

/**
 * The complementary error function for x >= 0, to 1.2e-7 of its value (Press et al., Numerical Recipes in C, section 6.2: a
 * Chebyshev fit).
 */
function erfc(x: number): number {
  const t = 1 / (1 + x / 2)
  const sum = FIT.reduceRight((rest, each) => each + t * rest, 0)
  return t * Math.exp(-x * x + sum)
}
const FIT = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223, 0.17087277,
]
