/** A problem with a backup, its file or the target of a restore. The message is a sentence for the person at the terminal. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
