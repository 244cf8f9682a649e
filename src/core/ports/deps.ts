/** What the core needs from outside: types only. The adapters are in the layer above; deps.ts puts them together. */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import type { CardPicture, DaysPicture, PinPicture, SearchesPicture, WeekPicture } from './charts.js'
import type { Notice } from './notice.js'
import type { Platform, PlatformImage } from './platform.js'
import type { Meter } from './metrics.js'
import type { Tracing } from './tracing.js'
import type { Web } from './web.js'
import type { Writer } from './writer.js'

/** How long what only grows is kept, where an operator may choose, in days. @see docs/operating.md#retention */
export type Retention = {
  /** The audit, but for the rows of a pin that is not published yet. */
  auditDays: number
  /** Settled attempts to publish a pin. */
  attemptDays: number
  /** Daily numbers of published pins. At least 400: best times are counted from those of a year. */
  pinDays: number
  /** Daily numbers of accounts; null: as long as the account. At least 90: those of the last 90 are read again each day. */
  accountDays: number | null
}

/** The pool or a transaction: SQL functions take it first and run on either. bigint comes as string, timestamptz as Date. */
export interface Sql extends postgres.ISql<Record<never, never>> {
  /** Refuses null: the driver sends it as SQL NULL, which `jsonb_set` and `||` spread over the whole column. */
  json(value: Exclude<postgres.JSONValue, null>): postgres.Parameter
}

/** What `tx` hands to its work is one of these: it has savepoints, which the pool has not. */
export type Transaction = postgres.TransactionSql<Record<never, never>>

export type TxOptions = {
  /** Real-time budget of the whole transaction in ms; default 15 s. Past it everything is rolled back. */
  budgetMs?: number
  /** The error to throw when the budget is spent. */
  onTimeout?: () => Error
  /** For a transaction that may last, or that waits for a lock which others of its organization hold for long. */
  turn?: Turn
}

/**
 * An organization has a part of the connections of a pool; what goes beyond it waits in the process, without a connection. A transaction with a
 * turn begins none with another.
 */
export type Turn = {
  organizationId: string
  /** Transactions of this process that share a key follow one another. The lock itself is for the other processes. */
  keys?: readonly string[]
  /** The longest wait for the turn, and for its lock while another process has that; default: the budget. */
  waitMs?: number
  /** The error to throw after that; default: `onTimeout`. */
  onLocked?: () => Error
}

