/** A post that a worker has claimed, with all that publishing needs, as it was at the claim. */
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import { organizationOr } from '../../lib/rows/by-organization.js'
import type { Sql } from '../../ports/deps.js'
import type { Slide } from '../../posts/content.js'
import { isUnresolved } from '../../posts/state/open-question.js'
import type { UtmRule } from '../../links/utm.js'
import { isVideoDecided, type VideoFailure } from '../../posts/state/video.js'

type ClaimedPost = {
  postId: string
  attemptNumber: number
  chargeNumber: number
  /** The retries of this scheduling in which nothing was sent. */
  tries: number
  sendAt: Date
  /** The time at which this attempt, or this read-back, was due. */
  dueAt: Date
  title: string
  description: string
  url: string
  /** The parameters that its account and its board add to the link. */
  utm: UtmRule[]
  /** The board's name at the last read; null: not known. */
  boardName: string | null
  altText: string | null
  aiDisclosures: string[]
  /** The second of a video that is its cover; null: the first one, or a picture behind it in `media`. */
  cover: number | null
  /** The texts and links of the images of a carousel; empty: none. */
  slides: Slide[]
  /** The public pin to save, which has no texts, link or media of ours; null: a new pin. */
  savedPinId: string | null
  boardId: string
  boardSectionId: string | null
  isSimplified: boolean
  mediaType: 'image' | 'video'
  /** The media in order, the cover first: several pictures make a carousel, and one behind a video is its cover. */
  media: ClaimedMedia[]
  /** The platform's result for its video; null for pictures, and until there is one. `failedAs` null: it is ready. */
  video: { platformMediaId: string; failedAs: VideoFailure | null } | null
  hasTags: boolean
  /** True when a request of an earlier scheduling has an unknown outcome: its board is read before anything is sent. */
  hasUnknownPast: boolean
  /** The sealed token; null: the account has no connection. */
  accessToken: Buffer | null
  /** When the access ends; null: the platform did not name a time. */
  accessExpiresAt: Date | null
}
/** `bytes`: the stored size. */
export type ClaimedMedia = { id: string; storageKey: string; contentType: string; bytes: number }
export type Claimed = ClaimedPost & { organizationId: string; account: Account }

/** True when the account is on hold and this pin is not its probe. */
export const isHeldBack = ({ account, postId }: Pick<Claimed, 'account' | 'postId'>): boolean =>
  account.holdSince !== null && account.holdProbePostId !== postId

/** True for the probe: the pin that is tried while the account is on hold. */
export const isProbe = ({ account, postId }: Pick<Claimed, 'account' | 'postId'>): boolean =>
  account.holdSince !== null && account.holdProbePostId === postId

/** A row with the account's fields beside the post's. */
export type ClaimedRow = Account & ClaimedPost

/**
 * The columns of `posts p` and their `accounts a`.
 * @param dueAt its due_at before the claim
 * @param organizationId of all of them; absent: they are of several
 */
export const claimedColumns = (sql: Sql, now: Date, dueAt: ReturnType<Sql>, organizationId?: string) => {
  const organization = organizationOr(sql, 'p', organizationId)
  return sql`
  ${accountColumns(sql)},
  p.id as "postId", p.attempt_number as "attemptNumber", p.charge_number as "chargeNumber", p.tries, p.send_at as "sendAt", ${dueAt} as "dueAt",
  coalesce(p.title, '') as title, coalesce(p.description, '') as description, coalesce(p.url, '') as url,
  p.saved_pin_id as "savedPinId", p.alt_text as "altText", p.ai_disclosures as "aiDisclosures", p.cover, p.slides, p.board_id as "boardId", p.board_section_id as "boardSectionId",
  p.is_simplified as "isSimplified", p.media_type as "mediaType", cardinality(p.product_tag_pin_ids) > 0 as "hasTags",
  case when p.attempt_number > 1 -- nobody's first attempt asks any further
       then exists (select 1 from publish_attempts u
                     where u.organization_id = ${organization}
                       and u.post_id = p.id
                       and u.number < p.attempt_number
                       and u.send_at <> p.send_at
                       and ${isUnresolved(sql)})
       else false end as "hasUnknownPast",
  (select json_build_object('platformMediaId', j.platform_media_id, 'failedAs', j.failed_as)
     from video_jobs j
    where p.media_type = 'video'
      and j.organization_id = ${organization}
      and j.post_id = p.id
      and ${isVideoDecided(sql, now)}) as video,
  (select coalesce(json_agg(json_build_object('boardId', nullif(u.board_id, ''), 'source', u.source, 'medium', u.medium,
                                              'campaign', u.campaign, 'content', u.content)), '[]')
     from utm_rules u
    where u.organization_id = ${organization} and u.account_id = p.account_id and u.board_id in ('', p.board_id)) as utm,
  (select b.name
     from boards b
    where b.organization_id = ${organization} and b.account_id = p.account_id and b.id = p.board_id) as "boardName",
  (select coalesce(json_agg(json_build_object('id', m.id::text, 'storageKey', m.storage_key, 'contentType', m.content_type, 'bytes', m.bytes)
                            order by pm.position), '[]')
     from post_media pm
     join media m on m.organization_id = pm.organization_id and m.id = pm.media_id
    where pm.organization_id = ${organization} and pm.post_id = p.id) as media,
  (select c.access_token
     from connections c
    where c.organization_id = ${organization} and c.account_id = p.account_id) as "accessToken",
  (select c.expires_at
     from connections c
    where c.organization_id = ${organization} and c.account_id = p.account_id) as "accessExpiresAt"`
}

