/** Changes the copy or the media of a draft or a queued post, and its time along with them. */
import { requireAccount } from '../accounts/accounts.js'
import { hasRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { requireSectionsStay } from '../boards/lock-sections.js'
import { badRequest, conflict, notFound } from '../lib/errors.js'
import { readAll } from '../lib/rows/read-all.js'
import { mediaTypeOf } from '../media/media.js'
import type { PreparedMedia } from '../media/prepared.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { openApproval, requireMayScheduleOrAsk } from './approval/request.js'
import { attachMedia } from './create/attach-media.js'
import { newChangeId } from './audit.js'
import { changed, rechecking, showing } from './changed.js'
import { findRequestedBoard, readBoardChange, requireSameBoard, type BoardChange } from './board-change.js'
import { placePost, withSchedule } from './schedule/take-slot.js'
import { requireEqualRatios, requireImages, requireSources } from './carousel.js'
import { lookUpMedia, takeAllMedia, withMedia } from './create/media.js'
import { claimOf, findNewPlace, requireNewTime } from './schedule/new-time.js'
import { requireMayChange, requireMayMake } from './permissions.js'
import type { Placed, Post } from './post.js'
import type { PostStatus } from '../ports/post-status.js'
import type { MediaSource } from '../media/post-media.js'
import { isSimplifiedWith, readCopy, readProductTags, requireSchedulable, requireTaggable, type Copy } from './rules.js'
import { requireOwnFields } from './saved-pin.js'
import { requestedOf, requireBoardBack } from './schedule.js'
import { type AsSeen, requireFieldsAsSeen, requireTimeAsSeen } from './seen.js'
import type { NewTime } from './when.js'
import { findPost, lockPost, postStatusChanged } from './store.js'
import { postColumnsOf, type PostRow, toPost } from './row.js'
import { urlKeyOf } from '../lib/http/url.js'
import { withMediaWarnings } from './state/media-warnings.js'
import { withWarnings } from './state/warnings.js'

export type EditPost = {
  accountId: string
  postId: string
  /** undefined: unchanged. */
  changes: {
    title?: string
    description?: string
    url?: string
    /** An empty text removes it. */
    altText?: string
    board?: BoardChange
    /** Replaces all of them; [] clears. */
    productTagPinIds?: string[]
    /** Replaces all of them: the only picture or video, or the cover of a carousel and its further images. */
    media?: [MediaSource, ...MediaSource[]]
  }
  /** The fields that the editor saw: a field that another person has changed since is not overwritten. */
  seen?: AsSeen
  /** The new time, written and undone together with the rest; a contributor requests it. Absent: the time stays. */
  when?: Extract<NewTime, { kind: 'at' | 'nextOpenSlot' | 'openSlot' }>
  /** The time that the editor saw, as in schedulePost(). */
  seenAt?: Date | null
}

/**
 * Edits a post, free and without moving it, unless `when` is given. Media are fetched only for a post that can be edited.
 * @throws of `when`: as schedulePost()
 * @throws FORBIDDEN · BAD_REQUEST · NOT_FOUND · CONFLICT post_not_editable, post_status_changed (nothing saved),
 * upload_already_attached
 * @throws EditedSinceSeen
 * @see docs/contract.md#edit, docs/contract.md#replace-media
 */
export async function editPost(
  deps: Deps,
  actor: Actor,
  { accountId, postId, changes, seen: asSeen, when, seenAt }: EditPost,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  if (!Object.values(changes).some((value) => value !== undefined))
    throw badRequest('title', 'Nothing to change: send at least one field.')
  const { media: sources } = changes
  const { copy, tags } = readAll({
    copy: () => readCopyChanges(changes),
    tags: () => changes.productTagPinIds && readProductTags(changes.productTagPinIds),
    sources: () => sources && requireSources(sources),
  })

  requireMayMake(actor, accountId)
  const isDirect = hasRoleOn(actor, accountId, 'scheduler')
  const requested = deps.clock()
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const seen = await findPost(deps.db.sql, { organizationId: account.organizationId, accountId: account.id, postId })
  if (!seen) throw notFound('Post')
  const found = await findRequestedBoard(deps, account, seen, changes.board)
  requireEditable(seen)
  requireMayChange(actor, seen)
  requireOwnFields(seen, changes)
  const time = when && requireNewTime(when, requested)
  if (time && !isDirect) requireMayScheduleOrAsk(actor, account)
  const given = sources && (await lookUpMedia(deps.db.sql, actor, sources, deps.clock()))
  if (sources && given) requireImages(sources, given.map(mediaTypeOf))
  const willBeCarousel = (sources ?? seen.media).length > 1
  if (tags) requireTaggable(tags, { isCarousel: willBeCarousel, isBusiness: account.isBusiness })
  else requireNoTagsOnCarousel(seen.productTagPinIds, willBeCarousel)
  const board = await readBoardChange(deps, account, found, changes.board)
  const requireAsSeen = (post: Post) => {
    const edited = { ...post, ...copy, ...board, ...(tags && { productTagPinIds: tags }) }
    requireFieldsAsSeen(post, { edited, replacesMedia: sources !== undefined, seen: asSeen })
  }
  requireAsSeen(seen) // before anything is fetched
  if (time) {
    requireSchedulable({ ...seen, ...copy, ...board })
    if (!board) await requireBoardBack(deps, account, seen)
  }

  const write = (prepared?: PreparedMedia[]) => {
    const writeAll = async (sql: Sql) => {
      const now = deps.clock() // read after fetching
      await requireSectionsStay(sql, account, board ? [board] : [])
      const locked = await lockPost(sql, account, seen.id)
      if (locked.status !== seen.status) throw postStatusChanged()
      requireAsSeen(toPost(locked))
      requireSameBoard(changes.board, seen, locked)
      const isCarousel = (prepared ?? locked.media).length > 1
      const productTagPinIds = tags ?? locked.productTagPinIds
      requireNoTagsOnCarousel(productTagPinIds, isCarousel) // either may have been changed meanwhile
      const isSimplified = isSimplifiedWith(productTagPinIds, { isCarousel, isSimplified: locked.isSimplified })
      const mediaType = prepared ? await replaceMedia(sql, actor, { post: locked, prepared }, now) : locked.mediaType
      const post = { ...locked, ...copy, ...board, productTagPinIds, isSimplified, mediaType }
      if (time) {
        requireTimeAsSeen(locked, time, seenAt)
        requireSchedulable(post)
      }
      const copied = await writeCopy(sql, post, now)
      const place =
        time && isDirect
          ? await findNewPlace(sql, account, { post, when: time, isMoved: false }, now)
          : { kind: 'stays' as const }
      const isPlaced = place.kind === 'goes'
      const written: Placed = isPlaced ? await placePost(sql, account, { ...post, media: copied.media }, place.when, now) : copied
      const action = !isPlaced ? 'edit' : locked.status === 'draft' ? 'schedule' : 'reschedule'
      const changeId = newChangeId()
      await changed(sql, actor, { account, action, before: [locked], changeId }, now)
      const asked = time && !isDirect ? requestedOf(actor, accountId, time) : undefined
      const approval = asked && (await openApproval(sql, actor, copied, asked, now, { changeId }))
      const placed = await withWarnings<Placed>(sql, account, { ...written, ...(approval && { approval }) }, now)
      const [edited = placed] = withMediaWarnings([placed], prepared ?? [])
      await beforeCommit?.(sql, edited)
      return edited
    }
    return time && isDirect ? withSchedule(deps, account, claimOf(time, requested), writeAll) : deps.db.tx(writeAll)
  }
  if (!given) return write()
  return withMedia(deps, actor, given, (prepared) => {
    requireEqualRatios(prepared)
    return write(prepared)
  })
}

/** Writes only drafts and queued posts: a post that was claimed while its picture was fetched is published with the old one. */
async function replaceMedia(
  sql: Sql,
  actor: Actor,
  { post, prepared }: { post: PostRow; prepared: PreparedMedia[] },
  now: Date,
): Promise<Post['mediaType']> {
  requireEditable(post)
  const taken = await takeAllMedia(sql, actor, prepared, now)
  await attachMedia(
    sql,
    post,
    taken.map(({ id }) => id),
    now,
  )
  return prepared.some((one) => one.mediaType === 'video') ? 'video' : 'image' // a video is always alone
}

const requireNoTagsOnCarousel = (tagPinIds: readonly string[], isCarousel: boolean) =>
  requireTaggable(isCarousel ? tagPinIds : [], { isCarousel, isBusiness: true })

/** Returns the given fields, trimmed and checked. */
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

/** Checks that a post is a draft or queued. @throws CONFLICT post_not_editable */
export function requireEditable({ status }: { status: PostStatus }): void {
  switch (status) {
    case 'draft':
    case 'queued':
      return
    case 'uploading':
      throw conflict('post_not_editable', (of) => `The ${of('post')} is being published and can no longer be changed here.`)
    case 'sent':
      throw conflict('post_not_editable', (of) => `The ${of('post')} is published: change it on Pinterest.`)
  }
}

/** Writes the copy and the kind of media of a locked post; its status and its time stay. @throws CONFLICT post_status_changed */
export async function writeCopy(sql: Sql, post: PostRow, now: Date): Promise<Post> {
  const { organizationId, id, title, description, url, altText, boardId, boardSectionId } = post
  const [row] = await sql<PostRow[]>`
    with p as (
    update posts p
       set media_type = ${post.mediaType}, title = ${title},
           description = ${description}, url = ${url}, url_key = ${url && urlKeyOf(url)}, alt_text = ${altText},
           board_id = ${boardId}, board_section_id = ${boardSectionId}, product_tag_pin_ids = ${post.productTagPinIds}::text[],
           is_simplified = ${post.isSimplified}, version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = ${id}
       and p.status in ('draft', 'queued')
    returning p.*), ${rechecking(sql, sql`p`, { now }, sql`true`)}, ${showing(sql, sql`p`, { organizationId, now })}
    select ${postColumnsOf(sql, organizationId)} from p`
  if (!row) throw postStatusChanged()
  return toPost(row)
}
