/** Calls to the platform for a caller who waits: in the name of an account, its refusals as errors of our contract. */
import { DomainError, reconnectRequired } from '../../lib/errors.js'
import { alertOperator } from '../../outbox/operator-alert.js'
import type { AppRefusal } from '../../ports/answer-about.js'
import { PlatformError, type PlatformAccess } from '../../ports/platform.js'
import type { RefreshDeps } from './connection.js'
import type { Account } from '../account.js'
import { toDomainError, type Question } from './platform-refusals.js'
import { markUnauthorized, notifyLackingScope } from './unauthorized.js'
import { withAccess } from './with-access.js'

export type CallDeps = RefreshDeps

/**
 * Outside any transaction. Dead tokens make the account unauthorized, with one notice to the team; no request is sent for an
 * account that is unauthorized already. What our app may not do is an alert to the operator, once a day for each cause.
 * @throws UNPROCESSABLE_ENTITY platform_reconnect_required · SERVICE_UNAVAILABLE platform_rate_limited · GATEWAY_TIMEOUT
 * platform_timeout
 * @throws FORBIDDEN · NOT_FOUND `question.thing` · BAD_REQUEST what the platform does not accept
 */
export async function callPlatform<T>(
  deps: CallDeps,
  account: Account,
  question: Question,
  ask: (access: PlatformAccess) => Promise<T>,
): Promise<T> {
  if (account.tokenStatus === 'unauthorized') throw reconnectRequired()
  try {
    return await withAccess(deps, account, ask)
  } catch (error) {
    await noteRefusal(deps, account, error)
    throw error instanceof PlatformError ? toDomainError(error, question) : error
  }
}

/** What a refusal means beyond the one call: for the account, its team, the operator. Anything else is passed through. */
export async function noteRefusal(
  { db, clock }: Pick<CallDeps, 'db' | 'clock'>,
  account: Account,
  error: unknown,
): Promise<void> {
  if (isDead(error)) await db.tx((sql) => markUnauthorized(sql, account, clock()))
  else if (!(error instanceof PlatformError)) return
  else if (error.kind === 'app_refused') await alertAppRefused({ db, clock }, account, refusalOf(error))
  else if (error.details.lacksScope) await db.tx((sql) => notifyLackingScope(sql, account, clock()))
}

/** A token that only lacks a scope still publishes. */
const isDead = (error: unknown): boolean =>
  error instanceof PlatformError
    ? error.kind === 'reconnect' && !error.details.lacksScope
    : error instanceof DomainError && error.details.reason === 'platform_reconnect_required'

/**
 * "App not approved", "restricted feature", a wrong app secret: no account holder can fix that. One alert a day for each cause
 * (the platform's message), over all organizations; at most ten when the platform gives each refusal another text.
 * @param seenFor whose call was refused
 */
export async function alertAppRefused(
  { db, clock }: Pick<CallDeps, 'db' | 'clock'>,
  { organizationId: seenFor }: Pick<Account, 'organizationId'>,
  { message, refusal }: Refused,
): Promise<void> {
  await alertOperator({ db }, { subject: 'app_refused', seenFor, message, refusal }, clock())
}

/** `message`: the platform's message. */
export type Refused = { message: string; refusal: AppRefusal }

/** Of an error that is about our app. */
export const refusalOf = ({ message, details }: PlatformError): Refused => ({ message, refusal: details.appRefusal ?? 'other' })
