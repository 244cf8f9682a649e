/** What a failure's cause is made of. */
import type { FailureCause, FailureReason } from '../../../ports/notice.js'

/** The reason in responses, one of the contract's. */
export function reasonOf({ code }: FailureCause): FailureReason {
  if (code === 'video_unfinished') return 'platform_unavailable'
  return code === 'earlier_request' ? 'outcome_unknown' : code
}

const SHOWN = 200

/** The beginning of a platform response, at most 200 characters. A character that the end cuts in half is replaced, for no notice can be written with it. */
export const quoted = (message: string): string =>
  message.length > SHOWN ? `${message.slice(0, SHOWN).toWellFormed()}…` : message

/** @param platformMessage what the platform answered; kept where it says more than the reason */
export const causeOf = (reason: FailureReason, platformMessage: string): FailureCause =>
  platformMessage !== '' && (reason === 'platform_rejected' || reason === 'media_rejected')
    ? { code: reason, platformMessage: quoted(platformMessage) }
    : { code: reason }
