/** All that can fail without the platform: nothing was sent yet. */
import { accessOf, isOver } from '../../accounts/connection.js'
import { DomainError } from '../../errors.js'
import type { NewPinMedia, PlatformAccess } from '../../platform-port.js'
import type { Claimed } from './claim-row.js'
import type { Outcome } from './outcomes.js'
import type { PublishDeps } from './publish-deps.js'
import { renewToken } from './publish-token.js'

export type Ready = { kind: 'ready'; access: PlatformAccess; media: NewPinMedia }
export type Unprepared =
  | Extract<Outcome, { kind: 'refused' | 'retry' }>
  | { kind: 'paused' }
  | { kind: 'tokenDead' }
  /** Its account was released after it was seen: the upload comes first. */
  | { kind: 'videoAwaited' }
  /** The platform never came to an end with it. */
  | { kind: 'videoUnfinished' }

export async function prepare(deps: PublishDeps, claimed: Claimed): Promise<Ready | Unprepared> {
  const { account, accessToken, accessExpiresAt } = claimed
  if (account.tokenStatus === 'unauthorized' || !accessToken) return { kind: 'tokenDead' }
  if (account.publishing === 'paused') return { kind: 'paused' }
  try {
    const stored = accessOf(account, deps.sealer.open(accessToken))
    const token = isOver(accessExpiresAt, deps.clock())
      ? await renewToken(deps, claimed, stored)
      : ({ kind: 'renewed', access: stored } as const)
    if (token.kind !== 'renewed') return token
    return claimed.mediaType === 'video' ? readyVideo(token.access, claimed) : await readyImages(deps, token.access, claimed)
  } catch (error) {
    if (!(error instanceof DomainError))
      return { kind: 'retry', message: `The pin could not be prepared: ${wordsOf(error)}`, isOurs: true }
    if (error.code === 'BAD_REQUEST') return refused(error.message)
    return { kind: 'tokenDead' }
  }
}

function readyVideo(access: PlatformAccess, { video }: Claimed): Ready | Unprepared {
  if (!video) return { kind: 'videoAwaited' }
  if (video.failedAs === 'media_rejected') return refused('it could not process the video.')
  if (video.failedAs === 'platform_unavailable') return { kind: 'videoUnfinished' }
  return { kind: 'ready', access, media: { kind: 'video', mediaId: video.platformMediaId } }
}

async function readyImages({ pictures }: PublishDeps, access: PlatformAccess, { media }: Claimed): Promise<Ready | Unprepared> {
  const images = await Promise.all(media.map((one) => pictures.of(one)))
  const [image] = images
  if (!image) return refused('there is no picture.')
  return { kind: 'ready', access, media: images.length === 1 ? { kind: 'image', image } : { kind: 'carousel', images } }
}

const refused = (message: string) => ({ kind: 'refused', reason: 'media_rejected', message }) as const

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
