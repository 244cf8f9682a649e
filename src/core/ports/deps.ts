/** What the core needs from outside: types only. The adapters are in the layer above; deps.ts puts them together. */
import type { Readable } from 'node:stream'
import type postgres from 'postgres'
import type { CardPicture, DaysPicture, PinPicture, SearchesPicture, WeekPicture } from './charts.js'
import type { Notice } from './notice.js'
import type { Platform, PlatformImage } from './platform.js'
import type { Meter } from './metrics.js'
import type { Tracing } from './tracing.js'
import type { Web } from './web.js'
import type { Mailer } from './mail.js'
import type { Writer } from './writer.js'

/** How many days ever-growing data is kept, where an operator may choose. @see docs/operating.md#retention */
export type Retention = {
  /** The audit; rows of pins that are not published yet are always kept. */
  auditDays: number
  /** Settled attempts to publish a pin. */
  attemptDays: number
  /** Daily numbers of published pins. At least 400, because best times are computed from a year of them. */
  pinDays: number
  /**
   * Daily numbers of accounts; null: as long as the account exists. At least 90, because the last 90 days are read again daily.
   */
  accountDays: number | null
}

/** The pool or a transaction: SQL functions take it first and run on either. bigint comes as string, timestamptz as Date. */
export interface Sql extends postgres.ISql<Record<never, never>> {
  /** Refuses null: the driver sends it as SQL NULL, which makes `jsonb_set` and `||` set the whole column to NULL. */
  json(value: Exclude<postgres.JSONValue, null>): postgres.Parameter
}

/** The type that `tx` passes to its work. Unlike the pool, it has savepoints. */
export type Transaction = postgres.TransactionSql<Record<never, never>>

export type TxOptions = {
  /** Real-time budget of the whole transaction in ms; default 15 s. After that it is rolled back. */
  budgetMs?: number
  /** The error to throw when the budget is spent. */
  onTimeout?: () => Error
  /** Set for transactions that may take long, or that wait for a lock which others of the same organization hold for long. */
  turn?: Turn
}

/**
 * Limits an organization to its share of a pool's connections; the rest wait in the process, without a connection. A transaction
 * with a turn must not begin another that has one.
 */
export type Turn = {
  organizationId: string
  /** Transactions of this process that share a key run one after the other. The lock itself is only for other processes. */
  keys?: readonly string[]
  /** How long to wait for the turn, and then for its lock while another process holds it; default: the budget. */
  waitMs?: number
  /** The error to throw after that wait; default: onTimeout. */
  onLocked?: () => Error
}

export type Db = {
  sql: Sql
  /**
   * Runs one transaction, rolled back when `work` throws or the budget is spent; no network call may happen inside. After a lock
   * wait of over 100 ms or a deadlock it releases its connection and runs once more, so effects of `work` outside the transaction
   * must tolerate a repeat.
   */
  tx<T>(work: (sql: Sql) => Promise<T>, options?: TxOptions): Promise<T>
  /** Calls `onNotify` at each NOTIFY on the channel and after each (re)connect. Returns a function that stops listening. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * True when rows are distributed over the nodes of a cluster: a statement that writes must then name one organization by value.
   * @see docs/citus.md
   */
  isDistributed(): Promise<boolean>
}

/** Returns the current time: local time plus the offset of the database's clock (and of the sandbox's virtual time). */
export type Clock = () => Date

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Authenticated encryption of secrets at rest (AES-256-GCM, key id stored beside the bytes). */
export type Sealer = {
  /** Encrypts with the current key. */
  seal(plain: string): Buffer
  /** Decrypts with whichever of our keys sealed it. @throws Error none of our keys sealed it, or the bytes were changed */
  open(sealed: Uint8Array): string
  /** True when the current key sealed it. Compares the key's id only. */
  isCurrent(sealed: Uint8Array): boolean
}

/** A PUT to an address that signPut() made, as received. */
export type StagedPut = { path: string; contentType: string | undefined; contentLength: number | undefined; body: Readable }

