/** The work for one pin is bounded, whatever its texts are; and a pool of any size leaves room for others. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseKeyword } from '../../../src/core/insight/relevance/keyword.js'
import { type PinText, prepare, score, scoreAll } from '../../../src/core/insight/relevance/score.js'
import { explain } from '../../../src/core/insight/relevance/explain.js'

afterEach(() => void vi.restoreAllMocks())

/** How many letters are read. No spy of vitest: it keeps every call. */
function lettersRead(work: () => void): number {
  const charCodeAt = Reflect.get(String.prototype, 'charCodeAt')
  let times = 0
  String.prototype.charCodeAt = function (this: string, at: number) {
    times++
    return charCodeAt.call(this, at)
  }
  try {
    work()
  } finally {
    String.prototype.charCodeAt = charCodeAt
  }
  return times
}

const MOST_LETTERS = 2_000
const inEveryField = (text: string): PinText => ({
  title: text,
  description: text,
  altText: text,
  boardName: text,
  link: `http://a.example/${text}`,
})

describe('of a text, the first 2,000 letters are read:', () => {
  test.each([
    ['words', 'kitchen lamp '],
    ['one word', 'a'],
    ['hashtags', '#KitchenLamp'],
    ['numbers', '1,1,1.'],
    ['negations', 'no kitchen '],
    ['another script', 'кухня '],
  ])('%s', (_, piece) => {
    const of = (letters: number) => inEveryField(piece.repeat(Math.ceil(letters / piece.length)).slice(0, letters))
    const keyword = parseKeyword('small kitchen lamp')
    expect(keyword.terms).toHaveLength(3)
    const scorer = prepare('small kitchen lamp')
    scorer(of(MOST_LETTERS)) // a word seen for the first time is read once more
    const whole = lettersRead(() => scorer(of(MOST_LETTERS)))
    expect(lettersRead(() => scorer(of(100 * MOST_LETTERS)))).toBeLessThanOrEqual(whole + 100) // the ends of a link
    expect(scorer(of(100 * MOST_LETTERS))).toBe(scorer(of(MOST_LETTERS)))
    expect(whole).toBeLessThan(80 * MOST_LETTERS) // five texts, two of them read as a headline as well
  })
})

test('the work grows with the length of a text, not with its square', () => {
  const scorer = prepare('kitchen lamp')
  const read = (letters: number) => {
    const pin = inEveryField('kitchen lamps no lamp kitchn '.repeat(letters / 29))
    scorer(pin)
    return lettersRead(() => scorer(pin))
  }
  expect(read(1_900) / read(475)).toBeLessThan(5)
})

test('texts made to hurt expressions come to an end, and have a score', () => {
  const hostile: PinText[] = [
    inEveryField('a'.repeat(100_000)),
    inEveryField(`${'a'.repeat(5_000)}!`),
    inEveryField('#'.repeat(50_000)),
    inEveryField('1,'.repeat(50_000)),
    inEveryField("1''".repeat(30_000)),
    inEveryField('%'.repeat(50_000)),
    inEveryField('-/'.repeat(50_000)),
    inEveryField('.'.repeat(50_000)),
    inEveryField('\u0301'.repeat(50_000)),
    inEveryField('ﷺ'.repeat(50_000)), // one letter that unfolds into eighteen
    inEveryField('寿'.repeat(50_000)),
    inEveryField('\ud800'.repeat(50_000)),
  ]
  const keywords = [
    '((((a+)+)+)+$',
    'a'.repeat(255),
    '1,'.repeat(127),
    '__proto__ constructor toString',
    '寿'.repeat(255),
    '%',
    '#'.repeat(255),
  ]
  for (const keyword of keywords) for (const pin of hostile) expect(score(keyword, pin)).toBe(explain(keyword, pin).score)
})

test('words that every object has are words as any other', () => {
  for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'length']) {
    expect(score(word, { title: `About ${word}`, description: '' })).toBeGreaterThan(0.8)
    expect(score('kitchen', { title: word, description: word })).toBeLessThan(0.55)
  }
})

describe('a pool', () => {
  const pins = Array.from({ length: 500 }, (_, at) => ({ title: `Kitchen ${at}`, description: 'lamp' }))

  /** Every read of the clock takes a millisecond. */
  const slowClock = () => {
    let now = 0
    return vi.spyOn(performance, 'now').mockImplementation(() => now++)
  }

  test('is scored in turns: others are served every few milliseconds', async () => {
    slowClock()
    let turns = 0
    let isDone = false
    const others = (async () => {
      while (!isDone) {
        turns++
        await nextTurn()
      }
    })()
    const scores = await scoreAll('kitchen lamp', pins)
    isDone = true
    await others
    expect(scores).toEqual(pins.map(prepare('kitchen lamp')))
    expect(turns).toBeGreaterThan(20)
  })

  test('ends with the reason of its signal', async () => {
    slowClock()
    const stop = new AbortController()
    const reason = new Error('the budget is out')
    const scoring = scoreAll('kitchen lamp', pins, stop.signal)
    stop.abort(reason)
    await expect(scoring).rejects.toBe(reason)
  })

  test('without pins has no scores', async () => {
    expect(await scoreAll('kitchen', [])).toEqual([])
  })
})

test('words that were never met, near to many terms, cost no table for each pair', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const near = (number: number) =>
    `abcdef${letters[number % 26]}${letters[Math.floor(number / 26) % 26]}${letters[Math.floor(number / 676) % 26]}`
  const terms = Array.from({ length: 24 }, (_, number) => near(number * 577))
  const words = Array.from({ length: 200 }, (_, number) => near(number * 31 + 7))
  const scorer = prepare(terms.join(' '))
  const read = lettersRead(() => scorer(inEveryField(words.join(' '))))
  expect(read / (words.length * terms.length)).toBeLessThan(60) // of a pair of nine letters; a table of them has a hundred
})
