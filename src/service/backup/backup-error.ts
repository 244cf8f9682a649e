/** What is wrong with a backup, its file or the place that it is restored to. The message is a sentence for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
