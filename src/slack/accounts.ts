/** The account a person works with, and the zone they read times in. */
import type { Account } from '../core/accounts/account.js'
import { listAccounts } from '../core/accounts/accounts.js'
import type { Member } from '../core/accounts/members.js'
import { DomainError } from '../core/errors.js'
import type { Deps } from '../core/ports.js'

export type Chosen = { accounts: Account[]; account: Account; timezone: string }

/** @throws FORBIDDEN no account is connected */
export async function chosenAccount(deps: Pick<Deps, 'db'>, member: Member): Promise<Chosen> {
  const accounts = await listAccounts(deps, member.actor)
  const account = accounts.find(({ id }) => id === member.currentAccountId) ?? accounts[0]
  if (!account) throw new DomainError('FORBIDDEN', 'No account is connected yet. Ask an admin to connect one, then try again.')
  return { accounts, account, timezone: readerZone(member, account) }
}

export const readerZone = ({ timezone }: Pick<Member, 'timezone'>, account: Pick<Account, 'timezone'>): string =>
  timezone ?? account.timezone ?? 'UTC'
