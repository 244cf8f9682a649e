/** Checks a pin before it is published. It runs outside transactions, and refuses nothing. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from '../accounts/account.js'
import { readLinkOut } from '../posts/link-out.js'
import { requireAccount } from '../accounts/accounts.js'
import { markHomesDirty } from '../notices/homes.js'
import { isAlike, type Print, printOf } from '../media/alike.js'
import type { Actor } from '../lib/actor.js'
import { after, before, DAY_MS, MINUTE_MS } from '../lib/duration.js'
import type { Deps, PicturePrint, Sql } from '../ports/deps.js'
import { readPost } from '../posts/list.js'
import { isChangeable, type Post } from '../posts/post.js'
import { findAround, isOtherOnBoard, type PlacedPost } from './around.js'
import { markHolds } from './dead-links.js'
import { byUrgency, type Finding } from '../posts/state/finding.js'
import { settlesWithin } from '../lib/timeout.js'
import { findLiveLink, type LiveDeps } from './live-links.js'
import { findInItself } from './own.js'
import { type Preflight, readFindings, storeFindings } from './store.js'
import { judgeLink } from './web/judge.js'
import { type LinkRead, readLink } from './web/read-link.js'
import { hasStatus } from '../lib/rows/of-status.js'
import type { PostStatus } from '../ports/post-status.js'

export type CheckDeps = LiveDeps &
  Pick<Deps, 'web' | 'storage' | 'pictures'> & { settings: Pick<Deps['settings'], 'webRequestsAMinute'> }

/** How long a person waits. Slower reads continue, for the next check. */
const ASKED_MS = 12_000
const SHOWN_MS = 700
/** How often it is seen whether another check has read the link. */
const LOOKS_EVERY_MS = 200

/**
 * Checks a draft or a queued post now; returns no findings for a post that is being or was published.
 * @throws NOT_FOUND
 */
export async function preflightPost(
  deps: CheckDeps,
  actor: Actor,
  input: { accountId: string; postId: string },
): Promise<Preflight & { link: string | null }> {
  const account = await requireAccount(deps.db.sql, actor, input.accountId)
  const post = await readPost(deps, actor, input)
  const preflight = await markHolds(deps.db.sql, post, await checkWithin(deps, account, post, ASKED_MS))
  return { ...preflight, link: await readLinkOut(deps, actor, post) }
}

/**
 * Returns what to show beside a post: the findings of its last check, or of a short check if there was none. Never throws,
 * because it is optional.
 */
export async function preflightShown(deps: CheckDeps, actor: Actor, post: Post): Promise<Preflight> {
  try {
    if (!isChangeable(post.status)) return NOTHING
    const kept = (await readFindings(deps.db.sql, [post])).get(post.id)
    const found = kept ?? (await checkWithin(deps, await requireAccount(deps.db.sql, actor, post.accountId), post, SHOWN_MS))
    return await markHolds(deps.db.sql, post, found)
  } catch (error) {
    deps.log.warn({ organizationId: post.organizationId, postId: post.id, err: error }, 'a pin could not be checked')
    return NOTHING
  }
}

const NOTHING: Preflight = { checkedAt: null, findings: [] }

/** @param waitsMs for its link, in real time */
async function checkWithin(deps: CheckDeps, account: Account, post: Post, waitsMs: number): Promise<Preflight> {
  if (!isChangeable(post.status)) return NOTHING
  const link = post.url === null ? undefined : await readWithin(deps, post, post.url, waitsMs)
  return checkPost(deps, account, post, link, { mayAsk: waitsMs > SHOWN_MS })
}

/**
 * Checks a post. `mayAsk` false: Pinterest is not called.
 * @param post a current draft or queued post, with its own account
 * @param link what was read of its link; undefined: it has none
 */
export async function checkPost(
  deps: CheckDeps,
  account: Account,
  post: Post,
  link: LinkRead | undefined,
  { mayAsk } = { mayAsk: true },
): Promise<Preflight> {
  const { db, clock } = deps
  const around = await findAround(db.sql, account, post, clock())
  const isSame = around.some(({ code }) => code === 'duplicate_picture') // the very bytes: nothing has to be compared
  const isLinked = around.some(({ code }) => code === 'duplicate_link')
  const found = [
    ...findInItself(post),
    ...around,
    ...(isSame ? [] : await findLookAlike(deps, account, post)),
    ...(isLinked ? [] : await findLiveLink(deps, account, post, mayAsk)),
  ]
  const later = link?.kind === 'later' ? link : undefined
  const judged = link && link.kind !== 'later' ? judgeLink(link, post) : []
  const findings = [...found, ...judged].sort(byUrgency)
  const now = clock()
  const dueAt = later ? later.at : nextCheckAt(post, account, now)
  const isAskedOtherwise = await db.tx((sql) => storeFindings(sql, post, { findings, isWhole: !later, dueAt }, now))
  if (isAskedOtherwise) await markHomesDirty(db.sql, { organizationId: post.organizationId, accountId: post.accountId })
  return { checkedAt: later ? null : now, findings }
}

/** A link that another check is reading, as the one that follows each change, is awaited like our own read. */
async function readWithin(deps: CheckDeps, { organizationId, id }: Post, url: string, waitsMs: number): Promise<LinkRead> {
  const endsAt = performance.now() + waitsMs
  const leftMs = () => endsAt - performance.now()
  const readOrWait = async (): Promise<LinkRead> => {
    for (;;) {
      const read = await readLink(deps, organizationId, url)
      if (read.kind !== 'later' || !read.isBeingRead || leftMs() < LOOKS_EVERY_MS) return read
      await sleep(LOOKS_EVERY_MS)
    }
  }
  const reading = readOrWait()
  if (await settlesWithin(reading, waitsMs)) return reading
  reading.catch((error: unknown) => deps.log.warn({ organizationId, postId: id, err: error }, 'a link could not be read'))
  return { kind: 'later', at: after(deps.clock(), MINUTE_MS) }
}

/** An account that holds dead links has its pages checked this much earlier, so that they can be read again in time. */
const EARLIER_MS = 15 * MINUTE_MS

/** Returns a day before the pin's time; a pin that still waits a day after it is checked once more. */
export function nextCheckAt(
  { status, sendAt }: Pick<Post, 'status' | 'sendAt'>,
  { holdDeadLinks }: Pick<Account, 'holdDeadLinks'>,
  now: Date,
): Date | null {
  if (status !== 'queued' || sendAt === null) return null
  const dayBefore = before(sendAt, DAY_MS + (holdDeadLinks ? EARLIER_MS : 0))
  if (dayBefore > now) return dayBefore
  const dayAfter = after(sendAt, DAY_MS)
  return dayAfter > now ? dayAfter : after(now, DAY_MS)
}

/** Finds the same picture in another size or format on the same board, by perceptual hash. */
type LookDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'pictures'>

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
    (select p.organization_id, p.account_id, p.board_id, p.id, p.title, p.status, p.source_post_id, p.sent_at, p.send_at,
            p.pin_deleted_at
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
  const own: Print = {
    print: sql`${mine.bits}::text::bit(128)`,
    red: sql`${mine.red}::int`,
    green: sql`${mine.green}::int`,
    blue: sql`${mine.blue}::int`,
  }
  const rows = await sql<((OtherRow & { mediaId: null }) | (Unprinted & { postId: null }))[]>`
    with compared as materialized (
      select p.id, p.title, p.sent_at, p.send_at, m.media_id, f.media_id is null as is_unprinted,
             ${isAlike(sql, printOf(sql, 'f'), own)} as is_alike
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
