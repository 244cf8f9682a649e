/** Why a pin was not published, for people who can press buttons. API clients read `failureMessage` of the core. */
import type { FailureCause, FailureReason } from '../../src/core/ports/notice.js'

const SAY = 'Look at the board, then press “It is there” or “It is not there”; scheduled again it is looked for first.'

/** In words, with what can be done about it. */
const FAILURE = {
  media_rejected: {
    what: 'The platform did not accept the picture or video.',
    next: 'Make the pin again with another one, by /pin.',
  },
  board_gone: {
    what: 'The board is not there any more.',
    next: 'Choose another board by “Fix and reschedule”, or press “Schedule” once it is back.',
  },
  board_forbidden: {
    what: 'The account may not pin to this board.',
    next: 'Choose a board that the account owns by “Fix and reschedule”, or press “Schedule” once it may.',
  },
  section_gone: {
    what: 'The section is not there any more.',
    next: 'Take it out or choose another by “Fix and reschedule”, or press “Schedule” once it is back.',
  },
  account_disconnected: {
    what: 'The account is not connected any more.',
    next: 'An admin connects it again by /pin connect; then schedule the pin again.',
  },
  paused: { what: 'Publishing was paused when the pin was due.', next: 'Schedule it again when publishing goes on.' },
  missed: { what: 'Its time was missed by more than a day.', next: 'Schedule it again.' },
  platform_rejected: {
    what: 'The platform refused the pin.',
    next: 'Change its words or its link by “Fix and reschedule”; “Schedule” sends it once more as it is.',
  },
  platform_unavailable: { what: 'The platform could not be reached for too long.', next: 'Schedule it again.' },
  video_unfinished: { what: 'The platform did not finish processing the video.', next: 'Schedule it again.' },
  outcome_unknown: { what: 'The platform never said whether it took the pin.', next: SAY },
  earlier_request: {
    what: 'It may be on a board already, by an earlier request that was never answered, so nothing was sent now.',
    next: SAY,
  },
} satisfies Record<FailureCause['code'], { what: string; next: string }>

export type ToldFailure = { reason: FailureReason; cause?: FailureCause; message: string }

/**
 * `what` happened, what is `next`, and `platformText`, the platform's own message. A failure from before causes were stored is
 * shown by its message, which has both.
 */
export function failureText({ cause, message }: ToldFailure): { what: string; next: string | null; platformText: string | null } {
  if (!cause) return { what: message, next: null, platformText: null }
  const platformText = 'platformMessage' in cause ? `The platform said: ${cause.platformMessage}` : null
  return { ...FAILURE[cause.code], platformText }
}
