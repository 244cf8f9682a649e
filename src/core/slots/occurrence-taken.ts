/** Unique violation of posts_occurrence: "an occurrence is taken once". */
export const isOccurrenceTaken = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  'constraint_name' in error &&
  error.constraint_name === 'posts_occurrence'
