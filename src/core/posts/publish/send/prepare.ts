/** All that can fail without the platform: nothing was sent yet. */
import { accessOf, isOver } from '../../../accounts/connect/connection.js'
import type { NewPinMedia, PlatformAccess } from '../../../ports/platform.js'
import type { Claimed } from '../model/claimed-post.js'
import type { PrepareDeps } from '../model/publish-deps.js'
import { renewToken } from './token.js'
import { classifyPreparationError, type PreparationError } from './preparation-error.js'

export type Ready = { kind: 'ready'; access: PlatformAccess; media: NewPinMedia }
export async function prepare(deps: PrepareDeps, claimed: Claimed): Promise<Ready | PreparationError> {
  const { account, accessToken, accessExpiresAt } = claimed
  if (account.tokenStatus === 'unauthorized' || !accessToken) return { kind: 'tokenDead' }
  if (account.publishing === 'paused') return { kind: 'paused' }
  const closed = deps.places?.closedTo(claimed)
  if (closed) return { kind: 'refused', reason: closed, message: 'the platform said so shortly before' }
  try {
    const stored = accessOf(account, deps.sealer.open(accessToken))
    const token = isOver(accessExpiresAt, deps.clock())
      ? await renewToken(deps, claimed, stored)
      : ({ kind: 'renewed', access: stored } as const)
    if (token.kind !== 'renewed') return token
    return claimed.mediaType === 'video' ? readyVideo(token.access, claimed) : await readyImages(deps, token.access, claimed)
  } catch (error) {
    return classifyPreparationError(error)
  }
}

function readyVideo(access: PlatformAccess, { video }: Claimed): Ready | PreparationError {
  if (!video) return { kind: 'videoAwaited' }
  if (video.failedAs === 'media_rejected') return refused('it could not process the video.')
  if (video.failedAs === 'platform_unavailable') return { kind: 'videoUnfinished' }
  return { kind: 'ready', access, media: { kind: 'video', mediaId: video.platformMediaId } }
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
