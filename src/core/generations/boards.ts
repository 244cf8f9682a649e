/** Which of an account's boards each draft of a page goes to. Pure. */
import type { PageContent } from '../ports/page.js'
import { prepare, type Scorer } from '../relevance/score.js'
import type { GeneratedDraft } from './draft.js'

type Board = { id: string; name: string }

/** Least worth of a board that is taken so that drafts differ. */
const FITS = 0.55
/** A board that fits so much less than the best is not taken for that. */
const NEARLY = 0.8
/** A draft that has less in common with every board goes where the others of its page go. */
const SOME = 0.45
/** A page that has less in common with every board fits none of them. */
const NEAR = 0.3
/** What the page says of its subject for machines counts less than what the draft says. */
const OF_TOPICS = 0.85
/** Of a name of two subjects one may be the draft's, where it says it in so many letters. */
const OF_PART = 0.5
/** Of a board for what a word of the title is a kind of. */
const OF_COMPOUND = 0.7

/** Words of board names that say nothing of what is on them. */
const OF_ANY_BOARD =
  /(?<![\p{L}\p{N}])(?:ideas?|inspirations?|inspo|tips|recipes?|tutorials?|projects?|favou?rites?|best|my|ideen|rezepte?|tipps|inspirationen|projekte|idées?|recettes?|astuces|recetas?|consejos|idee|ricette|consigli|ideeën|recepten|ideias|receitas|dicas|pomysły|przepisy)(?![\p{L}\p{N}])/giu
const AND = /\s+(?:and|und|et|y|e|en|i)\s+|\s*[&+,/|]\s*/iu

/** What is said of a draft by a board's name: the whole of it, or one of the subjects that it names. */
function scorerOf(name: string): Scorer {
  const said = name.replace(OF_ANY_BOARD, ' ').replace(/\s+/g, ' ').trim()
  const own = /\p{L}{2}/u.test(said) ? said : name
  const parts = own.split(AND).filter((part) => /\p{L}{3}/u.test(part))
  const whole = prepare(own)
  const each = parts.length > 1 ? parts.map((part) => ({ score: prepare(part), bare: bareOf(part) })) : []
  const ends = parts.filter((part) => !/\s/.test(part)).map(bareOf)
  return (pin) => {
    const text = `${pin.title} ${pin.description}`.toLowerCase()
    const ofPart = Math.max(0, ...each.map(({ score, bare }) => (text.includes(bare) ? score(pin) : 0)))
    return Math.max(whole(pin), ofPart >= OF_PART ? ofPart : 0, isMadeOf(pin.title, ends) ? OF_COMPOUND : 0)
  }
}

/** Without what a plural adds, as far as it can be without a dictionary. */
const bareOf = (word: string): string => /^(.{4,}?)(?:en|er|es|n|e|s)?$/.exec(word.toLowerCase())?.[1] ?? word.toLowerCase()

/** `Linsensuppe` is one of the `Suppen`, a `cupcake` a cake. */
const isMadeOf = (title: string, ends: readonly string[]): boolean =>
  (title.toLowerCase().match(/\p{L}{7,}/gu) ?? []).some((word) =>
    ends.some((end) => {
      const at = word.lastIndexOf(end)
      return end.length >= 4 && at >= 3 && /^(?:en|er|es|n|e|s)?$/.test(word.slice(at + end.length))
    }),
  )

/** Each on the one that it fits best, and no two on one where others fit too. @param topics what the page files itself under */
export function onBoards(
  drafts: readonly GeneratedDraft[],
  boards: readonly Board[] = [],
  { topics = [] }: Pick<PageContent, 'topics'> = {},
): GeneratedDraft[] {
  if (boards.length === 0) return [...drafts]
  const ofPage = { title: topics.join(', '), description: '' }
  const scored = boards.slice(0, 500).map(({ id, name }) => {
    const score = scorerOf(name)
    const least = topics.length === 0 ? 0 : score(ofPage) * OF_TOPICS
    const worths = drafts.map((draft) => Math.max(least, score(draft)))
    return { id, worths, sum: worths.reduce((sum, one) => sum + one, 0), most: Math.max(...worths) }
  })
  const ofAll = [...scored].sort((a, b) => b.sum - a.sum)[0]!
  const taken = new Set<string>()
  return drafts.map((draft, at) => {
    const ranked = [...scored].sort((a, b) => b.worths[at]! - a.worths[at]!)
    const first = ranked[0]!
    const isNear = (worth: number) => worth >= FITS && worth >= first.worths[at]! * NEARLY
    const best =
      ranked.find(({ id, worths }) => !taken.has(id) && isNear(worths[at]!)) ?? (first.worths[at]! >= SOME ? first : ofAll)
    if (best === ofAll && ofAll.most < NEAR && boards.length > 1) return { ...draft, boardId: null } // any would be a guess
    taken.add(best.id)
    return { ...draft, boardId: best.id }
  })
}
