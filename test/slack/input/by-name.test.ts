/** Boards by what people type of their names. */
import { expect, test } from 'vitest'
import { findByName, nearestByName } from '../../../src/slack/input/by-name.js'

const named = (...names: string[]) => names.map((name, index) => ({ id: String(100 + index), name }))
const boards = named('Garden', 'Kitchen ideas', 'My kitchen', 'Kitchen', 'Balcony & garden', 'DIY')
const found = (words: string) => findByName(boards, words).map(({ name }) => name)
const nearest = (words: string, count = 2) => nearestByName(boards, words, count).map(({ name }) => name)

test('exact before prefix before contains, whatever the case and the spaces', () => {
  expect(found('  KITCHEN ')).toEqual(['Kitchen', 'Kitchen ideas', 'My kitchen'])
  expect(found('balcony  &')).toEqual(['Balcony & garden'])
  expect(found('')).toHaveLength(boards.length)
  expect(found('bath')).toEqual([])
})

test('a board goes by its id too, also as our CSV export writes it', () => {
  expect(found('101')).toEqual(['Kitchen ideas'])
  expect(found('b_101')).toEqual(['Kitchen ideas'])
})

test('composed and decomposed letters are the same', () => {
  expect(findByName(named('Küche'), 'Ku\u0308che')).toHaveLength(1)
})

test.each([
  ['kichen', ['Kitchen ideas', 'My kitchen']],
  ['gardn', ['Garden', 'Balcony & garden']],
  ['kichen idea', ['Kitchen ideas']],
])('%s is near to %j', (words, names) => {
  expect(nearest(words)).toEqual(names)
})

test('nobody mistypes more than the beginning of a name: what comes after its first forty letters is not compared', () => {
  const beginning = 'Forty letters are enough for a name of a'
  expect(beginning).toHaveLength(40)
  const two = named(`${beginning} board of shelves`, `${beginning} quite different kitchen and its many drawers`)
  expect(nearestByName(two, `${beginning.slice(1)} bord`, 2)).toEqual(two)
})

test('long words are compared with two thousand long names, and with none', () => {
  const many = named(...Array.from({ length: 2000 }, (_, index) => `${index} `.repeat(60).slice(0, 180)))
  expect(nearestByName(many, 'x y z'.repeat(60), 5)).toHaveLength(5)
  expect(nearestByName(named(), 'x', 5)).toEqual([])
})
