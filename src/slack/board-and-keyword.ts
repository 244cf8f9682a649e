/** Which board the words of a command begin with, and the keyword behind it: nobody types ids, and few type quotes. */
import { fold } from '../core/relevance/words/fold.js'
import { findByName, type Named } from './by-name.js'
import { distance } from './nearest.js'

export type BoardAndKeyword = {
  /** null: not recognised. */
  board: Named | null
  /** What is left of the words; all of them where no board was recognised. */
  keyword: string
  /** What stood in quotes in place of a board, and is none. */
  unknown?: string
}

/** Straight or curved, around the whole of what they stand for. */
const QUOTED = /(?<!\S)(?:["“”„]([^"“”„]+)["“”]|['‘’]([^'‘’]+)['‘’])(?!\S)/g

/** @param typed as it was typed, with its quotes */
export function boardAndKeyword(boards: readonly Named[], typed: string): BoardAndKeyword {
  const plain = oneLine(typed.replace(QUOTED, quotedWords))
  const [quoted, ...others] = typed.matchAll(QUOTED)
  if (quoted) {
    const before = oneLine(typed.slice(0, quoted.index))
    const behind = oneLine(typed.slice(quoted.index + quoted[0].length).replace(QUOTED, quotedWords))
    const inside = oneLine(quotedWords(...(quoted as unknown as QuotedGroups)))
    if (before === '' && behind !== '') return named(boards, inside, behind)
    if (before !== '' && behind === '' && others.length === 0) {
      const { board } = named(boards, before, inside)
      if (board) return { board, keyword: inside }
    }
  }
  return begun(boards, plain)
}

type QuotedGroups = [whole: string, double?: string, single?: string]
const quotedWords = (...[, double, single]: QuotedGroups): string => double ?? single ?? ''
const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()
const folded = (words: string): string => oneLine(fold(words))
const wordsOf = (words: string): string[] => folded(words).split(' ').filter(Boolean)
const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined)

/** Each name folded once: there may be two thousand, and others wait. */
type Shelf = readonly { board: Named; name: string; words: string[] }[]
const shelfOf = (boards: readonly Named[]): Shelf =>
  boards.map((board) => ({ board, name: folded(board.name), words: wordsOf(board.name) }))

/** It is known where the name ends. */
function named(boards: readonly Named[], name: string, keyword: string): BoardAndKeyword {
  const shelf = shelfOf(boards)
  const board = called(shelf, name) ?? only(findByName(boards, name)) ?? nearestOf(shelf, wordsOf(name), 'whole')?.board
  return board ? { board, keyword } : { board: null, keyword, unknown: name }
}

/** By its whole name, or its id as our CSV export writes it, or without. */
function called(shelf: Shelf, words: string): Named | undefined {
  const wanted = folded(words)
  const id = wanted.replace(/^b_/, '')
  return only(shelf.filter(({ board, name }) => name === wanted || board.id === id))?.board
}

/** The longest beginning that is a name; else the one name that begins as the words do; else the one name that was mistyped. */
function begun(boards: readonly Named[], typed: string): BoardAndKeyword {
  const shelf = shelfOf(boards)
  const asTyped = typed.split(' ')
  const words = asTyped.map(folded)
  const from = (board: Named, count: number) => ({ board, keyword: asTyped.slice(count).join(' ') })
  if (typed === '') return { board: null, keyword: '' }
  for (let count = words.length; count > 0; count--) {
    const board = called(shelf, words.slice(0, count).join(' '))
    if (board) return from(board, count)
  }
  const shared = shelf.map(({ board, words: name }) => ({ board, count: sharedWords(name, words) }))
  const most = Math.max(0, ...shared.map(({ count }) => count))
  const sharing = most > 0 ? only(shared.filter(({ count }) => count === most)) : undefined
  const found = sharing ?? nearestOf(shelf, words, 'beginning')
  return found ? from(found.board, found.count) : { board: null, keyword: typed }
}

function sharedWords(name: readonly string[], words: readonly string[]): number {
  const end = name.findIndex((word, index) => word !== words[index])
  return end < 0 ? name.length : end
}

/** Letters to a slip. */
const LETTERS_A_SLIP = 5

/** The single nearest by slips, one in five letters; of names that begin as others do, the longest. */
function nearestOf(
  shelf: Shelf,
  words: readonly string[],
  compared: 'whole' | 'beginning',
): { board: Named; count: number } | undefined {
  const near = shelf.flatMap(({ board, name, words: own }) => {
    const count = compared === 'whole' ? words.length : own.length
    if (count === 0 || count > words.length) return []
    const asked = words.slice(0, count).join(' ')
    const most = Math.floor(asked.length / LETTERS_A_SLIP)
    if (Math.abs(asked.length - name.length) > most) return []
    return distance(asked, name) <= most ? [{ board, count }] : []
  })
  const longest = Math.max(...near.map(({ count }) => count))
  return only(near.filter(({ count }) => count === longest))
}