/** Bytes by key, on local disk or S3. Keys are paths of url-safe characters. */
export type Storage = {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Streams a local file into the store. */
  putFile(key: string, file: string, contentType: string): Promise<void>
  /** Creates an immutable copy of what is stored under `from`: a later write to `from` does not change it. */
  copy(from: string, to: string, contentType: string): Promise<void>
  read(key: string): Promise<Buffer>
  /** Reads at most `length` bytes from `start`; fewer at the end. */
  readRange(key: string, start: number, length: number): Promise<Buffer>
  /** Returns undefined when nothing is stored under the key. */
  stat(key: string): Promise<{ bytes: number } | undefined>
  /** `range` is inclusive, as in HTTP. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable>
  remove(key: string): Promise<void>
  /**
   * Removes partial writes that a dead process left, if nothing was written to them for this long by the file system's time.
   * Absent for stores that do not write to a temporary file first.
   */
  sweepParts?(olderThanMs: number): Promise<void>
  /** Returns a write-only address for one PUT of exactly this content type, at most `maxBytes` long, until `expiresAt`. */
  signPut(upload: { key: string; contentType: string; maxBytes: number; expiresAt: Date }): Promise<string>
  /**
   * Receives the PUT where bytes pass through this process (local disk); absent where they go straight to a store.
   * @param begin called with the key of a valid address, before anything is written; if it throws, the PUT is refused
   * @returns the number of bytes received
   * @throws DomainError FORBIDDEN bad or expired signature, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
   */
  receivePut?(put: StagedPut, begin?: (key: string) => Promise<void>): Promise<number>
}

/** Runs inside the transaction of a write, just before it commits: this stores a response together with what it reports. */
export type BeforeCommit<T> = (sql: Sql, result: T) => Promise<void>

export type ImageFacts = { contentType: string; width: number; height: number }

/** A perceptual hash of 128 bits as text (equal pictures share nearly all of them), and the average colour. */
export type PicturePrint = { bits: string; red: number; green: number; blue: number }

/** Inspects, converts and downloads pictures. */
export type Pictures = {
  /**
   * Reads type and upright dimensions from the bytes. @throws DomainError BAD_REQUEST naming `field` when it is not a supported
   * picture
   */
  inspect(bytes: Buffer, field: string): Promise<ImageFacts>
  /** True when `forPlatform` would not change these bytes. Reads only their header. */
  isAsSent(bytes: Buffer): Promise<boolean>
  /** True for animated pictures, of which the platform gets the first frame. */
  isAnimated(bytes: Buffer): Promise<boolean>
  /** True when the metadata of the file say that AI made or changed the picture. */
  saysAi(bytes: Buffer): boolean
  /**
   * Returns a JPEG or PNG, upright and no larger than the platform shows it, converted where needed. @throws DomainError
   * BAD_REQUEST naming `field` when the bytes are damaged
   */
  forPlatform(bytes: Buffer, contentType: string, field: string): Promise<PlatformImage>
  /** Makes a small JPEG for lists and cards, at most 480 px on its longer side. @throws DomainError BAD_REQUEST naming `field` */
  thumbnail(bytes: Buffer, field: string): Promise<Buffer>
  /**
   * Crops a stored picture to its most salient part, with a ratio of two to three and never upscaled. @throws DomainError
   * BAD_REQUEST naming `field`
   */
  crop(bytes: Buffer, field: string): Promise<PlatformImage>
  /** Returns null for a picture with too little detail to recognize. @throws DomainError BAD_REQUEST naming `field` */
  print(bytes: Buffer, field: string): Promise<PicturePrint | null>
  /** Draws a stand-in for a video's thumbnail: its shape with a play mark. */
  videoThumbnail(shape: { width: number; height: number }): Promise<Buffer>
  /** Downloads behind the address check. @throws DomainError BAD_REQUEST naming `field` */
  fetch(url: string, field: string): Promise<Buffer>
}

export type VideoFacts = {
  contentType: 'video/mp4' | 'video/quicktime'
  width: number
  height: number
  durationMs: number
  /** The codec as the file's index names it (`avc1`, `hvc1`, `av01` …); null: not given. */
  codec: string | null
  /** True when the file says that AI made or changed it. */
  saysAi?: boolean
}

/** Reads videos by their container; frames are never decoded here. */
export type Videos = {
  /** Reads the facts with a few small reads. @throws DomainError BAD_REQUEST naming `field` when it is not a supported video */
  inspect(source: { bytes: number; read(start: number, length: number): Promise<Buffer> }, field: string): Promise<VideoFacts>
  /**
   * Downloads behind the address check, streamed into a local file and never whole in memory. The caller must call `remove`.
   * @throws DomainError BAD_REQUEST naming `field`
   */
  fetch(url: string, field: string): Promise<{ file: string; bytes: number; remove: () => Promise<void> }>
}

/** Draws pictures: PNGs, except where JPEG is named. */
export type Charts = {
  /**
   * Draws the week with the pictures of its pins, as JPEG. A pin whose image is invalid or larger than 2 MiB is shown by its
   * title.
   */
  week(week: WeekPicture): Promise<Buffer>
  /** Draws lines over days. */
  days(days: DaysPicture): Promise<Buffer>
  /** Draws a line for each keyword, over a year. */
  searches(searches: SearchesPicture): Promise<Buffer>
  /**
   * Draws the pin 528 px wide and at most 964 high: the picture as the feed crops it, with title, board and link below.
   * @throws Error the image is larger than 2 MiB, or no picture
   */
  pin(pin: PinPicture): Promise<Buffer>
  /**
   * Draws a JPEG of 1000 by 1500: the whole picture on its own color, with words below it.
   * @returns null when our fonts lack letters of the words
   * @throws Error the image is larger than pictures we send, or no picture · SERVICE_UNAVAILABLE too many requests wait
   */
  card(card: CardPicture): Promise<Buffer | null>
}

