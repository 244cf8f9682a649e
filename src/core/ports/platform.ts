/** The platform as the core sees it: the calls to Pinterest v5, and their results. */
import type { Readable } from 'node:stream'
import type { AppRefusal, HoldReason } from './answer-about.js'

/** The token a call to the platform needs. */
export type PlatformAccess = {
  accessToken: string
  /** Of which account (`organization account`): its calls are paced together, also when the token is renewed. */
  account?: string
  /** Nobody waits for the answer: it is sent only while at least half of the rate limit is left, and it never queues. */
  isBackground?: true
}
/** What an authorization grants. @see docs/platform.md#tokens */
export type PlatformTokens = {
  accessToken: string
  /** null: there is none, or the old one stays. */
  refreshToken: string | null
  expiresAt: Date
  refreshExpiresAt: Date | null
  /** Separated by commas or spaces. */
  scopes: string
}

/** A picture as the platform takes it. */
export type PlatformImage = { contentType: 'image/jpeg' | 'image/png'; bytes: Buffer }

/** A picture that is sent, whose bytes are read while the request is written. */
export type PinPicture = {
  contentType: PlatformImage['contentType']
  /** How many there are, exactly. */
  bytes: number
  /** From the beginning, once for each request. */
  open(): AsyncIterable<Buffer>
}

export type NewPinMedia =
  | { kind: 'image'; image: PinPicture }
  /** 2 to 5. */
  | { kind: 'carousel'; images: PinPicture[] }
  /** The platform's id of an uploaded video that it has processed; its first frame is the cover. */
  | { kind: 'video'; mediaId: string }

export type NewPin = {
  boardId: string
  boardSectionId: string | null
  title: string
  description: string
  link: string
  altText: string | null
  isSimplified: boolean
  media: NewPinMedia
}

/** Somebody's public pin, on a board of the account's: nothing else may be said of it. */
export type PinSave = { pinId: string; boardId: string; boardSectionId: string | null }

/** The result of a request to create a pin, or to save one; judged by core/posts/outcomes.ts. */
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
  /** Not sent: the account has used up what the platform allows for now. */
  | { kind: 'paced'; retryAfterMs: number }
  /** `neverLeft`: the connection was never made or the end of the body never written, so the platform cannot have seen the pin. */
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
  /** How many pictures a carousel has; null: it is none, or the platform does not say. */
  itemCount: number | null
  isOwner: boolean | null
  createdAt: Date | null
  imageUrl: string | null
  /** The pin that this one is a saved copy of. */
  parentPinId: string | null
}
/** Anybody's pin, as the public search shows it. @see docs/platform.md#public-search */
export type PublicPin = {
  id: string
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  imageUrl: string | null
  /** null: the platform does not say, which is the rule. */
  isPromoted: boolean | null
}
/** What people of a region search for. `interest`: null: any. */
export type TrendQuestion = { region: string; type: 'growing' | 'monthly' | 'yearly' | 'seasonal'; interest: string | null }
export type PlatformTrend = {
  keyword: string
  /** Percent, from -10,000 to 10,000; 10,001 is more; null: the platform does not say. */
  growth: { weekly: number | null; monthly: number | null; yearly: number | null }
  /** Searches of each week relative to the best one, 0 to 100, oldest first. `week`: the day on which it ends. */
  weeks: { week: string; value: number }[]
}
/** `country`: ISO 3166-1 alpha-2, the public whose pins are searched. */
export type PublicSearch = { term: string; country: string; bookmark?: string | undefined }
export type PlatformUser = {
  id: string
  username: string
  displayName: string
  avatarUrl: string | null
  isBusiness: boolean
  websiteUrl: string | null
}
/** Metrics under our names (`pinClick`); what the platform does not report is absent, null while it is processing. */
export type Metrics = Record<string, number | null>
/** A day (UTC, YYYY-MM-DD) of an account or of a pin. */
export type MetricDay = { day: string; dataStatus: string; metrics: Metrics }
/** From first to last (UTC, YYYY-MM-DD), both included. */
export type Days = { first: string; last: string }
export type PlatformAnalytics = { summary: Metrics; days: MetricDay[] }
export type PlatformPinAnalytics = PlatformAnalytics & { lifetime: Metrics }
export const TOP_PIN_SORTS = ['ENGAGEMENT', 'SAVE', 'IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK'] as const
export type TopPinSort = (typeof TOP_PIN_SORTS)[number]
/** In the platform's ranked order. */
export type PlatformTopPins = { pins: { pinId: string; metrics: Metrics }[] }
export type Page<T> = { items: T[]; bookmark: string | null }

/** A read or board write that the platform refused or did not answer, classified at the adapter's border. */
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
      /** The platform cannot have seen the call. */
      neverLeft?: boolean
      /** Of `unavailable`: it answered in time; why the answer is of no use, as the rest of a sentence. */
      unusable?: string
      /** Of `reconnect`: the token lives, a scope is missing. Renewing it gives no other. */
      lacksScope?: boolean
      /** Of `app_refused`. */
      appRefusal?: AppRefusal
      /** Of `spam` and `account_blocked`. */
      accountRefusal?: HoldReason
    } = {},
  ) {
    super(message)
  }
}

