/** Changes a link that the patrol found to lead nowhere. */
import { requireAccount } from '../../accounts/accounts.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import { isLinkFound } from '../../patrol/findings.js'
import type { PinEdit } from './pin-edit.js'
import { editPublished, linkChanged } from './request.js'

/**
 * Requests another link for a published pin, unless its link was changed since it was found: here, or on Pinterest itself.
 * @throws as editPublished() · CONFLICT its link was changed
 */
export async function fixLink(
  deps: Deps,
  actor: Actor,
  { accountId, postId, url }: { accountId: string; postId: string; url: string },
): Promise<PinEdit> {
  const account = await requireAccount(deps.db.sql, actor, accountId)
  if (!(await isLinkFound(deps.db.sql, account, postId))) throw linkChanged()
  return editPublished(deps, actor, { accountId, postId, changes: { url }, keepsEditedLink: true })
}
