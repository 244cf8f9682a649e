/**
 * Processes untrusted pages, and a model's answers about them. Pure, and run in a separate process that calls only the default
 * export.
 */
import type { PageContent } from '../../ports/page.js'
import { compose } from './compose/compose.js'
import { languageOf, sentencesOf } from './compose/sentences.js'
import { placed } from './written/placed.js'
import { type Ask, questionOf } from './written/question.js'
import { readAnswer } from './written/read-answer.js'
import { withoutLeft } from './written/without-left.js'

/** Makes the question, and the language of its answer. */
function ask(asked: Omit<Ask, 'language'>) {
  const language = languageIn(asked.page)
  return { language, question: questionOf({ ...asked, language }) }
}

const languageIn = (page: PageContent): string | null => languageOf(page, sentencesOf(page)) ?? page.language

const FUNCTIONS = { compose, ask, readAnswer, placed, withoutLeft }
export type Functions = typeof FUNCTIONS

export default function apply(name: keyof Functions, ...given: unknown[]): unknown {
  const work = FUNCTIONS[name] as (...given: unknown[]) => unknown // as the caller's types have it
  return work(...given)
}
