/** What became of one exchange with the platform. */
import type { RateLimit } from './rate-limit.js'

export type Answered = {
  kind: 'answered'
  status: number
  /** undefined when the body is no JSON. Without secrets, unless it is a success. */
  json: unknown
  requestId: string | null
  rate: RateLimit
  /** When the platform can be called again, by its own header. */
  retryAfterMs: number | null
}
export type Unanswered = {
  kind: 'unanswered'
  reason: 'timeout' | 'broken' | 'oversized'
  /** The connection was never made: the platform cannot have seen the question. */
  neverLeft: boolean
  /** The end of the body was never written: the receiver of its beginning has no request to answer. */
  wasCut?: true
  message: string
}
export type Exchange = Answered | Unanswered
