/** Every figure, price and name in a draft stands on its page, whoever wrote the draft. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import { DRAFT_LANGUAGES, priceText } from '../../../src/core/sources/generations/phrases.js'
import { inventedIn, inventedInTexts, inventsNothing } from '../../../src/core/sources/generations/stands.js'
import { minorDigits } from '../../../src/core/lib/prose/money-marks.js'
import { lengthOf } from '../../../src/core/lib/prose/text.js'
import type { PageContent } from '../../../src/core/ports/page.js'
import { contentOf } from '../../web/page/support/pages.js'

const mug = contentOf('en-shopify-sale-mug')
const composed = compose(mug, { drafts: 1 })
const [draft] = composed.kind === 'composed' ? composed.drafts : []

test('what the composer wrote stands', () => expect(inventsNothing(draft!, mug)).toBe(true))

describe('what does not stand is named', () => {
  test.each([
    ['a figure', { title: 'Speckled Stoneware Mug, 14 oz' }, '14'],
    ['a price', { description: 'Yours for $12.' }, '$12'],
    ['a price in another currency', { description: 'Yours for €24.' }, '€24'],
    ['a share', { description: 'It is 24% off.' }, '24%'],
    ['a name', { description: 'Made with love by Rolodyne for you.' }, 'Rolodyne'],
    ['a name that begins a sentence', { description: 'Glow Max makes this mug.' }, 'Glow'],
    ['another link', { link: 'https://elsewhere.example/' }, 'https://elsewhere.example/'],
    ['another picture', { pictureUrl: 'https://elsewhere.example/a.jpg' }, 'https://elsewhere.example/a.jpg'],
  ])('%s', (_, changed, invented) => expect(inventedIn({ ...draft!, ...changed }, mug)).toContain(invented))
})

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.stringMatching(/^[A-Z][a-z]{2,8}( [a-z]{2,9}){3,20} [0-9]{1,4}([.,][0-9]{2})?( €|%)?[.!]$/),
  fc.constant('A plain sentence that says something of the thing.'),
)
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const size = maybe(fc.integer({ min: 200, max: 4_000 }))

const anyPage: fc.Arbitrary<PageContent> = fc.record({
  link: fc.constantFrom('https://shop.example/a?utm_source=b&c=1#d', 'https://shop.example/a'),
  language: maybe(fc.constantFrom('en', 'de', 'es', 'fr', 'it', 'nl', 'pt', 'pl', 'ja')),
  title: maybe(text),
  siteName: maybe(text),
  kind: fc.constantFrom('product', 'article', 'recipe', 'howto', 'event', 'list', 'other'),
  description: maybe(text),
  sentences: fc.array(text, { maxLength: 12 }),
  facts: fc.record({
    name: maybe(text),
    brand: maybe(text),
    price: maybe(
      fc.record({
        amount: fc.integer({ min: 1, max: 500_000 }).map((cents) => (cents / 100).toFixed(2)),
        currency: fc.constantFrom('EUR', 'USD', 'GBP', 'BRL', 'JPY', 'CHF', 'SEK'),
        isFrom: fc.boolean(),
      }),
    ),
    availability: maybe(fc.constantFrom('in_stock', 'out_of_stock', 'preorder')),
    rating: maybe(fc.record({ value: fc.constantFrom('4.8', '5', '3.25'), count: fc.integer({ min: 1, max: 200_000 }) })),
    yield: maybe(text),
    minutes: maybe(fc.integer({ min: 1, max: 3_000 })),
    ingredients: maybe(fc.integer({ min: 1, max: 40 })),
    steps: maybe(fc.integer({ min: 1, max: 40 })),
    date: maybe(fc.constantFrom('2026-12-05', '2027-01-31T19:30:00+01:00')),
    place: maybe(text),
    author: maybe(text),
    items: fc.array(text, { maxLength: 8 }),
  }),
  pictures: fc.uniqueArray(
    fc.record({
      url: fc.nat(50).map((id) => `https://shop.example/${id}.jpg`),
      width: size,
      height: size,
      alt: maybe(text),
      caption: maybe(text),
      from: fc.constantFrom('pin', 'data', 'meta', 'body'),
    }),
    { maxLength: 6, selector: ({ url }) => url },
  ),
  isNopin: fc.constant(false),
  text: text,
})

test('over random pages: at most as many as wanted, within their lengths, without tracking, nothing invented, the same again', () => {
  fc.assert(
    fc.property(anyPage, fc.integer({ min: 1, max: 5 }), (page, drafts) => {
      const first = compose(page, { drafts })
      expect(compose(page, { drafts })).toEqual(first)
      if (first.kind === 'failed') return
      expect(first.drafts.length).toBeGreaterThan(0)
      expect(first.drafts.length).toBeLessThanOrEqual(drafts)
      for (const one of first.drafts) {
        expect(inventedIn(one, page)).toEqual([])
        expect(lengthOf(one.title)).toBeLessThanOrEqual(100)
        expect(lengthOf(one.description)).toBeLessThanOrEqual(800)
        expect(lengthOf(one.altText)).toBeLessThanOrEqual(500)
        expect(one.link).not.toContain('utm_')
      }
    }),
    { numRuns: 300 },
  )
})

test('a price of any currency is known in the form in which a draft of any language writes it', () => {
  for (const currency of Intl.supportedValuesOf('currency'))
    for (const language of DRAFT_LANGUAGES) {
      const price = { amount: minorDigits(currency) === 3 ? '1250.125' : '1250.00', currency, isFrom: true }
      const page = { ...mug, language, facts: { ...mug.facts, price } }
      expect(inventedInTexts([priceText(price, language)!], page), `${language} ${currency}`).toEqual([])
    }
})
