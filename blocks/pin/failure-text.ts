/** Why a pin was not published, for people who can press buttons. API clients get the core's failureMessage(). */
import type { FailureCause, FailureReason } from '../../src/core/ports/notice.js'
import { statusText } from './problems/status-text.js'

const SAY = 'Check the board, then choose “It’s published” or “It isn’t”.'

/** A part of the edit form of a pin. */
export type EditPart = 'media' | 'title' | 'description' | 'link' | 'board' | 'when'
/** A button that removes the cause of a failure: it opens the form with the broken part on top, or reconnects the account. */
export type Fix = { says: string; on: EditPart } | { says: string; on: 'connection' }

const IMAGE: Fix = { says: 'Change image', on: 'media' }
const BOARD: Fix = { says: 'Choose another board', on: 'board' }
const AGAIN: Fix = { says: 'Schedule again', on: 'when' }

/** What happened, what to do next, and the buttons that do it. */
const FAILURE = {
  media_rejected: {
    what: 'Pinterest rejected the image or video.',
    next: 'Use a different one and reschedule.',
    fixes: [IMAGE],
  },
  board_gone: {
    what: 'The board was deleted.',
    next: 'Choose another board and reschedule.',
    fixes: [BOARD],
  },
  board_forbidden: {
    what: 'The account can’t pin to this board.',
    next: 'Choose a board the account owns and reschedule.',
    fixes: [BOARD],
  },
  pin_gone: {
    what: 'The pin you’re saving was deleted or is no longer public.',
    next: 'Delete this one and save another pin.',
    fixes: [],
  },
  pin_forbidden: {
    what: 'The pin’s owner doesn’t allow saving it.',
    next: 'Delete this one and save another pin.',
    fixes: [],
  },
  section_gone: {
    what: 'The section was deleted.',
    next: 'Choose another section, or none, and reschedule.',
    fixes: [{ says: 'Choose another section', on: 'board' }],
  },
  account_disconnected: {
    what: 'The account was disconnected.',
    next: 'Ask an admin to reconnect it with /pin connect, then reschedule.',
    fixes: [{ says: 'Reconnect', on: 'connection' }, AGAIN],
  },
  account_on_hold: {
    what: 'Pinterest took no pins from this account for 24 hours.',
    next: 'Check the account on Pinterest, then reschedule.',
    fixes: [AGAIN],
  },
  paused: { what: 'Publishing was paused when the pin was due.', next: 'Reschedule it once publishing resumes.', fixes: [AGAIN] },
  missed: { what: 'It was more than a day late.', next: 'Reschedule it.', fixes: [AGAIN] },
  platform_rejected: {
    what: 'Pinterest rejected this pin.',
    next: 'Edit it and reschedule.',
    fixes: [{ says: 'Edit and schedule', on: 'title' }],
  },
  link_dead: {
    what: 'The link leads nowhere, so we held this pin.',
    next: 'Change the link, or publish it anyway.',
    fixes: [{ says: 'Edit link', on: 'link' }],
  },
  platform_unavailable: { what: 'We couldn’t reach Pinterest for 24 hours.', next: 'Reschedule it.', fixes: [AGAIN] },
  rate_limited: { what: 'Pinterest limited our requests for 24 hours.', next: 'Reschedule it.', fixes: [AGAIN] },
  app_refused: {
    what: 'Pinterest refused requests from Pinslot for 24 hours.',
    next: 'Ask your Pinslot operator, then reschedule.',
    fixes: [AGAIN],
  },
  not_prepared: { what: 'We couldn’t prepare this pin for 24 hours.', next: 'Reschedule it.', fixes: [AGAIN] },
  image_unreachable: {
    what: 'Pinterest couldn’t load the image for 24 hours.',
    next: 'Use a different one and reschedule.',
    fixes: [IMAGE],
  },
  video_unfinished: { what: 'Pinterest didn’t finish processing the video.', next: 'Reschedule it.', fixes: [AGAIN] },
  outcome_unknown: { what: 'Pinterest didn’t answer, so we don’t know whether this was published.', next: SAY, fixes: [] },
  earlier_request: {
    what: 'This may already be on the board: Pinterest never answered an earlier request, so we didn’t send it again.',
    next: SAY,
    fixes: [],
  },
} satisfies Record<FailureCause['code'], { what: string; next: string; fixes: readonly Fix[] }>

const DENIED = 'Pinterest didn’t answer, and doesn’t let Pinslot read this board, so we don’t know whether this was published.'

/** @param status the HTTP status of the page; null: its website does not exist */
const deadLinkText = (status: number | null): string =>
  `${status === null ? 'The link leads to a website that doesn’t exist' : `The link returns ${statusText(status)}`}, so we held this pin.`

export type ToldFailure = { reason: FailureReason; cause?: FailureCause; message: string }

/** The heading of a failure; an unknown outcome never reads as “not published”. `sign`: for texts without emoji codes. */
export const failureHead = ({ reason }: Pick<ToldFailure, 'reason'>): { icon: string; sign: string; head: string } =>
  reason === 'outcome_unknown'
    ? { icon: ':question:', sign: '❓', head: 'Not confirmed' }
    : { icon: ':warning:', sign: '⚠️', head: 'Not published' }

/**
 * `what` happened, what to do `next`, and `platformText`, Pinterest's own message. A failure stored before causes were recorded
 * shows its message, which has both.
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

/** A failure stored before causes were recorded offers the whole form. */
export const fixesOf = ({ cause }: Pick<ToldFailure, 'cause'>): readonly Fix[] =>
  cause ? FAILURE[cause.code].fixes : [{ says: 'Edit and schedule', on: 'title' }]
