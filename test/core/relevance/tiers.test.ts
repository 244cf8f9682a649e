/** The graded pins: each keeps its recorded tier, and the whole agrees with the grades no worse than it did. */
import { describe, expect, test } from 'vitest'
import { score } from '../../../src/core/insight/relevance/score.js'
import { TIERS, tier } from '../../../src/core/insight/relevance/tiers.js'
import { type GradedPin, graded } from './support/graded.js'
import { auc, gradeOf, macroF1, quadraticKappa } from './support/quality.js'

const RECORD = 'tiers.txt'

/** A line per pin, so that a difference shows which one moved and how far it was from its grade. */
const record = graded
  .flatMap(({ keyword, pins }) => [
    `# ${keyword}`,
    ...pins.map((pin) => `${pin.grade} ${tier(score(keyword, pin)).padEnd(9)} ${pin.title}`),
    '',
  ])
  .join('\n')

test('every graded pin has the tier recorded for it (npx vitest run test/core/relevance/tiers.test.ts -u records again)', async () => {
  await expect(record).toMatchFileSnapshot(RECORD)
})

test('twelve pins stand for each of the 25 keywords, none of them twice', () => {
  expect(graded).toHaveLength(25)
  for (const { keyword, pins } of graded) expect(new Set(pins.map(({ title }) => title)).size, keyword).toBe(12)
})

function agreement(as: (pin: GradedPin) => GradedPin) {
  const judged = graded.flatMap(({ keyword, pins }) => pins.map((pin) => ({ score: score(keyword, as(pin)), grade: pin.grade })))
  const pairs = judged.map(({ score, grade }) => ({ said: gradeOf(tier(score), 4), grade }))
  const scores = (grade: number) => judged.filter((one) => one.grade === grade).map((one) => one.score)
  return {
    auc: auc(scores(3), scores(0)),
    macroF1: macroF1(pairs, 4),
    kappa: quadraticKappa(pairs),
    unrelatedAbovePoor: pairs.filter(({ said, grade }) => grade === 0 && said > 0).length,
    fittingPoor: pairs.filter(({ said, grade }) => grade === 3 && said === 0).length,
  }
}

describe('on the whole', () => {
  test('titles, hooks and misleading words as they are: no worse than it was', () => {
    const { auc, macroF1, kappa, unrelatedAbovePoor, fittingPoor } = agreement((pin) => pin)
    expect(auc).toBeGreaterThan(0.82)
    expect(macroF1).toBeGreaterThan(0.445)
    expect(kappa).toBeGreaterThan(0.485)
    expect(unrelatedAbovePoor).toBeLessThanOrEqual(40) // of 91, most of them chosen for their misleading words
    expect(fittingPoor).toBeLessThanOrEqual(13) // of 103
  })

  test('the same pins without titles, all in the description', () => {
    const { auc, macroF1, kappa } = agreement((pin) => ({ ...pin, title: '', description: `${pin.title}. ${pin.description}` }))
    expect(auc).toBeGreaterThan(0.795)
    expect(macroF1).toBeGreaterThan(0.43)
    expect(kappa).toBeGreaterThan(0.435)
  })

  test('a title that says no word of the keyword does not hide a pin whose other texts do', () => {
    const hidden = graded.flatMap(({ keyword, pins }) =>
      pins
        .filter(({ grade, altText }) => grade === 3 && altText !== undefined)
        .map((pin) => ({ keyword, tier: tier(score(keyword, { ...pin, title: 'Save this for later', description: '' })) })),
    )
    expect(hidden.filter((one) => one.tier !== 'poor').length / hidden.length).toBeGreaterThan(0.7)
  })
})

test('the tiers are of the score alone, and the better the score the better the tier', () => {
  const cuts = [0, 0.5499, 0.55, 0.6999, 0.7, 0.7999, 0.8, 0.9199, 0.92, 1]
  const names = ['poor', 'poor', 'fair', 'fair', 'good', 'good', 'very-good', 'very-good', 'excellent', 'excellent']
  expect(cuts.map(tier)).toEqual(names)
  expect(new Set(names)).toEqual(new Set(TIERS))
})
