/** What somebody else wrote of a page: its facts in other words pass, another fact is found, in whatever form it is written. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import { inventedInTexts } from '../../../src/core/sources/generations/stands.js'
import { inFigures } from '../../../src/core/sources/generations/number-words.js'
import type { PageContent } from '../../../src/core/ports/page.js'
import { contentOf, PAGES } from '../../web/page/support/pages.js'

describe('numbers in words are figures', () => {
  test.each([
    ['en', 'Serves four to six, ready in twenty-five minutes', 'Serves 4 to 6, ready in 25 minutes'],
    ['en', 'two hundred and fifty grams, a dozen eggs', '250 grams, a 12 eggs'],
    ['en', 'thousands of homes, three thousand two hundred steps', '1000 of homes, 3200 steps'],
    ['en', 'one large mirror and another one', 'one large mirror and another one'],
    ['de', 'fünfundzwanzig Minuten, zweihundert Gramm, drei Eier', '25 Minuten, 200 Gramm, 3 Eier'],
    ['de', 'ein Kuchen und eine Tasse', 'ein Kuchen und eine Tasse'],
    ['es', 'cuarenta y dos pasos y dos tazas', '42 pasos y 2 tazas'],
    ['fr', 'vingt-cinq minutes, quatre-vingts pages, un look neuf', '25 minutes, 80 pages, un look neuf'],
    ['it', 'trentacinque minuti e due uova', '35 minuti e 2 uova'],
    ['nl', 'tweeëndertig euro en drie kopjes', '32 euro en 3 kopjes'],
    ['pt', 'vinte e cinco minutos e duas xícaras', '25 minutos e 2 xícaras'],
  ] as const)('%s: %s', (language, words, figures) => expect(inFigures(words, language)).toBe(figures))
})

const mug = contentOf('en-shopify-sale-mug')
const lemon = contentOf('en-recipe-lemon-drizzle')
const apfel = contentOf('de-rezept-apfelkuchen')
const tarte = contentOf('fr-recette-tarte-citron')

describe('what the page says in other words passes', () => {
  test.each<[string, PageContent, string]>([
    ['a title of capitals', lemon, 'Simple Lemon Drizzle Cake Everyone Will Love'],
    ['imperatives', lemon, 'Bake this lemon drizzle cake. Enjoy it warm. Perfect with tea.'],
    ['German nouns', apfel, 'Saftiger Apfelkuchen: ein Rezept für die ganze Familie.'],
    ['made of a word of the page', apfel, 'Der Kuchen ist ein Genuss. Die Apfelstücke bleiben saftig.'],
    ['a French sentence', tarte, 'Découvrez une tarte au citron. Facile à faire.'],
    ['its price with the sign behind', mug, `Yours for ${mug.facts.price!.amount} USD.`],
    ['its price in words', mug, `Yours for ${Number(mug.facts.price!.amount)} dollars.`],
    ['an ordinal', lemon, 'The first slice goes fast, the second faster.'],
  ])('%s', (_, page, text) => expect(inventedInTexts([text], page)).toEqual([]))
})

describe('what it does not say is found', () => {
  test.each<[string, PageContent, string, string]>([
    ['a share in words', mug, 'Twenty percent off for you.', '20 percent'],
    ['a number in words', mug, 'It comes in seventeen colors.', '17'],
    ['thousands', mug, 'Thousands of people love it.', '1000'],
    ['a price in words', mug, 'Yours for ninety dollars.', '90 dollars'],
    ['a lone name at the beginning', mug, 'Rolodyne makes this mug.', 'Rolodyne'],
    ['a name in a title of capitals', mug, 'Speckled Stoneware Mug From Rolodyne', 'Rolodyne'],
    ['a name with capitals inside', mug, 'Goes well with an iKettle.', 'iKettle'],
    ['a name in German', apfel, 'Der Kuchen von Rolodyne ist saftig.', 'Rolodyne'],
    ['a lone name in German', apfel, 'Rolodyne zeigt das Rezept.', 'Rolodyne'],
    ['what costs nothing', mug, 'With free shipping today.', 'free shipping'],
    ['what is in it', lemon, 'A vegan cake for everybody.', 'vegan'],
    ['half a price', mug, 'Now half price.', 'half price'],
    ['a guarantee', mug, 'It is guaranteed to last.', 'guaranteed'],
  ])('%s', (_, page, text, invented) => expect(inventedInTexts([text], page)).toContain(invented))

  test('a name made of two names of the page', () => {
    const page = { ...lemon, sentences: [...lemon.sentences, 'Baked by Anna Weber, and eaten by Tom Lindqvist.'] }
    expect(inventedInTexts(['It was baked by Anna Weber.'], page)).toEqual([])
    expect(inventedInTexts(['It was baked by Anna Lindqvist.'], page)).toEqual(['Anna Lindqvist'])
  })

  test('the price of something else on a page of a shop', () => {
    const page = { ...mug, text: `${mug.text} You may also like: teapot $88.00` }
    expect(inventedInTexts(['Yours for $88.'], page)).toContain('$88')
  })
})

const composed = PAGES.flatMap((name) => {
  const page = contentOf(name)
  const made = compose(page, { drafts: 3 })
  return made.kind === 'composed' ? made.drafts.map((draft) => ({ name, page, draft })) : []
})
/** Nobody is called so, and nothing ends as common words do. */
const madeUp = fc.stringMatching(/^[BDKRVZ][aeiou](?:[dklrvz][aeou]){1,2}(?:xq|nkz|rzk|lmx)$/)

