/** An organization's switch for signing programs in. */
import type { Actor } from '../../lib/actor.js'
import { recordAct } from '../../audit/audit.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { endAgents } from '../keys/revoke.js'
import { requireOrganizationAdmin } from '../people/roles.js'

/** False also for an organization that is being deleted. */
export async function readAgentsAllowed(sql: Sql, organizationId: string): Promise<boolean> {
  const [row] = await sql<{ isAllowed: boolean }[]>`
    select agents_allowed and deleting_at is null as "isAllowed"
      from organizations
     where id = ${organizationId}`
  return row?.isAllowed === true
}

/** @throws FORBIDDEN */
export async function requireAgentsAllowed(sql: Sql, organizationId: string): Promise<void> {
  if (!(await readAgentsAllowed(sql, organizationId)))
    throw new DomainError('FORBIDDEN', 'Your admins have turned off sign-in for programs. Ask one of them.')
}

/**
 * Turns it on or off. Off ends all signed-in programs at once, and none begins until it is on again: whoever makes a token locks
 * the same row.
 * @returns how many were ended
 * @throws FORBIDDEN not an admin of the organization
 */
export async function setAgentsAllowed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { isAllowed }: { isAllowed: boolean },
): Promise<number> {
  requireOrganizationAdmin(actor)
  const { organizationId } = actor
  const now = clock()
  return db.tx(async (sql) => {
    await sql`select from organizations where id = ${organizationId} for no key update`
    const before = await readAgentsAllowed(sql, organizationId)
    if (before === isAllowed) return 0
    await sql`
      update organizations
         set agents_allowed = ${isAllowed}
       where id = ${organizationId}`
    const act = { subject: `organization:${organizationId}`, action: 'setAgentsAllowed', before: { isAllowed: before } }
    await recordAct(sql, actor, { ...act, after: { isAllowed } }, now)
    return isAllowed ? 0 : endAgents(sql, actor, now)
  })
}
