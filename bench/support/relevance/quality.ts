/** How well scores agree with people's grades, ours beside the others' on the same pools. */
import { prepare } from '../../../src/core/insight/relevance/score.js'
import { tier } from '../../../src/core/insight/relevance/tiers.js'
import { auc, calibrationError, gradeOf, type Judged, macroF1, mean, ndcg } from '../../../test/core/relevance/support/quality.js'
import type { Dataset } from './data.js'
import type { Ranker } from './peers.js'
import { bar, least, must } from '../slots/figures.js'

type Bars = { ndcg: number; auc?: number; f1?: number }

/** What the scorer reached on the keywords it was made with. */
const KNOWN: Readonly<Record<string, Bars>> = {
  chorus: { ndcg: 0.93, auc: 0.937, f1: 0.5 },
  msrd: { ndcg: 0.872, auc: 0.879 },
  graded: { ndcg: 0.88, auc: 0.82, f1: 0.44 },
}
/** What it must reach on keywords that were kept apart. */
const UNSEEN: Readonly<Record<string, Bars>> = {
  chorus: { ndcg: 0.87, auc: 0.91, f1: 0.43 },
  msrd: { ndcg: 0.78, auc: 0.88 },
  office: { ndcg: 0.78 }, // no scorer of words reached .87 there, ours or another
}
const OTHERS: Bars = { ndcg: 0.85 }
const MOST_UNRELATED = 0.005

const ours: Ranker = (keyword, pins) => pins.map(prepare(keyword))

export async function measureQuality(dataset: Dataset, peers: readonly (readonly [string, Ranker])[]): Promise<void> {
  const { name, grades, queries, isKnown } = dataset
  const own = await agreementOf(dataset, ours)
  const inRange = own.judged.every(({ score }) => score >= 0 && score <= 1)
  must(inRange, 'a score is not from 0 to 1')
  console.log(`\n${name}: ${queries.length} keywords, ${own.judged.length} graded pins${isKnown ? '' : ', kept apart'}`)
  const bars = (isKnown ? KNOWN : UNSEEN)[name] ?? OTHERS
  const pairs = own.judged.map(({ score, grade }) => ({ said: gradeOf(tier(score), grades), grade }))
  const unrelated = queries.flatMap(({ keyword, unrelated }) => unrelated.map(prepare(keyword)))
  const aboveFair = mean(unrelated.map((score) => Number(tier(score) !== 'poor')))
  const parts = [
    ['NDCG@10', own.ndcg, bars.ndcg],
    ['AUC', own.auc, bars.auc],
    ['macro-F1 of the tiers', macroF1(pairs, grades), bars.f1],
  ] as const
  const shown = parts.map(
    ([what, value, fewest]) => `${what} ${fewest ? least(`${name}, ${what}`, value, fewest, 'of 1') : value.toFixed(3)}`,
  )
  console.log(`        ours: ${shown.join(' · ')}`)
  console.log(
    `              unrelated above poor ${bar(`${name}, unrelated above poor`, aboveFair, MOST_UNRELATED, 'of 1')} of ${unrelated.length}` +
      ` · calibration error ${calibrationError(own.judged, grades).toFixed(3)}`,
  )
  for (const [peer, rank] of peers) {
    const { ndcg, auc } = await agreementOf(dataset, rank)
    console.log(`${peer.padStart(12)}: NDCG@10 ${ndcg.toFixed(3)} · AUC ${auc.toFixed(3)}`)
  }
}

type Agreement = { ndcg: number; auc: number; judged: Judged[] }

/** NDCG is the mean over the keywords; the area is over all keywords' pins at once, which only absolute scores can have high. */
async function agreementOf({ queries, grades }: Dataset, rank: Ranker): Promise<Agreement> {
  const pools: Judged[][] = []
  for (const { keyword, pins } of queries) {
    const scores = await rank(
      keyword,
      pins.map(({ pin }) => pin),
    )
    pools.push(pins.map(({ grade }, at) => ({ score: scores[at]!, grade })))
  }
  const judged = pools.flat()
  const scoresOf = (wanted: number) => judged.filter(({ grade }) => grade === wanted).map(({ score }) => score)
  const each = pools.map((pool) => ndcg(pool)).filter((value) => !Number.isNaN(value))
  return { ndcg: mean(each), auc: auc(scoresOf(grades - 1), scoresOf(0)), judged }
}