export type Db = {
  sql: Sql
  /**
   * One transaction. Rolled back when `work` throws or the budget is spent. No network may happen inside. One that does not get a lock within a
   * tenth of a second, or stood in a circle of transactions that wait for each other, gives up its connection and is done once more: what
   * `work` changes outside the transaction must bear that.
   */
  tx<T>(work: (sql: Sql) => Promise<T>, options?: TxOptions): Promise<T>
  /** Wakes `onNotify` at each NOTIFY on the channel and after each (re)connect. Returns a function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Whether rows of organizations are spread over the nodes of a cluster. What writes then names one organization by value.
   * @see docs/citus.md
   */
  isDistributed(): Promise<boolean>
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
export type Sealer = {
  /** Under the current key. */
  seal(plain: string): Buffer
  /** Whichever of our keys sealed it. @throws Error none of them did, or the bytes were changed */
  open(sealed: Uint8Array): string
  /** Whether the current key sealed it, by the key's id alone. */
  isCurrent(sealed: Uint8Array): boolean
}

/** A PUT to an address of signPut(), as it came. */
export type StagedPut = { path: string; contentType: string | undefined; contentLength: number | undefined; body: Readable }

/** Bytes by key. Keys are paths of url-safe characters; local disk or S3. */
export type Storage = {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Streams a file of this machine into the store. */
  putFile(key: string, file: string, contentType: string): Promise<void>
  /** An immutable second name for what is under `from` now: a later write to `from` does not change it. */
  copy(from: string, to: string, contentType: string): Promise<void>
  read(key: string): Promise<Buffer>
  /** At most `length` bytes from `start`; fewer at the end. */
  readRange(key: string, start: number, length: number): Promise<Buffer>
  /** undefined when there is nothing under the key. */
  stat(key: string): Promise<{ bytes: number } | undefined>
  /** `range` is inclusive, as in HTTP. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>
  remove(key: string): Promise<void>
  /**
   * Where bytes are written aside first: removes what a process that died left there, once nothing was written to it for so long.
   * By the time of the file system itself.
   */
  sweepParts?(olderThanMs: number): Promise<void>
  /** A write-only address for one PUT of exactly this content type, at most maxBytes long, until expiresAt. */
  signPut(upload: { key: string; contentType: string; maxBytes: number; expiresAt: Date }): Promise<string>
  /**
   * Takes the PUT where the bytes come through this process (local disk); absent where they go straight to a store.
   * @param begin called with the key of a good address, before anything is written; what it throws refuses the PUT
   * @returns how many bytes came
   * @throws DomainError FORBIDDEN bad or expired signature, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
   */
  receivePut?(put: StagedPut, begin?: (key: string) => Promise<void>): Promise<number>
}

/** Runs inside the transaction of a write, just before it commits: how a response is stored together with what it reports. */
export type BeforeCommit<T> = (sql: Sql, result: T) => Promise<void>

export type ImageFacts = { contentType: string; width: number; height: number }

/** What a picture looks like: 128 bits as text, of which equal pictures share nearly all; and its colour on the whole. */
export type PicturePrint = { bits: string; red: number; green: number; blue: number }

/** Bytes of pictures: read their facts, convert them, download them. */
export type Pictures = {
  /** Type and upright dimensions from the bytes themselves. @throws DomainError BAD_REQUEST naming `field` when they are no picture we take */
  inspect(bytes: Buffer, field: string): Promise<ImageFacts>
  /** Whether `forPlatform` leaves these bytes as they are: by their head alone. */
  isAsSent(bytes: Buffer): Promise<boolean>
  /** Whether it has several pictures in time, of which the platform gets the first. */
  isAnimated(bytes: Buffer): Promise<boolean>
  /** What the platform takes (JPEG or PNG), upright and no larger than it is shown, converted where needed. @throws DomainError BAD_REQUEST naming `field` when they are damaged */
  forPlatform(bytes: Buffer, contentType: string, field: string): Promise<PlatformImage>
  /** A small JPEG for lists and cards, at most 480 px on its longer side. @throws DomainError BAD_REQUEST naming `field` */
  thumbnail(bytes: Buffer, field: string): Promise<Buffer>
  /** The part of a kept picture that draws the eye, two to three in shape, no larger than it is there. @throws DomainError BAD_REQUEST naming `field` */
  crop(bytes: Buffer, field: string): Promise<PlatformImage>
  /** What it looks like; null: it has nothing to be known by. @throws DomainError BAD_REQUEST naming `field` */
  print(bytes: Buffer, field: string): Promise<PicturePrint | null>
  /** The drawn stand-in for a video's: its shape with a play mark. */
  videoThumbnail(shape: { width: number; height: number }): Promise<Buffer>
  /** GET behind the address check. @throws DomainError BAD_REQUEST naming `field` */
  fetch(url: string, field: string): Promise<Buffer>
}

export type VideoFacts = {
  contentType: 'video/mp4' | 'video/quicktime'
  width: number
  height: number
  durationMs: number
  /** As its index names it (`avc1`, `hvc1`, `av01` …); null: it does not say. */
  codec: string | null
}

/** Videos by their container; their pictures are never unpacked here. */
export type Videos = {
  /** Facts from a few small reads. @throws DomainError BAD_REQUEST naming `field` when it is no video we take */
  inspect(source: { bytes: number; read(start: number, length: number): Promise<Buffer> }, field: string): Promise<VideoFacts>
  /**
   * GET behind the address check, streamed into a file of this machine: never whole in memory. The caller calls `remove`.
   * @throws DomainError BAD_REQUEST naming `field`
   */
  fetch(url: string, field: string): Promise<{ file: string; bytes: number; remove: () => Promise<void> }>
}

/** What is drawn, as PNG but for cards. */
export type Charts = {
  /** As JPEG: days with the pictures of their pins. What is no picture, or is larger than 2 MiB, is shown by its title. */
  week(week: WeekPicture): Promise<Buffer>
  /** Lines over days. */
  days(days: DaysPicture): Promise<Buffer>
  /** A line for each keyword, over a year. */
  searches(searches: SearchesPicture): Promise<Buffer>
  /**
   * 528 px wide and at most 964 high: the picture as the feed crops it, title, board and link below it.
   * @throws Error it is larger than 2 MiB, or no picture
   */
  pin(pin: PinPicture): Promise<Buffer>
  /**
   * A JPEG of 1000 by 1500: the picture whole on its own color, with words below it.
   * @returns null: there are letters in the words that our fonts have not
   * @throws Error it is larger than a picture that is sent, or no picture · SERVICE_UNAVAILABLE too many wait
   */
  card(card: CardPicture): Promise<Buffer | null>
}

/** Delivers a notice to where its readers are (Slack). */
export type Messenger = {
  deliver(delivery: { organizationId: string; destination: string; notice: Notice; dedupeKey: string }): Promise<Delivery>
  /**
   * Removes the app from every workspace of an organization, by its own token; one without a token is forgotten. Absent: there
   * is none.
   * @throws Error the other side cannot be reached at this moment
   */
  leave?(organizationId: string): Promise<void>
}
export type Delivery =
  | { kind: 'delivered' }
  /** `afterMs`: the wait that the other side named. */
  | { kind: 'later'; afterMs?: number; message: string }
  /** `cause` left out: the other side refuses it for good, and `message` says why. */
  | { kind: 'undeliverable'; cause?: UndeliverableCause; message: string }
/**
 * `no_channel`: none is chosen, and nobody in Slack is concerned. `no_longer_so`: its subject is gone. `not_installed`: the app was removed, and
 * those who removed it miss nothing. `unheard`: bad news without any recipient; the operator is alerted.
 */
export type UndeliverableCause = 'no_channel' | 'no_longer_so' | 'not_installed' | 'unheard'

export type Settings = {
  publicUrl: string
  dailyRequestLimit: number
  /** Hard deadline of a create call in ms: 30 s, in the sandbox 2 s. */
  sendTimeoutMs: number
  simplifiedPins: boolean
  /** Whose public pins are searched: ISO 3166-1 alpha-2. */
  searchCountry: string
  retention: Retention
  /** What the model may use for one organization in a UTC day; absent: as src/core/generations/written/budget.ts says. */
  modelTokensADay?: number
  /** Of one host, when links are read; absent: as src/core/preflight/web/hosts.ts says. */
  webRequestsAMinute?: number
  /** Where webhooks may be sent beside public addresses over https: in the sandbox to this machine, but not to ourselves. Absent: nowhere. */
  webhooks?: { allowsLoopback: boolean; ownPort: number }
}

/** What the database's own clock says of ours, which is compared with it once a minute: a machine's clock may be set meanwhile. */
export type DatabaseClock = {
  /** Our time when the database's clock says this. */
  toOurs(databaseAt: Date): Date
  /** Sets ours right by it now. @throws what the database throws */
  compare(): Promise<void>
}

/**
 * What the module of boards calls when a section is gone, in the transaction that finds it gone: boards know no posts.
 * @param author whose doing it is, for the history @returns how many drafts and queued posts were moved
 */
export type OnSectionGone = (
  sql: Sql,
  author: { organizationId: string; via: 'api' | 'slack' | 'operator'; userId: string },
  section: { accountId: string; boardId: string; sectionId: string },
  now: Date,
) => Promise<number>

export type Deps = {
  db: Db
  clock: Clock
  databaseClock: DatabaseClock
  /** The machine's own time: for what other machines sign (Slack's window). */
  wallClock: Clock
  platform: Platform
  storage: Storage
  pictures: Pictures
  videos: Videos
  web: Web
  /** A model that writes drafts; null: none is configured. */
  writer: Writer | null
  sealer: Sealer
  /** A keyed hash (HMAC-SHA256, base64url) for what is given out and must come back unchanged; `purpose` keeps uses apart. */
  sign(purpose: string, text: string): string
  charts: Charts
  messenger: Messenger
  onSectionGone: OnSectionGone
  log: Log
  meter: Meter
  tracing: Tracing
  settings: Settings
  /** Uniform in [0, 1): jitter only, never secrets. */
  random: () => number
}
