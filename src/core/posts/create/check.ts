/** Checks whether a new post may be created, before its media are fetched; for single posts and for batches. */
import type { Account } from '../../accounts/account.js'
import type { Actor } from '../../lib/actor.js'
import type { GivenMedia } from '../../media/prepare-image.js'
import type { Deps } from '../../ports/deps.js'
import { requireDisclosable } from '../content.js'
import { isApprovalNeeded, requireMayScheduleOrAsk } from '../approval/request.js'
import { LIVE_BOARDS, requireBoards, requireRules, requireSections, type Boards, type FindBoards } from './form.js'
import type { ParsedPost } from './form.js'
import { lookUpMedia, requireBytes } from './media.js'
import { knownOf } from '../saved-pin.js'

export type CheckedPost = {
  parsed: ParsedPost
  boards: Boards
  media: GivenMedia[]
  /** True: a draft with an approval request. */
  isRequest: boolean
}

/**
 * Checks everything that can be known before media are fetched, in the order of the answers: boards, uploads, sections, rules;
 * the caller charges. `isRequest`: it needs approval, whatever the actor's role.
 * @throws FORBIDDEN · BAD_REQUEST · NOT_FOUND · CONFLICT upload_already_attached
 */
export async function checkPost(
  deps: Deps,
  actor: Actor,
  {
    account,
    parsed,
    isRequest,
    find = LIVE_BOARDS,
  }: { account: Account; parsed: ParsedPost; isRequest?: boolean; find?: FindBoards },
  now: Date,
): Promise<CheckedPost> {
  requireDisclosable(parsed.fields.aiDisclosures, deps.settings.aiDisclosures)
  const isTimed = parsed.when.kind !== 'draft'
  if (isTimed && !isRequest) requireMayScheduleOrAsk(actor, account)
  const asks = isRequest ?? (isTimed && isApprovalNeeded(actor, account.id))
  const found = await requireBoards(deps, account, parsed, find)
  const media = await lookUpMedia(deps.db.sql, actor, parsed.sources, now) // a conflict is reported before the rules, including those of sections
  const boards = await requireSections(deps, account, found, find)
  requireRules({ parsed, boards, media }, account, now)
  const { savedPin } = parsed.fields
  const known = savedPin && (await knownOf(deps.db.sql, account, savedPin))
  const fields = known ? { ...parsed.fields, ...known } : parsed.fields
  const checked = { parsed: { ...parsed, fields }, boards, media, isRequest: asks }
  if (takesCharge(checked)) await requireBytes(deps, media)
  return checked
}

/** True when the post is scheduled at once. */
export const takesCharge = ({ parsed, isRequest }: Pick<CheckedPost, 'parsed' | 'isRequest'>): boolean =>
  parsed.when.kind !== 'draft' && !isRequest
