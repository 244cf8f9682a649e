/** Limits what an organization may have waiting for a post: open slots, and bytes that are staged or may still come. */
import { mapConcurrently } from '../lib/work/concurrency.js'
import { DomainError } from '../lib/errors.js'
import type { Deps, Sql } from '../ports/deps.js'
import { MAX_BYTES, type UploadType } from './formats.js'

const GIB = 1024 ** 3
/** @see docs/operating.md#what-one-organization-may-take */
export const UPLOAD_QUOTA = { slots: 500, bytes: 50 * GIB }
const MEASURED_AT_A_TIME = 40
const AT_ONCE = 8

type Asking = { organizationId: string; mediaType: UploadType; now: Date }
type Open = { slots: number; bytes: string; earliest: Date | null }

/** True for a slot without a post; excludes copies, which have no extension. */
const isOpen = (sql: Sql, { organizationId, now }: Omit<Asking, 'mediaType'>) => sql`
  organization_id = ${organizationId}
  and attached_at is null
  and storage_key is not null
  and expires_at > ${now}
  and extension <> 'none'`

/**
 * Checks the quota inside the transaction that writes the slot, serialized per organization. Unknown sizes count as the largest
 * possible.
 * @throws TOO_MANY_REQUESTS
 */
export async function requireQuota(sql: Sql, asking: Asking): Promise<void> {
  const { organizationId, mediaType, now } = asking
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${organizationId}`}, 0))`
  const [open] = await sql<[Open]>`
    select count(*)::int as slots, min(expires_at) as earliest,
           coalesce(sum(coalesce(staged_bytes, case media_type when 'video' then ${MAX_BYTES.video}::bigint when 'csv' then ${MAX_BYTES.csv}::bigint else ${MAX_BYTES.image}::bigint end)), 0) as bytes
      from uploads
     where ${isOpen(sql, asking)}`
  const wantsBytes = Number(open.bytes) + MAX_BYTES[mediaType]
  if (open.slots < UPLOAD_QUOTA.slots && wantsBytes <= UPLOAD_QUOTA.bytes) return
  const what = (post: string) =>
    open.slots >= UPLOAD_QUOTA.slots
      ? `${open.slots} uploads are waiting for a ${post}, the maximum.`
      : `The uploads that are waiting for a ${post} take up ${UPLOAD_QUOTA.bytes / GIB} GiB, the maximum.`
  const waitMs = Math.max(1_000, (open.earliest?.getTime() ?? now.getTime()) - now.getTime())
  throw new DomainError(
    'TOO_MANY_REQUESTS',
    (of) => `${what(of('post'))} Create ${of('posts')} with them; unused ones expire after 24 hours.`,
    {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    },
  )
}

/**
 * Stores the real size of some slots whose address has expired and whose size is unknown: unused ones hold nothing.
 * @returns true when any was measured
 */
export async function measureStaged(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  organizationId: string,
): Promise<boolean> {
  const now = clock()
  const unknown = await db.sql<{ id: string; key: string }[]>`
    select id, storage_key as key
      from uploads
     where ${isOpen(db.sql, { organizationId, now })}
       and staged_bytes is null
       and url_expires_at <= ${now}
       and (put_until is null or put_until <= ${now})
     order by expires_at, id
     limit ${MEASURED_AT_A_TIME}`
  await mapConcurrently(unknown, AT_ONCE, async ({ id, key }) => {
    const bytes = (await storage.stat(key))?.bytes ?? 0
    await db.sql`
      update uploads
         set staged_bytes = ${bytes}
       where organization_id = ${organizationId} and id = ${id} and staged_bytes is null`
  })
  return unknown.length > 0
}

/** Stores the size of a slot, known where its bytes came from. */
export async function noteStaged(
  sql: Sql,
  { organizationId }: { organizationId: string },
  { key }: { key: string },
  bytes: number,
): Promise<void> {
  await sql`update uploads set staged_bytes = ${bytes} where organization_id = ${organizationId} and storage_key = ${key}`
}
