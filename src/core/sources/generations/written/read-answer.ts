/** Checks a model's answer by the rules for all drafts. Pure. */
import { isIPv4 } from 'node:net'
import { weightOf } from '../../../lib/prose/sentences.js'
import { cleanText, lengthOf } from '../../../lib/prose/text.js'
import { withoutTracking } from '../../../links/without-tracking.js'
import type { PageContent } from '../../../ports/page.js'
import { guessLanguage } from '../../../insight/relevance/words/detector.js'
import { ALT_LENGTH, DESCRIPTION_LENGTH, type GeneratedDraft, TITLE_LENGTH } from '../draft.js'
import { DRAFT_LANGUAGES, isDraftLanguage } from '../phrases.js'
import { warningsOf } from '../pictures.js'
import { type InTexts, readSource } from '../stands.js'
import { overlap } from '../texts.js'
import { answerForm, type Question, type WrittenDraft } from './question.js'

/** `faults`: a sentence for each problem of the other drafts, for the model. */
export type Answer = { drafts: GeneratedDraft[]; faults: string[] }
export type Reading = { page: PageContent; question: Question; language: string | null; wanted: number }

const MOST_FAULTS = 12

/** @param kept good drafts, from which others must differ */
export function readAnswer(text: string, reading: Reading, kept: readonly GeneratedDraft[] = []): Answer {
  const given = parsed(text)
  if (!given) return { drafts: [], faults: ['The answer was no JSON of the form that was asked for.'] }
  const drafts = [...kept]
  const inTexts = readSource(reading.page)
  const faults: string[] = []
  given.slice(0, reading.wanted * 2).forEach((one, index) => {
    if (drafts.length >= reading.wanted) return
    const draft = tidied(one)
    const wrong = draft ? faultsOf(draft, reading, drafts, inTexts) : ['has characters that cannot be kept']
    if (draft && wrong.length === 0) drafts.push(toDraft(draft, reading, drafts))
    faults.push(...wrong.map((fault) => `Draft ${index + 1} ${fault}.`))
  })
  if (drafts.length + faults.length < reading.wanted) faults.push(`There were fewer than ${reading.wanted} drafts.`)
  return { drafts, faults: faults.slice(0, MOST_FAULTS) }
}

const FENCE = '```'

