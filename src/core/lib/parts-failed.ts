/** Work of several parts of which some failed: they alone are to be done again. */
export class PartsFailedError extends AggregateError {
  override readonly name = 'PartsFailedError'
  constructor(
    errors: unknown[],
    readonly parts: string[],
    message: string,
  ) {
    super(errors, message)
  }
}
