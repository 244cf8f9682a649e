/** The platform as the core sees it: what may be asked of Pinterest v5, and what may come of it. */
import type { Readable } from 'node:stream'

/** The tokens a call to the platform needs. */
export type PlatformAccess = { accessToken: string }

/** A picture as the platform takes it. */
export type PlatformImage = { contentType: 'image/jpeg' | 'image/png'; bytes: Buffer }

export type NewPinMedia =
  | { kind: 'image'; image: PlatformImage }
  /** 2 to 5. */
  | { kind: 'carousel'; images: PlatformImage[] }
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
  /** How many pictures a carousel has; null: it is none, or the platform does not say. */
  itemCount: number | null
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
/** A day (UTC, YYYY-MM-DD) of a pin. Metrics under our names (`pinClick`); what the platform does not report is absent, null while it is processing. */
export type PinDay = { day: string; dataStatus: string; metrics: Record<string, number | null> }
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
  listBoards(access: PlatformAccess, bookmark?: string): Promise<Page<PlatformBoard>>
  readBoard(access: PlatformAccess, boardId: string): Promise<PlatformBoard>
  listSections(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformSection>>
  listBoardPins(access: PlatformAccess, boardId: string, bookmark?: string): Promise<Page<PlatformPin>>
  /** Days from first to last (UTC, YYYY-MM-DD), both included; at most 90 days back. */
  readPinDays(access: PlatformAccess, pinId: string, days: { first: string; last: string }): Promise<PinDay[]>
  refreshToken(refreshToken: string): Promise<{
    accessToken: string
    refreshToken: string | null
    expiresAt: Date
    refreshExpiresAt: Date | null
    scopes: string
  }>
}
