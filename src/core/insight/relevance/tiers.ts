/** Names of scores, the same for all keywords and boards. Pure. */

export const TIERS = ['excellent', 'very-good', 'good', 'fair', 'poor'] as const
export type Tier = (typeof TIERS)[number]

/** The lowest score of each tier. */
const CUT_OFFS: Readonly<Record<Exclude<Tier, 'poor'>, number>> = { excellent: 0.92, 'very-good': 0.8, good: 0.7, fair: 0.55 }

export function tier(score: number): Tier {
  if (score >= CUT_OFFS.excellent) return 'excellent'
  if (score >= CUT_OFFS['very-good']) return 'very-good'
  if (score >= CUT_OFFS.good) return 'good'
  return score >= CUT_OFFS.fair ? 'fair' : 'poor'
}
