/** The platform as the core sees it: the calls to Pinterest v5 and their results. */
import type { Readable } from 'node:stream'
import type { AppRefusal, HoldReason } from './answer-about.js'

/** The token a call to the platform needs. */
export type PlatformAccess = {
  accessToken: string
  /** The account, as `organization account`: its calls are paced together, also when the token is renewed. */
  account?: string
  /** No one waits for the answer: the call is sent only while at least half of the rate limit is left, and it never queues. */
  isBackground?: true
}
/** What an authorization grants. @see docs/platform.md#tokens */
export type PlatformTokens = {
  accessToken: string
  /** null: there is none, or the old one stays valid. */
  refreshToken: string | null
  expiresAt: Date
  refreshExpiresAt: Date | null
  /** Separated by commas or spaces. */
  scopes: string
}

/** A picture in a format that the platform takes. */
export type PlatformImage = { contentType: 'image/jpeg' | 'image/png'; bytes: Buffer }

/** A picture to send, whose bytes are read while the request is written. */
export type PinPicture = {
  contentType: PlatformImage['contentType']
  /** The exact number of bytes. */
  bytes: number
  /** Reads from the beginning; called once for each request. */
  open(): AsyncIterable<Buffer>
}

export type NewPinMedia =
  | { kind: 'image'; image: PinPicture }
  /** 2 to 5 images. */
  | { kind: 'carousel'; images: PinPicture[] }
  /** The platform's id of an uploaded video that it has processed. */
  | { kind: 'video'; mediaId: string; cover: VideoCover }

/** The cover of a video: the frame at a whole second, or a picture. */
export type VideoCover = { second: number } | { picture: PinPicture }

/** The texts and the link of one image of a carousel. */
export type PinSlide = { title?: string | undefined; description?: string | undefined; link?: string | undefined }

export type NewPin = {
  boardId: string
  boardSectionId: string | null
  title: string
  description: string
  link: string
  altText: string | null
  /** What the account declares about AI in the pin; absent: nothing. */
  aiDisclosures?: readonly string[]
  /** What each image of a carousel says; absent: none says anything. */
  slides?: readonly PinSlide[]
  isSimplified: boolean
  media: NewPinMedia
}

/** A public pin of another user, to be saved to a board of the account; the platform takes no other fields. */
export type PinSave = { pinId: string; boardId: string; boardSectionId: string | null }

/** The result of a request to create or save a pin; core/posts/outcomes.ts judges it. */
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
  /** The request was not sent: the account has used up the platform's rate limit for now. */
  | { kind: 'paced'; retryAfterMs: number }
  /** `neverLeft`: the connection was never made or the body not fully written, so the platform cannot have seen the pin. */
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
  createdAt: Date | null
}
export type NewPlatformBoard = { name: string; description: string | null; privacy: 'public' | 'secret' }
export type PlatformBoardChange = { name?: string; description?: string }
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
  /** The number of pictures in a carousel; null: it is none, or the platform does not say. */
  itemCount: number | null
  isOwner: boolean | null
  createdAt: Date | null
  imageUrl: string | null
  /** The pin that this one is a saved copy of. */
  parentPinId: string | null
}
/** Fields of an own pin to write; absent: unchanged, null: removed. */
export type PlatformPinChange = {
  title?: string | null
  description?: string | null
  link?: string | null
  altText?: string | null
  boardId?: string
  boardSectionId?: string | null
}
/** A public pin of any user, as the public search shows it. @see docs/platform.md#public-search */
export type PublicPin = {
  id: string
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  imageUrl: string | null
  /** null: the platform does not say, which is usual. */
  isPromoted: boolean | null
}
/** What people in a region search for. `interest` null: any. */
export type TrendQuestion = { region: string; type: 'growing' | 'monthly' | 'yearly' | 'seasonal'; interest: string | null }
export type PlatformTrend = {
  keyword: string
  /** Percent, from -10,000 to 10,000; 10,001 stands for more; null: the platform does not say. */
  growth: { weekly: number | null; monthly: number | null; yearly: number | null }
  /** Searches of each week relative to the best one, 0 to 100, oldest first. `week`: the day on which it ends. */
  weeks: { week: string; value: number }[]
}
/** `country`: ISO 3166-1 alpha-2, the country whose public pins are searched. */
export type PublicSearch = { term: string; country: string; bookmark?: string | undefined }
export type PlatformUser = {
  id: string
  username: string
  displayName: string
  avatarUrl: string | null
  isBusiness: boolean
  websiteUrl: string | null
}
/** A website that an account has claimed, or begun to claim; with or without scheme and path. */
export type PlatformWebsite = { website: string; isClaimed: boolean }
/**
 * Metrics under our names (pinClick). A metric that the platform does not report is absent; null while it is being processed.
 */
