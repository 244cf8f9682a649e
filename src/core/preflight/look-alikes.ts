/** Finds the same picture in another size or format on the same board, by perceptual hash. */
import type { Account } from '../accounts/account.js'
import type { Deps, PicturePrint, Sql } from '../ports/deps.js'
import { hasStatus } from '../lib/rows/of-status.js'
import type { PostStatus } from '../ports/post-status.js'
import { isOtherOnBoard, type PlacedPost } from './around.js'
import type { Finding } from '../posts/state/finding.js'

export type LookDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'pictures'>

/** The most differing bits out of 128. Another size, format or quality differs in at most 5; another crop in more. */
const MOST_BITS = 8
/** The most difference of each colour, 0 to 255. Slightly brighter is 8; a product in two colours, as in shops, 14 and more. */
const MOST_TINT = 12
/** The newest pins of the account, among which those of the board are compared: a check costs the same for old accounts. */
export const COMPARED = 2_000
/** Pictures hashed for one check, newest first; those of a large board follow with later checks. */
const AT_A_TIME = 40

type Unprinted = { mediaId: string; thumbnailKey: string }
type OtherRow = { postId: string; title: string | null; at: Date | null }
type Compared = { alike: OtherRow | undefined; unprinted: Unprinted[] }

/** Reads pictures from the store: never call it in a transaction. */
export async function findLookAlike(deps: LookDeps, account: Account, post: PlacedPost): Promise<Finding[]> {
  const { sql } = deps.db
  const [cover] = post.media
  if (post.boardId === null || !cover?.contentType.startsWith('image/')) return []
  const mine = await findOwnPrint(deps, account, cover.id)
  if (!mine) return []
  const { alike: known, unprinted } = await compare(sql, account, post, mine)
  for (const one of unprinted) await print(deps, account, one)
  const alike = unprinted.length === 0 ? known : (await compare(sql, account, post, mine)).alike
  if (!alike) return []
  const { postId, title, at } = alike
  return [{ code: 'duplicate_picture', severity: 'warning', pin: { postId, title, at: at?.toISOString() ?? null } }]
}

/** Returns undefined when it has too little detail, or its bytes cannot be read now. */
async function findOwnPrint(deps: LookDeps, account: Account, coverId: string): Promise<PicturePrint | undefined> {
  const read = () => deps.db.sql<{ isPrinted: boolean; thumbnailKey: string | null; print: PicturePrint | null }[]>`
    select f.media_id is not null as "isPrinted", d.thumbnail_key as "thumbnailKey",
           case when f.print is not null
                then json_build_object('bits', f.print::text, 'red', f.red, 'green', f.green, 'blue', f.blue) end as print
      from media d
      left join media_prints f on f.organization_id = d.organization_id and f.media_id = d.id
     where d.organization_id = ${account.organizationId}
       and d.id = ${coverId}`
  const [own] = await read()
  if (!own || own.isPrinted || own.thumbnailKey === null) return own?.print ?? undefined
  await print(deps, account, { mediaId: coverId, thumbnailKey: own.thumbnailKey })
  const [printed] = await read()
  return printed?.print ?? undefined
}

/** Reads status by status, each in the order of an index. */
const newest = (sql: Sql, { organizationId, id }: Account) => {
  const of = (status: PostStatus) => sql`
    (select p.organization_id, p.account_id, p.board_id, p.id, p.title, p.status, p.source_post_id, p.sent_at, p.send_at
       from posts p
      where p.organization_id = ${organizationId} and p.account_id = ${id} and ${hasStatus(sql, status)}
      order by p.send_at desc, p.id desc
      limit ${COMPARED})`
  return sql`
    select *
      from (${of('queued')} union all ${of('uploading')} union all ${of('sent')}) p
     order by p.send_at desc, p.id desc
     limit ${COMPARED}`
}

/**
 * Compares with pins of the board among the newest. Details are looked up one by one (`offset 0`): a join would read the pictures
 * of the whole organization.
 */
async function compare(sql: Sql, account: Account, post: PlacedPost, mine: PicturePrint): Promise<Compared> {
  const { organizationId } = account
  const rows = await sql<((OtherRow & { mediaId: null }) | (Unprinted & { postId: null }))[]>`
    with compared as materialized (
      select p.id, p.title, p.sent_at, p.send_at, m.media_id, f.media_id is null as is_unprinted,
             bit_count(f.print # ${mine.bits}::text::bit(128)) <= ${MOST_BITS}::int
             and greatest(abs(f.red - ${mine.red}::int), abs(f.green - ${mine.green}::int), abs(f.blue - ${mine.blue}::int)) <= ${MOST_TINT}::int
               as is_alike
        from (${newest(sql, account)}) p
       cross join lateral (select m.media_id
                             from post_media m
                            where m.organization_id = ${organizationId} and m.post_id = p.id and m.position = 0
                           offset 0) m
        left join lateral (select f.media_id, f.print, f.red, f.green, f.blue
                             from media_prints f
                            where f.organization_id = ${organizationId} and f.media_id = m.media_id
                           offset 0) f on true
       where ${isOtherOnBoard(sql, account, post)}
    )
    (select id as "postId", title, coalesce(sent_at, send_at) as at, null::bigint as "mediaId", null as "thumbnailKey"
       from compared
      where is_alike
      order by send_at desc, id desc
      limit 1)
    union all
    (select null, null, null, d.media_id, d.thumbnail_key
       from compared c
      cross join lateral (select d.id as media_id, d.thumbnail_key
                            from media d
                           where d.organization_id = ${organizationId} and d.id = c.media_id
                             and d.media_type = 'image' and d.thumbnail_key is not null
                          offset 0) d
      where c.is_unprinted
      order by c.send_at desc, c.id desc
      limit ${AT_A_TIME})`
  return {
    alike: rows.find((row) => row.mediaId === null),
    unprinted: rows.filter((row) => row.mediaId !== null),
  }
}

/** Hashes a picture; one whose bytes cannot be read now follows with a later check. */
async function print({ db, log, storage, pictures }: LookDeps, { organizationId }: Account, one: Unprinted): Promise<void> {
  let printed: PicturePrint | null
  try {
    printed = await pictures.print(await storage.read(one.thumbnailKey), 'media')
  } catch (error) {
    log.debug({ organizationId, mediaId: one.mediaId, error }, 'a picture could not be compared')
    return
  }
  await db.sql`
    insert into media_prints (organization_id, media_id, print, red, green, blue)
    select organization_id, id, ${printed?.bits ?? null}::text::bit(128), ${printed?.red ?? null}::smallint,
           ${printed?.green ?? null}::smallint, ${printed?.blue ?? null}::smallint
      from media
     where organization_id = ${organizationId}
       and id = ${one.mediaId}
    on conflict (organization_id, media_id) do nothing`
}
