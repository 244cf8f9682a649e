/** The line about an approval request, for the person who made it. */
import { askedLine } from '../../../../blocks/pin/approval-text.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { asShown } from '../../../core/posts/approval/status.js'
import type { Placed } from '../../../core/posts/post.js'
import type { SlackDeps } from '../../listener.js'

/** The channel in which a request is decided and its requested time; undefined: there is no request. */
export async function askedOf(deps: SlackDeps, { actor }: Member, { accountId, approval }: Placed): Promise<string | undefined> {
  if (!approval) return undefined
  const { approvalsChannelId } = await readAccount(deps, actor, { accountId })
  const now = deps.clock()
  return askedLine(asShown(approval, now), approvalsChannelId, now)
}
