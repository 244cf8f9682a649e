/** Deleted posts: kept whole, restored, or purged after their time. */
import { byOrganization } from '../../lib/rows/by-organization.js'
import type { GoesOn } from '../../lib/work/batch.js'
import { before, DAY_MS } from '../../lib/duration.js'
import type { Account } from '../../accounts/account.js'
import { checking } from '../../media/to-check.js'
import { refundCharge } from '../../billing/ledger.js'
import type { Sql } from '../../ports/deps.js'
import { announce, leaving, leftByDelete, rechecking, showing } from '../changed.js'
import { lockPosts, postStatusChanged } from '../store.js'
import type { LockedPost } from '../row.js'

const KEPT_MS = 30 * DAY_MS
const AT_A_TIME = 500
const MAX_REASONS = 5

/**
 * Keeps locked drafts and queued posts aside with their media and attempts, by which a restored post knows whether it may be on
 * the platform, and refunds queued ones.
 * @throws CONFLICT post_status_changed
 */
export async function removePosts(sql: Sql, account: Account, posts: LockedPost[], now: Date): Promise<void> {
  const { organizationId } = account
  const areTheirs = sql`
    p.organization_id = ${organizationId}
    and p.id = any (${posts.map(({ id }) => id)}::bigint[])
    and p.status in ('draft', 'queued')`
  // Runs before the delete: on a cluster, the deleting statement no longer sees the rows that are deleted with the posts.
  await announce(sql, 'post.deleted', sql`(select p.* from posts p where ${areTheirs}) p`, { now, organizationId })
  await sql`
    insert into deleted_posts (organization_id, id, account_id, post, media_ids, attempts, deleted_at)
    with going as materialized (
      select p.organization_id, p.id, p.account_id, to_jsonb(p) as post,
             array(select m.media_id
                     from post_media m
                    where m.organization_id = ${organizationId} and m.post_id = p.id
                    order by m.position) as media_ids,
             (select coalesce(jsonb_agg(to_jsonb(a) order by a.number), '[]')
                from publish_attempts a
               where a.organization_id = ${organizationId} and a.post_id = p.id) as attempts
        from posts p
       where ${areTheirs}
    )
    select organization_id, id, account_id, post, media_ids, attempts, ${now}::timestamptz
      from going`
  const removed = await sql`
    with p as (delete from posts p where ${areTheirs} returning p.*, ${leftByDelete(sql)}), ${leaving(sql, sql`p`)},
         ${showing(sql, sql`p`, { organizationId, now })}
    select
      from p`
  if (removed.count !== posts.length) throw postStatusChanged()
  for (const { id, status, chargeNumber } of posts)
    if (status === 'queued') await refundCharge(sql, account, { postId: id, chargeNumber, refund: 'unscheduled' }, now)
}

/** Finds the title of a deleted post. null: it had none, or is not known any more. */
export async function findDeletedTitle(
  sql: Sql,
  { organizationId, postId }: { organizationId: string; postId: string },
): Promise<string | null> {
  const [row] = await sql<{ title: string | null }[]>`
    select post ->> 'title' as title
      from deleted_posts
     where organization_id = ${organizationId}
       and id = ${postId}`
  return row?.title ?? null
}

/** Locks deleted posts for update in id order. @returns who made them */
export async function lockDeleted(sql: Sql, account: Account, postIds: string[]): Promise<{ createdBy: string | null }[]> {
  return sql<{ createdBy: string | null }[]>`
    select d.post ->> 'created_by' as "createdBy"
      from deleted_posts d
     where ${those(sql, account, postIds)}
     order by d.id
       for update`
}

/** Makes deleted posts drafts again, with the next version, their media and attempts. @returns them locked, in id order */
export async function restoreRow(sql: Sql, account: Account, postIds: string[], now: Date): Promise<LockedPost[]> {
  const columns = await keptColumns(sql, account, postIds)
  if (columns.posts.length === 0) return [] // none of them is kept any more
  const attempts = sql`, tried as (
      insert into publish_attempts (${listed(sql, columns.attempts)})
      select ${listed(sql, columns.attempts)}
        from (select a.*
                from kept k
               cross join jsonb_array_elements(k.attempts) tried
               cross join jsonb_populate_record(null::publish_attempts, tried) a) as a
    )`
  await sql`
    with kept as (
      delete from deleted_posts d
       where ${those(sql, account, postIds)}
      returning d.*
    ), back as (
      insert into posts (${listed(sql, columns.posts)})
      overriding system value
      select ${listed(sql, columns.posts)}
        from (select r.*
                from kept k
               cross join jsonb_populate_record(null::posts, k.post || jsonb_build_object(
                     'status', 'draft', 'send_at', null, 'timeslot_id', null, 'due_at', null, 'lease_until', null,
                     'version', (k.post ->> 'version')::int + 2, 'updated_at', ${now}::timestamptz)) r) as r
      returning *
    ), ${rechecking(sql, sql`back p`, { now })}, ${showing(sql, sql`back p`, { organizationId: account.organizationId, now })}${columns.attempts.length > 0 ? attempts : sql``}
    insert into post_media (organization_id, post_id, position, media_id)
    select k.organization_id, k.id, m.position - 1, m.id
      from kept k
     cross join unnest(k.media_ids) with ordinality as m(id, position)`
  return lockPosts(sql, account, { postIds })
}

