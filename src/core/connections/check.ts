/** Classifies refusals and failures at the end of connecting, for the person and for the operator. */
import { PlatformError } from '../ports/platform.js'
import type { Deps, Sql } from '../ports/deps.js'
import { alertAppRefused, refusalOf, type Refused } from './call-platform.js'
import type { ConnectAsk } from './link.js'

export type Unconnected =
  | 'stateWrong'
  | 'stateExpired'
  | 'otherBrowser'
  /** This answer connected the account before: the page was reloaded. */
  | 'done'
  /** The one exchange for this state was already made. */
  | 'stateSpent'
  /** Too many exchanges for one address. */
  | 'tooMany'
  | 'denied'
  | 'codeRefused'
  | 'scopesMissing'
  | 'otherUser'
  | 'gone'
  /** The maker of the link may no longer connect accounts. */
  | 'withdrawn'
  | 'appRefused'
  | 'platformBusy'
  | 'platformDown'

/** @see RFC 6749 section 4.1.2.1 */
export async function judgeError(deps: Deps, ask: ConnectAsk, error: string): Promise<Unconnected> {
  if (error === 'access_denied') return 'denied'
  if (error === 'server_error' || error === 'temporarily_unavailable') return 'platformDown'
  const known = ['invalid_request', 'unauthorized_client', 'unsupported_response_type', 'invalid_scope']
  const message = `the consent page ended with ${known.includes(error) ? error : 'an error it does not document'}`
  const refusal = error === 'unauthorized_client' ? 'credentials' : 'other'
  await alertOperator(deps, ask, { message, refusal, isForgeable: true })
  return 'appRefused'
}

/** @throws errors that are not the platform's */
export async function judgeFailure(deps: Deps, ask: ConnectAsk, failure: unknown): Promise<Unconnected> {
  if (!(failure instanceof PlatformError)) throw failure
  switch (failure.kind) {
    case 'reconnect':
      return failure.details.lacksScope ? 'scopesMissing' : 'codeRefused'
    case 'rate_limited':
    case 'spam':
    case 'account_blocked':
      return 'platformBusy'
    case 'timeout':
    case 'unavailable':
      return 'platformDown'
    case 'app_refused': // our id or secret, or what this app may do
      await alertOperator(deps, ask, { ...refusalOf(failure), isForgeable: false })
      return 'appRefused'
    case 'invalid': // the address to come back to is not registered
    case 'forbidden':
    case 'not_found':
      await alertOperator(deps, ask, { ...refusalOf(failure), isForgeable: true })
      return 'appRefused'
  }
}

/** Alerts the operator, and logs, because for a link that anyone could make there may be no organization to record it for. */
async function alertOperator(
  deps: Deps,
  ask: ConnectAsk,
  { message, refusal, isForgeable }: Refused & { isForgeable: boolean },
): Promise<void> {
  deps.log.error({ message }, 'the platform refuses this app: nobody can connect an account')
  if (isForgeable && ask.kind === 'again') return
  const organizationId = ask.kind === 'link' ? ask.organizationId : await findOwner(deps.db.sql, ask)
  if (organizationId !== undefined) await alertAppRefused(deps, { organizationId }, { message, refusal })
}

/** Searches all organizations. */
async function findOwner(sql: Sql, { accountId }: { accountId: string }): Promise<string | undefined> {
  const [owner] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId"
      from accounts
     where id = ${accountId}`
  return owner?.organizationId
}
