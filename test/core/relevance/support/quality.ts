/** How well scores and tiers agree with people's grades. Grades go from 0 to `grades` - 1. */
import type { Tier } from '../../../../src/core/insight/relevance/tiers.js'

export type Judged = { score: number; grade: number }

const GRADE_OF_TIER: Readonly<Record<Tier, number>> = { poor: 0, fair: 1, good: 2, 'very-good': 3, excellent: 3 }

/** The grade that a tier stands for: of four, or of two, where good is the first that counts. */
export const gradeOf = (tier: Tier, grades: number): number =>
  grades === 2 ? Number(GRADE_OF_TIER[tier] >= 2) : GRADE_OF_TIER[tier]

/** Normalised discounted cumulative gain of the first `depth`; pins of one score share the mean of their gains. NaN where no pin fits. */
export function ndcg(judged: readonly Judged[], depth = 10): number {
  const gains = tiesOf(judged)
    .reverse()
    .flatMap((tied) => tied.map(() => mean(tied.map(({ grade }) => grade))))
  const best = judged.map(({ grade }) => grade).sort((a, b) => b - a)
  const discounted = (of: readonly number[]) => of.slice(0, depth).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0)
  return discounted(best) > 0 ? discounted(gains) / discounted(best) : Number.NaN
}

/** From the lowest score up, those of one score together. */
function tiesOf<T extends { score: number }>(all: readonly T[]): T[][] {
  const ties: T[][] = []
  for (const one of [...all].sort((a, b) => a.score - b.score)) {
    if (ties.at(-1)?.[0]?.score === one.score) ties.at(-1)!.push(one)
    else ties.push([one])
  }
  return ties
}

/** The chance that one of the first scores above one of the second; a tie is half a chance. */
export function auc(high: readonly number[], low: readonly number[]): number {
  const all = [...high.map((score) => ({ score, isHigh: true })), ...low.map((score) => ({ score, isHigh: false }))]
  let ranks = 0
  let before = 0
  for (const tied of tiesOf(all)) {
    ranks += (before + (tied.length + 1) / 2) * tied.filter(({ isHigh }) => isHigh).length
    before += tied.length
  }
  return (ranks - (high.length * (high.length + 1)) / 2) / (high.length * low.length)
}

export type Pair = { said: number; grade: number }

/** The mean over the grades of the harmonic mean of precision and recall. */
export function macroF1(pairs: readonly Pair[], grades: number): number {
  const each = Array.from({ length: grades }, (_, grade) => {
    const right = pairs.filter((pair) => pair.said === grade && pair.grade === grade).length
    const named = pairs.filter((pair) => pair.said === grade).length + pairs.filter((pair) => pair.grade === grade).length
    return named > 0 ? (2 * right) / named : 0
  })
  return mean(each)
}

/** Cohen's kappa with quadratic weights: 1 is agreement, 0 is chance. */
export function quadraticKappa(pairs: readonly Pair[]): number {
  const seen = mean(pairs.map(({ said, grade }) => (said - grade) ** 2))
  const byChance = mean(pairs.map(({ said }) => mean(pairs.map(({ grade }) => (said - grade) ** 2))))
  return 1 - seen / byChance
}

/** Expected calibration error: the distance of score and grade (both from 0 to 1) over tenths, by their number of pins. */
export function calibrationError(judged: readonly Judged[], grades: number): number {
  const tenths = new Array<number>(10).fill(0)
  for (const { score, grade } of judged) tenths[Math.min(9, Math.floor(score * 10))]! += score - grade / (grades - 1)
  return tenths.reduce((sum, one) => sum + Math.abs(one), 0) / judged.length
}

export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length
