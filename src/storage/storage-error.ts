/** A failure of the store, described without addresses and secrets. */
export type StorageFailure = {
  /** `PUT media/1/x.jpg` */
  call: string
  detail: string
  /** undefined if there was no answer. */
  status?: number
  /** The store's own code: NoSuchKey, AccessDenied, SlowDown, …; for a folder ENOSPC, EROFS, … */
  code?: string
  /** The same call may succeed a moment later. */
  isPassing: boolean
  cause?: unknown
}

/** The store failed. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly status: number | undefined
  readonly code: string | undefined
  readonly isPassing: boolean
  constructor({ call, detail, status, code, isPassing, cause }: StorageFailure) {
    super(`the store did not answer ${call} as it should: ${detail}`, { cause })
    this.status = status
    this.code = code
    this.isPassing = isPassing
  }
}
