/** Checks a store at the start and watches it afterwards: when it fails, callers get 503 and readiness reports it. */
import { randomBytes } from 'node:crypto'
import { MediaStoreUnavailable } from '../core/lib/errors.js'
import { withTimeout } from '../core/lib/timeout.js'
import type { Log, Storage } from '../core/ports/deps.js'
import { StorageError } from './storage-error.js'

/** The keys or the bucket are wrong. The message is a sentence for the person at the terminal. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError'
}

export type WatchedStore = {
  storage: Storage
  /**
   * Writes, finds, reads and deletes a small object, and checks that it is gone.
   * @throws StoreRefusedError if the store refuses a step or returns other bytes; an unreachable store becomes a note
   */
  check(): Promise<void>
  /** Further sentences of readiness. Checks again in the background if the last failure is a while ago. */
  notes(): string[]
}

const CHECK_MS = 10_000
const ASK_AGAIN_MS = 30_000
/** Codes for a bucket in another region, a wrong clock, and expired keys. */
const NOT_LET_IN =
  /^(NoSuchBucket|AuthorizationHeaderMalformed|PermanentRedirect|InvalidRegion|ExpiredToken|InvalidToken|RequestTimeTooSkewed)$/

/** `changes`: a failure means that writing fails. `proves`: a success means that writing works. */
type Watching = { changes: boolean; proves?: boolean }

/** @param place the store's name in messages */
export function watchStore(storage: Storage, { place, log }: { place: string; log: Log }): WatchedStore {
  const receivePut = storage.receivePut?.bind(storage)
  let failure: { words: string; at: number; ofWriting: boolean } | undefined
  let isAsking = false
  const failed = (error: StorageError, ofWriting: boolean) =>
    (failure = { words: error.message, at: performance.now(), ofWriting })

  const watched = async <T>(work: Promise<T>, { changes, proves = changes }: Watching): Promise<T> => {
    try {
      const done = await work
      if (proves || !failure?.ofWriting) failure = undefined // a full disk can still be read
      return done
    } catch (error) {
      if (!(error instanceof StorageError) || !isAway(error)) throw error
      failed(error, changes || failure?.ofWriting === true)
      log.error({ err: error }, 'the store of media is not available')
      throw new MediaStoreUnavailable(error)
    }
  }
  const reading = <T>(work: Promise<T>) => watched(work, { changes: false })
  const writing = <T>(work: Promise<T>) => watched(work, { changes: true })
  const moving = <T>(work: Promise<T>) => watched(work, { changes: true, proves: false })
  const allowed = <T>(step: Step, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof StorageError && error.status !== undefined && !error.isPassing)
        throw new StoreRefusedError(refused(place, step, error))
      throw error
    })
  const ask = async () => {
    const key = `checks/${randomBytes(8).toString('hex')}`
    const bytes = Buffer.from(key)
    const isWrong = (answers: string) => new StoreRefusedError(`The ${place} ${answers}: media would be lost. Use another store.`)
    await allowed('write', storage.put(key, bytes, 'text/plain'))
    if ((await allowed('read', storage.stat(key)))?.bytes !== bytes.length) throw isWrong('does not find what we wrote')
    if (!(await allowed('read', storage.read(key))).equals(bytes)) throw isWrong('returns something else than we wrote')
    await allowed('delete', storage.remove(key))
    if (await allowed('list', storage.stat(key))) throw isWrong('still has what we deleted')
  }
  const check = async () => {
    const detail = `no answer within ${CHECK_MS / 1000} s`
    try {
      await withTimeout(CHECK_MS, () => new StorageError({ call: 'PUT checks/', detail, isPassing: true }), ask)
      failure = undefined
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      failed(error, true)
      log.warn({ err: error }, 'the store of media is not available: pins that need it wait')
    }
  }
  const askAgain = () => {
    if (isAsking || !failure || performance.now() - failure.at < ASK_AGAIN_MS) return
    isAsking = true
    check()
      .catch((error: unknown) => {
        failure = { words: error instanceof Error ? error.message : String(error), at: performance.now(), ofWriting: true }
      })
      .finally(() => (isAsking = false))
  }
  return {
    storage: {
      ...storage,
      put: (...args) => writing(storage.put(...args)),
      putFile: (...args) => writing(storage.putFile(...args)),
      copy: (...args) => moving(storage.copy(...args)), // in a folder only a hard link, which succeeds on a full disk
      read: (...args) => reading(storage.read(...args)),
      readRange: (...args) => reading(storage.readRange(...args)),
      stat: (...args) => reading(storage.stat(...args)),
      stream: (...args) => reading(storage.stream(...args)),
      remove: (...args) => moving(storage.remove(...args)),
      ...(receivePut && { receivePut: (...args: Parameters<typeof receivePut>) => writing(receivePut(...args)) }),
    },
    check,
    notes() {
      askAgain()
      return failure ? [`The ${place} is not available, so that pictures and videos wait: ${failure.words}.`] : []
    },
  }
}

/** True if the request is valid, but the store does not answer, is busy, or refuses our credentials. */
function isAway({ status, code, isPassing }: StorageError): boolean {
  return isPassing || status === undefined || [401, 403].includes(status) || NOT_LET_IN.test(code ?? '')
}

type Step = 'write' | 'read' | 'delete' | 'list'

/** A failure of the first step means a wrong bucket or wrong keys, of a later one a missing right. */
const REFUSED: Readonly<Record<Step, { words: string; remedy: string }>> = {
  write: {
    words: 'does not let us write',
    remedy: 'set STORAGE_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to a bucket and keys that belong together',
  },
  read: { words: 'does not let us read what we wrote', remedy: 'allow the key s3:GetObject on its objects' },
  delete: { words: 'does not let us delete', remedy: 'allow the key s3:DeleteObject on its objects' },
  list: { words: 'does not say that an object is missing', remedy: 'the key lacks s3:ListBucket. Allow it on the bucket itself' },
}

function refused(place: string, step: Step, { status, code }: StorageError): string {
  const { words, remedy } = REFUSED[step]
  return `The ${place} ${words} (${[status, code].filter(Boolean).join(' ')}): ${remedy} (docs/operating.md, "Media on S3").`
}
