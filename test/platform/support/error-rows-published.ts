/** The refusals that a pin meets when it goes out: nobody waits, so what counts is what becomes of it. @see test/platform/error-rows.md */
import type { FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { fault, has, says, type Sends } from './error-sends.js'

export type PublishedRow = {
  case: string
  sends: Sends
  /** Half an hour after its time; what a person may still do about a draft stands in its failure. */
  post: 'sent' | 'queued' | 'uploading' | `draft ${string}`
  /** How many pins the platform has of it then. */
  pins: 0 | 1
  /** Part of what is read in the channel, message by message; absent: nothing. */
  says?: string | string[]
  /** Whether the staff is notified. */
  alerts?: true
}

type Fault = Extract<FaultInput, { operation: 'create_pin' }>['fault']
const once = (name: Fault): Sends => fault('create_pin', name, 1)
const always = (name: Fault): Sends => fault('create_pin', name)
const say = (status: number, code: number, message: string): Sends => says('POST', /\/pins$/, status, code, message)
const RECONNECT = 'maker is disconnected'
const LATE = 'Late: Pinterest'
const onHold = (says: string) => ({ post: 'queued', pins: 0, says }) as const
const refused = (reason: string, says: string) => ({ post: `draft ${reason}`, pins: 0, says }) as const

export const PUBLISHED_ROWS: PublishedRow[] = [
  { case: 'token expired, and renewed', sends: once('unauthorized'), post: 'sent', pins: 1 },
  {
    case: 'token revoked, and the renewal refused',
    sends: has(({ db: { sql } }) => sql`update sim_tokens set revoked_at = '2026-03-01'`),
    post: 'queued',
    pins: 0,
    says: RECONNECT,
  },
  { case: 'scope missing', sends: always('scope_missing'), post: 'queued', pins: 0, says: RECONNECT },
  { case: 'app not approved', sends: always('app_not_approved'), post: 'queued', pins: 0, says: LATE, alerts: true },
  { case: 'app lacks feature', sends: always('restricted_feature'), post: 'queued', pins: 0, says: LATE, alerts: true },
  { case: 'Trial app in production', sends: always('trial_app'), post: 'queued', pins: 0, says: LATE, alerts: true },
  {
    case: 'personal accounts denied to the app',
    sends: always('pinner_data_denied'),
    post: 'queued',
    pins: 0,
    says: LATE,
    alerts: true,
  },
  {
    case: 'board of another account, or a stale id',
    sends: once('forbidden'),
    ...refused('board_forbidden', 'The account can’t pin to this board.'),
  },
  { case: 'board missing', sends: once('board_gone'), ...refused('board_gone', 'The board was deleted.') },
  { case: 'section missing', sends: once('section_gone'), ...refused('section_gone', 'The section was deleted.') },
  {
    case: 'bad destination link',
    sends: say(400, 1, 'Whoops! It looks like you entered an invalid URL. Try creating a Pin again with a valid URL.'),
    ...refused('platform_rejected', 'Pinterest rejected this pin.'),
  },
  {
    case: 'schema violation',
    sends: say(400, 1, `Invalid request: media_source.items constraint: maxItems=5 ${'/9j/4AAQSkZJRgABAQ'.repeat(40)}`),
    ...refused('platform_rejected', 'Pinterest rejected this pin.'),
  },
  { case: 'image not fetchable, once', sends: once('image_unreachable'), post: 'sent', pins: 1 },
  { case: 'image not fetchable, for long', sends: always('image_unreachable'), post: 'queued', pins: 0, says: LATE },
  {
    case: 'image too small',
    sends: say(403, 233, 'Your image is too small. Please choose a larger image and try again.'),
    ...refused('media_rejected', 'Pinterest rejected the image or video.'),
  },
  {
    case: 'image broken',
    sends: say(403, 235, 'Sorry, this image is broken. Please pick a different image.'),
    ...refused('media_rejected', 'Pinterest rejected the image or video.'),
  },
  {
    case: 'video without cover',
    sends: say(400, 1, 'Invalid request: cover_image_url or cover_image_content_type is required.'),
    ...refused('platform_rejected', 'Pinterest rejected this pin.'),
  },
  { case: 'transient failure, the pin exists', sends: once('commit_then_2787'), post: 'sent', pins: 1 },
  { case: 'transient failure, no pin', sends: once('fail_2787'), post: 'sent', pins: 1 },
  { case: 'rate limit', sends: once('rate_limited'), post: 'sent', pins: 1 },
  { case: 'spam block', sends: once('spam'), ...onHold('Pinterest blocks pins of this account as spam.') },
  {
    case: 'spam guard, in other words',
    sends: say(429, 8, 'This action was blocked. Please try again later.'),
    ...onHold('Pinterest blocks pins of this account as spam.'),
  },
  {
    case: 'account under review',
    sends: say(403, 2626, 'Your account is under review.'),
    ...onHold('Pinterest is reviewing this account.'),
  },
  {
    case: 'account disapproved',
    sends: say(403, 2625, 'Your account was disapproved.'),
    ...onHold('Pinterest disapproved this account.'),
  },
  {
    case: 'account suspended',
    sends: say(403, 403, 'Your account has been suspended.'),
    ...onHold('Pinterest suspended this account.'),
  },
  {
    case: 'write access restricted',
    sends: say(403, 29, 'Write access for this user is restricted.'),
    ...onHold('Pinterest restricts what this account can publish.'),
  },
  {
    case: 'terms not accepted',
    sends: say(403, 403, 'You must accept the Business Terms of Service.'),
    ...onHold('Pinterest takes no pins from this account because of its terms.'),
  },
  {
    case: 'unpaid ads',
    sends: say(403, 403, 'Your advertiser account has an unpaid billing balance.'),
    ...onHold('Pinterest takes no pins from this account until a payment is settled.'),
  },
  { case: 'it fails, no pin', sends: once('fail_500'), post: 'sent', pins: 1 },
  { case: 'it fails, the pin exists', sends: once('commit_then_500'), post: 'sent', pins: 1 },
  { case: 'it does not answer, no pin', sends: once('hang'), post: 'sent', pins: 1 },
  { case: 'it does not answer, the pin exists', sends: once('commit_then_hang'), post: 'sent', pins: 1 },
  {
    case: 'it does not answer, and its board is missing when that is read',
    sends: { ...once('hang'), ...says('GET', /\/boards\/101\/pins/, 404, 404, 'Board not found.') },
    post: 'uploading',
    pins: 0,
    says: 'we cannot read its board yet. We will not send it again until we can.',
  },
  { case: 'its answer cannot be read, the pin exists', sends: once('truncated_2xx'), post: 'sent', pins: 1 },
]
