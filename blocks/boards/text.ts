/** A board as text: its facts, and its name within a sentence. */
import type { Board } from '../../src/core/boards/board.js'
import { clip, inline, oneLine } from '../kit/kit.js'
import { counted } from '../kit/numbers.js'
import { pinsCounted } from '../slots/text.js'

/** Quotes a name as plain text, shortened to 60 characters to keep the sentence readable. */
export const quoted = (name: string): string => {
  const line = oneLine(name)
  return line === '' ? 'Unnamed' : `“${clip(line, 60)}”`
}

/** Pins, followers, and who sees the board unless it is public, as mrkdwn. */
export const factsOf = ({ pinCount, followerCount, privacy, isCollaborator }: Board): string =>
  [
    pinsCounted(pinCount),
    ...(followerCount > 0 ? [counted(followerCount, 'follower')] : []),
    ...(privacy === 'public' ? [] : [`:lock: ${PRIVACY[privacy] ?? inline(privacy)}`]),
    ...(isCollaborator ? ['shared with you'] : []),
  ].join('  ·  ')

/** The id for programs, in a form to copy. */
export const idOf = ({ id }: Pick<Board, 'id'>): string => `\`${inline(id)}\``

/** Pinterest may add others. */
const PRIVACY: Record<string, string> = { secret: 'secret', protected: 'protected' }

/** The description of an option: who sees the board unless it is public, as plain text. */
export const whoSees = ({ privacy }: Pick<Board, 'privacy'>): string | undefined =>
  privacy === 'public' ? undefined : (WHO_SEES[privacy] ?? `Not public: ${privacy}`)
const WHO_SEES: Record<string, string> = { secret: 'Secret', protected: 'Protected: seen only with its link' }

export const boardsCounted = (count: number): string => counted(count, 'board')
