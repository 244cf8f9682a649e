/** Changes the copy or the media of a draft or a queued post, and its time along with them. */
import { requireAccount } from '../accounts/accounts.js'
import { hasRoleOn } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { requireSectionsStay } from '../boards/lock-sections.js'
import { badRequest, notFound, RefusedBecause } from '../lib/errors.js'
import { readAll } from '../lib/rows/read-all.js'
import { mediaTypeOf } from '../media/media.js'
import type { PreparedMedia } from '../media/prepared.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { openApproval, requireMayScheduleOrAsk } from './approval/request.js'
import { attachMedia } from './create/attach-media.js'
import { newChangeId } from './audit.js'
import { changed, rechecking, showing } from './changed.js'
import { findRequestedBoard, readBoardChange, requireSameBoard, type BoardChange } from './board-change.js'
import { type GivenChanges, readContent, requireDisclosable } from './content.js'
import { type FindFor, placePost, withFind, withSchedule } from './schedule/take-slot.js'
import { isCarousel, type MediaSource } from '../media/post-media.js'
import { noVideo, requireCover, requireSecondWithin } from './create/cover.js'
import { requireEqualRatios, requireImages, requireSlides, requireSources } from './carousel.js'
import { lookUpMedia, takeAllMedia, withMedia } from './create/media.js'
import { claimOf, findNewPlace, requireNewTime } from './schedule/new-time.js'
import { requireMayChange, requireMayMake } from './permissions.js'
import type { Placed, Post } from './post.js'
import type { PostStatus } from '../ports/post-status.js'
import { isSimplifiedWith, requireSchedulable, requireTaggable } from './rules.js'
import { requireOwnFields } from './saved-pin.js'
import { requestedOf, requireBoardBack } from './schedule.js'
import { type AsSeen, requireFieldsAsSeen, requireTimeAsSeen } from './seen.js'
import type { NewTime } from './when.js'
import { findPost, lockPost, postStatusChanged } from './store.js'
import { contentAssigned, type LockedPost, postColumnsOf, type PostRow, toPost } from './row.js'
import { withMediaWarnings } from './state/media-warnings.js'
import { withWarnings } from './state/warnings.js'

export type EditPost = {
  accountId: string
  postId: string
  /** undefined: unchanged. */
  changes: GivenChanges & {
    board?: BoardChange
    /** Replaces all of them: the only picture or video, or the cover of a carousel and its further images. */
    media?: [MediaSource, ...MediaSource[]]
    /** The picture that becomes the cover of the video. New media have none unless it comes with them. */
    coverPicture?: MediaSource | undefined
  }
  /** The fields that the editor saw: a field that another person has changed since is not overwritten. */
  seen?: AsSeen
  /** The new time, written and undone together with the rest; a contributor requests it. Absent: the time stays. */
  when?: Extract<NewTime, { kind: 'at' | 'nextOpenSlot' | 'openSlot' }>
  /** The time that the editor saw, as in schedulePost(). */
  seenAt?: Date | null
  /** Checks the post once it is locked: when it throws, nothing is written. */
  still?: ((sql: Sql, post: LockedPost) => Promise<void>) | undefined
  /** Finds the slot in place of the search for the next open slot. */
  find?: FindFor | undefined
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
  { accountId, postId, changes, seen: asSeen, when, seenAt, still, find }: EditPost,
  beforeCommit?: BeforeCommit<Placed>,
): Promise<Placed> {
  if (!Object.values(changes).some((value) => value !== undefined))
    throw badRequest('title', 'Nothing to change: fill in at least one field.')
  const { media: newMedia, coverPicture } = changes
  const picture = coverPicture ? [{ ...coverPicture, isCover: true as const }] : []
  const sources = newMedia || coverPicture ? [...(newMedia ?? []), ...picture] : undefined
  const { copy } = readAll({
    copy: () => readContent(changes),
    sources: () => sources && requireSources(sources),
  })
  const { productTagPinIds: tags, aiDisclosures } = copy
  requireDisclosable(aiDisclosures, deps.settings.aiDisclosures)

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
  const mediaTypes = given?.map(mediaTypeOf) ?? []
  if (sources) requireImages(sources, mediaTypes)
  requireCoverOf(seen, changes, { sources, mediaTypes })
  const imagesAfter = (media: Post['media']) => newMedia?.length ?? (isCarousel(media) ? media.length : 1)
  const willBeCarousel = imagesAfter(seen.media) > 1
  requireSlides(copy.slides ?? [], imagesAfter(seen.media))
  if (tags) requireTaggable(tags, { isCarousel: willBeCarousel, isBusiness: account.isBusiness })
  else requireNoTagsOnCarousel(seen.productTagPinIds, willBeCarousel)
  const board = await readBoardChange(deps, account, found, changes.board)
  const requireAsSeen = (post: Post) => {
    const edited = { ...post, ...copy, ...board }
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
      await still?.(sql, locked)
      if (locked.status !== seen.status) throw postStatusChanged()
      requireAsSeen(toPost(locked))
      requireSameBoard(changes.board, seen, locked)
      const images = imagesAfter(locked.media)
      const isOfSeveral = images > 1
      const slides = copy.slides ?? (newMedia && images !== locked.slides.length ? [] : locked.slides)
      requireSlides(slides, images)
      const productTagPinIds = tags ?? locked.productTagPinIds
      requireNoTagsOnCarousel(productTagPinIds, isOfSeveral) // either may have been changed meanwhile
      const isSimplified = isSimplifiedWith(productTagPinIds, { isCarousel: isOfSeveral, isSimplified: locked.isSimplified })
      const replaced = await replaceMedia(sql, actor, { post: locked, prepared, changes, cover: copy.cover }, now)
      const post = { ...locked, ...copy, ...board, ...replaced, productTagPinIds, isSimplified, slides }
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
      const written: Placed = isPlaced
        ? await placePost(
            sql,
            account,
            { post: { ...post, media: copied.media }, when: withFind(place.when, account, find) },
            now,
          )
        : copied
      const action = !isPlaced ? 'edit' : locked.status === 'draft' ? 'schedule' : 'reschedule'
      const changeId = newChangeId()
      await changed(sql, actor, { account, action, before: [locked], changeId }, now)
      const asked = time && !isDirect ? requestedOf(actor, accountId, time) : undefined
      const request = asked && (await openApproval(sql, actor, { account, post: copied, when: asked, changeId }, now))
      const placed = await withWarnings<Placed>(sql, account, { ...written, ...request }, now)
      const [edited = placed] = withMediaWarnings([placed], prepared ?? [])
      await beforeCommit?.(sql, edited)
      return edited
    }
    const searches = time && (isDirect || time.kind === 'nextOpenSlot')
    return searches ? withSchedule(deps, account, { when: claimOf(time, requested) }, writeAll) : deps.db.tx(writeAll)
  }
  if (!given) return write()
  return withMedia(deps, actor, given, (prepared) => {
    requireEqualRatios(prepared)
    return write(prepared)
  })
}

