import { violated } from '../lib/rows/violates.js'

/** True for a unique violation of posts_occurrence: "an occurrence is taken once". */
export const isOccurrenceTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505' && violated(error) === 'posts_occurrence'
