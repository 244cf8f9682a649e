/** Finds the constraint of the database that an error names. */

/** Matches the suffix of a shard's constraint, which errors name on a cluster: `posts_pin_102041`. */
const ON_A_PART = /_\d{4,}$/
const PART_IN_WORDS = /\b[a-z]\w*_\d{4,}/g

/** Returns the constraint's name as in the migrations; undefined: the error concerns none. */
export function violated(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const name = 'constraint_name' in error ? String(error.constraint_name) : namedInWords(error)
  return name?.replace(ON_A_PART, '')
}

/** True for rows that a cluster moves to their node by COPY, which reports a refusal there as an internal error, XX000. */
const isOfCopy = (error: Error) => 'routine' in error && error.routine === 'ReportCopyError'

/**
 * Finds the name in the message: an error from another node of a cluster lacks the field for it, and names it last.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html class 23: integrity constraint violation
 */
function namedInWords(error: Error): string | undefined {
  const isViolation = ('code' in error && String(error.code).startsWith('23')) || isOfCopy(error)
  return isViolation ? error.message.match(PART_IN_WORDS)?.at(-1) : undefined
}
