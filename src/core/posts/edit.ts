/** Changing the copy of a draft or a queued post. */
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { requireSectionsStay } from '../boards/lock-sections.js'
import { badRequest, conflict, notFound } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { recordChange } from './audit.js'
import { findRequestedBoard, readBoardChange, requireSameBoard, type BoardChange } from './boards/board-change.js'
import { requireMayChange, requireMayMake } from './permissions.js'
import type { Post, PostStatus } from './post.js'
import { isSimplifiedWith, readCopy, readProductTags, requireTaggable, type Copy } from './rules.js'
import { findPost, lockPost, postColumns, postStatusChanged, toPost } from './store.js'
import type { PostRow } from './row.js'
import { urlKeyOf } from '../lib/url.js'

export type EditPost = {
  accountId: string
  postId: string
  /** undefined: stays. */
  changes: {
    title?: string
    description?: string
    url?: string
    /** '' takes it away. */
    altText?: string
    board?: BoardChange
    /** Replaces all of them; [] clears. */
    productTagPinIds?: string[]
  }
}

/**
 * Costs nothing and moves nothing in time.
 * @throws FORBIDDEN · BAD_REQUEST · NOT_FOUND · CONFLICT post_not_editable, post_status_changed (nothing saved)
 * @see docs/contract.md#edit
 */
export async function editPost(
  deps: Deps,
  actor: Actor,
  { accountId, postId, changes }: EditPost,
  beforeCommit?: BeforeCommit<Post>,
): Promise<Post> {
  requireMayMake(actor)
  const now = deps.clock()
  if (!Object.values(changes).some((value) => value !== undefined))
    throw badRequest('title', 'Nothing to change: give at least one field.')
  const copy = readCopyChanges(changes)
  const tags = changes.productTagPinIds && readProductTags(changes.productTagPinIds)

  const account = await requireAccount(deps.db.sql, actor, accountId)
  const seen = await findPost(deps.db.sql, { organizationId: account.organizationId, accountId: account.id, postId })
  if (!seen) throw notFound('Post')
  const found = await findRequestedBoard(deps, account, seen, changes.board)
  requireEditable(seen)
  requireMayChange(actor, seen)
  const isCarousel = seen.media.length > 1
  if (tags) requireTaggable(tags, { isCarousel, isBusiness: account.isBusiness })
  const board = await readBoardChange(deps, account, found, changes.board)

  return deps.db.tx(async (sql) => {
    await requireSectionsStay(sql, account, board ? [board] : [])
    const locked = await lockPost(sql, account, seen.id)
    if (locked.status !== seen.status) throw postStatusChanged()
    requireSameBoard(changes.board, seen, locked)
    const productTagPinIds = tags ?? locked.productTagPinIds
    const isSimplified = isSimplifiedWith(productTagPinIds, { isCarousel, isSimplified: locked.isSimplified })
    const edited = await writeCopy(sql, { ...locked, ...copy, ...board, productTagPinIds, isSimplified }, now)
    await recordChange(sql, actor, { account, action: 'edit', before: [locked] }, now)
    await beforeCommit?.(sql, edited)
    return edited
  })
}

/** Those that were given, trimmed and checked. */
function readCopyChanges({ title, description, url, altText }: EditPost['changes']): Partial<Copy> {
  const read = readCopy({
    title: title ?? null,
    description: description ?? null,
    url: url ?? null,
    altText: altText ?? null,
  })
  return {
    ...(title === undefined ? {} : { title: read.title }),
    ...(description === undefined ? {} : { description: read.description }),
    ...(url === undefined ? {} : { url: read.url }),
    ...(altText === undefined ? {} : { altText: read.altText }),
  }
}

/** Only drafts and queued pins can be edited. @throws CONFLICT post_not_editable */
export function requireEditable({ status }: { status: PostStatus }): void {
  switch (status) {
    case 'draft':
    case 'queued':
      return
    case 'uploading':
      throw conflict('post_not_editable', 'The post is being published and can no longer be changed here.')
    case 'sent':
      throw conflict('post_not_editable', 'The post is published: change it on Pinterest.')
  }
}

/** Writes the copy of a locked post as it is given; its status and its time stay. @throws CONFLICT post_status_changed */
export async function writeCopy(sql: Sql, post: PostRow, now: Date): Promise<Post> {
  const { organizationId, id, title, description, url, altText, boardId, boardSectionId } = post
  const [row] = await sql<PostRow[]>`
    update posts p
       set title = ${title}, description = ${description}, url = ${url}, url_key = ${url && urlKeyOf(url)}, alt_text = ${altText},
           board_id = ${boardId}, board_section_id = ${boardSectionId}, product_tag_pin_ids = ${post.productTagPinIds}::text[],
           is_simplified = ${post.isSimplified}, version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = ${id}
       and p.status in ('draft', 'queued')
    returning ${postColumns(sql)}`
  if (!row) throw postStatusChanged()
  return toPost(row)
}
