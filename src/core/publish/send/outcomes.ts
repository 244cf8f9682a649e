/**
 * The meaning of each answer to a create request: one table, by HTTP status and code, and by words only where these are shared.
 */
import type { DelayCause } from '../../posts/state/causes.js'
import { HOUR_MS } from '../../lib/duration.js'
import type { FailureReason } from '../../ports/notice.js'
import type { Refusal } from '../../accounts/hold.js'
import { type About, aboutOthers, type AppRefusal } from '../../ports/answer-about.js'
import type { CreatePinAnswer } from '../../ports/platform.js'

export type Outcome =
  | { kind: 'confirmed'; pinId: string; createdAt: Date | null }
  /** Final: the platform will not take this pin. */
  | { kind: 'refused'; reason: FailureReason; message: string }
  /** No pin was made: renew the token and send once more. */
  | { kind: 'refreshToken'; message: string }
  /** No pin was made, and a renewed token would not help: its holder has not granted the scope. */
  | { kind: 'scopeMissing'; message: string }
  /** No pin was made, and no other of the account would be: its whole queue waits. */
  | { kind: 'accountRefused'; refusal: Refusal }
  /**
   * No pin was made: try again later. `isOurs`: no team can fix it, only the operator. `refusal`: the platform refuses our app.
   */
  | { kind: 'retry'; message: string; isOurs: boolean; because: DelayCause; refusal?: AppRefusal }
  /** No pin was made: the platform limits our requests. */
  | { kind: 'waitForRate'; ms: number; message: string }
  /** The pin may exist: read the board before anything else. */
  | { kind: 'unknown'; message: string }

type Answer = Extract<CreatePinAnswer, { kind: 'answer' }>
type Rule = {
  /** Absent: any status. */
  status?: number
  /** Absent: any code. null: the body has none, so the answer is not from the platform itself. */
  code?: number | null
  /** The message that decides between rules of one status and code. */
  says?: RegExp
  means: (answer: Answer) => Outcome
}

const RATE_PAUSE_MS = 60_000
const LONGEST_RATE_PAUSE_MS = HOUR_MS

const refused =
  (reason: FailureReason) =>
  ({ message }: Answer): Outcome => ({ kind: 'refused', reason, message })
const refreshToken = ({ message }: Answer): Outcome => ({ kind: 'refreshToken', message })
const unknown = ({ message }: Answer): Outcome => ({ kind: 'unknown', message })
const pause = (ms: number, message: string): Outcome => ({
  kind: 'waitForRate',
  ms: Math.min(Math.max(ms, 1_000), LONGEST_RATE_PAUSE_MS),
  message,
})
const waitForRate = ({ message, retryAfterMs }: Answer): Outcome => pause(retryAfterMs ?? RATE_PAUSE_MS, message)

const COVER = /cover_image_/i // of a video, which the platform sometimes answers with 401: the token is fine

/**
 * Rules that come before those about the pin, its board and the token: a pin may have been made, or the answer is about its
 * cover.
 */
const FIRST: Rule[] = [
  { code: 2786, means: unknown },
  { code: 2787, means: unknown },
  { status: 401, says: COVER, means: refused('platform_rejected') },
]

/**
 * Rules for answers about the pin, its board or the token; the first match decides. An answer that no rule names is unknown: a
 * pin may have been made.
 */
const RULES: Rule[] = [
  { status: 400, code: 233, means: refused('media_rejected') },
  { status: 400, code: 235, means: refused('media_rejected') },
  { status: 400, code: 1, means: refused('platform_rejected') },
  { status: 401, code: null, means: unknown },
  { status: 401, code: 2, means: refreshToken },
  { status: 401, code: 283, means: refreshToken },
  { status: 401, code: 401, means: refreshToken },
  { status: 403, code: 29, means: refused('board_forbidden') },
  { status: 403, code: 403, means: refused('board_forbidden') },
  { status: 403, code: 233, means: refused('media_rejected') },
  { status: 403, code: 235, means: refused('media_rejected') },
  { status: 404, code: 40, means: refused('board_gone') },
  { status: 404, code: 2031, means: refused('section_gone') },
]

/** Returns the outcome where the answer is not about the pin. @see aboutOthers */
function ofOthers(about: About, answer: Answer): Outcome {
  const { message, retryAfterMs } = answer
  switch (about.about) {
    case 'account':
      return { kind: 'accountRefused', refusal: { reason: about.reason, message, retryAfterMs } }
    case 'app':
      return { kind: 'retry', message, isOurs: true, because: 'app_refused', refusal: about.refusal }
    case 'scope':
      return { kind: 'scopeMissing', message }
    case 'rate':
      return waitForRate(answer)
    case 'image':
      return { kind: 'retry', message, isOurs: false, because: 'image_unreachable' }
  }
}

/** Rules for a save alone, about the pin that is saved. A board that may not be used has the same code as a pin that may not. */
const OF_A_SAVE: Rule[] = [{ status: 404, code: 50, means: refused('pin_gone') }]

/** Judges the answer to a request to create a pin. @see test/platform/error-rows.md */
export const judge = (answer: CreatePinAnswer): Outcome => judgeBy(RULES, answer)

/** Judges the answer to a request to save a public pin. @see test/platform/error-rows.md */
export const judgeSave = (answer: CreatePinAnswer): Outcome => judgeBy([...OF_A_SAVE, ...RULES], answer)

function judgeBy(rules: readonly Rule[], answer: CreatePinAnswer): Outcome {
  switch (answer.kind) {
    case 'created':
      return { kind: 'confirmed', pinId: answer.pinId, createdAt: answer.createdAt }
    case 'paced':
      return pause(answer.retryAfterMs, 'what the platform allows the account for now is used up')
    case 'noAnswer':
      return answer.neverLeft
        ? { kind: 'retry', message: answer.message, isOurs: false, because: 'unavailable' }
        : { kind: 'unknown', message: answer.message }
    case 'answer':
      return judgeAnswer(rules, answer)
  }
}

function judgeAnswer(rules: readonly Rule[], answer: Answer): Outcome {
  const first = FIRST.find((rule) => fits(rule, answer))
  if (first) return first.means(answer)
  const about = aboutOthers(answer)
  if (about) return ofOthers(about, answer)
  return (rules.find((rule) => fits(rule, answer))?.means ?? unknown)(answer)
}

const fits = ({ status, code, says }: Rule, answer: Answer): boolean =>
  (status === undefined || status === answer.status) &&
  (code === undefined || code === answer.code) &&
  (says === undefined || says.test(answer.message))
