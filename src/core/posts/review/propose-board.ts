/** The board whose own words a pin's fit best, by the scorer that pins are scored with. */
import type { Board } from '../../boards/board.js'
import { prepare, type PinText, type Scorer } from '../../relevance/score.js'
import type { Proposal } from './model.js'

/** A score below is of words that have little in common: then the board last used is as good a guess. */
const LEAST_SCORE = 0.4
/** What a board says of itself counts less than its name: it names many things. */
const DESCRIPTION_WORTH = 0.7

type Judged = { board: Pick<Board, 'id'>; scoreOf: Scorer }

/** @returns for each pin its proposal; boards are analysed once */
export function makeBoardProposer(
  boards: readonly Pick<Board, 'id' | 'name' | 'description'>[],
  last: { id: string } | null,
): (pin: PinText) => Proposal['board'] {
  const judged: Judged[] = boards.map((board) => {
    const byName = prepare(board.name)
    const byDescription = board.description === null ? () => 0 : prepare(board.description)
    return { board, scoreOf: (pin) => Math.max(byName(pin), DESCRIPTION_WORTH * byDescription(pin)) }
  })
  const asLast: Proposal['board'] = last && { boardId: last.id, boardSectionId: null, because: 'last' }
  return (pin) => {
    let best: { boardId: string; score: number } | undefined
    for (const { board, scoreOf } of judged) {
      const score = scoreOf(pin)
      if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { boardId: board.id, score }
    }
    return best ? { boardId: best.boardId, boardSectionId: null, because: 'words' } : asLast
  }
}
