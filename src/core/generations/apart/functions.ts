/** What is made of other people's pages and of what a model says of them. Pure, and run in a process of its own: its default export is all that it is asked for. */
import type { PageContent } from '../../ports/page.js'
import { compose } from '../compose/compose.js'
import { languageOf, sentencesOf } from '../compose/sentences.js'
import { placed } from '../written/placed.js'
import { type Ask, questionOf } from '../written/question.js'
import { readAnswer } from '../written/read-answer.js'
import { withoutLeft } from '../written/without-left.js'

/** The question, and the language in which its answer is to be. */
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
