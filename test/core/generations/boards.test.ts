/** On which boards the drafts of a page go. */
import { describe, expect, test } from 'vitest'
import { onBoards } from '../../../src/core/sources/generations/boards.js'
import type { GeneratedDraft } from '../../../src/core/sources/generations/draft.js'
import type { PageKind } from '../../../src/core/ports/page.js'

const draft = (title: string, description = ''): GeneratedDraft => ({
  title,
  description,
  altText: title,
  link: 'https://x.example/',
  pictureUrl: 'https://x.example/a.jpg',
  boardId: null,
  angle: 'main',
  warnings: [],
})
const boards = (...names: string[]) => names.map((name) => ({ id: name, name }))
const chosen = (drafts: GeneratedDraft[], names: string[], topics?: string[]) =>
  onBoards(drafts, boards(...names), topics && { topics }).map(({ boardId }) => boardId)

test('words that any board may have in its name are none that a draft shares', () => {
  const small = draft('12 Small Bathroom Storage Ideas', 'These ideas need no renovation.')
  expect(chosen([small], ['Gift ideas', 'Travel'])).toEqual([null])
  expect(chosen([small], ['Gift ideas', 'Bathroom ideas'])).toEqual(['Bathroom ideas'])
})

test('a word of the title may be a kind of what the board is for', () => {
  expect(chosen([draft('Rote Linsensuppe mit Kokosmilch')], ['Suppen', 'Kuchen'])).toEqual(['Suppen'])
  expect(chosen([draft('Lemon cupcakes for a crowd')], ['Cakes', 'Soups'])).toEqual(['Cakes'])
})

test('of a board of two subjects one is enough', () => {
  expect(chosen([draft('Tahini Date Cookies')], ['Travel', 'Desserts and cookies'])).toEqual(['Desserts and cookies'])
})

test('what the page files itself under counts where its words say nothing', () => {
  const gratin = [draft('Gratin dauphinois')]
  expect(chosen(gratin, ['Side dishes', 'Travel'])).toEqual([null])
  expect(chosen(gratin, ['Side dishes', 'Travel'], ['Side dish'])).toEqual(['Side dishes'])
})

test('drafts go to different boards only where each fits about as well', () => {
  const two = [draft('Oak recipe box'), draft('Oak recipe box with an engraved lid')]
  expect(chosen(two, ['Oak boxes', 'Dinner recipes'])).toEqual(['Oak boxes', 'Oak boxes'])
})

const kinds = (title: string, names: string[], kind: PageKind, description = '') =>
  onBoards([draft(title, description)], boards(...names), { topics: [], title, kind })[0]!.boardId

describe('a board without a word of the draft', () => {
  test.each<[string, string[], PageKind, string]>([
    ['Sheet Pan Salmon with Dill Potatoes', ['Travel', 'Dinner recipes', 'Cake recipes'], 'recipe', 'Dinner recipes'],
    ['Beeswax Wraps: A Simple Guide', ['Garden plants', 'Craft tutorials'], 'article', 'Craft tutorials'],
    ['Creolen Wellen aus 925 Silber', ['Mode', 'Ohrringe', 'Geschenkideen'], 'product', 'Ohrringe'],
    ['Pendelleuchte Rattan', ['Garden', 'Lighting'], 'product', 'Lighting'],
    ['Alfombra de yute redonda', ['Rugs', 'Ropa'], 'product', 'Rugs'],
    ['11 Fall Bob Haircuts Stylists Are Booking Nonstop', ['Fall outfits', 'Nail art', 'Short hair'], 'list', 'Short hair'],
    ['Herbstnägel: Die 9 schönsten Farben', ['Deko Herbst', 'Nageldesign'], 'other', 'Nageldesign'],
    ['12 Cozy Mysteries to Read Under a Blanket', ['Movie night', 'Books to read'], 'list', 'Books to read'],
    ['White and blue plates on open shelves', ['Lamps & light', 'Table settings'], 'article', 'Table settings'],
    ['10 Easy Weeknight Chicken Stews', ['Dinner recipes', 'Kids crafts'], 'list', 'Dinner recipes'],
  ])('may be for its kind of thing: %s', (title, names, kind, board) => expect(kinds(title, names, kind)).toBe(board))

  test('is none where it is of another kind', () => {
    expect(kinds('Sheet Pan Salmon with Dill Potatoes', ['Kitchen and tableware', 'Craft tutorials'], 'recipe')).toBeNull()
    expect(kinds('Creolen Wellen aus 925 Silber', ['Schuhe', 'Garten'], 'product')).toBeNull()
  })
})

test('a time of the year alone is no reason for a board of another thing', () => {
  expect(kinds('Autumn soup with pumpkin', ['Autumn outfits', 'Travel'], 'recipe')).toBeNull()
  expect(kinds('Autumn wreath of oak leaves', ['Autumn decor', 'Travel'], 'article')).toBe('Autumn decor')
})

test('a board with a word of the draft is for another thing where its own is none of the draft', () => {
  expect(kinds('Terracotta Wall Planter', ['Wall art', 'Quotes'], 'product')).toBeNull()
  expect(kinds('Hammered Copper Bird Bath', ['Copper kitchen', 'Garden decor'], 'product')).toBe('Garden decor')
  expect(kinds('Small Bathroom Storage', ['Small kitchens', 'Bathroom remodel'], 'article')).toBe('Bathroom remodel')
})

test('a board of recipes is for food', () => {
  expect(kinds('Fig & Cedar Soy Candle', ['Fig recipes', 'Home fragrance'], 'product')).toBe('Home fragrance')
  expect(kinds('How to Dye Wool with Onion Skins', ['Onion recipes', 'Wool crafts'], 'article')).toBe('Wool crafts')
  expect(kinds('Fig Tart with Honey', ['Fig recipes', 'Home fragrance'], 'recipe')).toBe('Fig recipes')
})

test('one word of a board may be two of the title', () =>
  expect(kinds('How I Learned to Bind Books in a Weekend', ['Weekend trips', 'Bookbinding', 'Books to read'], 'article')).toBe(
    'Bookbinding',
  ))

test('the words that every draft ends with are none of it', () =>
  expect(kinds('A Quiet Corner', ['Books to read', 'Shop updates'], 'article', 'Sit down. Read the full story.')).toBeNull())
