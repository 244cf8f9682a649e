/** Scores how well a board’s name fits a draft: by its words, by compounds, and by the kind of thing it is for. Pure. */
import type { PageKind } from '../../ports/page.js'
import { parseKeyword } from '../../insight/relevance/keyword.js'
import { prepare, type Scorer } from '../../insight/relevance/score.js'
import { wordsOf } from '../../insight/relevance/words/words.js'
import { isOfFood, isOfKind, type Kind, kindsOf, spaced } from './board-kinds.js'

/**
 * The texts of a draft and its page. `topics`: the page's own category; `page`: the page's title; `kind` undefined: not known.
 */
export type Said = {
  title: string
  description: string
  altText: string
  topics: string
  page: string
  kind?: PageKind | undefined
}

/** Weights of the page's category and of the picture's text, relative to the draft's own text. */
const OF_TOPICS = 0.85
const OF_PICTURE = 0.9
/** When a name has two subjects, one of them may match, but only if the draft contains the word itself. */
const OF_PART = 0.5
/**
 * The score when a compound in the title ends with a word of the name, and when a word of the name joins two words of the title.
 */
const OF_COMPOUND = 0.8
const OF_JOINED = 0.9
/** The score of a board for the draft's kind of thing, when the title or category shows it, and when only the text does. */
const OF_KIND = { title: 0.6, text: 0.35 }
/** The factor for broad kinds, and for names with words that the draft lacks. */
const NOT_WHOLLY = 0.75
/**
 * The factor when the draft lacks the main word of the name: “Wall art” is far from a wall planter, “Garden plants” is near to
 * garden tools.
 */
const OF_OTHER_THING = { near: 0.9, far: 0.45 }
/** The factor of recipe boards for drafts that are no food, and for those that may be. */
const OF_FOOD = { no: 0.5, perhaps: 0.7 }
/** A score up to this means no word in common. */
const NOTHING = 0.25

/** Words in board names that say nothing about their content. */
const OF_ANY_BOARD =
  /(?<![\p{L}\p{N}])(?:ideas?|inspirations?|inspo|tips|recipes?|tutorials?|projects?|favou?rites?|best|my|ideen|rezepte?|tipps|inspirationen|projekte|idées?|recettes?|astuces|recetas?|consejos|idee|ricette|consigli|ideeën|recepten|ideias|receitas|dicas|pomysły|przepisy|وصفات|レシピ)(?![\p{L}\p{N}])/giu
const OF_RECIPES =
  /(?<![\p{L}\p{N}])(?:recipes?|rezepte?|recettes?|recetas?|ricett[ae]|recept(?:en)?|receitas?|przepisy?|وصفات|وصفة)(?![\p{L}\p{N}])/iu
const AND = /(?<!\s)\s+(?:and|und|et|y|e|en|i)\s+|(?:(?<!\s)\s+)?[&+,/|・]\s*/iu
/** Main words that only say what is done with the thing before them, or how it is shown. */
const OF_ANY_THING = new Set(
  `decor decoration decorations deko design designs style styles remodel remodeling renovation makeover makeovers interior interiors photos photography
  pictures looks look outfits patterns pattern love things stuff life living goals colors colours themes theme aesthetic aesthetics room rooms house home
  diy season day days recipe handmade gifts goods finds trends shop online basics corner time board making
  basteln backen machen bauen kochen gestalten einrichten dekorieren maken bakken koken knutselen inrichten thuis`.match(/\S+/g),
)
const ENDS_HEAD = /(?<!\s)\s+(?:for|with|from|to|in|on|mit|für|aus|zum|zur|im|voor|met|van|uit)\s+/iu

/** Removes plural endings, as far as possible without a dictionary. */
const bareOf = (word: string): string => /^(.{4,}?)(?:en|er|es|n|e|s)?$/.exec(word.toLowerCase())?.[1] ?? word.toLowerCase()

/** Prepares the scorer of a board’s name once for all drafts. */
export function fitOf(name: string): (said: Said) => number {
  const stripped = name.replace(OF_ANY_BOARD, ' ').replace(/\s+/g, ' ').trim()
  const own = /\p{L}{2}/u.test(stripped) ? stripped : name
  const parts = own.split(AND).filter((part) => /\p{L}{2}/u.test(part))
  const byWords = wordScorerOf(own, parts)
  const byKind = parts.length > 1 ? parts.map(kindScorerOf) : [kindScorerOf(own)]
  const isOfRecipes = OF_RECIPES.test(name)
  return (said) => {
    const pin = { title: said.title, description: said.description }
    const ofWords = Math.max(
      byWords(pin),
      said.altText === '' ? 0 : byWords({ ...pin, altText: said.altText }) * OF_PICTURE,
      ...[said.topics, said.page].map((title) => (title === '' ? 0 : byWords({ title, description: '' }) * OF_TOPICS)),
    )
    return Math.max(ofWords, ...byKind.map((score) => score(said))) * (isOfRecipes ? foodIn(said) : 1)
  }
}

function foodIn({ title, topics, description, kind }: Said): number {
  if (kind === undefined || kind === 'recipe' || OF_RECIPES.test(`${title} ${topics} ${description}`)) return 1
  return kind !== 'product' && isOfFood(spaced(`${title} ${topics}`)) ? OF_FOOD.perhaps : OF_FOOD.no
}

