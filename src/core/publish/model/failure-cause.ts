/** The causes of failures. */
import type { FailureCause, FailureReason, FinerCause } from '../../ports/notice.js'
import type { DelayCause } from '../../posts/state/causes.js'

/** Returns the reason in responses, one of the contract's. */
export const reasonOf = ({ code }: FailureCause): FailureReason => (isFiner(code) ? REASON_OF[code] : code)

const REASON_OF = {
  video_unfinished: 'platform_unavailable',
  rate_limited: 'platform_unavailable',
  app_refused: 'platform_unavailable',
  not_prepared: 'platform_unavailable',
  image_unreachable: 'media_rejected',
  earlier_request: 'outcome_unknown',
} satisfies Record<FinerCause | 'earlier_request', FailureReason>

const isFiner = (code: FailureCause['code']): code is keyof typeof REASON_OF => code in REASON_OF

/** Returns the cause for a pin whose 24 hours ended while it waited for this. */
export function causeOfMissing(because: DelayCause, platformMessage: string): FailureCause {
  switch (because) {
    case 'image_unreachable':
    case 'app_refused':
      return { code: because, ...(platformMessage !== '' && { platformMessage: quoted(platformMessage) }) }
    case 'rate_limit':
      return { code: 'rate_limited' }
    case 'not_prepared':
      return { code: 'not_prepared' }
    default:
      return { code: 'platform_unavailable' }
  }
}

const SHOWN = 200

/**
 * Returns the beginning of a platform response, at most 200 characters. A character that the end cuts in half is replaced,
 * because a notice with it cannot be stored.
 */
export const quoted = (message: string): string =>
  message.length > SHOWN ? `${message.slice(0, SHOWN).toWellFormed()}…` : message

/** Returns the cause of a failure. @param platformMessage the platform's answer; kept where it says more than the reason */
export const causeOf = (reason: FailureReason, platformMessage: string): FailureCause =>
  platformMessage !== '' && (reason === 'platform_rejected' || reason === 'media_rejected')
    ? { code: reason, platformMessage: quoted(platformMessage) }
    : { code: reason }