/** Copies field by field: this runs for each pin, and copying the rest of so many fields costs ten times as much. */
export function toClaimed(row: ClaimedRow): Claimed {
  return {
    organizationId: row.organizationId,
    account: accountOf(row),
    postId: row.postId,
    attemptNumber: row.attemptNumber,
    chargeNumber: row.chargeNumber,
    tries: row.tries,
    sendAt: row.sendAt,
    dueAt: row.dueAt,
    hasUnknownPast: row.hasUnknownPast,
    title: row.title,
    description: row.description,
    url: row.url,
    utm: row.utm,
    boardName: row.boardName,
    altText: row.altText,
    aiDisclosures: row.aiDisclosures,
    cover: row.cover,
    slides: row.slides,
    savedPinId: row.savedPinId,
    boardId: row.boardId,
    boardSectionId: row.boardSectionId,
    isSimplified: row.isSimplified,
    hasTags: row.hasTags,
    mediaType: row.mediaType,
    media: row.media,
    video: row.video,
    accessToken: row.accessToken,
    accessExpiresAt: row.accessExpiresAt,
  }
}

const accountOf = (row: Account): Account => ({
  organizationId: row.organizationId,
  id: row.id,
  platformUserId: row.platformUserId,
  username: row.username,
  displayName: row.displayName,
  avatarUrl: row.avatarUrl,
  timezone: row.timezone,
  isBusiness: row.isBusiness,
  connectionNumber: row.connectionNumber,
  tokenStatus: row.tokenStatus,
  domain: row.domain,
  isDomainVerified: row.isDomainVerified,
  publishing: row.publishing,
  whilePaused: row.whilePaused,
  pausedBecause: row.pausedBecause,
  pausedUntil: row.pausedUntil,
  disconnectedAt: row.disconnectedAt,
  holdSince: row.holdSince,
  holdReason: row.holdReason,
  holdMessage: row.holdMessage,
  holdProbeAt: row.holdProbeAt,
  holdProbePostId: row.holdProbePostId,
  notifyChannelId: row.notifyChannelId,
  approvalPolicy: row.approvalPolicy,
  approvalsChannelId: row.approvalsChannelId,
  remindsApprovers: row.remindsApprovers,
  publishedPins: row.publishedPins,
  holdDeadLinks: row.holdDeadLinks,
  trendRegion: row.trendRegion,
  trendInterests: row.trendInterests,
  setUp: row.setUp,
  defaultLink: row.defaultLink,
  boardsReadAt: row.boardsReadAt,
  createdAt: row.createdAt,
})

/** Returns the post with the current row and token of its account; unchanged when the account is deleted. */
export async function asOfNow(sql: Sql, claimed: Claimed): Promise<Claimed> {
  const [row] = await sql<(Account & Pick<Claimed, 'accessToken' | 'accessExpiresAt'>)[]>`
    select ${accountColumns(sql)}, c.access_token as "accessToken", c.expires_at as "accessExpiresAt"
      from accounts a
      left join connections c on c.organization_id = a.organization_id and c.account_id = a.id
     where a.organization_id = ${claimed.organizationId}
       and a.id = ${claimed.account.id}`
  if (!row) return claimed
  const { accessToken, accessExpiresAt, ...account } = row
  return { ...claimed, account, accessToken, accessExpiresAt }
}
