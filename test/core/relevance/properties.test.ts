/** What holds for every keyword and every pin. */
import { describe, expect, test } from 'vitest'
import { type PinText, prepare, score, scoreAll } from '../../../src/core/insight/relevance/score.js'
import { explain } from '../../../src/core/insight/relevance/explain.js'
import { tier } from '../../../src/core/insight/relevance/tiers.js'
import { fc } from '../../support/random.js'

const WORDS =
  `kitchen kitchens small ideas bookshelf book shelf cake chocolate the of for without no my laptop stand case 55 inch 10w Bücherregal
  Lampen recetas fáciles 寿司 レシピ кухня مطبخ #KitchenIdeas 😍 diy 2024 women's up x`.split(/\s+/)
const binary = (maxLength: number) => fc.string({ unit: 'binary', maxLength })
const words = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), binary(12), fc.string({ maxLength: 12 })), { maxLength: 25 })
  .map((all) => all.join(' '))
/** Also halves of letters that no text should hold. */
const loneSurrogates = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((codes) => String.fromCharCode(...codes))
const anyText = fc.oneof(words, binary(900), loneSurrogates)
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: undefined })
const anyPin: fc.Arbitrary<PinText> = fc.record({
  title: anyText,
  description: anyText,
  altText: maybe(anyText),
  boardName: maybe(anyText),
  link: maybe(fc.oneof(fc.webUrl(), anyText)),
})
const anyKeyword = fc
  .array(fc.constantFrom(...WORDS.filter((word) => /^\p{L}+$/u.test(word))), { minLength: 1, maxLength: 5 })
  .map((all) => all.join(' '))
/** No gear: at the start, a word of the keyword would make "cover" its part ("kitchen cover"). And nothing that rules out. */
const PLAIN =
  'kitchen small ideas cake chocolate the of for how my laptop stand case red lamp diy garden king zebra book shelf bookshelf'.split(
    ' ',
  )
const plain = (among: readonly string[]) => fc.array(fc.constantFrom(...among), { minLength: 1, maxLength: 12 })
const plainWords = plain(PLAIN)
/** Behind "for" a word says whom the thing is for, not what it is. */
const plainTitle = plain(PLAIN.filter((word) => word !== 'for'))
const LEAST = 1e-12 // a difference of rounding

test('a score is from 0 to 1, the same each time, and the one that is explained', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, anyKeyword), anyPin, (keyword, pin) => {
      const first = score(keyword, pin)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(first).toBeLessThanOrEqual(1)
      score('something else', pin)
      expect(score(keyword, pin)).toBe(first)
      expect(prepare(keyword)(pin)).toBe(first)
      expect(explain(keyword, pin)).toMatchObject({ score: first, tier: tier(first) })
    }),
    { numRuns: 1000 },
  )
})

test('the pin is left as it was', () => {
  fc.assert(
    fc.property(anyKeyword, anyPin, (keyword, pin) => {
      const before = structuredClone(pin)
      score(keyword, pin)
      explain(keyword, pin)
      expect(pin).toEqual(before)
    }),
    { numRuns: 200 },
  )
})

test('a pin has the same score alone, in any pool and in any order', async () => {
  await fc.assert(
    fc.asyncProperty(anyKeyword, fc.array(anyPin, { minLength: 2, maxLength: 6 }), async (keyword, pins) => {
      const alone = pins.map((pin) => prepare(keyword)(pin))
      expect(await scoreAll(keyword, pins)).toEqual(alone)
      expect((await scoreAll(keyword, [...pins].reverse())).reverse()).toEqual(alone)
    }),
    { numRuns: 200 },
  )
})

