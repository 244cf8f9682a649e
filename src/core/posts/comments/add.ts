/** A member, a key or an agent comments on a pin, in any state of the pin. */
import { requireAccount } from '../../accounts/accounts.js'
import { hasRoleOn, requireSight, roleRefusal } from '../../accounts/people/roles.js'
import { recordAct } from '../../audit/audit.js'
import { announceComment } from '../../events/announce.js'
import type { Actor, Author } from '../../lib/actor.js'
import { badRequest } from '../../lib/errors.js'
import { requireWords } from '../../lib/prose/text.js'
import type { BeforeCommit, Deps, Sql } from '../../ports/deps.js'
import { asSeer, isAskedAbout } from '../approval/sight.js'
import { show } from '../changed.js'
import { lockPost } from '../store.js'
import { type Audience, AUDIENCES, type Comment, COMMENT_LENGTH } from './comment.js'
import { notifyOfComment } from './notify.js'
import { readWrittenComment } from './read.js'

export type NewComment = { accountId: string; postId: string; text: string; audience: Audience }

/**
 * Checks that the actor may comment: a viewer changes nothing, a contributor comments on all pins that they see, and anybody on
 * those that they are asked about. @throws NOT_FOUND an account that the actor cannot see · FORBIDDEN
 */
export async function requireMayComment(sql: Sql, actor: Actor, pin: { accountId: string; postId: string }): Promise<void> {
  if (hasRoleOn(actor, pin.accountId, 'contributor') || (await isAskedAbout(sql, actor, pin))) return
  requireSight(actor, pin.accountId)
  throw roleRefusal(actor, 'Viewers cannot comment. Ask an admin of your workspace for another role.')
}

/**
 * Adds a comment, and notifies who asked for the pin and who commented before. It holds the lock of the post, so that a deletion
 * comes before or after it, and comments of one pin are in the order of their ids.
 * @throws FORBIDDEN a viewer · NOT_FOUND · BAD_REQUEST text, audience
 */
export async function addComment(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { accountId, postId, audience, ...given }: NewComment,
  beforeCommit?: BeforeCommit<Comment>,
): Promise<Comment> {
  await requireMayComment(db.sql, actor, { accountId, postId })
  const text = readText(given.text)
  if (!AUDIENCES.includes(audience)) throw badRequest('audience', (of) => `${of('audience')} must be internal or client.`)
  const account = await requireAccount(db.sql, asSeer(actor, accountId), accountId)
  return db.tx(async (sql) => {
    await lockPost(sql, account, postId)
    const comment = await writeComment(sql, actor, { accountId, postId, text, audience }, clock())
    await beforeCommit?.(sql, comment)
    return comment
  })
}

/** `name`: what a client calls themselves. */
type CommentAuthor = Author & { name?: string }

/** Stores a comment and what follows it. The caller has locked the post, and has checked who comments and the text. */
export async function writeComment(
  sql: Sql,
  author: CommentAuthor,
  { accountId, postId, text, audience }: NewComment,
  now: Date,
): Promise<Comment> {
  const { organizationId, userId, apiKeyId = null, agent = null, isAgent = false, name = null } = author
  const [{ id }] = await sql<[{ id: string }]>`
    insert into post_comments (organization_id, account_id, post_id, text, audience, author, api_key_id, agent, is_agent, name, created_at)
    values (${organizationId}, ${accountId}, ${postId}, ${text}, ${audience}, ${userId}, ${apiKeyId}, ${agent}, ${isAgent}, ${name}, ${now})
    returning id`
  const comment = await readWrittenComment(sql, organizationId, id)
  await announceComment(sql, comment, now)
  await show(sql, sql`(select p.* from posts p where p.organization_id = ${organizationId} and p.id = ${postId}) p`, {
    organizationId,
    now,
  })
  await notifyOfComment(sql, comment, now)
  const after = { postId, audience } // its words are in the comment alone
  await recordAct(sql, author, { accountId, subject: `comment:${id}`, action: 'create', after }, now)
  return comment
}

/** Reads the text of a comment. @throws BAD_REQUEST text */
export const readText = (given: string): string => requireWords('text', given, COMMENT_LENGTH)
