/** Lists everything that a draft lacks before it can be scheduled, for people with an "Edit" button beside it. */
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import { issuesOf } from '../../../core/lib/rows/read-all.js'
import { asOfADraft, neededWords } from '../../reply/errors.js'

/** Rewrites the core's advice, which is for a new pin: this one is a draft already, and a button beside it opens its form. */
export async function explainLacking<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const missing = error instanceof DomainError ? issuesOf(error).filter(({ rule }) => rule === 'needed_to_schedule') : []
    if (missing.length === 0) throw asOfADraft(error)
    throw badRequest('when', `${lackingSentence(missing.map(({ field }) => field))} Press “Edit”.`)
  }
}

const lackingSentence = (fields: readonly string[]): string => `Add ${neededWords(fields)} first.`
