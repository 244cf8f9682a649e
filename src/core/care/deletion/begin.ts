/** Begins a deletion: from its commit on nothing of it is in use any more. The rest happens in the background. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { endConnection } from '../../connections/disconnect.js'
import { requireOrganization } from '../../accounts/workspaces/organizations.js'
import { BUDGET } from '../../accounts/queue.js'
import { requireOrganizationAdmin } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { badRequest } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'

export type Deletion = { id: string; organizationId: string; accountId: string | null; name: string; askedAt: Date }

/**
 * Deletes an organization: its keys end at once, its accounts are disconnected, and its people lose access. A second request
 * returns the same deletion, which cannot be undone; `name`: the organization's, typed as confirmation.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST name
 */
export async function deleteOrganization(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { name }: { name: string },
): Promise<Deletion> {
  requireOrganizationAdmin(actor)
  const now = clock()
  const { organizationId } = actor
  return db.tx(async (sql) => {
    const organization = await requireOrganization(sql, actor)
    requireName(name, organization.name)
    await sql`
      update organizations
         set deleting_at = coalesce(deleting_at, ${now})
       where id = ${organizationId}`
    await sql`
      update api_keys
         set revoked_at = ${now}
       where organization_id = ${organizationId}
         and revoked_at is null`
    const accounts = await sql<{ id: string }[]>`
      select id
        from accounts
       where organization_id = ${organizationId}
         and deleting_at is null
       order by id`
    for (const { id } of accounts) await endConnection(sql, actor, id, now)
    return insertDeletion(sql, actor, { accountId: null, name: organization.name }, now)
  }, BUDGET)
}

/**
 * Deletes an account with its pins, slots, boards and numbers; it does not exist from now on. `name`: the account's, typed as
 * confirmation.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST name
 */
export async function deleteAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, name }: { accountId: string; name: string },
): Promise<Deletion> {
  requireOrganizationAdmin(actor)
  const now = clock()
  return db.tx(async (sql) => {
    const account = await requireAccount(sql, actor, accountId)
    requireName(name, account.username)
    await endConnection(sql, actor, accountId, now)
    await markDeleting(sql, account, now)
    const act = { subject: `account:${account.id}`, action: 'delete', before: { username: account.username } }
    await recordAct(sql, actor, act, now) // of the organization as a whole: what is said of the account goes with it
    return insertDeletion(sql, actor, { accountId, name: account.username }, now)
  }, BUDGET)
}

async function markDeleting(sql: Sql, { organizationId, id }: Account, now: Date): Promise<void> {
  await sql`
    update members
       set current_account_id = null
     where organization_id = ${organizationId}
       and current_account_id = ${id}`
  await sql`
    update accounts
       set deleting_at = ${now}, publishing = 'paused', while_paused = 'wait'
     where organization_id = ${organizationId}
       and id = ${id}`
}

/** Stores who requested it and when, permanently, outside of what is deleted. */
async function insertDeletion(
  sql: Sql,
  { organizationId, via, userId }: Actor,
  { accountId, name }: Pick<Deletion, 'accountId' | 'name'>,
  now: Date,
): Promise<Deletion> {
  const [deletion] = await sql<[Deletion]>`
    insert into deletions as d (organization, account, name, via, asked_by, asked_at)
    values (${organizationId}, ${accountId}, ${name}, ${via}, ${userId}, ${now})
    on conflict (organization, coalesce(account, 0)) where finished_at is null do update
       set name = excluded.name
    returning id, organization as "organizationId", account as "accountId", name, asked_at as "askedAt"`
  return deletion
}

/** @throws BAD_REQUEST name */
function requireName(typed: string, name: string): void {
  if (typed.trim() !== name) throw badRequest('name', (of) => `${of('name')} does not match: type “${name}”.`)
}
