/**
 * Asks what people search for on the current day: from the cache, else one call for all waiting callers, over all organizations
 * and processes.
 * @see docs/contract.md#trends
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../../accounts/account.js'
import { type CallDeps, noteRefusal } from '../../connections/call-platform.js'
import { withAccess } from '../../connections/with-access.js'
import { DomainError, RefusedBecause } from '../../lib/errors.js'
import { dateOf } from '../../lib/time.js'
import type { Deps } from '../../ports/deps.js'
import { PlatformError } from '../../ports/platform.js'
import {
  claimQuestion,
  type DayAnswer,
  findOlder,
  findToday,
  keepAnswer,
  type QuestionOnDay,
  releaseQuestion,
  type Failure,
} from './answers.js'
import type { Question } from '../../accounts/trend-questions.js'
import { findRefusal, noteTrendRefusal, type Cause, type OwnCause } from './refused-accounts.js'
import { toDomainError } from '../../connections/platform-refusals.js'
import { after, HOUR_MS, SECOND_MS } from '../../lib/duration.js'

export type TrendDeps = CallDeps & Pick<Deps, 'log'>

/**
 * Real time to wait for other callers who ask now, without and with an older answer. `isAhead`: no one waits, so the call must
 * leave half of the account's quota.
 */
export type WaitLimits = { waitMs: number; waitWithOlderMs: number; isAhead?: true }
const WAIT_LIMITS: WaitLimits = { waitMs: 8_000, waitWithOlderMs: 1_000 }
const POLL_MS = 100

/**
 * `refusal`: why it is not of today. `isFirstRefusal`: the account was not refused for this before, so a sentence about it is no
 * repetition.
 */
export type Answer = DayAnswer & { refusal: { error: DomainError; isFirstRefusal: boolean } | null }

/**
 * Returns the answer of this UTC day, else the newest older one with its day.
 * @throws where there is none: FORBIDDEN platform_trends_forbidden · UNPROCESSABLE_ENTITY platform_reconnect_required
 * @throws SERVICE_UNAVAILABLE platform_rate_limited, or others ask for too long · GATEWAY_TIMEOUT platform_timeout
 */
export async function readAnswer(
  deps: TrendDeps,
  account: Account,
  question: Question,
  limits: WaitLimits = WAIT_LIMITS,
): Promise<Answer> {
  const query = { question, day: dateOf(deps.clock()) }
  const today = await fetchTodayOnce(deps, account, query, limits)
  if ('trends' in today && today.trends.length > 0) return { ...today, refusal: null }
  const older = await findOlder(deps.db.sql, query)
  if ('trends' in today) return { ...(older ?? today), refusal: null } // an older answer with trends is worth more than today's without
  if (older) return { ...older, refusal: today }
  throw today.error
}

type Refusal = { error: DomainError; isFirstRefusal: boolean }

async function fetchTodayOnce(
  deps: TrendDeps,
  account: Account,
  query: QuestionOnDay,
  limits: WaitLimits,
): Promise<DayAnswer | Refusal> {
  const { db, clock } = deps
  const startedAt = performance.now()
  let endsAt: number | undefined
  for (;;) {
    const found = await findToday(db.sql, query, clock())
    if (found.kind === 'answered') return found.answer
    if (found.kind === 'rests') return { error: failed(found.failure), isFirstRefusal: false }
    const shared = () => inFlightHere(db).get(keyOf(query))
    if (found.kind === 'open' && !shared()) {
      const own = await claimAndAsk(deps, account, query, limits)
      if (own) return own
      continue // somebody was faster
    }
    endsAt ??= startedAt + ((await findOlder(db.sql, query)) ? limits.waitWithOlderMs : limits.waitMs)
    const leftMs = endsAt - performance.now()
    if (leftMs <= 0) return { error: busy(), isFirstRefusal: false }
    const answer = await within(leftMs, shared() ?? pollForAnswer(deps, query, leftMs))
    if (answer) return answer
  }
}

/**
 * Running calls and polls of this process, by question and day, shared by all callers. A promise resolves with undefined when
 * there was no answer.
 */
const inFlight = new WeakMap<Deps['db'], Map<string, Promise<DayAnswer | undefined>>>()
function inFlightHere(db: Deps['db']): Map<string, Promise<DayAnswer | undefined>> {
  const here = inFlight.get(db) ?? new Map<string, Promise<DayAnswer | undefined>>()
  inFlight.set(db, here)
  return here
}
const keyOf = ({ question: { region, type, interest }, day }: QuestionOnDay) => [day, region, type, interest ?? ''].join(' ')

/** Shares a question in progress. It never rejects: the caller who began it gets its error, and others meet it themselves. */
function share(db: Deps['db'], query: QuestionOnDay, work: Promise<DayAnswer | undefined>): Promise<DayAnswer | undefined> {
  const [here, key] = [inFlightHere(db), keyOf(query)]
  const answer = work
    .catch(() => undefined)
    .finally(() => {
      if (here.get(key) === answer) here.delete(key)
    })
  here.set(key, answer)
  return answer
}

/** @returns undefined when another process asks */
function claimAndAsk(
  deps: TrendDeps,
  account: Account,
  query: QuestionOnDay,
  limits: WaitLimits,
): Promise<DayAnswer | Refusal | undefined> {
  const asking = findEarlierRefusal(deps, account).then((refusal) => refusal ?? ask(deps, account, query, limits))
  void share(
    deps.db,
    query,
    asking.then((outcome) => (outcome && 'trends' in outcome ? outcome : undefined)),
  )
  return asking
}