/**
 * Where people look at what is on the platform: whole addresses of web pages, pinterest.com or, in the sandbox, the simulated pages.
 * A listener, or what reads a card, asks `deps.platform.pages.pin(post.pinId)` and hands the address to the view as a value; the view
 * writes it by `linkTo(url, 'View on Pinterest')` of blocks/kit/link.ts, or as the `url` of a button. Never build such an address
 * elsewhere. What delivers notices has `platform.pages` in its deps, too. No call, no token.
 */
export type PlatformPages = {
  /** @param pinId of the platform, digits */
  pin(pinId: string): string
  /**
   * Of a board, or where its address is not sure, of all boards of its account.
   * @param name null: not known here
   * @param username of the account
   */
  board(board: { boardId: string; name: string | null; username: string }): string
}

/** Pinterest v5 as the core sees it. Reads throw PlatformError. `signal` cuts a call short. */
export type Platform = {
  pages: PlatformPages
  createPin(access: PlatformAccess, pin: NewPin, signal: AbortSignal): Promise<CreatePinAnswer>
  /** The pin that came of it has an id of its own. */
  savePin(access: PlatformAccess, save: PinSave, signal: AbortSignal): Promise<CreatePinAnswer>
  /** Begins a video upload: where its bytes go, by one multipart form whose fields keep their order, the file last. */
  startVideo(access: PlatformAccess): Promise<{ mediaId: string; uploadUrl: string; uploadFields: [string, string][] }>
  /** Sends the bytes, streamed. Throws PlatformError. */
  uploadVideo(
    target: { uploadUrl: string; uploadFields: [string, string][] },
    video: { body: Readable; bytes: number; contentType: string },
    signal: AbortSignal,
  ): Promise<void>
  readVideo(access: PlatformAccess, mediaId: string): Promise<{ status: 'registered' | 'processing' | 'succeeded' | 'failed' }>
  /** All or none; tags that are there already are no error, so it may be repeated blindly. */
  addProductTags(access: PlatformAccess, pinId: string, tagPinIds: string[]): Promise<void>
  readUser(access: PlatformAccess): Promise<PlatformUser>
  /** By what it allows: apps with Trial access are counted by the day, others by the minute. null: it does not say. */
  readTier(access: PlatformAccess): Promise<'trial' | 'standard' | null>
  listBoards(access: PlatformAccess, bookmark?: string): Promise<Page<PlatformBoard>>
  readBoard(access: PlatformAccess, boardId: string): Promise<PlatformBoard>
  /** A name that the account has already is `invalid` with code 58. Never repeated by the client. */
  createBoard(access: PlatformAccess, board: NewPlatformBoard): Promise<PlatformBoard>
  updateBoard(access: PlatformAccess, boardId: string, change: PlatformBoardChange): Promise<PlatformBoard>
  listSections(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformSection>>
  createSection(access: PlatformAccess, boardId: string, name: string): Promise<PlatformSection>
  deleteSection(access: PlatformAccess, boardId: string, sectionId: string): Promise<void>
  readPin(access: PlatformAccess, pinId: string): Promise<PlatformPin>
  listBoardPins(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformPin>>
  /** Of the account, on all its boards. */
  listPins(access: PlatformAccess, bookmark?: string): Promise<Page<PlatformPin>>
  /** Best first, 50 a page. For apps that were let in: `forbidden` or `app_refused` for any other. */
  searchPins(access: PlatformAccess, search: PublicSearch): Promise<Page<PublicPin>>
  /** The first 50, the strongest first. Of everybody's searches: the same for each account that asks. */
  listTrends(access: PlatformAccess, question: TrendQuestion): Promise<PlatformTrend[]>
  /** At most 90 days back. `forbidden`: the account is no business. */
  readAccountAnalytics(access: PlatformAccess, days: Days): Promise<PlatformAnalytics>
  /** The best 10. */
  readTopPins(access: PlatformAccess, days: Days, sortBy: TopPinSort): Promise<PlatformTopPins>
  /** At most 90 days back. A video has metrics of its own. */
  readPinAnalytics(access: PlatformAccess, pinId: string, question: Days & { isVideo: boolean }): Promise<PlatformPinAnalytics>
  /** Where the holder of an account allows us to act for it; the answer comes to `redirectUri` with the same `state`. */
  authorizeUrl(request: { state: string; redirectUri: string }): string
  /** A code works once. @throws PlatformError `reconnect` the code is wrong, used or too old · `app_refused` our id or secret */
  exchangeCode(grant: { code: string; redirectUri: string }): Promise<PlatformTokens>
  /** A refresh token may work once. @throws PlatformError `reconnect` it is dead · `app_refused` our id or secret */
  refreshToken(refreshToken: string): Promise<PlatformTokens>
}

/** What we ask the holder of an account for. Secret boards have scopes of their own. */
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
