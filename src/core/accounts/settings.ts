/** What an admin sets for an account, beside pausing it. */
import type { Actor } from '../actor.js'
import { badRequest, notFound } from '../errors.js'
import type { Deps } from '../ports.js'
import { isTimezone } from '../time.js'
import type { Account } from './account.js'
import { accountColumns } from './accounts.js'
import { requireRole } from './roles.js'
import { isRowId } from './row-id.js'

/**
 * The zone of new timeslots, of intervals and of spacing from now on. Slots keep their own zone, and queued pins their times.
 * @param input timezone: an IANA name
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST timezone
 */
export async function setTimezone(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, timezone }: { accountId: string; timezone: string },
): Promise<Account> {
  requireRole(actor, 'admin')
  if (!isTimezone(timezone)) throw badRequest('timezone', 'timezone must be an IANA time zone name, like America/New_York.')
  return set(deps, actor, accountId, { timezone })
}

/**
 * What becomes of pins that fall due while the account is paused: they wait, or they fail at their time. Set to fail while it is paused
 * already, those that waited fail at the next sweep.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function setWhilePaused(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, whilePaused }: { accountId: string; whilePaused: Account['whilePaused'] },
): Promise<Account> {
  requireRole(actor, 'admin')
  return set(deps, actor, accountId, { while_paused: whilePaused })
}

/**
 * Where the team hears of the account: what could not be published, a lost connection.
 * @param input channelId: of Slack; null: nowhere
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST notifyChannelId
 */
export async function setNotifyChannel(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, channelId }: { accountId: string; channelId: string | null },
): Promise<Account> {
  requireRole(actor, 'admin')
  if (channelId !== null && !/^[CG][A-Z0-9]{1,30}$/.test(channelId))
    throw badRequest('notifyChannelId', 'notifyChannelId must be a channel.')
  return set(deps, actor, accountId, { notify_channel_id: channelId })
}

/** Column by column, named as in the table. @throws NOT_FOUND */
async function set(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  accountId: string,
  columns: { timezone: string } | { while_paused: string } | { notify_channel_id: string | null },
): Promise<Account> {
  if (!isRowId(accountId)) throw notFound('Account')
  const [account] = await sql<Account[]>`
    update accounts a
       set ${sql(columns)}
     where a.organization_id = ${actor.organizationId}
       and a.id = ${accountId}
    returning ${accountColumns(sql)}`
  if (!account) throw notFound('Account')
  return account
}
