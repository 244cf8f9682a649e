/** Assigns each draft of a page to one of the account's boards. Pure. */
import type { PageContent } from '../../ports/page.js'
import { LEAST_SCORE } from '../../insight/relevance/propose-board.js'
import { prepare } from '../../insight/relevance/score.js'
import { fitOf } from './board-name.js'
import type { GeneratedDraft } from './draft.js'
import { withoutInvite } from './phrases.js'

type Board = { id: string; name: string }

/** The lowest score of a board that is chosen for variety. */
const FITS = 0.55
/** A board needs at least this share of the best score to be used for variety. */
const NEARLY = 0.8
/** Below this best score, a draft goes to the board that fits all drafts of the page best. */
const SOME = 0.45
/** Below this score, no board fits the page. */
const NEAR = 0.3

/** True when the board's own words match: only for such a board a draft leaves the board of the others. */
const isOfWords = (board: string, { title, description, altText }: GeneratedDraft): boolean =>
  prepare(board)({ title, description, altText }) >= LEAST_SCORE

/** Assigns each draft to its best board, and no two to one board where others also fit. */
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
