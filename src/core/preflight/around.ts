/** Checks the surroundings of a pin in our tables: its board and section, the connection, other pins of that board. */
import type { Account } from '../accounts/account.js'
import { requireAccount } from '../accounts/accounts.js'
import type { Actor } from '../lib/actor.js'
import { after, DAY_MS } from '../lib/duration.js'
import { urlKeyOf } from '../lib/http/url.js'
import type { Deps, Sql } from '../ports/deps.js'
import type { Post } from '../posts/post.js'
import type { Finding, OtherPin } from '../posts/state/finding.js'
import { isLive } from '../lib/rows/live.js'

/**
 * Tokens are renewed this long before their end: if less is left, renewal has failed. @see
 * src/core/connections/renew-ahead.ts
 */
const RENEWED_BEFORE_MS = 9 * DAY_MS

export type PlacedPost = Pick<
  Post,
  'id' | 'url' | 'boardId' | 'boardSectionId' | 'sendAt' | 'failure' | 'sourcePostId' | 'media' | 'savedPin' | 'intervalGroupId'
>

/** Uses only our tables, not Pinterest; statements run one by one, so that a check takes one connection. */
export async function findAround(sql: Sql, account: Account, post: PlacedPost, now: Date): Promise<Finding[]> {
  return [
    ...(await ofPlace(sql, account, post)),
    ...(await ofConnection(sql, account, post, now)),
    ...(await sameLink(sql, account, post)),
    ...(await sameMedia(sql, account, post)),
  ]
}

/**
 * Finds a missing board or section: a board is gone when a complete listing lacked it, a section when its board's listing did.
 */
async function ofPlace(sql: Sql, account: Account, { boardId, boardSectionId }: PlacedPost): Promise<Finding[]> {
  if (boardId === null || account.boardsReadAt === null) return []
  const [board] = await sql<{ isSectionGone: boolean }[]>`
    select ${boardSectionId}::text is not null and b.sections_read_at is not null
           and not exists (select 1
                             from board_sections s
                            where s.organization_id = b.organization_id and s.account_id = b.account_id and s.board_id = b.id
                              and s.id = ${boardSectionId} and s.missing_since is null) as "isSectionGone"
      from boards b
     where b.organization_id = ${account.organizationId}
       and b.account_id = ${account.id}
       and b.id = ${boardId}`
  if (!board) return [{ code: 'board_gone', severity: 'blocking' }]
  return board.isSectionGone ? [{ code: 'section_gone', severity: 'blocking' }] : []
}

async function ofConnection(sql: Sql, account: Account, { sendAt }: PlacedPost, now: Date): Promise<Finding[]> {
  if (account.tokenStatus === 'unauthorized' || account.disconnectedAt !== null)
    return [{ code: 'connection_ends', severity: 'blocking', at: null }]
  const [row] = await sql<{ endsAt: Date | null; isRenewed: boolean }[]>`
    select case when refresh_token is null then expires_at else refresh_expires_at end as "endsAt",
           refresh_token is not null as "isRenewed"
      from connections
     where organization_id = ${account.organizationId}
       and account_id = ${account.id}`
  if (!row) return [{ code: 'connection_ends', severity: 'blocking', at: null }]
  const { endsAt, isRenewed } = row
  if (endsAt === null || endsAt > (sendAt ?? now)) return []
  if (isRenewed && endsAt > after(now, RENEWED_BEFORE_MS)) return [] // it is renewed before
  return [{ code: 'connection_ends', severity: 'blocking', at: endsAt.toISOString() }]
}

type OtherRow = { postId: string; title: string | null; at: Date | null }
const toOther = ({ postId, title, at }: OtherRow): OtherPin => ({ postId, title, at: at?.toISOString() ?? null })

/**
 * Finds for each post another pin on its board or scheduled for it, same pictures before same links. Drafts are not compared with
 * each other, because their reviewer chooses.
 */
export async function findDuplicates(
  { db: { sql } }: Pick<Deps, 'db'>,
  actor: Actor,
  { accountId, posts }: { accountId: string; posts: readonly PlacedPost[] },
): Promise<ReadonlyMap<string, Finding>> {
  const account = await requireAccount(sql, actor, accountId)
  const found = new Map<string, Finding>()
  for (const post of posts) {
    const [first] = [...(await sameMedia(sql, account, post)), ...(await sameLink(sql, account, post))]
    if (first) found.set(post.id, first)
  }
  return found
}

async function sameLink(sql: Sql, account: Account, post: PlacedPost): Promise<Finding[]> {
  if (post.boardId === null || post.url === null) return []
  const withLink = sql`
    select p.*
      from posts p
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.url_key = ${urlKeyOf(post.url)}
       and ${isLive(sql, 'p')}`
  const other = await findNewest(sql, account, post, withLink)
  return other ? [{ code: 'duplicate_link', severity: 'info', pin: toOther(other) }] : []
}

/**
 * Finds a pin with the same media: equal pictures of an organization share one media row. For a saved pin, finds the same pin
 * saved to the board before.
 */
async function sameMedia(sql: Sql, account: Account, post: PlacedPost): Promise<Finding[]> {
  const [cover] = post.media
  if (post.boardId === null) return []
  const { savedPin } = post
  if (!savedPin && !cover) return []
  const withMedia = savedPin
    ? sql`
    select p.*
      from posts p
     where p.organization_id = ${account.organizationId}
       and p.account_id = ${account.id}
       and p.saved_pin_id = ${savedPin.id}`
    : sql`
    select p.*
      from (select m.post_id
              from post_media m
             where m.organization_id = ${account.organizationId} and m.media_id = ${cover!.id} and m.position = 0
            offset 0) m
      join posts p on p.organization_id = ${account.organizationId} and p.id = m.post_id`
  const other = await findNewest(sql, account, post, withMedia)
  return other ? [{ code: 'duplicate_picture', severity: 'warning', pin: toOther(other) }] : []
}

/**
 * Returns the newest of some posts that is on its board or scheduled for it.
 * @param posts read first (`offset 0`), by their own index; otherwise all pins of the board might be read
 */
async function findNewest(
  sql: Sql,
  account: Account,
  post: PlacedPost,
  posts: ReturnType<typeof isOtherOnBoard>,
): Promise<OtherRow | undefined> {
  const [other] = await sql<OtherRow[]>`
    select p.id as "postId", p.title, coalesce(p.sent_at, p.send_at) as at
      from (${posts} offset 0) p
     where ${isOtherOnBoard(sql, account, post)}
     order by p.send_at desc, p.id desc
     limit 1`
  return other
}

/** True for `p` (already selected posts) on the board or scheduled for it. Repeats are excluded, because they are intended. */
export const isOtherOnBoard = (sql: Sql, account: Account, post: PlacedPost) => sql`
  p.organization_id = ${account.organizationId}
  and p.account_id = ${account.id}
  and p.board_id = ${post.boardId}
  and p.send_at is not null
  and p.status <> 'draft'
  and p.pin_deleted_at is null
  and p.id <> ${post.id}
  and p.id is distinct from ${post.sourcePostId}
  and p.source_post_id is distinct from ${post.id}
  and (p.source_post_id is null or p.source_post_id is distinct from ${post.sourcePostId})`