/** Scores by common words: with the whole name, or with one of its subjects. */
function wordScorerOf(own: string, parts: readonly string[]): Scorer {
  const whole = prepare(own)
  const each = parts.length > 1 ? parts.map((part) => ({ score: prepare(part), bare: bareOf(part) })) : []
  const words = parts.flatMap((part) => part.split(/\s+/)).filter((word) => word.length >= 4)
  const ends = words.map(bareOf)
  const head = parts.length > 1 ? undefined : headOf(own)
  const ofHead = head === undefined ? undefined : prepare(head)
  const { kinds } = kindsOf(own)
  return (pin) => {
    const text = `${pin.title} ${pin.description}`.toLowerCase()
    const ofPart = Math.max(0, ...each.map(({ score, bare }) => (bare.length >= 3 && text.includes(bare) ? score(pin) : 0)))
    const ofWhole = whole(pin)
    const isOther = ofHead !== undefined && ofWhole > NOTHING && ofHead(pin) <= NOTHING
    return Math.max(
      isOther ? ofWhole * OF_OTHER_THING[kinds.some((kind) => isOfKind(kind, spaced(pin.title))) ? 'near' : 'far'] : ofWhole,
      ofPart >= OF_PART ? ofPart : 0,
      isMadeOf(pin.title, ends) ? OF_COMPOUND : 0,
      words.some((word) => joins(word.toLowerCase(), pin.title)) ? OF_JOINED : 0,
    )
  }
}

/** Times of the year, which apply to things of every kind. */
const SEASONS =
  /(?<![\p{L}\p{N}])(?:spring|summer|fall|autumn|winter|fr[üu]hlings?|fr[üu]hjahrs?|sommer|herbst|printemps|[ée]t[ée]|automne|hiver|primavera|verano|oto[ñn]o|invierno|estate|autunno|inverno|lente|zomer|herfst|ver[ãa]o|outono|wiosna|lato|jesie[ńn]|zima)(?![\p{L}\p{N}])/giu

/** Returns the main word of a name: the last one, in languages that place it last. undefined: another language, or no thing. */
function headOf(name: string): string | undefined {
  const { terms, language } = parseKeyword(name)
  if (terms.length < 2) return undefined
  const ofAnyTime = name.replace(SEASONS, ' ').trim()
  if (ofAnyTime === name && !/^(?:en|de|nl)$/.test(language)) return undefined
  const [before = ofAnyTime] = ofAnyTime.split(ENDS_HEAD)
  const last = wordsOf(before).at(-1)
  if (last === undefined || !OF_ANY_THING.has(last)) return last
  return ofAnyTime !== name && kindsOf(last).kinds.some(({ isBroad }) => !isBroad) ? last : undefined // “Fall outfits”, but not “Fall decor”
}

/** True for compounds: Linsensuppe belongs to Suppen, a cupcake is a cake. */
const isMadeOf = (title: string, ends: readonly string[]): boolean =>
  (title.toLowerCase().match(/\p{L}{7,}/gu) ?? []).some((word) =>
    ends.some((end) => {
      const at = word.lastIndexOf(end)
      return end.length >= 4 && at >= 3 && /^(?:en|er|es|n|e|s)?$/.test(word.slice(at + end.length))
    }),
  )

/** True when the word joins two words of the title: “Bookbinding” for binding books. */
function joins(word: string, title: string): boolean {
  if (word.length < 8) return false
  const bare = [...new Set(title.toLowerCase().match(/\p{L}{4,}/gu) ?? [])].map(bareOf)
  return bare.some(
    (first) =>
      word.startsWith(first) &&
      bare.some((second) => second !== first && /^(?:ing|er|s|e|en)?$/.test(restOf(word, first, second))),
  )
}

/** Returns the rest of the word after both parts; `no`: it is not made of them. */
const restOf = (word: string, first: string, second: string): string => {
  const behind = word.slice(first.length).replace(/^[sn](?=.{4})/, (one) => (second.startsWith(one) ? one : ''))
  return behind.startsWith(second) ? behind.slice(second.length) : 'no'
}

/** Scores by kind: all kinds in the name must match the draft. */
function kindScorerOf(name: string): (said: Said) => number {
  const { kinds, rest } = kindsOf(name)
  const others = rest.filter((word) => !OF_ANY_THING.has(word) && word.length > 3).map((word) => ` ${word.slice(0, 5)}`)
  if (kinds.length === 0) return () => 0
  const own = kinds.some(({ isBroad }) => !isBroad) ? kinds.filter(({ isBroad }) => !isBroad) : kinds
  return ({ title, description, altText, topics, page, kind }) => {
    const [first, all] = [spaced(`${page} ${title} ${topics}`), spaced(`${page} ${title} ${topics} ${description} ${altText}`)]
    const isNone = ({ isFood }: Kind) => (kind === 'recipe' ? isFood === false : isFood === true && kind === 'product')
    const worthOf = (one: Kind) => {
      const isSaid = one.isFood !== true || kind === undefined || kind === 'recipe' // an article that has fish in it may be no dinner
      const worth = isNone(one) ? 0 : isOfKind(one, first) ? OF_KIND.title : isSaid && isOfKind(one, all) ? OF_KIND.text : 0
      return one.isBroad ? worth * NOT_WHOLLY : worth
    }
    const saysMore = others.some((word) => !all.includes(word))
    return Math.min(...own.map(worthOf)) * (saysMore ? NOT_WHOLLY : 1)
  }
}
