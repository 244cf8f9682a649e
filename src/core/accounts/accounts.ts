/** The connected accounts of an organization. */
import type { Actor } from '../lib/actor.js'
import { notFound } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Account } from './account.js'
import { hasSight, mayBeAsked, requireSight } from './people/roles.js'
import { constantSql } from '../lib/rows/constant-sql.js'
import { makeLoader } from '../lib/rows/load-together.js'
import { isRowId } from '../lib/rows/row-id.js'

/** Columns have the names of the fields, so a row is an Account. */
export const accountColumns = constantSql(
  (sql) => sql`
  a.organization_id as "organizationId", a.id, a.platform_user_id as "platformUserId", a.username,
  a.display_name as "displayName", a.avatar_url as "avatarUrl", a.timezone, a.is_business as "isBusiness",
  a.connection_number as "connectionNumber", a.token_status as "tokenStatus", a.domain, a.is_domain_verified as "isDomainVerified", a.publishing,
  case when a.publishing = 'paused' then a.paused_because end as "pausedBecause",
  case when a.publishing = 'paused' then a.paused_until end as "pausedUntil", a.disconnected_at as "disconnectedAt",
  a.while_paused as "whilePaused", a.hold_since as "holdSince", a.hold_reason as "holdReason", a.hold_message as "holdMessage",
  a.hold_probe_at as "holdProbeAt", a.hold_probe_post_id as "holdProbePostId", a.notify_channel_id as "notifyChannelId", case when not a.tells_published then 'off' when a.published_daily then 'daily' else 'each' end as "publishedPins",
  a.holds_dead_links as "holdDeadLinks", a.approval_policy as "approvalPolicy", a.approvals_channel_id as "approvalsChannelId", a.reminds_approvers as "remindsApprovers",
  a.trend_region as "trendRegion", a.trend_interests as "trendInterests",
  a.set_up as "setUp", a.default_link as "defaultLink", a.boards_read_at as "boardsReadAt", a.created_at as "createdAt"`,
)

/** Lists the accounts that the actor can see. @see docs/contract.md#accounts */
export const listAccounts = (deps: Pick<Deps, 'db'>, actor: Actor): Promise<Account[]> => listThose(deps, actor, hasSight)

/** Lists the accounts on which the actor may be asked to decide, whether they see them or not. */
export const listAccountsAsked = (deps: Pick<Deps, 'db'>, actor: Actor): Promise<Account[]> => listThose(deps, actor, mayBeAsked)

async function listThose(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  isOne: (actor: Actor, accountId: string) => boolean,
): Promise<Account[]> {
  const accounts = await sql<Account[]>`
    select ${accountColumns(sql)}
      from accounts a
     where a.organization_id = ${actor.organizationId}
       and a.deleting_at is null
     order by a.id`
  keepAccounts(sql, actor, accounts)
  return accounts.filter(({ id }) => isOne(actor, id))
}

/** @throws NOT_FOUND also for a foreign id and for one of the wrong form */
export async function readAccount(deps: Pick<Deps, 'db'>, actor: Actor, input: { accountId: string }): Promise<Account> {
  return requireAccount(deps.db.sql, actor, input.accountId)
}

/** @throws NOT_FOUND the same for missing, foreign and malformed */
export async function requireAccount(sql: Sql, actor: Actor, accountId: string): Promise<Account> {
  if (!isRowId(accountId)) throw notFound('Account')
  requireSight(actor, accountId)
  const account = await loadAccount(sql, { organizationId: actor.organizationId }, accountId)
  if (!account) throw notFound('Account')
  return { ...account }
}

export const { load: loadAccount, keep: keepAccounts } = makeLoader<{ organizationId: string }, Account>(
  (sql, { organizationId }, ids) => sql<Account[]>`
    select ${accountColumns(sql)}
      from accounts a
     where a.organization_id = ${organizationId}
       and a.id = any (${ids}::bigint[])
       and a.deleting_at is null`,
)
