/** From text to words and their kinds. */
import { describe, expect, test } from 'vitest'
import { languageOf } from '../../../src/core/relevance/words/languages.js'
import { nearness } from '../../../src/core/relevance/words/near.js'
import { headlineOf } from '../../../src/core/relevance/pin.js'
import { singularOf, stemOf } from '../../../src/core/relevance/words/stems.js'
import { wordsOf } from '../../../src/core/relevance/words/words.js'

describe('words', () => {
  test.each([
    ["Women’s & men's shoes", 'womens mens shoes'],
    ['3.5 cups, 1,000 ideas', '3.5 cups 1000 ideas'],
    ['55" TV, 10 W bulb, 10-watt bulb, 10w', '55in tv 10w bulb 10w bulb 10w'],
    ['5 ft tree, 20 mm, 3,5 kg', '5ft tree 20mm 3.5kg'],
    ['2 in 1 and 5 in a row', '2 in 1 and 5 in a row'],
    ['Shelf 12 in', 'shelf 12in'],
    ['#KitchenIdeas #smallKitchen #diy_decor', 'kitchen ideas small kitchen diy decor'],
    ['YouTube', 'youtube'],
    ['Crème Brûlée – Straße', 'creme brulee strasse'],
    ['Nike™ shoes', 'nike shoes'],
    ['🍗🔥 CHICKEN 🔥', 'chicken'],
    ['', ''],
    ['寿司レシピ', '寿司 レシピ'],
    ['кухня в доме', 'кухня в доме'],
    ['مطبخ صغير', 'مطبخ صغير'],
  ])('of "%s" are "%s"', (text, words) => {
    expect(wordsOf(text).join(' ')).toBe(words)
  })

  test('of another script are found in the same text as Latin ones', () => {
    expect(wordsOf('Sushi 寿司 55" women\'s')).toEqual(['sushi', '寿司', '55in', 'womens'])
  })
})

describe('language of a keyword', () => {
  test.each([
    ['de', 'wohnzimmer ideen', 'geschenke für männer', 'kuchen rezepte einfach', 'Bücherregal'],
    ['es', 'recetas fáciles', 'uñas decoradas', 'vestidos de novia', 'salas pequeñas'],
    ['fr', 'recette gâteau chocolat', 'idées cadeaux noël', 'coiffure mariage'],
    ['it', 'ricette facili', 'torta di compleanno'],
    ['nl', 'woonkamer ideeën', 'makkelijke recepten'],
    ['pt', 'bolo de aniversário', 'quarto infantil'],
    [
      'en',
      'die cut cards',
      'las vegas wedding',
      'met gala dresses',
      'art deco living room',
      'crème brûlée recipe',
      'piñata',
      'laptop',
      '',
    ],
  ])('%s: %s, %s …', (language, ...keywords) => {
    for (const keyword of keywords) expect(languageOf(keyword, wordsOf(keyword)), keyword).toBe(language)
  })
})

describe('forms', () => {
  test.each([
    ['shelves', 'shelf'],
    ['dresses', 'dress'],
    ['recetas', 'receta'],
    ['berries', 'berry'],
    ['colours', 'color'],
    ['glass', 'glass'],
    ['canvas', 'canvas'],
    ['bus', 'bus'],
    ['sofas', 'couch'],
  ])('the singular of %s is %s', (plural, singular) => expect(singularOf(plural)).toBe(singular))

  test('a stem is of its language, and only of Latin words', () => {
    expect(stemOf('rezepte', 'de')).toBe(stemOf('rezept', 'de'))
    expect(stemOf('decoraciones', 'es')).toBe(stemOf('decoracion', 'es'))
    expect(stemOf('кухни', 'de')).toBe('кухни')
    expect(stemOf('ps5', 'en')).toBe('ps5')
  })

  test.each([
    ['choclate', 'chocolate', true],
    ['kitchne', 'kitchen', true],
    ['organiztion', 'organization', true],
    ['cake', 'lake', false],
    ['bread', 'braed', true],
    ['bread', 'bred', false],
    ['shelf', 'shelff', true],
    ['bread', 'broad', false],
    ['boots', 'books', false],
    ['horse', 'house', false],
    ['house', 'mouse', false],
    ['lamp', 'lamb', false],
    ['wedding', 'welding', true],
    ['garden', 'warden', false],
    ['pattern', 'patron', false],
  ])('%s and %s are near: %s', (one, other, isNear) => {
    expect(nearness(one, other) > 0).toBe(isNear)
    expect(nearness(one, other)).toBe(nearness(other, one))
  })
})

describe('the headline', () => {
  const none = { title: '', description: '' }
  test.each([
    ['the title', { title: 'Lemon cake', description: 'Fresh.' }, 'title', 'lemon cake'],
    [
      'a short description',
      { ...none, description: 'An easy lemon cake! Keeps for days.' },
      'description',
      'an easy lemon cake keeps for days',
    ],
    [
      'the first sentence of a long one',
      { ...none, description: `An easy lemon cake! ${'It keeps. '.repeat(20)}` },
      'description',
      'an easy lemon cake',
    ],
    [
      'more than a mere cheer',
      { ...none, description: `So good! Lemon cake. ${'It keeps. '.repeat(20)}` },
      'description',
      'so good lemon cake',
    ],
    ['the alternative text', { ...none, altText: 'A cake on a plate' }, 'altText', 'a cake on a plate'],
    [
      'the readable part of the link',
      { ...none, link: 'https://a.example/recipes/easy-lemon-cake.html?x=1' },
      'link',
      'easy lemon cake',
    ],
    ['an address of another script', { ...none, link: 'https://a.example/%D0%BA%D1%83%D1%85%D0%BD%D1%8F/' }, 'link', 'кухня'],
    ['nothing of a mere number', { ...none, link: 'https://a.example/p/123456789' }, 'title', ''],
    ['nothing of a stray percent sign', { ...none, link: 'https://a.example/%zz' }, 'link', 'zz'],
  ] as const)('is %s', (_, pin, name, words) => {
    const headline = headlineOf(pin)
    expect(headline.words.join(' ')).toBe(words)
    expect(headline.name).toBe(name)
  })
})
