/** Settles a post whose pin was found other than by its own attempt: it is sent with that pin, and nothing more is sent. */
import type { Account } from '../../accounts/account.js'
import type { Sql } from '../../ports/deps.js'
import { isSectionGone } from '../../boards/lock-sections.js'
import { after, MINUTE_MS } from '../../lib/duration.js'
import { urlKeyOf } from '../../lib/http/url.js'
import { following, leftByUpdate } from '../../posts/changed.js'
import { attachMedia, holdMedia } from '../../posts/create/attach-media.js'
import { type CreatePayload, isSave, type Payload, urlOf } from '../model/payload.js'
import type { Place } from '../model/match-pins.js'
import { Superseded } from '../../lib/work/superseded.js'
import { foundMessage, type LostField } from '../../posts/state/failure-messages.js'
import { isNotified, notifyPublished } from './notify-published.js'
import type { UnresolvedAttempt } from '../model/unresolved-attempts.js'

export type Found = {
  postId: string
  /** The required state; a draft has no time of its own and takes `sendAt`. A post whose time is still to come takes `sentAt`. */
  from: 'draft' | 'queued' | 'uploading'
  attemptNumber: number
  sendAt: Date
  pinId: string
  sentAt: Date
  /** The attempt that made the pin; undefined: not known any more. */
  attempt: UnresolvedAttempt | undefined
  /** The board and section to which the platform has moved the pin since; absent or null: it was not moved. */
  movedTo?: Place | null | undefined
  /** An explanation for the operator. */
  how: string
  /** True when the team was notified of something else and gets a correction in any case. */
  isNews?: boolean
}

/**
 * Settles a found pin in the caller's transaction, with the post locked. The post shows what was sent: later edits are in no pin,
 * so they are undone and the notice lists them; charges and refunds stay.
 * @throws Superseded the post has moved on: the caller must roll back
 * @see docs/contract.md#drafts-with-an-unknown-past, promise 7 of docs/promises.md
 */
export async function settleFound(sql: Sql, account: Account, found: Found, now: Date): Promise<void> {
  const { organizationId } = account
  const { postId, pinId, attempt } = found
  const place = attempt && (found.movedTo ?? (await placeOf(sql, account, attempt.payload)))
  const lost = attempt && place ? await findLost(sql, account, postId, { sent: attempt.payload, place }) : []
  if (attempt && !isSave(attempt.payload) && lost.includes('media'))
    await attachAsSent(sql, { organizationId, id: postId }, attempt.payload, now)
  await writeFound(sql, account, { ...found, place }, now)
  await endAttempts(sql, account, found, now)
  await sql`
    delete from video_jobs
     where organization_id = ${organizationId}
       and post_id = ${postId}`
  await sql`
    delete from publish_lanes
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and attempt_number = ${found.attemptNumber}`
  await sql`select pg_notify('tags_due', '')`
  if (found.isNews || lost.length > 0) {
    const message = lost.length > 0 ? foundMessage(pinId, lost) : undefined
    return notifyPublished(sql, { ...account, publishedPins: 'each' }, { postId, sentAt: found.sentAt, message }, now)
  }
  if (isNotified(account)) await notifyPublished(sql, account, { postId, sentAt: found.sentAt }, now)
}

/** A time this little in the future counts as come, because the process that sent the pin may have a faster clock. */
const SKEW_MS = MINUTE_MS

async function writeFound(
  sql: Sql,
  { organizationId }: Account,
  { postId, from, attemptNumber, sendAt, pinId, sentAt, attempt, place }: Found & { place: Place | undefined },
  now: Date,
): Promise<void> {
  const early = after(now, SKEW_MS)
  const written = await sql`
    with p as (
      update posts p
         set status = 'sent', pin_id = ${pinId}, sent_at = ${sentAt}, due_at = null,
             send_at = case when coalesce(p.send_at, ${sendAt}) > ${early} then ${sentAt} else coalesce(p.send_at, ${sendAt}) end,
             timeslot_id = case when p.send_at > ${early} then null else p.timeslot_id end, lease_until = null,
             failure = null, ${attempt && place ? asSent(sql, attempt.payload, place) : sql``}
             tags_state = case when cardinality(p.product_tag_pin_ids) > 0 then 'pending' end,
             tags_due_at = case when cardinality(p.product_tag_pin_ids) > 0 then ${now}::timestamptz end, tags_tries = 0,
             version = p.version + 1, updated_at = ${now}
        from posts o -- as it was
       where p.organization_id = ${organizationId}
         and p.id = ${postId}
         and p.status = ${from}
         and p.attempt_number = ${attemptNumber}
         and o.organization_id = ${organizationId}
         and o.id = p.id
      returning p.*, ${leftByUpdate(sql)}
    ), ${following(sql, sql`p`, { event: 'post.sent', organizationId, now })}
    select from p`
  if (written.count !== 1) throw new Superseded()
}

