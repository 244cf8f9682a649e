/**
 * Composes drafts from a page that differ in picture, angle and board. Deterministic, and without any statement that the page
 * does not make. Pure.
 */
import { withoutTracking } from '../../../links/without-tracking.js'
import type { PageContent, PagePicture } from '../../../ports/page.js'
import { prepare } from '../../../insight/relevance/score.js'
import { onBoards } from '../boards.js'
import { type Composed, type GeneratedDraft, MOST_DRAFTS, TITLE_LENGTH, ALT_LENGTH, DESCRIPTION_LENGTH } from '../draft.js'
import { inOrder, warningsOf, seenOn } from '../pictures.js'
import { inventsNothing, readSource } from '../stands.js'
import { calm, cutTitle, fill, overlap } from '../texts.js'
import { plansOf } from './plans.js'
import { languageOf, sentencesOf, sentencesFor } from './sentences.js'
import type { Plan, Writer, Said } from './writer.js'
import { ended, weightOf } from '../../../lib/prose/sentences.js'
import { countText, dayText, type DraftLanguage, inviteOf, priceText, ratingText, timeText } from '../phrases.js'

export type ComposeOptions = {
  /** 1 to 5; default 3. */
  drafts?: number
  /** Each draft goes to the board that fits it best, and no two to one where others also fit. A single board gets all of them. */
  boards?: readonly { id: string; name: string }[]
  /** Search terms of people: sentences that match them come first. */
  words?: readonly string[]
}

/** Returns the drafts of a page, or why there are none. @param page null: what was read is no page */
export function compose(
  page: PageContent | null,
  { drafts: wanted = 3, boards = [], words = [] }: ComposeOptions = {},
): Composed {
  if (page === null) return { kind: 'failed', because: 'not_html' }
  if (page.isNopin) return { kind: 'failed', because: 'nopin' }
  const title = page.title === null ? '' : calm(page.title)
  const sentences = sentencesOf(page)
  if (title === '' || (sentences.length === 0 && page.kind !== 'product')) return { kind: 'failed', because: 'no_content' }
  const pictures = inOrder(page.pictures)
  if (pictures.length === 0) return { kind: 'failed', because: 'no_picture' }
  const count = Math.max(1, Math.min(MOST_DRAFTS, Math.trunc(wanted)))
  const writer: Writer = {
    page,
    title,
    sentences,
    language: languageOf(page, sentences),
    scorers: words.slice(0, 20).map(prepare),
    share: sentences.length >= count * 2 ? Math.floor(sentences.length / count) : Number.POSITIVE_INFINITY,
  }
  const made: GeneratedDraft[] = []
  const told = new Set<string>()
  const inTexts = readSource(page)
  for (const plan of plansOf(writer, pictures, count)) {
    const draft = draftOf(writer, plan, told)
    const saysAgain = plan.angle === 'detail' && made.length > 0 && sentences.length < 2 // its title is all that is left to say
    if (!saysAgain && inventsNothing(draft, page, inTexts) && !made.some((one) => one.title === draft.title)) made.push(draft)
  }
  if (made.length === 0) return { kind: 'failed', because: 'no_content' }
  return { kind: 'composed', drafts: onBoards(made.slice(0, count), boards, page) }
}

/** Composes a draft without a board. @param told sentences of earlier drafts, to which its own are added */
function draftOf(writer: Writer, { angle, picture, said, isRepeated }: Plan, told: Set<string>): GeneratedDraft {
  const { page } = writer
  return {
    title: cutTitle(said.title, TITLE_LENGTH),
    description: describe(writer, said, told),
    altText: altOf(writer, picture),
    link: withoutTracking(page.link),
    pictureUrl: picture.url,
    boardId: null,
    angle,
    warnings: [
      ...warningsOf(picture),
      ...(isRepeated ? (['picture_repeated'] as const) : []),
      ...(page.facts.availability === 'out_of_stock' ? (['out_of_stock'] as const) : []),
    ],
  }
}

/** A description below this weight begins with the title's statement. */
const LEAST = 60
/** This weight of unused sentences is enough for one more draft of the same page. */
const FRESH = 75
/** Ratings below this value or number are not mentioned. */
const PRAISE = { value: 4, count: 5 }

/** @param told sentences of earlier drafts, repeated only where too little else is left; its own are added */
function describe(writer: Writer, given: Said, told: Set<string>): string {
  const { page, title, language, sentences } = writer
  const { about, facts } = given
  const other = sentencesFor(writer, given, told)
  const isEnough = other.length >= Math.min(2, writer.share) && weightOf(other.join(' ')) >= FRESH
  const said = isEnough ? other : sentencesFor(writer, given, new Set())
  if (page.kind !== 'list') for (const sentence of said) told.add(sentence) // of a list most speak of one entry, and the lead fits all
  const alone = about !== null && sentences.includes(about) ? about : ended(title)
  const lead = said.length === 0 ? [alone] : weightOf(said.join(' ')) >= LEAST || said.includes(alone) ? said : [alone, ...said]
  const entries = page.kind === 'list' && about === null ? entryLine(page) : undefined
  const figures = language === null || !(facts || page.kind === 'product') ? undefined : factLine(page, language)
  const invite = inviteOf(language, page.kind)
  return fill(
    [
      ...lead.map(ended),
      ...(entries === undefined ? [] : [entries]),
      ...(figures === undefined ? [] : [figures]),
      ...(invite === undefined ? [] : [invite]),
    ],
    DESCRIPTION_LENGTH,
  )
}

/** Lists the short entries of a list. */
function entryLine({ facts: { items } }: PageContent): string | undefined {
  const short = items.filter((item) => item.length <= 45).slice(0, 8)
  return short.length < 3 ? undefined : `${short.map((item) => item.replace(/[.:]$/, '')).join(' · ')}.`
}

function factLine({ kind, facts }: PageContent, language: DraftLanguage): string | undefined {
  const { price, rating, minutes, ingredients, date, place, availability } = facts
  const isPraised = rating !== null && Number(rating.value) >= PRAISE.value && rating.count >= PRAISE.count
  const isRecipe = kind === 'recipe'
  const parts = [
    date === null ? undefined : dayText(date, language),
    place ?? undefined,
    price === null || availability === 'out_of_stock' ? undefined : priceText(price, language),
    minutes === null ? undefined : timeText(minutes, language),
    isRecipe && facts.yield !== null && /\p{L}/u.test(facts.yield) ? facts.yield : undefined,
    isRecipe && ingredients !== null && ingredients > 2 ? countText('ingredients', ingredients, language) : undefined,
    isPraised ? ratingText(rating, language) : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : `${parts.join(' · ').replace(/\.$/, '')}.`
}

const altOf = ({ page, title }: Writer, picture: PagePicture): string => {
  const brand =
    page.facts.brand !== null && overlap(page.facts.brand, title) === 0 && page.kind === 'product' ? `, ${page.facts.brand}` : ''
  return cutTitle(seenOn(picture) ?? `${title}${brand}`, ALT_LENGTH)
}
