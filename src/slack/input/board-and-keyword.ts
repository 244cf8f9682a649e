/** Splits the words of a command into the board that they begin with and the keyword behind it, without ids or quotes. */
import { fold } from '../../core/insight/relevance/words/fold.js'
import { STOP_WORDS } from '../../core/insight/relevance/words/vocabulary.js'
import { findByName, type Named } from './by-name.js'
import { distance } from '../../core/lib/prose/nearest.js'
import { hasQuoteSigns, QUOTED, unquoted, withoutQuoteSigns } from './quotes.js'

export type BoardAndKeyword = {
  /** The board; null: not recognised. */
  board: Named | null
  /** The words behind the board's name; all words if no board was recognised. */
  keyword: string
  /** The quoted words in place of a board, if no board has that name. */
  unknown?: string
}

/** @param typed the words with their quotes */
export function boardAndKeyword(boards: readonly Named[], typed: string): BoardAndKeyword {
  const boardIndex = buildIndex(boards)
  const withSigns = wholeName(
    boardIndex.filter(({ board }) => hasQuoteSigns(board.name)),
    oneLine(typed).split(' '),
  )
  if (withSigns) return { ...withSigns, keyword: unquoted(withSigns.keyword) }
  const [quoted, ...others] = typed.matchAll(QUOTED)
  if (quoted) {
    const before = oneLine(typed.slice(0, quoted.index))
    const behind = oneLine(unquoted(typed.slice(quoted.index + quoted[0].length)))
    const inside = oneLine(unquoted(quoted[0]))
    if (inside !== '' && before === '' && behind !== '') return named(boardIndex, inside, behind)
    if (inside !== '' && before !== '' && behind === '' && others.length === 0) {
      const { board } = named(boardIndex, before, inside)
      if (board) return { board, keyword: inside }
    }
  }
  return begun(boardIndex, oneLine(unquoted(typed)))
}

const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()
/** Folds words. Quote signs are dropped, because people leave them out or type others. */
const folded = (words: string): string => oneLine(withoutQuoteSigns(fold(words)))
const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined)

/** Boards with folded names, computed once: there may be two thousand, and other requests wait. */
type BoardIndex = readonly { board: Named; name: string; words: string[] }[]
const buildIndex = (boards: readonly Named[]): BoardIndex =>
  boards.map((board) => {
    const name = folded(board.name)
    return { board, name, words: name.split(' ').filter(Boolean) }
  })

/** Finds a board when the end of its name is known. */
function named(boardIndex: BoardIndex, name: string, keyword: string): BoardAndKeyword {
  const boards = boardIndex.map(({ board }) => board)
  const words = folded(name).split(' ')
  const board = called(boardIndex, name) ?? only(findByName(boards, name)) ?? nearestOf(boardIndex, words, 'whole')?.board
  return board ? { board, keyword } : { board: null, keyword, unknown: name }
}

/** Finds a board by its whole name or its id, with or without the prefix of our CSV export. */
function called(boardIndex: BoardIndex, words: string): Named | undefined {
  const wanted = folded(words)
  if (wanted === '') return undefined
  const id = wanted.replace(/^b_/, '')
  return only(boardIndex.filter(({ board, name }) => name === wanted || board.id === id))?.board
}

/** Finds the longest beginning of the words that is a board's name or id. */
function wholeName(boardIndex: BoardIndex, asTyped: readonly string[]): { board: Named; keyword: string } | undefined {
  if (boardIndex.length === 0) return undefined
  for (let count = asTyped.length; count > 0; count--) {
    const board = called(boardIndex, asTyped.slice(0, count).join(' '))
    if (board) return { board, keyword: asTyped.slice(count).join(' ') }
  }
  return undefined
}

/** Finds a board by the whole name, then the one name that begins like the words, then the one name that was mistyped. */
function begun(boardIndex: BoardIndex, typed: string): BoardAndKeyword {
  const asTyped = typed.split(' ')
  const words = asTyped.map(folded)
  const whole = wholeName(boardIndex, asTyped)
  if (whole) return whole
  const shared = boardIndex.map(({ board, words: name }) => ({ board, name, count: sharedWords(name, words) }))
  const most = Math.max(0, ...shared.map(({ count }) => count))
  const sharing = most > 0 ? only(shared.filter(({ count }) => count === most)) : undefined
  const found = sharing && saysEnough(sharing) ? sharing : nearestOf(boardIndex, words, 'beginning')
  return found ? { board: found.board, keyword: asTyped.slice(found.count).join(' ') } : { board: null, keyword: typed }
}

function sharedWords(name: readonly string[], words: readonly string[]): number {
  const end = name.findIndex((word, index) => word !== words[index])
  return end < 0 ? name.length : end
}

/** The least letters of a word that distinguishes boards. */
const TELLING = 4
const SAID_OF_ANYTHING = new Set(Object.values(STOP_WORDS).flatMap((words) => [...words]))
const LETTER = /[\p{L}\p{N}]/u

/**
 * True when enough of the name was typed: half of its words and a distinctive one, because a keyword may begin like a board by
 * chance.
 */
function saysEnough({ name, count }: { name: readonly string[]; count: number }): boolean {
  const isWord = (word: string) => LETTER.test(word)
  const shared = name.slice(0, count).filter(isWord)
  return (
    2 * shared.length >= name.filter(isWord).length &&
    shared.some((word) => word.length >= TELLING && !SAID_OF_ANYTHING.has(word))
  )
}

/** Letters for each typo that is allowed. */
const LETTERS_A_SLIP = 5

/** Finds the single nearest name, with at most one typo in five letters; of names with the same beginning, the longest. */
function nearestOf(
  boardIndex: BoardIndex,
  words: readonly string[],
  compared: 'whole' | 'beginning',
): { board: Named; count: number } | undefined {
  const begins = words.map((_, index) => words.slice(0, index + 1).join(' '))
  const near = boardIndex.flatMap(({ board, name, words: own }) => {
    const count = compared === 'whole' ? words.length : own.length
    const requested = count === 0 ? undefined : begins[count - 1]
    if (requested === undefined) return []
    const most = Math.floor(requested.length / LETTERS_A_SLIP)
    return distance(requested, name, most) <= most ? [{ board, count }] : []
  })
  const longest = Math.max(...near.map(({ count }) => count))
  return only(near.filter(({ count }) => count === longest))
}