/** Attaches the media that were sent, if they still exist: the sweep does not wait for an answer that may never come. */
async function attachAsSent(
  sql: Sql,
  post: { organizationId: string; id: string },
  { mediaIds, mediaKind }: CreatePayload,
  now: Date,
): Promise<void> {
  if (!(await holdMedia(sql, post, mediaIds))) return
  await attachMedia(sql, { ...post, status: 'sent', sendAt: null, media: [] }, mediaIds, now)
  await sql`
    update posts
       set media_type = ${mediaKind === 'video' ? 'video' : 'image'}
     where organization_id = ${post.organizationId}
       and id = ${post.id}`
}

const asSent = (sql: Sql, sent: Payload, { boardId, boardSectionId }: Place) => sql`
  ${isSave(sent) ? sql`` : copyAsSent(sql, sent)} board_id = ${boardId}, board_section_id = ${boardSectionId},`

/** The copy that was sent, with the post's own link: added parameters are no edit. */
const copyAsSent = (sql: Sql, { title, description, altText, ...sent }: CreatePayload) => sql`
  title = ${title}, description = ${description}, url = ${urlOf(sent)}, url_key = ${urlKeyOf(urlOf(sent))}, alt_text = ${altText},`

/** Ends the attempts: one made the pin, and an open one has sent nothing, or nothing that was made. */
async function endAttempts(
  sql: Sql,
  { organizationId }: Account,
  { postId, from, attemptNumber, attempt, how }: Found,
  now: Date,
): Promise<void> {
  if (attempt)
    await sql`
      update publish_attempts
         set state = 'found', settled_at = ${now}, reason = ${how}
       where organization_id = ${organizationId}
         and post_id = ${postId}
         and number = ${attempt.number}`
  if (from !== 'uploading' || attempt?.number === attemptNumber) return
  const ended = await sql`
    update publish_attempts
       set state = case when sending_at is null then 'retry' else 'absent' end, settled_at = ${now},
           reason = ${`the pin of attempt ${attempt?.number ?? 'unknown'} was found`}
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and number = ${attemptNumber}
       and state in ('claimed', 'unknown')`
  if (ended.count !== 1) throw new Superseded()
}

/** Returns where the sent pin is now: the pins of a section that was deleted since are on the board itself. */
async function placeOf(sql: Sql, account: Account, { boardId, boardSectionId }: Payload): Promise<Place> {
  const isGone = boardSectionId !== null && (await isSectionGone(sql, account, { boardId, boardSectionId }))
  return { boardId, boardSectionId: isGone ? null : boardSectionId }
}

/**
 * Returns the fields in which the post differs from its pin. @param place the current board and section of the pin: a post that
 * has them, too, was not edited
 */
async function findLost(
  sql: Sql,
  { organizationId }: Account,
  postId: string,
  { sent, place }: { sent: Payload; place: Place },
): Promise<LostField[]> {
  const [post] = await sql<
    Pick<CreatePayload, 'title' | 'description' | 'link' | 'altText' | 'boardId' | 'boardSectionId' | 'mediaIds'>[]
  >`
    select title, description, url as link, alt_text as "altText", board_id as "boardId", board_section_id as "boardSectionId",
           array(select m.media_id::text
                   from post_media m
                  where m.organization_id = posts.organization_id and m.post_id = posts.id
                  order by m.position) as "mediaIds"
      from posts
     where organization_id = ${organizationId}
       and id = ${postId}`
  if (!post) return []
  const isElsewhere = !isSamePlace(post, sent) && !isSamePlace(post, place)
  const places: LostField[] = isElsewhere ? [post.boardId === place.boardId ? 'section' : 'board'] : []
  if (isSave(sent)) return places // nothing else of it can be edited
  const words = (['title', 'description', 'link', 'altText'] as const).filter(
    (name) => post[name] !== (name === 'link' ? urlOf(sent) : sent[name]),
  )
  const media: LostField[] = post.mediaIds.join(' ') === sent.mediaIds.join(' ') ? [] : ['media']
  return [...words, ...places, ...media]
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.boardId === other.boardId && one.boardSectionId === other.boardSectionId
