/** Prepares the request, which can fail without the platform: the token, the media, and what our own errors mean for the post. */
import { openSession, type Session } from '../../connections/session.js'
import type { NewPinMedia, PlatformAccess, PlatformError } from '../../ports/platform.js'
import { type Claimed, isHeldBack } from '../model/claimed-post.js'
import type { DelayCause } from '../../posts/state/causes.js'
import type { BoardAvailability } from '../prefetch/board-availability.js'
import type { PreparedPictures } from '../prefetch/pictures.js'
import type { Deps } from '../../ports/deps.js'
import { isTokenDead } from '../../connections/call-platform.js'
import type { ErrorCode } from '../../lib/codes.js'
import { DomainError, MediaStoreUnavailable } from '../../lib/errors.js'
import { findDeath } from '../../preflight/dead-links.js'
import type { Outcome } from './outcomes.js'

export type PrepareDeps = Pick<
  Deps,
  'db' | 'clock' | 'databaseClock' | 'platform' | 'sealer' | 'random' | 'settings' | 'onSectionGone'
> & {
  pictures: PreparedPictures
  /** Absent: nothing was prefetched. */
  places?: Pick<BoardAvailability, 'closedTo'> | undefined
}

/** `media` null: the request saves a pin. */
export type Ready = { kind: 'ready'; access: PlatformAccess; media: NewPinMedia | null }

export async function prepare(deps: PrepareDeps, claimed: Claimed): Promise<Ready | PreparationError> {
  const { account, accessToken, accessExpiresAt } = claimed
  if (account.tokenStatus === 'unauthorized' || !accessToken) return { kind: 'tokenDead' }
  if (account.publishing === 'paused') return { kind: 'paused' }
  if (isHeldBack(claimed)) return { kind: 'accountOnHold' }
  const closed = deps.places?.closedTo(claimed)
  if (closed) return { kind: 'refused', reason: closed, message: 'the platform reported it shortly before' }
  const death =
    account.holdDeadLinks && claimed.savedPinId === null ? await findDeath(deps.db.sql, claimed, deps.clock()) : undefined
  if (death) return { kind: 'linkDead', ...death }
  try {
    const session = await openSession(deps, account, { accessToken, accessExpiresAt })
    if (session.kind !== 'ok') return withoutAccess(session)
    const { access } = session
    if (claimed.savedPinId !== null) return { kind: 'ready', access, media: null }
    return claimed.mediaType === 'video' ? await readyVideo(deps, access, claimed) : await readyImages(deps, access, claimed)
  } catch (error) {
    return classifyPreparationError(error)
  }
}

async function readyVideo(
  { pictures }: PrepareDeps,
  access: PlatformAccess,
  { video, cover, media: [, picture] }: Claimed,
): Promise<Ready | PreparationError> {
  if (!video) return { kind: 'videoAwaited' }
  if (video.failedAs === 'media_rejected') return refused('it could not process the video.')
  if (video.failedAs === 'platform_unavailable') return { kind: 'videoUnfinished' }
  return {
    kind: 'ready',
    access,
    media: {
      kind: 'video',
      mediaId: video.platformMediaId,
      cover: picture ? { picture: await pictures.of(picture) } : { second: cover ?? 0 },
    },
  }
}

async function readyImages(
  { pictures }: PrepareDeps,
  access: PlatformAccess,
  { media }: Claimed,
): Promise<Ready | PreparationError> {
  const images = await Promise.all(media.map((one) => pictures.of(one)))
  const [image] = images
  if (!image) return refused('there is no picture.')
  return { kind: 'ready', access, media: images.length === 1 ? { kind: 'image', image } : { kind: 'carousel', images } }
}

const refused = (message: string) => ({ kind: 'refused', reason: 'media_rejected', message }) as const

/** Returns what it means for the pin that there is no access. */
export function withoutAccess(session: Exclude<Session, { kind: 'ok' }>): PreparationError {
  if (session.kind === 'dead') return { kind: 'tokenDead' }
  const { message, kind } = session.error
  return { kind: 'retry', message, isOurs: kind === 'app_refused', because: delayOf(kind) }
}

/** Returns what a pin waits for when its tokens could not be renewed. */
function delayOf(kind: PlatformError['kind']): DelayCause {
  if (kind === 'app_refused') return 'app_refused'
  return kind === 'rate_limited' ? 'rate_limit' : 'unavailable'
}

export type PreparationError =
  | Extract<Outcome, { kind: 'refused' | 'retry' }>
  | { kind: 'paused' }
  | { kind: 'accountOnHold' }
  /** The link is dead, and the account holds such pins. `status`: of its page; null: its website does not exist. */
  | { kind: 'linkDead'; status: number | null }
  | { kind: 'tokenDead' }
  /** The account's hold ended after the check: the upload comes first. */
  | { kind: 'videoAwaited' }
  /** The platform never finished the video. */
  | { kind: 'videoUnfinished' }

/**
 * `refuse`: the picture can never be published. `passing`: busy for now. `ours`: an error that should not occur here, so the
 * operator has to act while the pin is retried; dead tokens are recognized by a reason, never by a code.
 */
type Meaning = 'refuse' | 'passing' | 'ours'

const MEANS = {
  BAD_REQUEST: 'refuse', // the bytes are damaged
  PAYLOAD_TOO_LARGE: 'refuse',
  UNSUPPORTED_MEDIA_TYPE: 'refuse',
  RATE_LIMIT_EXCEEDED: 'passing',
  TOO_MANY_REQUESTS: 'passing',
  BAD_GATEWAY: 'passing',
  SERVICE_UNAVAILABLE: 'passing', // too many pictures are being prepared
  GATEWAY_TIMEOUT: 'passing',
  UNAUTHORIZED: 'ours',
  PAYMENT_REQUIRED: 'ours',
  FORBIDDEN: 'ours',
  NOT_FOUND: 'ours',
  METHOD_NOT_ALLOWED: 'ours',
  CONFLICT: 'ours',
  UNPROCESSABLE_ENTITY: 'ours',
  INTERNAL_SERVER_ERROR: 'ours',
} satisfies Record<ErrorCode, Meaning>

/** Classifies an error of the preparation. @see docs/contract.md#failures */
export function classifyPreparationError(error: unknown): PreparationError {
  if (isTokenDead(error)) return { kind: 'tokenDead' }
  const isKnown = error instanceof DomainError && !(error instanceof MediaStoreUnavailable)
  const meaning = isKnown ? MEANS[error.code] : 'ours'
  const message = error instanceof Error ? error.message : String(error)
  if (meaning === 'refuse') return { kind: 'refused', reason: 'media_rejected', message }
  return {
    kind: 'retry',
    message: `The pin could not be prepared: ${message}`,
    isOurs: meaning === 'ours',
    because: 'not_prepared',
  }
}
