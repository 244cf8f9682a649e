/** What the person who sent a pin for approval is told of it. */
import { askedLine } from '../../../../blocks/pin/approval-text.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Placed } from '../../../core/posts/post.js'
import type { SlackDeps } from '../../listener.js'

/** Where it is decided, and the time that was asked for; undefined: nothing was asked. */
export async function askedOf(deps: SlackDeps, { actor }: Member, { accountId, approval }: Placed): Promise<string | undefined> {
  if (!approval) return undefined
  const { approvalsChannelId } = await readAccount(deps, actor, { accountId })
  return askedLine(approval, approvalsChannelId)
}