/** Waits for the answer of another process, with one poll for all callers in this process. */
function pollForAnswer(deps: TrendDeps, query: QuestionOnDay, waitMs: number): Promise<DayAnswer | undefined> {
  const poll = async (): Promise<DayAnswer | undefined> => {
    const endsAt = performance.now() + waitMs
    while (performance.now() < endsAt) {
      await sleep(POLL_MS)
      const found = await findToday(deps.db.sql, query, deps.clock())
      if (found.kind !== 'busy') return found.kind === 'answered' ? found.answer : undefined
    }
    return undefined
  }
  return share(deps.db, query, poll())
}

/** @returns why asking with this account is useless */
async function findEarlierRefusal({ db, clock }: TrendDeps, account: Account): Promise<Refusal | undefined> {
  if (account.tokenStatus === 'unauthorized')
    return { error: new RefusedBecause('platform_reconnect_required'), isFirstRefusal: false }
  const cause = await findRefusal(db.sql, account, clock())
  return cause && { error: errorOf(cause), isFirstRefusal: false }
}

async function ask(
  deps: TrendDeps,
  account: Account,
  query: QuestionOnDay,
  { isAhead }: WaitLimits,
): Promise<DayAnswer | Refusal | undefined> {
  const { db, clock, platform } = deps
  const taken = await claimQuestion(db.sql, query, clock())
  if (!taken) return undefined
  try {
    const trends = await withAccess(deps, account, (access) =>
      platform.listTrends(isAhead ? { ...access, isBackground: true } : access, query.question),
    )
    await keepAnswer(db.sql, query, trends)
    return { trends, day: query.day }
  } catch (error) {
    const judged = error instanceof PlatformError || error instanceof DomainError ? judge(error) : undefined
    const rest = judged?.failure === undefined ? null : restOf(judged.failure, clock())
    await releaseQuestion(db.sql, query, taken, rest) // first of all: others wait for it
    if (!judged) throw error
    const isFirstRefusal = judged.cause !== undefined && (await noteTrendRefusal(db.sql, account, judged.cause, clock()))
    await noteMeaning(deps, account, error)
    const { organizationId, id: accountId } = account
    deps.log.info({ organizationId, accountId, question: query.question, err: error }, 'Pinterest was asked for trends in vain')
    return { error: judged.error, isFirstRefusal }
  }
}

/**
 * Notes what an error means for the account. Only the renewal of tokens decides that it must be reconnected, never a question
 * shared by all accounts.
 */
async function noteMeaning(deps: TrendDeps, account: Account, error: unknown): Promise<void> {
  if (!(error instanceof PlatformError)) return
  const { kind, details } = error
  if (kind === 'app_refused' || details.lacksScope) await noteRefusal(deps, account, error)
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, undefined, { signal: timer.signal })])
  } finally {
    timer.abort()
  }
}

/** Converts failures of questions about searches to errors of our contract, with their meaning for the next callers. */
const QUESTION = { thing: 'Resource', forbids: 'trends' } as const
/** The rest when a person has to change something first. */
const LASTING_MS = HOUR_MS
const PASSING_MS = 30 * SECOND_MS

/** @returns error: for the caller · cause: why the account was refused · failure: the question fails with any account for now */
type Judged = { error: DomainError; cause?: Cause; failure?: Failure }

function judge(error: PlatformError | DomainError): Judged {
  if (error instanceof DomainError) return { error, cause: 'reconnect' } // refused, and there is no way to renew the token
  switch (error.kind) {
    case 'forbidden':
    case 'account_blocked':
      return { error: new RefusedBecause('platform_trends_forbidden', { about: 'account' }), cause: 'forbidden' }
    case 'app_refused':
      return appRefused()
    case 'reconnect':
      if (error.details.lacksScope) return { error: permissionLacking(), cause: 'reconnect' }
      if (error.details.neverLeft) return { error: new RefusedBecause('platform_reconnect_required') } // what that means the renewal has said
      return { error: new RefusedBecause('platform_trends_forbidden', { about: 'account' }), cause: 'forbidden' } // by tokens that were just renewed
    case 'rate_limited':
      return { error: toDomainError(error, QUESTION) }
    case 'spam':
    case 'invalid':
    case 'not_found':
      return { error: failed('invalid'), failure: 'invalid' }
    case 'timeout':
    case 'unavailable': // in a form that nobody can read it stays longer than out of reach
      return { error: toDomainError(error, QUESTION), failure: error.details.unusable === undefined ? 'unavailable' : 'invalid' }
  }
}

const appRefused = (): Judged => ({
  error: new RefusedBecause('platform_trends_forbidden', { about: 'app' }),
  cause: 'app',
  failure: 'app_refused',
})

/** Returns the error for callers while the question rests. */
function failed(failure: Failure): DomainError {
  switch (failure) {
    case 'app_refused':
      return new RefusedBecause('platform_trends_forbidden', { about: 'app' })
    case 'invalid':
      return toDomainError(
        new PlatformError('unavailable', failure, { unusable: 'it rejects this question or answers it in a new form' }),
        QUESTION,
      )
    case 'unavailable':
      return toDomainError(new PlatformError('unavailable', failure), QUESTION)
  }
}

const restOf = (failure: Failure, now: Date) => ({
  failure,
  until: after(now, failure === 'unavailable' ? PASSING_MS : LASTING_MS),
})

/** The connection works and publishes; it only lacks this permission. */
const permissionLacking = () => new RefusedBecause('platform_reconnect_required', { lacksPermission: true })

/** Returns the error for an account that is not asked with. Accounts with refused tokens are handled before. */
const errorOf = (cause: OwnCause): DomainError =>
  cause === 'reconnect' ? permissionLacking() : new RefusedBecause('platform_trends_forbidden', { about: 'account' })

const BUSY_RETRY_SECONDS = 5
const busy = () =>
  new DomainError('SERVICE_UNAVAILABLE', 'We are already asking Pinterest for this. Try again shortly.', {
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  })
