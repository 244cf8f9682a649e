/** Reads a pin for the unfurl of its link, and for the pane of one reader. */
import { isPaneEditable, type PaneModel, type PaneSeen, type UnfurlModel } from '../../../../blocks/pin/entity.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import { withSight } from '../../../core/posts/approval/sight.js'
import { NO_COMMENTS } from '../../../core/posts/comments/comment.js'
import { readLastComments } from '../../../core/posts/comments/read.js'
import type { Post } from '../../../core/posts/post.js'
import { findPinPlace, isSeenByAll, pinAddress, pinIdIn } from '../../../core/posts/review-links/pin-page.js'
import { fingerprintsOf } from '../../../core/posts/seen.js'
import type { SlackDeps } from '../../listener.js'
import { cardOf } from './cards.js'
import { findPin } from './find-pin.js'

type Reading = Parameters<typeof cardOf>[0]

/** `isClosed`: the conversation has people of other workspaces. */
export type UnfurlRef = { accountId: string; postId: string; url: string; isClosed?: true }

/** Reads the unfurl as everybody may see it. `post` undefined: it was deleted. */
export async function readUnfurl(
  deps: Reading,
  organizationId: string,
  { accountId, postId, url, isClosed }: UnfurlRef,
): Promise<{ model: UnfurlModel; post: Post | undefined }> {
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'messenger' }
  const post = await findPin(deps, actor, { accountId, postId })
  const isOpen = !isClosed && (await isSeenByAll(deps.db.sql, organizationId, accountId))
  const [card, commentsOf] = post
    ? await Promise.all([
        isOpen ? cardOf(deps, actor, post) : null,
        readLastComments(deps, actor, { accountId, postIds: [postId], limit: 1 }),
      ])
    : [undefined, () => NO_COMMENTS]
  const { origin, pathname } = new URL(url) // pinIdIn() has read it
  const address = `${origin}${pathname.replace(/\/$/, '')}`
  return { model: { postId, url: address, posted: url, card, comments: commentsOf(postId), now: deps.clock() }, post }
}

/** What Slack says of the object, in an event and in a form of a pane. Some sources name its address alone. */
export type Named = { entity_url?: string; link?: { url?: string }; external_ref?: { id?: string } }

export const postIdOf = (deps: SlackDeps, { entity_url: url, link, external_ref: ref }: Named): string | undefined =>
  pinIdIn(deps, url ?? link?.url ?? '') ?? ref?.id

/** Finds the pin of a pane; undefined: there is none, or the person may not see it. */
export async function findPinOfPane(deps: SlackDeps, { actor }: Member, postId: string | undefined): Promise<Post | undefined> {
  const place = postId === undefined ? undefined : await findPinPlace(deps.db.sql, actor.organizationId, postId)
  return place && findPin(deps, actor, place)
}

export async function readPane(deps: SlackDeps, member: Member, post: Post): Promise<PaneModel> {
  const { accountId, id: postId } = post
  const actor = await withSight(deps.db.sql, member.actor, { accountId, postId })
  const [card, commentsOf] = await Promise.all([
    cardOf(deps, actor, post),
    readLastComments(deps, actor, { accountId, postIds: [postId], limit: 1 }),
  ])
  const seen = isPaneEditable(card) ? seenOf(post) : undefined
  return { postId, url: pinAddress(deps, postId), card, comments: commentsOf(postId), seen, now: deps.clock() }
}

/** Returns short texts of what a pane shows, to compare with what comes back from it. */
export function seenOf(post: Post): PaneSeen {
  const { title, description, url } = fingerprintsOf(post)
  return { title, description, url, sendAt: post.sendAt === null ? '' : String(Math.floor(post.sendAt.getTime() / 1000)) }
}
