/** The board whose own words a pin's fit best, by the scorer that pins are scored with. */
import { type Board, type BoardChoice, publicBoards } from '../boards/board.js'
import { prepare, type PinText, type Scorer } from './score.js'

/**
 * `words`: those of the pin fit the board's. `last`: it is the board that the person last used. `others`: most of those beside it have it. `said`:
 * the person named it. `guess`: none fits, and some board has to be first.
 */
export type BoardBecause = 'words' | 'last' | 'others' | 'said' | 'guess'
export type ProposedBoard = BoardChoice & { because: BoardBecause }

/** A score below is of words that have little in common: then the board last used is as good a guess. */
export const LEAST_SCORE = 0.4
/** What a board says of itself counts less than its name: it names many things. */
const DESCRIPTION_WORTH = 0.7

/** For those whose words fit no board, where the person has used none either: the one that most of the others have. Pure. */
export function asTheOthers(proposals: readonly (ProposedBoard | null)[]): (ProposedBoard | null)[] {
  const counts = new Map<string, number>()
  for (const board of proposals) if (board) counts.set(board.boardId, (counts.get(board.boardId) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return proposals.map((board) => board ?? (most ? { boardId: most[0], boardSectionId: null, because: 'others' } : null))
}

type Judged = { board: Pick<Board, 'id'>; scoreOf: Scorer }

/** @returns for each pin its proposal, among the public boards; they are analysed once */
export function makeBoardProposer(
  boards: readonly Pick<Board, 'id' | 'name' | 'description' | 'privacy'>[],
  last: { id: string } | null,
): (pin: PinText) => ProposedBoard | null {
  const offered = publicBoards(boards)
  const judged: Judged[] = offered.map((board) => {
    const byName = prepare(board.name)
    const byDescription = board.description === null ? () => 0 : prepare(board.description)
    return { board, scoreOf: (pin) => Math.max(byName(pin), DESCRIPTION_WORTH * byDescription(pin)) }
  })
  const isOffered = offered.some(({ id }) => id === last?.id)
  const asLast: ProposedBoard | null = last && isOffered ? { boardId: last.id, boardSectionId: null, because: 'last' } : null
  return (pin) => {
    let best: { boardId: string; score: number } | undefined
    for (const { board, scoreOf } of judged) {
      const score = scoreOf(pin)
      if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { boardId: board.id, score }
    }
    return best ? { boardId: best.boardId, boardSectionId: null, because: 'words' } : asLast
  }
}
