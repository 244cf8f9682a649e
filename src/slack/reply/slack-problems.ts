/** Problems of Slack itself, as sentences for the person who waits. */
import { RespondError } from '@slack/bolt'
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import { PASSING } from './delivery.js'

/** Thrown when Slack has not answered within the time that a person can wait. */
export class SlackIsSilent extends Error {
  override readonly name = 'SlackIsSilent'
}

/** `isLate`: Slack had stopped waiting for the form, so another click is needed. */
export type SlackProblem = { sentence: string; isLate: boolean }

/** Slack's errors for a trigger, which lives three seconds and works once. */
const DEAD_TRIGGER = ['expired_trigger_id', 'exchanged_trigger_id', 'trigger_expired', 'trigger_exchanged', 'invalid_trigger_id']
/** Slack's errors when the app was removed or its token has ended; Slack's event about it may still arrive. */
const REMOVED = [
  'token_revoked',
  'token_expired',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'team_access_not_granted',
  'org_login_required',
]

/** Returns the problem; undefined: the error is not Slack's. */
export function slackProblemOf(error: unknown): SlackProblem | undefined {
  if (error instanceof WebAPIRateLimitedError) {
    const seconds = Math.max(Math.ceil(error.retryAfter), 1)
    return now(`Slack is limiting Pinslot right now. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`)
  }
  if (error instanceof SlackIsSilent || error instanceof WebAPIHTTPError || error instanceof WebAPIRequestError)
    return now(SILENT)
  if (error instanceof RespondError) return error.statusCode >= 500 ? now(SILENT) : undefined
  if (!(error instanceof WebAPIPlatformError)) return undefined
  const { error: code } = error.data
  if (DEAD_TRIGGER.includes(code)) return { sentence: LATE, isLate: true }
  if (REMOVED.includes(code)) return now('Pinslot was removed from this workspace. An admin can add it again.')
  return PASSING.includes(code) ? now(SILENT) : undefined
}

/** True when the same call may succeed a little later: Slack was silent, busy or failing. */
export const isPassing = (error: unknown): boolean =>
  error instanceof WebAPIRateLimitedError ||
  error instanceof SlackIsSilent ||
  error instanceof WebAPIHTTPError ||
  error instanceof WebAPIRequestError ||
  (error instanceof WebAPIPlatformError && PASSING.includes(error.data.error))

const SILENT = 'Slack didn’t answer. Try again in a moment.'
const LATE = 'That took too long. Open it again.'
const now = (sentence: string): SlackProblem => ({ sentence, isLate: false })
