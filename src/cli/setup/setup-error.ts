/** The setup cannot go on. The message is a sentence for the person at the terminal, and has nothing of a secret. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** The person broke it off. */
export class SetupCancelled extends Error {
  override readonly name = 'SetupCancelled'
}