const listed = (sql: Sql, names: string[]) => names.map((name, index) => (index === 0 ? sql`${sql(name)}` : sql`, ${sql(name)}`))

/** The condition on `deleted_posts d` for these posts. */
const those = (sql: Sql, account: Account, postIds: string[]) => sql`
  d.organization_id = ${account.organizationId}
         and d.account_id = ${account.id}
         and d.id = any (${postIds}::bigint[])`

/**
 * Returns the kept columns that still exist; one that a migration has added since takes its default. The catalog is read by a
 * statement of its own, because in a cluster each node has its own catalog.
 */
async function keptColumns(sql: Sql, account: Account, postIds: string[]): Promise<{ posts: string[]; attempts: string[] }> {
  const kept = await sql<{ ofPost: string[]; ofAttempts: string[][] }[]>`
    select array(select jsonb_object_keys(d.post)) as "ofPost",
           (select coalesce(jsonb_agg(array(select jsonb_object_keys(tried))), '[]')
              from jsonb_array_elements(d.attempts) tried) as "ofAttempts"
      from deleted_posts d
     where ${those(sql, account, postIds)}`
  const columns = await sql<{ isOfPosts: boolean; name: string }[]>`
    select attrelid = 'posts'::regclass as "isOfPosts", attname as name
      from pg_attribute
     where attrelid in ('posts'::regclass, 'publish_attempts'::regclass)
       and attnum > 0
       and not attisdropped
     order by attname`
  const inAll = (ofPosts: boolean, rows: string[][]) => {
    const sets = rows.map((keys) => new Set(keys))
    const names = columns.flatMap(({ isOfPosts, name }) => (isOfPosts === ofPosts ? [name] : []))
    return sets.length === 0 ? [] : names.filter((name) => sets.every((keys) => keys.has(name)))
  }
  return {
    posts: inAll(
      true,
      kept.map(({ ofPost }) => ofPost),
    ),
    attempts: inAll(
      false,
      kept.flatMap(({ ofAttempts }) => ofAttempts),
    ),
  }
}

/**
 * Purges posts deleted 30 days ago, their approval requests, comments and audit rows, some at a time, over all organizations. A
 * failing one does not block the others.
 * @throws AggregateError afterwards, with what went wrong
 */
export async function purgeDeleted(sql: Sql, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const errors = new Map<string, unknown>()
  let old: Old[] = []
  do {
    old = await listOld(sql, now, old.at(-1))
    for (const [organizationId, theirs] of byOrganization(old)) {
      if (!goesOn()) break
      if (!errors.has(organizationId))
        await purgeThose(sql, organizationId, theirs).catch((error: unknown) => errors.set(organizationId, error))
    }
  } while (old.length === AT_A_TIME && goesOn())
  if (errors.size > 0)
    throw new AggregateError(
      [...errors.values()].slice(0, MAX_REASONS),
      `deleted posts of ${errors.size} organizations could not be purged`,
    )
}

/** `at`: with its microseconds. */
type Old = { organizationId: string; id: string; at: string }

async function listOld(sql: Sql, now: Date, last: Old | undefined): Promise<Old[]> {
  return [
    ...(await sql<Old[]>`
    select organization_id as "organizationId", id, deleted_at::text as at
      from deleted_posts
     where deleted_at <= ${before(now, KEPT_MS)}
       ${last ? sql`and (deleted_at, organization_id, id) > (${last.at}::text::timestamptz, ${last.organizationId}, ${last.id})` : sql``}
     order by deleted_at, organization_id, id
     limit ${AT_A_TIME}`),
  ]
}

async function purgeThose(sql: Sql, organizationId: string, posts: readonly { id: string }[]): Promise<void> {
  await sql`
    with gone as (
      delete from deleted_posts d
       where d.organization_id = ${organizationId}
         and d.id = any (${posts.map(({ id }) => id)}::bigint[])
      returning d.id, d.media_ids
    ), ${checking(sql, organizationId, sql`select unnest(media_ids) as id from gone`)}, forgotten as (
      delete from audit a
       using gone g
       where a.organization_id = ${organizationId}
         and a.subject = 'post:' || g.id
    ), asked as (
      delete from approvals a
       using gone g
       where a.organization_id = ${organizationId}
         and a.post_id = g.id
      returning a.id
    ), unsaid as (
      delete from audit s
       using asked a
       where s.organization_id = ${organizationId}
         and s.subject = 'approval:' || a.id
    ), commented as (
      delete from post_comments c
       using gone g
       where c.organization_id = ${organizationId}
         and c.post_id = g.id
      returning c.id
    ), unnoted as (
      delete from audit s
       using commented c
       where s.organization_id = ${organizationId}
         and s.subject = 'comment:' || c.id
    )
    select id
      from gone`
}
