/** Proposes the board whose words fit a pin best, by the scorer for pins. */
import { type Board, type BoardChoice, publicBoards } from '../../boards/board.js'
import { prepare, type PinText, type Scorer } from './score.js'

/**
 * `words`: the pin's words fit the board's. `last`: the board that the person last used. `others`: most pins beside it have it.
 * `said`: the person named it. `guess`: none fits, and one has to be first.
 */
export type BoardBecause = 'words' | 'last' | 'others' | 'said' | 'guess'
export type ProposedBoard = BoardChoice & { because: BoardBecause }

/** Below this score the words have little in common, and the board last used is as good a guess. */
export const LEAST_SCORE = 0.4
/** A board's description counts less than its name, because it mentions many things. */
const DESCRIPTION_WORTH = 0.7

/** Gives pins without a proposal the board that most of the others have. Pure. */
export function asTheOthers(proposals: readonly (ProposedBoard | null)[]): (ProposedBoard | null)[] {
  const counts = new Map<string, number>()
  for (const board of proposals) if (board) counts.set(board.boardId, (counts.get(board.boardId) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return proposals.map((board) => board ?? (most ? { boardId: most[0], boardSectionId: null, because: 'others' } : null))
}

type Judged = { board: Pick<Board, 'id'>; scoreOf: Scorer }

/** @returns a function that proposes one of the public boards for a pin; boards are analysed once */
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
