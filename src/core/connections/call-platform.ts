/** Calls the platform for an account and a waiting caller, and converts refusals to errors of our contract. */
import { DomainError, RefusedBecause } from '../lib/errors.js'
import { alertOperator } from '../notices/operator-alert.js'
import type { AppRefusal } from '../ports/answer-about.js'
import { PlatformError, type PlatformAccess } from '../ports/platform.js'
import type { RefreshDeps } from './connection.js'
import type { Account } from '../accounts/account.js'
import { toDomainError, type Question } from './platform-refusals.js'
import { markUnauthorized, notifyLackingScope } from './unauthorized.js'
import { withAccess } from './with-access.js'

export type CallDeps = RefreshDeps

/**
 * Calls the platform, outside any transaction; not at all for an unauthorized account. Tokens that no longer work make the
 * account unauthorized, with one notice to the team; what our app may not do alerts the operator, once a day for each cause.
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
  if (account.tokenStatus === 'unauthorized') throw new RefusedBecause('platform_reconnect_required')
  try {
    return await withAccess(deps, account, ask)
  } catch (error) {
    await noteRefusal(deps, account, error)
    throw error instanceof PlatformError ? toDomainError(error, question) : error
  }
}

/** Handles what a refusal means beyond the call, for the account, its team or the operator. Other errors are ignored. */
export async function noteRefusal(
  { db, clock }: Pick<CallDeps, 'db' | 'clock'>,
  account: Account,
  error: unknown,
): Promise<void> {
  if (isTokenDead(error)) await db.tx((sql) => markUnauthorized(sql, account, clock()))
  else if (!(error instanceof PlatformError)) return
  else if (error.kind === 'app_refused') await alertAppRefused({ db, clock }, account, refusalOf(error))
  else if (error.details.lacksScope) await db.tx((sql) => notifyLackingScope(sql, account, clock()))
}

/** True when the tokens no longer work. A token that only lacks a scope still publishes. */
export const isTokenDead = (error: unknown): boolean =>
  error instanceof PlatformError
    ? error.kind === 'reconnect' && !error.details.lacksScope
    : error instanceof DomainError && error.details.reason === 'platform_reconnect_required'

/**
 * Alerts the operator of a refusal that no account holder can fix, such as a wrong app secret. One alert a day for each cause
 * (the platform's message), over all organizations; at most ten when each refusal has another text. `seenFor`: the organization
 * whose call was refused.
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

/** Returns the refusal from an error about our app. */
export const refusalOf = ({ message, details }: PlatformError): Refused => ({ message, refusal: details.appRefusal ?? 'other' })
