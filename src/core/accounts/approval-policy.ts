/** Sets whether scheduling by contributors needs approval on an account, and the channel for it. */
import type { Actor } from '../lib/actor.js'
import { recordAct } from '../audit/audit.js'
import { badRequest, notFound } from '../lib/errors.js'
import type { Deps } from '../ports/deps.js'
import type { Account } from './account.js'
import { enqueueAccountChange } from './account-change.js'
import { accountColumns, requireAccount } from './accounts.js'
import { requireRoleOn } from './people/roles.js'
import { requireInternal } from './settings.js'

/** `remindsApprovers` absent: stays as it is. */
export type ApprovalPolicy = { policy: Account['approvalPolicy']; channelId: string | null; remindsApprovers?: boolean }

/**
 * Sets the policy. Requests that already wait keep waiting.
 * @throws FORBIDDEN not an admin · NOT_FOUND · BAD_REQUEST approvalsChannelId
 */
export async function setApprovalPolicy(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, policy, channelId, remindsApprovers }: ApprovalPolicy & { accountId: string },
): Promise<Account> {
  if (channelId !== null && !/^[CG][A-Z0-9]{1,30}$/.test(channelId))
    throw badRequest('approvalsChannelId', (of) => `${of('approvalsChannelId')} must be a channel.`)
  if (policy === 'required' && channelId === null) throw badRequest('approvalsChannelId', 'Choose a channel for approvals.')
  requireRoleOn(actor, accountId, 'admin')
  const now = clock()
  return db.tx(async (sql) => {
    const before = await requireAccount(sql, actor, accountId)
    const reminds = remindsApprovers ?? before.remindsApprovers
    if (before.approvalPolicy === policy && before.approvalsChannelId === channelId && before.remindsApprovers === reminds)
      return before
    const [account] = await sql<Account[]>`
      update accounts a
         set approval_policy = ${policy}, approvals_channel_id = ${channelId}, reminds_approvers = ${reminds}
       where a.organization_id = ${actor.organizationId}
         and a.id = ${before.id}
      returning ${accountColumns(sql)}`
    if (!account) throw notFound('Account')
    await requireInternal(sql, actor, 'approvalsChannelId', channelId)
    const partOf = ({ approvalPolicy, approvalsChannelId, remindsApprovers: isOn }: Account) => ({
      approvalPolicy,
      approvalsChannelId,
      remindsApprovers: isOn,
    })
    const act = { accountId, subject: `account:${accountId}`, action: 'approval_policy' }
    await recordAct(sql, actor, { ...act, before: partOf(before), after: partOf(account) }, now)
    if (before.approvalPolicy !== policy) {
      await enqueueAccountChange(sql, actor, account, { kind: policy === 'required' ? 'approvalOn' : 'approvalOff' }, now)
    }
    return account
  })
}

/** True when anyone is a contributor on the account, by assignment, group or default: otherwise approval changes nothing. */
export async function hasContributors(
  { db: { sql } }: Pick<Deps, 'db'>,
  { organizationId }: Actor,
  accountId: string,
): Promise<boolean> {
  const [row] = await sql<[{ has: boolean }]>`
    select exists (select 1 from organizations where id = ${organizationId} and default_role = 'contributor')
        or exists (select 1 from members where organization_id = ${organizationId} and assigned_role = 'contributor')
        or exists (select 1 from role_groups where organization_id = ${organizationId} and role = 'contributor')
        or exists (select 1 from account_roles
                    where organization_id = ${organizationId} and account_id = ${accountId} and role = 'contributor') as has`
  return row.has
}
