/** Which constraint of the database an error names. */

/** On a cluster it is that of one of the parts of its table: `posts_pin_102041`. */
const ON_A_PART = /_\d{4,}$/

/** The name that migrations gave to it; undefined: the error is about none. */
export function violated(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('constraint_name' in error)) return undefined
  return String(error.constraint_name).replace(ON_A_PART, '')
}
