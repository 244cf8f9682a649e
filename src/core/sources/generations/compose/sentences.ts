/** The sentences of a page, and which of them a draft uses. Pure. */
import { endsAsSentence, splitSentences, weightOf, withoutStop } from '../../../lib/prose/sentences.js'
import type { PageContent } from '../../../ports/page.js'
import { guessLanguage } from '../../../insight/relevance/words/detector.js'
import { DRAFT_LANGUAGES, type DraftLanguage, isDraftLanguage } from '../phrases.js'
import { overlap, pointsBack } from '../texts.js'
import type { Said, Writer } from './writer.js'

/** The weight at which a description is long enough; the page has the rest. */
const ENOUGH = 360
/** Phrases of meta elements that address searchers and shoppers, and do not suit a pin. */
const SELLS =
  /^(?:shop|buy|order|discover our|browse|kaufen|jetzt|achetez|compra|acquista|koop|compre)\b|free (?:\p{L}+ )?(?:shipping|delivery)|(?:order|buy|shop|book) (?:now|online|today)|jetzt (?:online )?(?:bestellen|kaufen|entdecken|shoppen)|(?:online|günstig) (?:bestellen|kaufen)|commandez|en ligne|[✓✔✅➤►▶★☆➜→|]|(?![©®™])\p{Extended_Pictographic}/iu
/** Returns the page's sentences, preceded by those of its description that differ from them. */
export function sentencesOf({ description, sentences, language }: PageContent): string[] {
  const told = splitSentences(description ?? '', language)
  const isCut = /(?:…|\.\.\.)$/.test(description ?? '')
  const own = told.filter(
    (one) =>
      weightOf(one) >= 15 &&
      endsAsSentence(one) &&
      !/…$/.test(one) &&
      !(isCut && one === told.at(-1)) &&
      !SELLS.test(one) &&
      !sentences.some((other) => overlap(one, other) > 0.6 || overlap(other, one) > 0.8),
  )
  return [...own, ...sentences]
}

/** Returns the language for drafts; null: not known. */
export function languageOf({ language, kind }: PageContent, sentences: readonly string[]): DraftLanguage | null {
  if (language !== null && !isDraftLanguage(language)) return null
  const text = sentences.join(' ').slice(0, 400)
  const guess = text.length >= 60 || kind === 'other' ? guessLanguage(text, DRAFT_LANGUAGES) : undefined
  return guess !== undefined && isDraftLanguage(guess) ? guess : language
}

/** True unless a sentence refers back to something other than the sentence before it. */
const isClear = (sentence: string, before: string, { language, text }: PageContent): boolean =>
  !pointsBack(sentence, language) || text.includes(`${before} ${sentence}`)

/** Chooses sentences for a draft, in a readable order. */
export function sentencesFor(
  { page, sentences, scorers, share }: Writer,
  { title: own, about }: Said,
  without: ReadonlySet<string>,
): string[] {
  const below = new Set(page.parts?.find(({ heading }) => heading === about)?.sentences)
  const elsewhere = new Set(below.size === 0 ? [] : page.parts?.flatMap((part) => (part.heading === about ? [] : part.sentences)))
  const ranked = sentences
    .map((sentence, at) => {
      const wanted = Math.max(0, ...scorers.map((score) => score({ title: sentence, description: '' })))
      const near = about === null ? 0 : below.has(sentence) ? 1 : overlap(about, sentence)
      const order = below.has(sentence) ? 0.01 : 0.15
      return { sentence, at, worth: near * 3 + wanted * 2 - at * order - (elsewhere.has(sentence) ? 5 : 0) }
    })
    .filter(({ sentence }) => !own.endsWith(withoutStop(sentence)) && !without.has(sentence))
    .sort((a, b) => b.worth - a.worth)
  const most = Math.min(share, page.kind === 'list' ? 2 : about === null ? 4 : 3) // what stands under a list's entries speaks of them
  const taken: typeof ranked = []
  for (const one of ranked) {
    const length = taken.reduce((sum, { sentence }) => sum + weightOf(sentence), 0)
    if (taken.length < most && (taken.length === 0 || length + weightOf(one.sentence) <= ENOUGH)) taken.push(one)
  }
  const isAbout = ({ sentence }: (typeof ranked)[number]) =>
    below.has(sentence) || (about !== null && sentence === ranked[0]?.sentence && overlap(about, sentence) > 0)
  return taken
    .sort((a, b) => Number(isAbout(b)) - Number(isAbout(a)) || a.at - b.at)
    .map(({ sentence }) => sentence)
    .reduce<string[]>(
      (before, one) => (isClear(one, before.at(-1) ?? (below.has(one) ? about! : `${own}.`), page) ? [...before, one] : before),
      [],
    )
}
