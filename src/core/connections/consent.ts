/** The current account and organization of a link. */
import type { Actor } from '../lib/actor.js'
import { DomainError } from '../lib/errors.js'
import type { Sql } from '../ports/deps.js'
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { ConnectAsk } from './link.js'
import { requireOrganization, type Organization } from '../accounts/workspaces/organizations.js'

/** Returns `account` null for a link that accepts any account; undefined when the organization or account is gone. */
export async function findRequested(
  sql: Sql,
  { organizationId, accountId }: Extract<ConnectAsk, { kind: 'link' }>,
): Promise<{ organization: Organization; account: Account | null } | undefined> {
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'connect' }
  try {
    const organization = await requireOrganization(sql, actor)
    return { organization, account: accountId === null ? null : await requireAccount(sql, actor, accountId) }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
