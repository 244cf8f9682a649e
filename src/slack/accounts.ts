/** The account a person works with, and the zone they read times in. */
import { NO_ACCESS } from '../../blocks/home/welcome.js'
import type { Account } from '../core/accounts/account.js'
import { listAccounts, readAccount } from '../core/accounts/accounts.js'
import type { Member } from '../core/accounts/people/members.js'
import { hasRoleOn, highestRole, type Holder, isAtLeast, isOrganizationAdmin } from '../core/accounts/people/roles.js'
import { DomainError } from '../core/lib/errors.js'
import type { Deps } from '../core/ports/deps.js'

export type Chosen = { accounts: Account[]; account: Account; timezone: string }

/** There is no account, or none that they can see; a person who may connect one is shown how. */
export class NoAccount extends DomainError {
  readonly canConnect: boolean
  constructor({ actor }: Pick<Member, 'actor'>) {
    const canConnect = mayConnect({ actor })
    super('FORBIDDEN', noAccountText(actor, canConnect))
    this.canConnect = canConnect
  }
}

function noAccountText(actor: Holder, canConnect: boolean): string {
  if (isShutOut(actor)) return NO_ACCESS
  return `No account is connected yet. ${canConnect ? 'Connect one with /pin connect.' : 'Ask an admin to connect one.'}`
}

/** They see no account, whatever is connected. */
export const isShutOut = (holder: Holder): boolean => !isAtLeast(highestRole(holder), 'viewer')

/** Its tokens are dead, and this person may connect it again. */
export class DeadConnection extends DomainError {
  constructor(
    { code, message, details }: DomainError,
    readonly account: Account,
  ) {
    super(code, message, details)
  }
}

/** Another account. For what is shown: what is done asks the core. */
export const mayConnect = ({ actor }: Pick<Member, 'actor'>): boolean => isOrganizationAdmin(actor)

/** This account again, pause it, resume it. */
export const mayReconnect = ({ actor }: Pick<Member, 'actor'>, accountId: string): boolean => hasRoleOn(actor, accountId, 'admin')

/** Dead tokens are fixed by a button, for people who may press it. */
export const isFixableHere = (error: unknown, member: Pick<Member, 'actor'>, accountId: string): error is DomainError =>
  error instanceof DomainError && error.details.reason === 'platform_reconnect_required' && mayReconnect(member, accountId)

/** What that button connects; undefined where it is not offered. */
export async function connectsFor(
  deps: Pick<Deps, 'db'>,
  member: Pick<Member, 'actor'>,
  { accountId }: { accountId: string },
  error: unknown,
): Promise<Account | undefined> {
  return isFixableHere(error, member, accountId) ? readAccount(deps, member.actor, { accountId }) : undefined
}

/** @throws DeadConnection in place of dead tokens, for who may connect them; what else it throws as it is */
export async function orDeadConnection<T>(
  deps: Pick<Deps, 'db'>,
  member: Pick<Member, 'actor'>,
  place: { accountId: string },
  work: Promise<T>,
): Promise<T> {
  return work.catch(async (error: unknown) => {
    throw isFixableHere(error, member, place.accountId)
      ? new DeadConnection(error, await readAccount(deps, member.actor, place))
      : error
  })
}

/** @throws NoAccount */
export async function chosenAccount(deps: Pick<Deps, 'db'>, member: Member): Promise<Chosen> {
  const accounts = await listAccounts(deps, member.actor)
  const account = accounts.find(({ id }) => id === member.currentAccountId) ?? accounts[0]
  if (!account) throw new NoAccount(member)
  return { accounts, account, timezone: readerZone(member, account) }
}

export const readerZone = ({ timezone }: Pick<Member, 'timezone'>, account: Pick<Account, 'timezone'>): string =>
  timezone ?? account.timezone ?? 'UTC'

/** The reader's zone for what they are told of this pin. @throws NOT_FOUND */
export async function zoneOf(deps: Pick<Deps, 'db'>, member: Member, { accountId }: { accountId: string }): Promise<string> {
  return member.timezone ?? readerZone(member, await readAccount(deps, member.actor, { accountId }))
}
