/** The one place where a pin is asked of the platform. */
import type { CreatePinAnswer, NewPin, NewPinMedia, PlatformAccess } from '../../platform-port.js'
import { commitSending, type Payload } from './attempt.js'
import type { Claimed } from './claim-row.js'
import { judge, type Outcome } from './outcomes.js'
import type { PublishDeps } from './publish-deps.js'

/** A process that stood still after the commit may have lost its post to another one meanwhile. */
const FRESH_MS = 1_000

export type SentPin = { kind: 'answered'; answer: CreatePinAnswer; outcome: Outcome } | { kind: 'overtaken' }

/** `sending` is committed first; the request has a hard deadline, and is not written at all when the commit is a second old. */
export async function sendPin(
  deps: PublishDeps,
  claimed: Claimed,
  { access, media }: { access: PlatformAccess; media: NewPinMedia },
): Promise<SentPin> {
  const payload = payloadOf(deps, claimed, media)
  const committing = performance.now()
  if (!(await commitSending(deps.db.sql, claimed, payload, deps.clock()))) return { kind: 'overtaken' }
  await deps.atSeam?.('sending', claimed)
  if (performance.now() - committing > FRESH_MS) {
    const answer = { kind: 'noAnswer', message: 'This process stood still: nothing was sent.', neverLeft: true } as const
    return { kind: 'answered', answer, outcome: judge(answer) }
  }
  const { mediaIds: _ids, mediaKind: _kind, ...pin } = payload
  const answer = await ask(deps, access, { ...pin, media })
  await deps.atSeam?.('answered', claimed)
  return { kind: 'answered', answer, outcome: judge(answer) }
}

async function ask({ platform, settings }: PublishDeps, access: PlatformAccess, pin: NewPin): Promise<CreatePinAnswer> {
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), settings.sendTimeoutMs)
  try {
    return await platform.createPin(access, pin, deadline.signal)
  } catch (error) {
    return { kind: 'noAnswer', message: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

const MEDIA_KIND = { image: 'image', carousel: 'multiple_images', video: 'video' } as const

function payloadOf({ settings }: PublishDeps, claimed: Claimed, { kind }: NewPinMedia): Payload {
  const { boardId, boardSectionId, title, description, url, altText, isSimplified, media } = claimed
  return {
    boardId,
    boardSectionId,
    title,
    description,
    link: url,
    altText,
    isSimplified: isSimplified && settings.simplifiedPins && kind !== 'carousel', // which has no such field
    mediaKind: MEDIA_KIND[kind],
    mediaIds: media.map(({ id }) => id),
  }
}
