/** The current account of a person, and the zone for their times. */
import { NO_ACCESS, ONLY_ASKED } from '../../blocks/home/welcome.js'
import type { Account } from '../core/accounts/account.js'
import { listAccounts, readAccount } from '../core/accounts/accounts.js'
import type { Member } from '../core/accounts/people/members.js'
import { hasRoleOn, highestRole, type Holder, isAtLeast, isOrganizationAdmin } from '../core/accounts/people/roles.js'
import { DomainError } from '../core/lib/errors.js'
import type { Actor } from '../core/lib/actor.js'
import type { Deps } from '../core/ports/deps.js'

export type Chosen = { accounts: Account[]; account: Account; timezone: string }

/** Thrown when there is no account that the person can see; a person who may connect one is shown how. */
export class NoAccount extends DomainError {
  readonly canConnect: boolean
  constructor({ actor }: Pick<Member, 'actor'>) {
    const canConnect = mayConnect({ actor })
    super('FORBIDDEN', noAccountText(actor, canConnect))
    this.canConnect = canConnect
  }
}

function noAccountText(actor: Holder & Pick<Actor, 'standsInFor'>, canConnect: boolean): string {
  if (isOnlyAsked(actor)) return ONLY_ASKED
  if (isShutOut(actor)) return NO_ACCESS
  return `No account is connected yet. ${canConnect ? 'Connect one with /pin connect.' : 'Ask an admin to connect one.'}`
}

/** True when the person can see no account, even if some are connected. */
export const isShutOut = (holder: Holder): boolean => !isAtLeast(highestRole(holder), 'viewer')

/** True for a person who sees no account, and decides requests for themselves or for somebody who is away. */
export const isOnlyAsked = (actor: Holder & Pick<Actor, 'standsInFor'>): boolean =>
  isShutOut(actor) && (isAtLeast(highestRole(actor), 'reviewer') || (actor.standsInFor ?? []).length > 0)

/** The account's tokens are dead, and this person may connect it again. */
export class DeadConnection extends DomainError {
  constructor(
    { code, message, details }: DomainError,
    readonly account: Account,
  ) {
    super(code, message, details)
  }
}

/** True when this person may connect another account. Only for what is shown; the core checks the action. */
export const mayConnect = ({ actor }: Pick<Member, 'actor'>): boolean => isOrganizationAdmin(actor)

/** True when this person may reconnect, pause and resume this account. */
export const mayReconnect = ({ actor }: Pick<Member, 'actor'>, accountId: string): boolean => hasRoleOn(actor, accountId, 'admin')

/** True when the error is about dead tokens and this person may fix it with a button. */
export const isFixableHere = (error: unknown, member: Pick<Member, 'actor'>, accountId: string): error is DomainError =>
  error instanceof DomainError && error.details.reason === 'platform_reconnect_required' && mayReconnect(member, accountId)

/** Returns the account that the button connects, or undefined where no button is offered. */
export async function connectsFor(
  deps: Pick<Deps, 'db'>,
  member: Pick<Member, 'actor'>,
  { accountId }: { accountId: string },
  error: unknown,
): Promise<Account | undefined> {
  return isFixableHere(error, member, accountId) ? readAccount(deps, member.actor, { accountId }) : undefined
}

/** Waits for `work`. @throws DeadConnection instead of dead tokens, for people who may reconnect; every other error unchanged */
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
export async function chosenAccount(deps: Pick<Deps, 'db'>, member: Member, some?: Account[]): Promise<Chosen> {
  const accounts = some ?? (await listAccounts(deps, member.actor))
  const account = accounts.find(({ id }) => id === member.currentAccountId) ?? accounts[0]
  if (!account) throw new NoAccount(member)
  return { accounts, account, timezone: readerZone(member, account) }
}

export const readerZone = ({ timezone }: Pick<Member, 'timezone'>, account: Pick<Account, 'timezone'>): string =>
  timezone ?? account.timezone ?? 'UTC'

/** Returns the zone in which the reader sees this account's times. @throws NOT_FOUND */
export async function zoneOf(deps: Pick<Deps, 'db'>, member: Member, { accountId }: { accountId: string }): Promise<string> {
  return member.timezone ?? readerZone(member, await readAccount(deps, member.actor, { accountId }))
}