export type Metrics = Record<string, number | null>
/** One day (UTC, YYYY-MM-DD) of an account or a pin. */
export type MetricDay = { day: string; dataStatus: string; metrics: Metrics }
/** A range of days (UTC, YYYY-MM-DD), both included. */
export type Days = { first: string; last: string }
export type PlatformAnalytics = { summary: Metrics; days: MetricDay[] }
export type PlatformPinAnalytics = PlatformAnalytics & { lifetime: Metrics }
export const TOP_PIN_SORTS = ['ENGAGEMENT', 'SAVE', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK'] as const
export type TopPinSort = (typeof TOP_PIN_SORTS)[number]
/** Pins in the platform's order. */
export type PlatformTopPins = { pins: { pinId: string; metrics: Metrics }[] }
export type Page<T> = { items: T[]; bookmark: string | null }

/** A read or board write that the platform refused or did not answer, classified by the adapter. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  constructor(
    readonly kind:
      | 'reconnect'
      | 'app_refused'
      | 'rate_limited'
      | 'spam'
      | 'account_blocked'
      | 'forbidden'
      | 'not_found'
      | 'invalid'
      | 'timeout'
      | 'unavailable',
    message: string,
    readonly details: {
      status?: number
      code?: number
      requestId?: string
      retryAfterMs?: number
      /** True when the platform cannot have seen the call. */
      neverLeft?: boolean
      /**
       * Set for unavailable: the platform answered in time, but the answer is unusable for this reason, given as the rest of a
       * sentence.
       */
      unusable?: string
      /** Set for `reconnect`: the token works but lacks a scope, so renewing it does not help. */
      lacksScope?: boolean
      /** Set for `app_refused`. */
      appRefusal?: AppRefusal
      /** Set for spam and account_blocked. */
      accountRefusal?: HoldReason
    } = {},
  ) {
    super(message)
  }
}

/**
 * Builds whole addresses of web pages on pinterest.com or, in the sandbox, of the simulated pages, without any call or token.
 * Listeners pass the address to a view as a value; never build such an address elsewhere.
 */
export type PlatformPages = {
  /** @param pinId the platform's id, digits */
  pin(pinId: string): string
  /**
   * Returns the board's address or, where that is not certain, the address of all boards of its account.
   * @param board.name null: not known here
   * @param board.username the account's
   */
  board(board: { boardId: string; name: string | null; username: string }): string
}

