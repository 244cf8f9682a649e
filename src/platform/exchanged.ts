/** The result of one exchange with the platform. */
import type { RateLimit } from './rate-limit.js'

export type Answered = {
  kind: 'answered'
  status: number
  /** undefined if the body is not JSON. Without secrets, unless it is a success. */
  json: unknown
  requestId: string | null
  rate: RateLimit
  /** The wait until the platform can be called again, by its own header. */
  retryAfterMs: number | null
}
export type Unanswered = {
  kind: 'unanswered'
  reason: 'timeout' | 'broken' | 'oversized'
  /** The connection was never made: the platform cannot have received the request. */
  neverLeft: boolean
  /** The end of the body was never sent, so the platform has no complete request. */
  wasCut?: true
  message: string
}
export type Exchange = Answered | Unanswered
