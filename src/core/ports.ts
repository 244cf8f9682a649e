/** What the core needs from outside: types only. The adapters live on the floor above, deps.ts puts them together. */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import type { Notice } from './notices.js'

/** The pool or a transaction: SQL functions take it first and run on either. bigint comes as string, timestamptz as Date. */
export type Sql = postgres.ISql<Record<never, never>>

/** What `tx` hands to its work is one of these: it has savepoints, which the pool has not. */
export type Transaction = postgres.TransactionSql<Record<never, never>>

export type TxOptions = {
  /** Real-time budget of the whole transaction in ms; default 15 s. Past it everything is rolled back. */
  budgetMs?: number
  /** The error to throw when the budget is spent. */
  onTimeout?: () => Error
}

export type Db = {
  sql: Sql
  /** One transaction. Rolled back when `work` throws or the budget is spent. No network may happen inside. */
  tx<T>(work: (sql: Sql) => Promise<T>, options?: TxOptions): Promise<T>
  /** Wakes `onNotify` at each NOTIFY on the channel and after each (re)connect. Returns a function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
}

/** Now, as a value: local time plus the offset of the database's (and of the sandbox's virtual time). */
export type Clock = () => Date

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Authenticated encryption of secrets at rest (AES-256-GCM, key id beside the bytes). */
export type Sealer = { seal(plain: string): Buffer; open(sealed: Uint8Array): string }

/** The tokens a call to the platform needs. */
export type PlatformAccess = { accessToken: string }

export type NewPin = {
  boardId: string
  boardSectionId: string | null
  title: string
  description: string
  link: string
  altText: string | null
  isSimplified: boolean
  image: { contentType: 'image/jpeg' | 'image/png'; bytes: Buffer }
}

/** What came of asking the platform to create a pin; judged by core/posts/outcomes.ts. */
export type CreatePinAnswer =
  | { kind: 'created'; pinId: string; createdAt: Date | null; requestId: string | null }
  | {
      kind: 'answer'
      status: number
      code: number | null
      message: string
      requestId: string | null
      retryAfterMs: number | null
    }
  /** `neverLeft`: the connection was never made, so the platform cannot have seen the pin. */
  | { kind: 'noAnswer'; message: string; neverLeft?: true }

export type PlatformBoard = {
  id: string
  name: string
  description: string | null
  privacy: string
  pinCount: number
  followerCount: number
  ownerUsername: string | null
  pinsModifiedAt: Date | null
}
export type PlatformSection = { id: string; name: string }
export type PlatformPin = {
  id: string
  boardId: string | null
  boardSectionId: string | null
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  mediaType: string | null
  isOwner: boolean | null
  createdAt: Date | null
  imageUrl: string | null
}
export type PlatformUser = {
  id: string
  username: string
  displayName: string
  avatarUrl: string | null
  isBusiness: boolean
  websiteUrl: string | null
}
export type Page<T> = { items: T[]; bookmark: string | null }

/** A read or board write that the platform refused or did not answer, classified at the adapter's border. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  constructor(
    readonly kind:
      | 'reconnect'
      | 'app_refused'
      | 'rate_limited'
      | 'forbidden'
      | 'not_found'
      | 'invalid'
      | 'timeout'
      | 'unavailable',
    message: string,
    readonly details: { status?: number; code?: number; requestId?: string; retryAfterMs?: number } = {},
  ) {
    super(message)
  }
}

/** Pinterest v5 as the core sees it. Reads throw PlatformError. `signal` cuts a call short. */
export type Platform = {
  createPin(access: PlatformAccess, pin: NewPin, signal: AbortSignal): Promise<CreatePinAnswer>
  readUser(access: PlatformAccess): Promise<PlatformUser>
  listBoards(access: PlatformAccess, bookmark?: string): Promise<Page<PlatformBoard>>
  readBoard(access: PlatformAccess, boardId: string): Promise<PlatformBoard>
  listSections(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformSection>>
  listBoardPins(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformPin>>
  refreshToken(refreshToken: string): Promise<{
    accessToken: string
    refreshToken: string | null
    expiresAt: Date
    refreshExpiresAt: Date | null
    scopes: string
  }>
}

/** Bytes by key. Keys are paths of url-safe characters; local disk or S3. */
export type Storage = {
  put(key: string, bytes: Buffer): Promise<void>
  read(key: string): Promise<Buffer>
  /** undefined when there is nothing under the key. */
  stat(key: string): Promise<{ bytes: number } | undefined>
  stream(key: string): Readable
  remove(key: string): Promise<void>
  /** A write-only address for one PUT of exactly this content type, at most maxBytes long, until expiresAt. */
  signPut(upload: { key: string; contentType: string; maxBytes: number; expiresAt: Date }): Promise<string>
  /**
   * Takes the PUT where the bytes come through this process (local disk); absent where they go straight to a store.
   * @throws DomainError FORBIDDEN bad or expired signature, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
   */
  receivePut?(put: {
    path: string
    contentType: string | undefined
    contentLength: number | undefined
    body: Readable
  }): Promise<void>
}

/** Runs inside the transaction of a write, just before it commits: how an answer is stored together with what it tells of. */
export type BeforeCommit<T> = (sql: Sql, result: T) => Promise<void>

export type ImageFacts = { contentType: string; width: number; height: number }

/** Bytes of pictures: reading their facts, converting, fetching them from elsewhere. */
export type Pictures = {
  /** Type and upright dimensions from the bytes themselves. @throws DomainError BAD_REQUEST naming `field` when they are no picture we take */
  inspect(bytes: Buffer, field: string): Promise<ImageFacts>
  /** What the platform takes (JPEG or PNG), upright, converted where needed. @throws DomainError BAD_REQUEST naming `field` when they are damaged */
  forPlatform(
    bytes: Buffer,
    contentType: string,
    field: string,
  ): Promise<{ contentType: 'image/jpeg' | 'image/png'; bytes: Buffer }>
  /** GET behind the address check. @throws DomainError BAD_REQUEST naming `field` */
  fetch(url: string, field: string): Promise<Buffer>
}

/** Delivers a notice to where its readers are (Slack). */
export type Messenger = {
  deliver(delivery: { organizationId: string; destination: string; notice: Notice; dedupeKey: string }): Promise<Delivery>
}
export type Delivery =
  | { kind: 'delivered' }
  | { kind: 'later'; afterMs: number; message: string }
  /** Nobody can be told: no channel set, app removed. */
  | { kind: 'undeliverable'; message: string }

export type Settings = {
  publicUrl: string
  dailyRequestLimit: number
  /** Hard deadline of a create call in ms: 30 s, in the sandbox 2 s. */
  sendTimeoutMs: number
  simplifiedPins: boolean
}

export type Deps = {
  db: Db
  clock: Clock
  /** The machine's own time: for what other machines sign (Slack's window). */
  wallClock: Clock
  platform: Platform
  storage: Storage
  pictures: Pictures
  sealer: Sealer
  messenger: Messenger
  log: Log
  settings: Settings
  /** Uniform in [0, 1): jitter only, never secrets. */
  random: () => number
}
