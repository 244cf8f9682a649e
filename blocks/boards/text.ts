/** A board as text: how it is marked, and how its name is written in a sentence. */
import type { Board } from '../../src/core/boards/board.js'
import { clip, inline, oneLine } from '../kit/kit.js'
import { counted, pinsCounted } from '../slots/text.js'

/** Plain text, short enough for a sentence around it to be read to its end. */
export const quoted = (name: string): string => {
  const line = oneLine(name)
  return line === '' ? 'Unnamed' : `“${clip(line, 60)}”`
}

/** Pins, followers, and who sees it where that is not everybody. mrkdwn. */
export const factsOf = ({ pinCount, followerCount, privacy, isCollaborator }: Board): string =>
  [
    pinsCounted(pinCount),
    ...(followerCount > 0 ? [counted(followerCount, 'follower')] : []),
    ...(privacy === 'public' ? [] : [`:lock: ${PRIVACY[privacy] ?? inline(privacy)}`]),
    ...(isCollaborator ? ['shared with you'] : []),
  ].join('  ·  ')

/** For programs, ready to be copied. */
export const idOf = ({ id }: Pick<Board, 'id'>): string => `\`${inline(id)}\``

/** The platform may know others. */
const PRIVACY: Record<string, string> = { secret: 'secret', protected: 'protected' }

/** Below its name in a select, where it is not everybody. Plain text. */
export const whoSees = ({ privacy }: Pick<Board, 'privacy'>): string | undefined =>
  privacy === 'public' ? undefined : (WHO_SEES[privacy] ?? `Not public: ${privacy}`)
const WHO_SEES: Record<string, string> = { secret: 'Secret', protected: 'Protected: seen only with its link' }

export const boardsCounted = (count: number): string => counted(count, 'board')