type NewMedia = {
  post: LockedPost
  /** The new media, a cover behind its video; undefined: none. */
  prepared: PreparedMedia[] | undefined
  changes: Pick<EditPost['changes'], 'media' | 'cover'>
  /** The second as it was read. */
  cover: number | null | undefined
}

/**
 * Replaces the media and the cover: a new picture or second takes the place of the cover before, and new media have their own.
 * Writes only drafts and queued posts: a post that was claimed while its picture was fetched is published with the old one.
 * @throws BAD_REQUEST cover: beyond the end of the video, or the video was replaced by an image meanwhile
 */
async function replaceMedia(
  sql: Sql,
  actor: Actor,
  { post, prepared = [], changes, cover }: NewMedia,
  now: Date,
): Promise<Partial<Pick<Post, 'mediaType' | 'cover'>>> {
  const hasSecond = changes.cover !== undefined
  if (prepared.length === 0 && !hasSecond) return {}
  requireEditable(post)
  const keepsVideo = changes.media === undefined
  if (keepsVideo && post.mediaType !== 'video') throw noVideo()
  requireSecondWithin(cover, keepsVideo ? post.media : prepared)
  const taken = await takeAllMedia(sql, actor, prepared, now)
  const media = [...(keepsVideo ? post.media.slice(0, 1) : []), ...taken]
  await attachMedia(
    sql,
    post,
    media.map(({ id }) => id),
    now,
  )
  const hasVideo = keepsVideo || prepared.some((one) => one.mediaType === 'video') // a video is alone but for its cover
  return { mediaType: hasVideo ? 'video' : 'image', cover: cover ?? null }
}

/** Checks the cover of an edit against the media that the post will have. @throws BAD_REQUEST cover */
function requireCoverOf(
  { mediaType, media }: Post,
  { cover, media: newMedia }: EditPost['changes'],
  { sources = [], mediaTypes }: { sources: readonly MediaSource[] | undefined; mediaTypes: Post['mediaType'][] },
): void {
  if (newMedia) return requireCover({ second: cover, sources }, mediaTypes)
  const video: MediaSource = { kind: 'url', url: '', mediaType } // the one that it has
  requireCover({ second: cover, sources: [video, ...sources] }, [mediaType, ...mediaTypes])
  requireSecondWithin(cover, media)
}

const requireNoTagsOnCarousel = (tagPinIds: readonly string[], isCarousel: boolean) =>
  requireTaggable(isCarousel ? tagPinIds : [], { isCarousel, isBusiness: true })

/** Checks that a post is a draft or queued. @throws CONFLICT post_not_editable */
export function requireEditable({ status }: { status: PostStatus }): void {
  switch (status) {
    case 'draft':
    case 'queued':
      return
    case 'uploading':
    case 'sent':
      throw new RefusedBecause('post_not_editable', { status, verb: 'change' })
  }
}

/** Writes the copy and the kind of media of a locked post; its status and its time stay. @throws CONFLICT post_status_changed */
export async function writeCopy(sql: Sql, post: PostRow, now: Date): Promise<Post> {
  const { organizationId, id, boardId, boardSectionId } = post
  const [row] = await sql<PostRow[]>`
    with p as (
    update posts p
       set media_type = ${post.mediaType}, ${contentAssigned(sql, post)},
           board_id = ${boardId}, board_section_id = ${boardSectionId}, version = p.version + 1, updated_at = ${now}
     where p.organization_id = ${organizationId}
       and p.id = ${id}
       and p.status in ('draft', 'queued')
    returning p.*), ${rechecking(sql, sql`p`, { now }, sql`true`)}, ${showing(sql, sql`p`, { organizationId, now })}
    select ${postColumnsOf(sql, organizationId)} from p`
  if (!row) throw postStatusChanged()
  return toPost(row)
}
