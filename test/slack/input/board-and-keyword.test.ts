/** Which board the words of `/pin fit` and `/pin ideas` begin with. */
import { describe, expect, test } from 'vitest'
import { boardAndKeyword } from '../../../src/slack/input/board-and-keyword.js'
import { distance } from '../../../src/core/lib/prose/nearest.js'
import { cpuMsOf } from '../../support/processes.js'

const BOARDS = [
  'Kitchen',
  'Kitchen ideas',
  'Garden',
  'Café décor',
  'Küche & Bad',
  'Living room shelves',
  'Living room lamps',
  "Rock 'n' roll",
  'The "good" chairs',
  'Small wooden garden sheds',
  'With them all',
].map((name, index) => ({ id: String(101 + index), name }))
const read = (typed: string) => {
  const { board, keyword, unknown } = boardAndKeyword(BOARDS, typed)
  return [board?.name ?? null, keyword, ...(unknown === undefined ? [] : [unknown])]
}

describe('without quotes', () => {
  test.each([
    ['kitchen small shelves', 'Kitchen', 'small shelves'],
    ['Kitchen ideas small shelves', 'Kitchen ideas', 'small shelves'],
    ['KITCHEN IDEAS  Small\tShelves', 'Kitchen ideas', 'Small Shelves'],
    ['cafe decor mid century', 'Café décor', 'mid century'],
    ['Cafe\u0301 de\u0301cor posters', 'Café décor', 'posters'],
    ['kuche & bad fliesen', 'Küche & Bad', 'fliesen'],
    ['103 tomatoes', 'Garden', 'tomatoes'],
    ['b_103 tomatoes', 'Garden', 'tomatoes'],
    ['garden', 'Garden', ''],
  ])('%s is the board %s and the keyword “%s”: the longest beginning that is a name, or an id', (typed, board, keyword) => {
    expect(read(typed)).toEqual([board, keyword])
  })

  test.each([
    ['cafe posters', 'Café décor', 'posters'],
    ['living room shelves oak', 'Living room shelves', 'oak'],
    ['gardn tomatoes', 'Garden', 'tomatoes'],
    ['kitchn ideas small shelves', 'Kitchen ideas', 'small shelves'],
    ['kuche fliesen', 'Küche & Bad', 'fliesen'],
    ['small wooden tables', 'Small wooden garden sheds', 'tables'],
  ])('%s is near to %s alone', (typed, board, keyword) => {
    expect(read(typed)).toEqual([board, keyword])
  })

  test.each(['living room oak', 'bathroom tiles', 'small', 'of the sea', 'small balcony ideas', 'with them oak', 'rock music'])(
    '%s names no board, and all that was typed is kept',
    (typed) => {
      expect(read(typed)).toEqual([null, typed])
    },
  )

  test('nothing is nothing', () => expect(read('  ')).toEqual([null, '']))
})

describe('a name with quote signs of its own', () => {
  test.each([
    ["Rock 'n' roll posters", "Rock 'n' roll", 'posters'],
    ['rock ‘n’ roll posters', "Rock 'n' roll", 'posters'],
    ['rock n roll posters', "Rock 'n' roll", 'posters'],
    ['"Rock \'n\' roll" "old posters"', "Rock 'n' roll", 'old posters'],
    ["'rock 'n' roll' posters", "Rock 'n' roll", 'posters'],
    ['The "good" chairs of oak', 'The "good" chairs', 'of oak'],
    ['the “good” chairs of oak', 'The "good" chairs', 'of oak'],
    ['the good chairs 5" legs', 'The "good" chairs', '5" legs'],
  ])('%s is %s and “%s”', (typed, board, keyword) => {
    expect(read(typed)).toEqual([board, keyword])
  })

  test.each(['"" chairs', '" chairs', "' '"])('%s is none', (typed) => {
    const unnamed = [...BOARDS, { id: '900', name: '' }, { id: '901', name: '"' }]
    expect(boardAndKeyword(unnamed, typed).board).toBeNull()
  })
})

describe('quotes', () => {
  test.each([
    ['"Kitchen" ideas for shelves', 'Kitchen', 'ideas for shelves'],
    ['“kitchen ideas” "small shelves"', 'Kitchen ideas', 'small shelves'],
    ["'Garden' tomatoes", 'Garden', 'tomatoes'],
    ['kitchen "ideas for shelves"', 'Kitchen', 'ideas for shelves'],
    ['"living room lamps" oak', 'Living room lamps', 'oak'],
    ['"lamps" oak', 'Living room lamps', 'oak'],
    ['"gardne" tomatoes', 'Garden', 'tomatoes'],
    ['"Garden tomatoes"', 'Garden', 'tomatoes'],
    ['garden 5" pots', 'Garden', '5" pots'],
    ["garden grandma's roses", 'Garden', "grandma's roses"],
  ])('%s is %s and “%s”', (typed, board, keyword) => {
    expect(read(typed)).toEqual([board, keyword])
  })

  test('a quoted name that is none, or several, is said, and the keyword behind it is kept', () => {
    expect(read('"Bathroom" white tiles')).toEqual([null, 'white tiles', 'Bathroom'])
    expect(read('"living room" oak')).toEqual([null, 'oak', 'living room'])
  })
})

test('two boards of one name are asked about', () => {
  const twins = [
    { id: '1', name: 'Garden' },
    { id: '2', name: 'garden' },
  ]
  expect(boardAndKeyword(twins, 'garden tomatoes')).toEqual({ board: null, keyword: 'garden tomatoes' })
  expect(boardAndKeyword(twins, '2 tomatoes').board?.id).toBe('2')
})

test('two thousand boards are looked through while others wait', () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({
    id: String(index),
    name: `Some long name of a board ${index} about things`,
  }))
  const cpuMs = cpuMsOf(() => boardAndKeyword(many, `nothing like ${'any of these words '.repeat(12)}`))
  expect(cpuMs).toBeLessThan(2000) // some ten of them are usual
})

test('letters are compared no further than the slips that are allowed', () => {
  expect(distance('kitchen', 'kitchne', 1)).toBe(1)
  expect(distance('kitchen', 'bathroom', 2)).toBeGreaterThan(2)
  expect(cpuMsOf(() => distance('x'.repeat(20_000), 'y'.repeat(20_000), 2))).toBeLessThan(2000) // to the end it would take many times as long
})
