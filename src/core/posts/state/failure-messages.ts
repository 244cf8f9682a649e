/**
 * Why a pin was not published, as a sentence for API clients: what happened, and the next step. Slack has its own, in
 * `blocks/pin/failure-text.ts`.
 */
import type { EarlierRequest, FailureCause } from '../../ports/notice.js'

const MESSAGES = {
  media_rejected: 'Pinterest rejected this image or video. Replace it and schedule the pin again.',
  board_gone: 'The board no longer exists. Choose another board and schedule the pin again.',
  board_forbidden: 'This account cannot add pins to the board. Choose another board and schedule the pin again.',
  pin_gone: 'The pin to save was deleted or is no longer public. Delete this post, or save another pin.',
  pin_forbidden: 'The owner of the pin does not allow saving it. Delete this post, or save another pin.',
  section_gone: 'The section of the board no longer exists. Choose another section, or none, and schedule the pin again.',
  account_disconnected: 'The account was disconnected from Pinterest for 24 hours. Reconnect it and schedule the pin again.',
  account_on_hold:
    'Pinterest took no pins from this account for 24 hours. Check the account on Pinterest, and schedule the pin again once it is off hold.',
  paused: 'Publishing was paused for this account when the pin was due. Resume it and schedule the pin again.',
  missed: 'The pin could not go out within 24 hours of its time. Schedule it again.',
  platform_rejected: 'Pinterest rejected the pin. Check its text and link and schedule it again.',
  link_dead:
    'The link is dead, and this account holds pins with dead links. Change the link, or schedule the pin again to publish it anyway.',
  platform_unavailable: 'Pinterest could not be reached for 24 hours. Schedule the pin again.',
  rate_limited: 'Pinterest limited our requests for 24 hours. Schedule the pin again.',
  app_refused: 'Pinterest did not allow Pinslot to publish for 24 hours. Schedule the pin again once the operator has fixed it.',
  not_prepared: 'The pin could not be prepared for 24 hours. Schedule it again.',
  image_unreachable: 'Pinterest could not load the image for 24 hours. Replace it and schedule the pin again.',
  video_unfinished: 'Pinterest did not finish processing the video. Schedule the pin again.',
  outcome_unknown:
    'Pinterest did not confirm whether it published the pin. Check the board and record whether the pin is there. If you schedule it again, its board is checked first.',
} satisfies Record<Exclude<FailureCause['code'], 'earlier_request'>, string>

/** Why an earlier request keeps the pin from being sent, as the middle of a sentence. */
const EARLIER_REQUEST = {
  board_ambiguous: 'a pin on its board may or may not be this one',
  board_too_large: 'its board has too many pins to check',
  board_unread: 'its board could not be read for 24 hours',
  board_denied: 'Pinterest does not let this app read its board',
  media_rejected: 'Pinterest now rejects its image or video',
  board_gone: 'its board no longer exists',
  board_forbidden: 'this account can no longer add pins to its board',
  pin_gone: 'the pin to save was deleted or is no longer public',
  pin_forbidden: 'the owner of the pin no longer allows saving it',
  section_gone: 'the section of its board no longer exists',
  account_disconnected: 'the account was disconnected from Pinterest for 24 hours',
  account_on_hold: 'Pinterest took no pins from this account for 24 hours',
  paused: 'publishing was paused when it was due',
  missed: 'it could not go out within 24 hours of its time',
  platform_rejected: 'Pinterest rejected the next request',
  link_dead: 'its link is dead',
  platform_unavailable: 'Pinterest could not be reached within 24 hours of its time',
} satisfies Record<EarlierRequest, string>

const OUTCOME_DENIED =
  'Pinterest did not confirm whether it published the pin, and does not let this app read its board. Check the board and record whether the pin is there.'

/** Returns the `failure.message` of /v1. */
export function failureMessage(cause: FailureCause): string {
  if (cause.code === 'earlier_request')
    return `An earlier request for this pin was never answered, and ${EARLIER_REQUEST[cause.because]}, so nothing was sent now. Check the board and record whether the pin is there.`
  if (cause.isDenied) return OUTCOME_DENIED
  const message = MESSAGES[cause.code]
  return cause.platformMessage === undefined ? message : `${message} Pinterest said: ${cause.platformMessage}`
}

const LOST = {
  title: 'title',
  description: 'description',
  link: 'destination link',
  altText: 'alt text',
  board: 'board',
  section: 'section',
  media: 'image or video',
}
export type LostField = keyof typeof LOST

/** Says that the pin was published already. @param lost changes after the request that made the pin; not empty */
export const foundMessage = (pinId: string, lost: LostField[]): string =>
  `It was already published as pin ${pinId}, so nothing was sent again. Later changes are missing: ${lost.map((field) => LOST[field]).join(', ')}. Make them on Pinterest.`

export const lateMessage = 'The pin is more than 10 minutes late. It goes out as soon as possible, within 24 hours of its time.'
/** Says that the outcome is unknown. @param isDenied the platform does not show us its board */
export const unconfirmedMessage = (isDenied: boolean): string =>
  isDenied
    ? 'Pinterest has not confirmed this pin, and does not let this app read its board. We will not send it again until someone records whether it is there.'
    : 'Pinterest has not confirmed this pin, and we cannot read its board yet. We will not send it again until we can.'
