/**
 * Composes drafts from a page that differ in picture, angle and board. Deterministic, and without any statement that the page
 * does not make. Pure.
 */
import { withoutTracking } from '../../links/without-tracking.js'
import type { PageContent } from '../../ports/page.js'
import { prepare } from '../../relevance/score.js'
import { onBoards } from '../boards.js'
import { type Composed, type GeneratedDraft, MOST_DRAFTS, TITLE_LENGTH } from '../draft.js'
import { inOrder, warningsOf } from '../pictures.js'
import { inventsNothing, readSource } from '../stands.js'
import { calm, cutTitle } from '../texts.js'
import { altOf, describe } from './describe.js'
import { plansOf } from './plans.js'
import { languageOf, sentencesOf } from './sentences.js'
import type { Plan, Writer } from './writer.js'

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