/** Delivers notices to where their readers are (Slack). */
export type Messenger = {
  deliver(delivery: { organizationId: string; destination: string; notice: Notice; dedupeKey: string }): Promise<Delivery>
  /**
   * Removes the app from every workspace of an organization, with each workspace's token; without a token it only forgets the
   * workspace. Absent: there is no other side.
   * @throws Error the other side cannot be reached right now
   */
  leave?(organizationId: string): Promise<void>
  /**
   * Returns the name of a person of Slack (`T1:U1`); null: they are not known there. Absent: there is no other side.
   * @throws Error the other side cannot be reached right now
   */
  nameOf?(organizationId: string, userId: string): Promise<string | null>
}
export type Delivery =
  | { kind: 'delivered' }
  /** `afterMs`: the wait that the other side asked for. */
  | { kind: 'later'; afterMs?: number; message: string }
  /** Without `cause`, the other side refuses it for good, and `message` says why. */
  | { kind: 'undeliverable'; cause?: UndeliverableCause; message: string }
/**
 * `no_channel`: none is chosen, and the notice concerns no one in Slack. `no_longer_so`: its subject is gone. `not_installed`:
 * the app was removed, so no one misses the notice. `unheard`: bad news without any recipient; the operator is alerted.
 */
export type UndeliverableCause = 'no_channel' | 'no_longer_so' | 'not_installed' | 'unheard'

/** The operator's pages, to which each public page leads. `support`: a page, or mailto: and an address. */
export type OperatorLinks = { privacy?: string; terms?: string; support?: string }

export type Settings = {
  publicUrl: string
  dailyRequestLimit: number
  /** Hard deadline of a create call in ms: 30 s, in the sandbox 2 s. */
  sendTimeoutMs: number
  simplifiedPins: boolean
  /** False: our app at Pinterest takes no declarations about AI, so none is sent. */
  aiDisclosures: boolean
  /** The country whose public pins are searched: ISO 3166-1 alpha-2. */
  searchCountry: string
  retention: Retention
  /** Tokens that an organization may use in a UTC day; absent: the default of src/core/sources/generations/written/budget.ts. */
  modelTokensADay?: number
  /** Requests to one host when links are read; absent: the default of src/core/preflight/web/hosts.ts. */
  webRequestsAMinute?: number
  /** Absent: there are none. */
  links?: OperatorLinks
  /** Webhook targets allowed besides public https addresses: in the sandbox this machine, except our own port. Absent: none. */
  webhooks?: { allowsLoopback: boolean; ownPort: number }
}

/**
 * The offset between the database's clock and ours. It is measured once a minute, because a machine's clock may be changed at any
 * time.
 */
export type DatabaseClock = {
  /** Returns our time at the moment when the database's clock shows `databaseAt`. */
  toOurs(databaseAt: Date): Date
  /** Measures the offset now and corrects our clock. @throws what the database throws */
  compare(): Promise<void>
}

/**
 * The boards module calls this when a section is gone, in the transaction that detects it, because boards do not know posts.
 * @param author the author for the history
 * @returns how many drafts and queued posts were moved
 */
export type OnSectionGone = (
  sql: Sql,
  author: { organizationId: string; via: 'api' | 'slack' | 'operator' | 'browser'; userId: string },
  section: { accountId: string; boardId: string; sectionId: string },
  now: Date,
) => Promise<number>

export type Deps = {
  db: Db
  clock: Clock
  databaseClock: DatabaseClock
  /** The machine's own time, for checking what other machines signed (Slack's window). */
  wallClock: Clock
  platform: Platform
  storage: Storage
  pictures: Pictures
  videos: Videos
  web: Web
  /** The model that writes drafts; null: none is configured. */
  writer: Writer | null
  /** Sends mail; null: no server is configured. */
  mail: Mailer | null
  sealer: Sealer
  /**
   * A keyed hash (HMAC-SHA256, base64url) for values that we give out and that must come back unchanged; `purpose` keeps uses
   * apart.
   */
  sign(purpose: string, text: string): string
  charts: Charts
  messenger: Messenger
  onSectionGone: OnSectionGone
  log: Log
  meter: Meter
  tracing: Tracing
  settings: Settings
  /** Uniform in [0, 1). For jitter only, never for secrets. */
  random: () => number
}
