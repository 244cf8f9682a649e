/** Why a pin was not published, for people who can press buttons. API clients read `failureMessage` of the core. */
import type { FailureCause, FailureReason } from '../../src/core/ports/notice.js'
import { statusText } from './problems/preflight.js'

const SAY = 'Check the board, then choose “It’s published” or “It isn’t”.'

/** In words, with what can be done about it. */
const FAILURE = {
  media_rejected: {
    what: 'Pinterest rejected the image or video.',
    next: 'Use a different one and reschedule.',
  },
  board_gone: {
    what: 'The board was deleted.',
    next: 'Choose another board and reschedule.',
  },
  board_forbidden: {
    what: 'The account can’t pin to this board.',
    next: 'Choose a board the account owns and reschedule.',
  },
  pin_gone: {
    what: 'The pin you’re saving was deleted or is no longer public.',
    next: 'Delete this one and save another pin.',
  },
  pin_forbidden: {
    what: 'The pin’s owner doesn’t allow saving it.',
    next: 'Delete this one and save another pin.',
  },
  section_gone: {
    what: 'The section was deleted.',
    next: 'Choose another section, or none, and reschedule.',
  },
  account_disconnected: {
    what: 'The account was disconnected.',
    next: 'Ask an admin to reconnect it with /pin connect, then reschedule.',
  },
  account_on_hold: {
    what: 'Pinterest took no pins from this account for 24 hours.',
    next: 'Check the account on Pinterest, then reschedule.',
  },
  paused: { what: 'Publishing was paused when the pin was due.', next: 'Reschedule it once publishing resumes.' },
  missed: { what: 'It was more than a day late.', next: 'Reschedule it.' },
  platform_rejected: {
    what: 'Pinterest rejected this pin.',
    next: 'Edit it and reschedule.',
  },
  link_dead: { what: 'The link leads nowhere, so we held this pin.', next: 'Change the link, or publish it anyway.' },
  platform_unavailable: { what: 'We couldn’t reach Pinterest for 24 hours.', next: 'Reschedule it.' },
  rate_limited: { what: 'Pinterest limited our requests for 24 hours.', next: 'Reschedule it.' },
  app_refused: {
    what: 'Pinterest refused requests from Pinslot for 24 hours.',
    next: 'Ask your Pinslot operator, then reschedule.',
  },
  not_prepared: { what: 'We couldn’t prepare this pin for 24 hours.', next: 'Reschedule it.' },
  image_unreachable: { what: 'Pinterest couldn’t load the image for 24 hours.', next: 'Use a different one and reschedule.' },
  video_unfinished: { what: 'Pinterest didn’t finish processing the video.', next: 'Reschedule it.' },
  outcome_unknown: { what: 'Pinterest didn’t answer, so we don’t know whether this was published.', next: SAY },
  earlier_request: {
    what: 'This may already be on the board: Pinterest never answered an earlier request, so we didn’t send it again.',
    next: SAY,
  },
} satisfies Record<FailureCause['code'], { what: string; next: string }>

const DENIED = 'Pinterest didn’t answer, and doesn’t let Pinslot read this board, so we don’t know whether this was published.'

/** @param status what the page answered; null: its website does not exist */
const deadLinkText = (status: number | null): string =>
  `${status === null ? 'The link leads to a website that doesn’t exist' : `The link returns ${statusText(status)}`}, so we held this pin.`

export type ToldFailure = { reason: FailureReason; cause?: FailureCause; message: string }

/** How such a failure is headed: of an unknown outcome nobody may claim that there is no pin. */
export const failureHead = ({ reason }: Pick<ToldFailure, 'reason'>): { icon: string; head: string } =>
  reason === 'outcome_unknown' ? { icon: ':question:', head: 'Not confirmed' } : { icon: ':warning:', head: 'Not published' }

/**
 * `what` happened, what is `next`, and `platformText`, the platform's own message. A failure from before causes were stored is
 * shown by its message, which has both.
 */
export function failureText({ cause, message }: ToldFailure): { what: string; next: string | null; platformText: string | null } {
  if (!cause) return { what: message, next: null, platformText: null }
  const platformText = 'platformMessage' in cause ? `Pinterest said: ${cause.platformMessage}` : null
  const { what, next } = FAILURE[cause.code]
  const isDenied = 'isDenied' in cause && cause.isDenied
  return {
    what: isDenied ? DENIED : cause.code === 'link_dead' && cause.status !== undefined ? deadLinkText(cause.status) : what,
    next,
    platformText,
  }
}
