/** Copies a post to a new draft, without its time and its outcome. */
import { requireAccount } from '../../accounts/accounts.js'
import { findGoneSections } from '../../boards/lock-sections.js'
import type { Actor } from '../../lib/actor.js'
import { notFound } from '../../lib/errors.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { newChangeId } from '../audit.js'
import { requireMayMake } from '../permissions.js'
import type { Post } from '../post.js'
import { toPost } from '../row.js'
import { findPost, insertDraft, lockPost, postStatusChanged } from '../store.js'

/**
 * Copies the media, the texts, the board and the tags of a post in any state to a draft without series or evergreen run. A
 * section that is gone is left out; it is free, as any draft.
 * @throws FORBIDDEN a viewer · NOT_FOUND · CONFLICT post_status_changed: its board was changed at that moment
 * @see docs/contract.md#duplicate
 */
export async function duplicatePost(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
  beforeCommit?: BeforeCommit<Post>,
): Promise<Post> {
  requireMayMake(actor, accountId)
  const account = await requireAccount(db.sql, actor, accountId)
  return db.tx(async (sql) => {
    const now = clock()
    const seen = await findPost(sql, { organizationId: account.organizationId, accountId: account.id, postId })
    if (!seen) throw notFound('Post')
    const isGone = (await findGoneSections(sql, account, [seen])).length > 0
    const source = toPost(await lockPost(sql, account, postId)) // so that its media stay until the copy has them
    if (source.boardId !== seen.boardId || source.boardSectionId !== seen.boardSectionId) throw postStatusChanged()
    const boardSectionId = isGone ? null : source.boardSectionId
    const { sourcePostId: _source, generationId: _page, ...copied } = source
    const by = { author: actor, changeId: newChangeId() }
    const draft = toPost(await insertDraft(sql, account, { ...copied, ...by, boardSectionId, series: null }, now))
    await beforeCommit?.(sql, draft)
    return draft
  })
}