/** Pinterest v5 as the core sees it. Reads throw PlatformError; `signal` aborts a call. */
export type Platform = {
  pages: PlatformPages
  createPin(access: PlatformAccess, pin: NewPin, signal: AbortSignal): Promise<CreatePinAnswer>
  /** Saves a pin; the resulting pin has its own id. */
  savePin(access: PlatformAccess, save: PinSave, signal: AbortSignal): Promise<CreatePinAnswer>
  /**
   * Begins a video upload. The bytes go to `uploadUrl` as one multipart form whose fields keep their order, with the file last.
   */
  startVideo(access: PlatformAccess): Promise<{ mediaId: string; uploadUrl: string; uploadFields: [string, string][] }>
  /** Streams the bytes. @throws PlatformError */
  uploadVideo(
    target: { uploadUrl: string; uploadFields: [string, string][] },
    video: { body: Readable; bytes: number; contentType: string },
    signal: AbortSignal,
  ): Promise<void>
  readVideo(access: PlatformAccess, mediaId: string): Promise<{ status: 'registered' | 'processing' | 'succeeded' | 'failed' }>
  /** Adds all tags or none. Existing tags are no error, so a repeat is safe. */
  addProductTags(access: PlatformAccess, pinId: string, tagPinIds: string[]): Promise<void>
  readUser(access: PlatformAccess): Promise<PlatformUser>
  listWebsites(access: PlatformAccess): Promise<Page<PlatformWebsite>>
  /**
   * Reads the tier from the rate limit: apps with Trial access are limited by the day, others by the minute. null: it cannot be
   * determined.
   */
  readTier(access: PlatformAccess): Promise<'trial' | 'standard' | null>
  listBoards(access: PlatformAccess, bookmark?: string): Promise<Page<PlatformBoard>>
  readBoard(access: PlatformAccess, boardId: string): Promise<PlatformBoard>
  /** A name that the account already has gives invalid with code 58. The client never retries it. */
  createBoard(access: PlatformAccess, board: NewPlatformBoard): Promise<PlatformBoard>
  updateBoard(access: PlatformAccess, boardId: string, change: PlatformBoardChange): Promise<PlatformBoard>
  listSections(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformSection>>
  createSection(access: PlatformAccess, boardId: string, name: string): Promise<PlatformSection>
  deleteSection(access: PlatformAccess, boardId: string, sectionId: string): Promise<void>
  readPin(access: PlatformAccess, pinId: string): Promise<PlatformPin>
  /** Changes an own pin. A lost answer may hide a change. Only for approved apps: `app_refused` for all others. */
  updatePin(access: PlatformAccess, pinId: string, change: PlatformPinChange): Promise<PlatformPin>
  /** Deletes an own pin; not_found when it is gone already. */
  deletePin(access: PlatformAccess, pinId: string): Promise<void>
  listBoardPins(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformPin>>
  /** Lists the pins of the account on all its boards. */
  listPins(access: PlatformAccess, bookmark?: string): Promise<Page<PlatformPin>>
  /** Best first, 50 a page. Only for approved apps: `forbidden` or `app_refused` for all others. */
  searchPins(access: PlatformAccess, search: PublicSearch): Promise<Page<PublicPin>>
  /** Lists the first 50, strongest first. The result covers all users' searches, so it is the same for each account. */
  listTrends(access: PlatformAccess, question: TrendQuestion): Promise<PlatformTrend[]>
  /** Reads at most 90 days back. forbidden: the account is no business account. */
  readAccountAnalytics(access: PlatformAccess, days: Days): Promise<PlatformAnalytics>
  /** Reads the best 10. */
  readTopPins(access: PlatformAccess, days: Days, sortBy: TopPinSort): Promise<PlatformTopPins>
  /** Reads at most 90 days back. A video has its own metrics. */
  readPinAnalytics(access: PlatformAccess, pinId: string, question: Days & { isVideo: boolean }): Promise<PlatformPinAnalytics>
  /** Returns the page where the holder of an account authorizes us; the answer comes to `redirectUri` with the same `state`. */
  authorizeUrl(request: { state: string; redirectUri: string }): string
  /** A code works once. @throws PlatformError `reconnect` the code is wrong, used or expired · `app_refused` our id or secret */
  exchangeCode(grant: { code: string; redirectUri: string }): Promise<PlatformTokens>
  /** A refresh token may work only once. @throws PlatformError reconnect it no longer works · app_refused our id or secret */
  refreshToken(refreshToken: string): Promise<PlatformTokens>
}

/** The scopes that we request from the holder of an account. Secret boards have their own scopes. */
export const PLATFORM_SCOPES = [
  'user_accounts:read',
  'boards:read',
  'boards:read_secret',
  'boards:write',
  'boards:write_secret',
  'pins:read',
  'pins:read_secret',
  'pins:write',
  'pins:write_secret',
] as const
