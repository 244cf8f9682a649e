/** The setup cannot continue. The message is a sentence for the person at the terminal, without any secret. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/** The person cancelled the setup. */
export class SetupCancelled extends Error {
  override readonly name = 'SetupCancelled'
}