test('over all pages: a number in a draft replaced by one that the page has not is found', () => {
  const withNumber = composed.filter(({ draft }) => /\d/.test(draft.description))
  expect(withNumber.length).toBeGreaterThan(20)
  fc.assert(
    fc.property(fc.constantFrom(...withNumber), fc.integer({ min: 2, max: 99_999 }), ({ page, draft }, number) => {
      fc.pre(!new RegExp(String(number)).test(JSON.stringify(page)) && number !== page.facts.minutes)
      const changed = draft.description.replace(/\d+(?:[.,]\d+)*/, String(number))
      expect(inventedInTexts([changed], page).join(' ')).toContain(String(number))
    }),
    { numRuns: 200 },
  )
})

test('over all pages: a made-up name is found, wherever it stands', () => {
  const places: ((text: string, name: string) => string)[] = [
    (text, name) => `${name} ${text.replace(/^./, (first) => first.toLowerCase())}`,
    (text, name) => `${text.replace(/[.!?]$/, '')} ${name}.`,
    (text, name) => `${text} ${name}.`,
    (text, name) => text.replace(/ /, ` ${name} `),
  ]
  fc.assert(
    fc.property(fc.constantFrom(...composed), madeUp, fc.constantFrom(...places), ({ page, draft }, name, place) => {
      fc.pre(!JSON.stringify(page).toLowerCase().includes(name.toLowerCase().slice(0, 4)))
      expect(inventedInTexts([place(draft.title, name)], page)).toContain(name)
      expect(inventedInTexts([place(draft.description, name)], page)).toContain(name)
    }),
    { numRuns: 300 },
  )
})

test('over all pages: a draft in other letters, another order and fewer words still stands', () => {
  fc.assert(
    fc.property(fc.constantFrom(...composed), fc.nat(), ({ page, draft }, seed) => {
      const sentences = draft.description.split(/(?<=[.!?])\s+/)
      const turned = sentences.map((_, at) => sentences[(at + seed) % sentences.length]!).join(' ')
      const title = draft.title.replace(/(?<=^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase())
      expect(inventedInTexts([turned, title, draft.altText.toLowerCase()], page)).toEqual([])
    }),
    { numRuns: 300 },
  )
})
