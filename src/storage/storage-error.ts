/** What went wrong at the store, in words that hold no address and no secret. */
export type StorageFailure = {
  /** `PUT media/1/x.jpg` */
  call: string
  detail: string
  /** undefined: no answer. */
  status?: number
  /** The store's own: NoSuchKey, AccessDenied, SlowDown, …; of a folder ENOSPC, EROFS, … */
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
