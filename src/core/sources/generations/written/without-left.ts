/** Replaces refused parts of written drafts by another picture of the page or another board. Pure. */
import type { PageContent } from '../../../ports/page.js'
import { onBoards } from '../boards.js'
import type { GeneratedDraft } from '../draft.js'
import { inOrder, warningsOf } from '../pictures.js'
import type { Board } from './question.js'

/** What was refused and must not be used in another round: pictures by address, boards by id, drafts by title. */
export type LeftOut = { pictures: Set<string>; boards: Set<string>; titles: Set<string> }
type Around = { page: PageContent; boards: readonly Board[]; left: LeftOut }

/** Returns fewer drafts, or none, where no replacement exists. */
export function withoutLeft(drafts: readonly GeneratedDraft[], { page, boards, left }: Around): GeneratedDraft[] {
  const there = inOrder(page.pictures).filter(({ url }) => !left.pictures.has(url))
  const kept = drafts.filter(({ title }) => !left.titles.has(title))
  if (there.length === 0) return []
  const taken = new Set(kept.map(({ pictureUrl }) => pictureUrl).filter((url) => !left.pictures.has(url)))
  const pictured = kept.map((draft) => {
    if (!left.pictures.has(draft.pictureUrl)) return draft
    const free = there.find(({ url }) => !taken.has(url))
    const picture = free ?? there[0]!
    taken.add(picture.url)
    const others = draft.warnings.filter((code) => code === 'out_of_stock')
    const repeated = free ? [] : (['picture_repeated'] as const)
    return { ...draft, pictureUrl: picture.url, warnings: [...warningsOf(picture), ...repeated, ...others] }
  })
  const placed = onBoards(
    pictured,
    boards.filter(({ id }) => !left.boards.has(id)),
    page,
  )
  return pictured.map((draft, at) =>
    draft.boardId !== null && left.boards.has(draft.boardId) ? { ...draft, boardId: placed[at]!.boardId } : draft,
  )
}