/** Parses JSON, also inside the fence that some models add. */
function parsed(text: string): WrittenDraft[] | undefined {
  const opened = text.trim().replace(/^```(?:json)?/, '')
  const bare = opened.endsWith(FENCE) ? opened.slice(0, -FENCE.length) : opened
  try {
    const read = answerForm.safeParse(JSON.parse(bare.trim()))
    return read.success ? read.data.drafts : undefined
  } catch {
    return undefined
  }
}

/** Joins lines and removes invisible characters. */
function tidied(draft: WrittenDraft): WrittenDraft | undefined {
  const tidy = (field: string, text: string) => cleanText(field, text).replace(/\s+/g, ' ')
  try {
    return {
      ...draft,
      title: tidy('title', draft.title).replace(/(?<![.\s])[.\s]+$/, ''),
      description: tidy('description', draft.description),
      altText: tidy('altText', draft.altText),
    }
  } catch {
    return undefined
  }
}

const ADDRESS =
  /https?:|www\.|\S@[^\s@]+\.\S|@[\w.]{2}|[a-z0-9]\.(?:com|net|org|info|biz|shop|store|io|co|app|dev|me|ly|xyz|site|online|de|at|ch|fr|es|it|nl|be|pt|br|uk|us|eu|jp|pl|ru|cn|in|au|ca)\b/iu
const MARKUP = /<\/?[a-z!][^<>]*>|\]\(|\*\*|__|```|^\s*[#>*-]\s|&[a-z]{2,8};/iu
const HASHTAG = /(?:^|\s)#[\p{L}\p{N}_]+/u
const EMOJI = /\p{Extended_Pictographic}/u
/** Phrases addressed to a model, or typical of one. */
const OF_MACHINES =
  /\b(?:as an ai|language model|system prompt|previous instructions|my instructions|the instructions|i (?:cannot|can't|am unable)|searchedFor|altText|json)\b/iu

/** UTF-16 units, at most two per character: longer texts are refused anyway. */
const MOST_JUDGED = 2 * DESCRIPTION_LENGTH

function faultsOf(
  draft: WrittenDraft,
  { page, question, language }: Reading,
  others: readonly GeneratedDraft[],
  inTexts: InTexts,
): string[] {
  const { title, description, altText, picture } = draft
  const texts = [title, description, altText].map((text) => text.slice(0, MOST_JUDGED))
  const all = texts.join('\n')
  const lengths = [
    ['title', title, 5, TITLE_LENGTH],
    ['description', description, 40, DESCRIPTION_LENGTH],
    ['altText', altText, 5, ALT_LENGTH],
  ] as const
  const faults = lengths.flatMap(([name, text, least, most]) => {
    const length = lengthOf(text)
    return weightOf(text) >= least && length <= most
      ? []
      : [`has a ${name} of ${length} characters: ${least} to ${most} are needed`]
  })
  if (!question.pictures[picture]) faults.push(`has the picture ${picture}, and there is none of this index`)
  if (ADDRESS.test(all) || all.split(/[\s,;]/).some(isIPv4)) faults.push('has an address in its text')
  if (MARKUP.test(all) || EMOJI.test(all)) faults.push('has markup or emoji in its text')
  if (HASHTAG.test(all)) faults.push('has hashtags')
  if (OF_MACHINES.test(all) || all.includes(question.fence)) faults.push('speaks of the question in place of the page')
  if (others.some((one) => isSame(one.title, title) || isSame(one.description, description)))
    faults.push('says the same as another draft')
  const invented = inTexts(texts)
  if (invented.length > 0)
    faults.push(`says what does not stand on the page: ${JSON.stringify([...new Set(invented)].slice(0, 8))}`)
  if (faults.length === 0 && !isIn(language, `${title}. ${description}`, page))
    faults.push('is in another language than the page')
  if (faults.length === 0 && !isAbout(page, `${title} ${description}`)) faults.push('speaks of something else than the page')
  return faults
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Detects the seven draft languages; for others only compares scripts. */
function isIn(language: string | null, text: string, { title, description, sentences }: PageContent): boolean {
  if (scriptOf(text) !== scriptOf([title, description, ...sentences].join(' '))) return false
  if (!isDraftLanguage(language)) return true
  const guess = guessLanguage(text, DRAFT_LANGUAGES)
  return guess === undefined || guess === language
}

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Hebrew',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Khmer',
  'Lao',
  'Myanmar',
  'Thai',
  'Hangul',
  'Han',
  'Hiragana',
  'Katakana',
].map((name) => ({
  name: /^(?:Han|Hiragana|Katakana)$/.test(name) ? 'Japanese or Chinese' : name,
  letters: new RegExp(`\\p{Script=${name}}`, 'gu'),
}))

/** Returns the script of most letters; undefined: no letters. */
function scriptOf(text: string): string | undefined {
  const counts = new Map<string, number>()
  for (const { name, letters } of SCRIPTS) counts.set(name, (counts.get(name) ?? 0) + (text.match(letters)?.length ?? 0))
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most && most[1] > 0 ? most[0] : undefined
}

/** The lowest share of longer words in common with the page: a writer uses other words, but not only. */
const LEAST_SHARED = 0.35

/** True for scripts without spaces, whose words cannot be compared. */
function isAbout({ title, description, sentences, facts, text }: PageContent, draft: string): boolean {
  if (!['Latin', 'Cyrillic', 'Greek'].includes(scriptOf(draft) ?? '')) return true
  return overlap(draft, [title, description, ...sentences, ...facts.items, text].join(' ')) >= LEAST_SHARED
}

function toDraft(
  { title, description, altText, picture, board }: WrittenDraft,
  { page, question }: Reading,
  others: readonly GeneratedDraft[],
): GeneratedDraft {
  const own = question.pictures[picture]!
  return {
    title,
    description,
    altText,
    link: withoutTracking(page.link),
    pictureUrl: own.url,
    angle: 'free',
    boardId: board === null ? null : (question.boards[board]?.id ?? null),
    warnings: [
      ...warningsOf(own),
      ...(others.some(({ pictureUrl }) => pictureUrl === own.url) ? (['picture_repeated'] as const) : []),
      ...(page.facts.availability === 'out_of_stock' ? (['out_of_stock'] as const) : []),
    ],
  }
}
