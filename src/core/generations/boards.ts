/** Which of an account's boards each draft of a page goes to. Pure. */
import type { PageContent } from '../ports/page.js'
import { LEAST_SCORE } from '../relevance/propose-board.js'
import { prepare } from '../relevance/score.js'
import { fitOf } from './board-name.js'
import type { GeneratedDraft } from './draft.js'
import { withoutInvite } from './phrases.js'

type Board = { id: string; name: string }

/** Least worth of a board that is taken so that drafts differ. */
const FITS = 0.55
/** A board that fits so much less than the best is not taken for that. */
const NEARLY = 0.8
/** A draft that has less in common with every board goes where the others of its page go. */
const SOME = 0.45
/** A page that has less in common with every board fits none of them. */
const NEAR = 0.3

/** A draft leaves the board of the others of its page only for one that its words name. */
const isOfWords = (board: string, { title, description, altText }: GeneratedDraft): boolean =>
  prepare(board)({ title, description, altText }) >= LEAST_SCORE

/** Each on the one that it fits best, and no two on one where others fit too. @param page what it is, and what it files itself under */
export function onBoards(
  drafts: readonly GeneratedDraft[],
  boards: readonly Board[] = [],
  { topics = [], title: ofPage, kind }: Partial<Pick<PageContent, 'topics' | 'title' | 'kind'>> = {},
): GeneratedDraft[] {
  if (boards.length === 0) return [...drafts]
  const saids = drafts.map(({ title, description, altText }) => ({
    title,
    description: withoutInvite(description),
    altText: altText === title ? '' : altText,
    topics: topics.join(', '),
    page: ofPage && !title.includes(ofPage) ? ofPage : '',
    kind,
  }))
  const scored = boards.slice(0, 500).map(({ id, name }) => {
    const worths = saids.map(fitOf(name))
    return { id, name, worths, sum: worths.reduce((sum, one) => sum + one, 0), most: Math.max(...worths) }
  })
  const ofAll = [...scored].sort((a, b) => b.sum - a.sum)[0]!
  const taken = new Set<string>()
  return drafts.map((draft, at) => {
    const ranked = [...scored].sort((a, b) => b.worths[at]! - a.worths[at]!)
    const first = ranked[0]!
    const isNear = (worth: number) => worth >= FITS && worth >= first.worths[at]! * NEARLY
    const best =
      ranked.find((one) => !taken.has(one.id) && isNear(one.worths[at]!) && (one === first || isOfWords(one.name, draft))) ??
      (first.worths[at]! >= SOME ? first : ofAll)
    if (best === ofAll && ofAll.most < NEAR && boards.length > 1) return { ...draft, boardId: null } // any would be a guess
    taken.add(best.id)
    return { ...draft, boardId: best.id }
  })
}
