/** Which constraint of the database an error names. */

/** On a cluster it is that of one of the parts of its table: `posts_pin_102041`. */
const ON_A_PART = /_\d{4,}$/
const PART_IN_WORDS = /\b[a-z]\w*_\d{4,}/g

/** The name that migrations gave to it; undefined: the error is about none. */
export function violated(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const name = 'constraint_name' in error ? String(error.constraint_name) : namedInWords(error)
  return name?.replace(ON_A_PART, '')
}

/** Rows that a cluster moves to their node by COPY: it tells of what was refused there as of a fault of its own, XX000. */
const isOfCopy = (error: Error) => 'routine' in error && error.routine === 'ReportCopyError'

/**
 * What another node of a cluster refused comes without the field for the name, which is in the sentence, last of what it names.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html class 23: integrity constraint violation
 */
function namedInWords(error: Error): string | undefined {
  const isViolation = ('code' in error && String(error.code).startsWith('23')) || isOfCopy(error)
  return isViolation ? error.message.match(PART_IN_WORDS)?.at(-1) : undefined
}
