/** What a draft lacks before it may be scheduled, all of it, in words for who has an "Edit" beside. */
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import { issuesOf } from '../../../core/lib/rows/read-all.js'
import { asOfADraft, neededWords } from '../../reply/errors.js'

/** The core's advice is for a new pin: here it is a draft already, and a button beside changes it. */
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