describe('spelling does not matter:', () => {
  const letters = (text: string) => text.replace(/[^\p{L}\p{N} ]/gu, '').toLowerCase()
  test('case', () => {
    fc.assert(
      fc.property(plainWords, plainWords, plainWords, (keyword, title, description) => {
        const of = (spell: (text: string) => string) =>
          score(spell(keyword.join(' ')), { title: spell(title.join(' ')), description: spell(description.join(' ')) })
        expect(of((text) => text.toUpperCase())).toBe(of((text) => text))
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['crème brûlée', 'creme brulee'],
    ['Café Décor', 'cafe decor'],
    ['uñas', 'unas'],
    ['Ｋｉｔｃｈｅｎ', 'kitchen'],
    ['straße', 'strasse'],
    ['cafe\u0301', 'café'],
  ])('%s and %s', (one, other) => {
    for (const keyword of [one, other]) {
      const found = score(keyword, { title: `A ${one} idea`, description: '' })
      expect(found).toBe(score(keyword, { title: `A ${other} idea`, description: '' }))
      expect(tier(found)).toMatch(/excellent|very-good/)
    }
  })

  test('what stands between the words, if nothing is set apart by it', () => {
    fc.assert(
      fc.property(plainWords, words, (keyword, text) => {
        const plain = letters(text).split(' ').filter(Boolean)
        const of = (between: string) => score(keyword.join(' '), { title: plain.join(between), description: '' })
        expect(of('   ')).toBe(of(' '))
        expect(of(' + ')).toBe(of(' '))
      }),
      { numRuns: 300 },
    )
  })
})

describe('more of the keyword never makes it worse:', () => {
  const grows = (add: (title: string, word: string) => string) =>
    fc.assert(
      fc.property(
        plainWords,
        plainTitle,
        words,
        fc.option(words, { nil: undefined }),
        fc.nat(),
        (keyword, title, description, altText, at) => {
          const before = { title: title.join(' '), description, altText }
          const after = { ...before, title: add(before.title, keyword[at % keyword.length]!) }
          const wanted = keyword.join(' ')
          expect(score(wanted, after)).toBeGreaterThanOrEqual(score(wanted, before) - LEAST)
        },
      ),
      { numRuns: 1500, examples: [[['the', 'for'], ['kitchen', 'kitchen'], 'for', undefined, 1]] },
    )
  test('a word of it at the end of the title', () => grows((title, word) => `${title} ${word}`))
  test('a word of it at the start of the title', () => grows((title, word) => `${word} ${title}`))

  test('more text in a long description', () => {
    fc.assert(
      fc.property(plainWords, plainWords, words, words, (keyword, title, start, more) => {
        const long = `${'word '.repeat(21)}${start}`
        const of = (description: string) => score(keyword.join(' '), { title: title.join(' '), description })
        expect(of(`${long} ${more}`)).toBeGreaterThanOrEqual(of(long) - LEAST)
      }),
      { numRuns: 500 },
    )
  })

  test('an alternative text, a link, a board’s name', () => {
    fc.assert(
      fc.property(plainWords, anyPin, (keyword, { title, description, altText, link, boardName }) => {
        const of = (more: Partial<PinText>) => score(keyword.join(' '), { title: `${title} .`, description, ...more })
        fc.pre(/[a-z]{3}/i.test(title)) // else one of them stands for the title
        for (const more of [{ altText }, { link }, { boardName }]) expect(of(more)).toBeGreaterThanOrEqual(of({}) - LEAST)
      }),
      { numRuns: 500 },
    )
  })
})

test('a pin without words is poor', () => {
  fc.assert(
    fc.property(anyText, (keyword) => {
      for (const empty of ['', ' \n', '!!! 😍'])
        expect(tier(score(keyword, { title: empty, description: empty, altText: empty, boardName: empty, link: '' }))).toBe(
          'poor',
        )
    }),
    { numRuns: 300 },
  )
})

test('the board’s name alone makes no pin fair', () => {
  fc.assert(
    fc.property(anyKeyword, (boardName) => {
      expect(tier(score(boardName, { title: 'zzz', description: '', boardName }))).toBe('poor')
    }),
    { numRuns: 300 },
  )
})
