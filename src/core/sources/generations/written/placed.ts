/** Assigns written drafts to boards, and gives the first one the requester's title. Pure. */
import type { PageContent } from '../../../ports/page.js'
import { onBoards } from '../boards.js'
import { type GeneratedDraft, TITLE_LENGTH } from '../draft.js'
import { cutTitle } from '../texts.js'
import type { Board, Question } from './question.js'

type Around = { page: PageContent; title: string | null; boards: readonly Board[]; question: Pick<Question, 'boards'> }

export function placed(drafts: readonly GeneratedDraft[], { title, boards, page, question }: Around): GeneratedDraft[] {
  const onTheirs = onBoards(drafts, boards, page)
  return drafts.map((draft, at) => {
    const boardId = question.boards.length < 2 ? undefined : draft.boardId
    const own = { ...draft, boardId: boardId ?? onTheirs[at]!.boardId }
    return at === 0 && title !== null ? { ...own, title: cutTitle(title, TITLE_LENGTH) } : own
  })
}
