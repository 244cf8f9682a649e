/** The same picture in another size or format, on the same board: by what it looks like. */
import type { Account } from '../accounts/account.js'
import type { Deps, PicturePrint, Sql } from '../ports/deps.js'
import { isOtherOnBoard, type PlacedPost } from './around.js'
import type { Finding } from './finding.js'

export type LookDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'pictures'>

/** Of the 128 bits of a print. In another size, format or quality it is 5 at most; another crop has more. */
const MOST_BITS = 8
/** Of each colour, 0 to 255. A little brighter is 8; one shape in two colours, as shops have it, 14 and more. */
const MOST_TINT = 12
/** Pictures that are printed for one check, the newest first: those of a large board come with the next ones. */
const AT_A_TIME = 40

type Unprinted = { mediaId: string; thumbnailKey: string }

/** Reads pictures from the store: never in a transaction. */
export async function findLookAlike(deps: LookDeps, account: Account, post: PlacedPost): Promise<Finding[]> {
  const { sql } = deps.db
  const [cover] = post.media
  if (post.boardId === null || !cover?.contentType.startsWith('image/')) return []
  for (const one of await findUnprinted(sql, account, post, cover.id)) await print(deps, account, one)
  const [other] = await sql<{ postId: string; title: string | null; at: Date | null }[]>`
    select p.id as "postId", p.title, coalesce(p.sent_at, p.send_at) as at
      from media_prints mine
      join posts p on ${isOtherOnBoard(sql, account, post)}
      join post_media m on m.organization_id = p.organization_id and m.post_id = p.id and m.position = 0
      join media_prints f on f.organization_id = m.organization_id and f.media_id = m.media_id
     where mine.organization_id = ${account.organizationId}
       and mine.media_id = ${cover.id}
       and bit_count(f.print # mine.print) <= ${MOST_BITS}
       and greatest(abs(f.red - mine.red), abs(f.green - mine.green), abs(f.blue - mine.blue)) <= ${MOST_TINT}
     order by p.send_at desc, p.id desc
     limit 1`
  if (!other) return []
  const { postId, title, at } = other
  return [{ code: 'duplicate_picture', severity: 'warning', pin: { postId, title, at: at?.toISOString() ?? null } }]
}

/** Its own first. */
async function findUnprinted(sql: Sql, account: Account, post: PlacedPost, coverId: string): Promise<Unprinted[]> {
  const own = await sql<Unprinted[]>`
    select d.id as "mediaId", d.thumbnail_key as "thumbnailKey"
      from media d
     where d.organization_id = ${account.organizationId}
       and d.id = ${coverId}
       and d.thumbnail_key is not null
       and not exists (select 1 from media_prints f where f.organization_id = d.organization_id and f.media_id = d.id)`
  const others = await sql<Unprinted[]>`
    select d.id as "mediaId", d.thumbnail_key as "thumbnailKey"
      from posts p
      join post_media m on m.organization_id = p.organization_id and m.post_id = p.id and m.position = 0
      join media d on d.organization_id = m.organization_id and d.id = m.media_id
     where ${isOtherOnBoard(sql, account, post)}
       and d.media_type = 'image'
       and d.thumbnail_key is not null
       and not exists (select 1 from media_prints f where f.organization_id = d.organization_id and f.media_id = d.id)
     order by p.send_at desc, p.id desc
     limit ${AT_A_TIME}`
  return [...own, ...others]
}

/** One whose bytes cannot be read now is printed with a later check. */
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
