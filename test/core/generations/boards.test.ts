/** On which boards the drafts of a page go. */
import { expect, test } from 'vitest'
import { onBoards } from '../../../src/core/generations/boards.js'
import type { GeneratedDraft } from '../../../src/core/generations/draft.js'

const draft = (title: string, description = ''): GeneratedDraft => ({
  ...{ title, description, altText: title, link: 'https://x.example/', pictureUrl: 'https://x.example/a.jpg' },
  ...{ boardId: null, angle: 'main', warnings: [] },
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
