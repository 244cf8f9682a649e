/** Upload slots: a signed address for bytes, and the single-use id that refers to it. */
import { createHash, randomBytes } from 'node:crypto'
import { after, DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/duration.js'
import { requireRoleAnywhere } from '../accounts/people/roles.js'
import type { Actor } from '../lib/actor.js'
import { badRequest, DomainError, RefusedBecause } from '../lib/errors.js'
import type { BeforeCommit, Deps, Sql } from '../ports/deps.js'
import { measureStaged, requireQuota } from './upload-quota.js'
import { MAX_BYTES, type MediaType, requireUploadFormat, type UploadType } from './formats.js'

export type Upload = {
  uploadId: string
  uploadUrl: string
  uploadUrlExpiresAt: Date
  expiresAt: Date
  mediaType: UploadType
  contentType: string
}

const URL_LIFE_MS = 15 * MINUTE_MS
const ID_LIFE_MS = DAY_MS
/**
 * The lifetime of staged bytes once a post has its own copy: longer than their PUT address, so that nothing arrives after the
 * deletion.
 */
const STAGED_AFTER_MS = HOUR_MS

/**
 * Makes a signed, single-use address for bytes: the URL lives 15 minutes, the id 24 hours.
 * @throws BAD_REQUEST extension · TOO_MANY_REQUESTS the organization has too much waiting for a post
 */
export async function requestUpload(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  actor: Actor,
  input: { extension: string },
  beforeCommit?: BeforeCommit<Upload>,
): Promise<Upload> {
  const format = requireUploadFormat(input.extension)
  requireRoleAnywhere(actor, 'contributor')
  const slot = newSlot(actor, format, clock())
  const { uploadId, uploadUrlExpiresAt, expiresAt, mediaType, contentType } = slot
  const grant = { key: slot.key, contentType, maxBytes: MAX_BYTES[mediaType], expiresAt: uploadUrlExpiresAt }
  const uploadUrl = await storage.signPut(grant)
  const upload = { uploadId, uploadUrl, uploadUrlExpiresAt, expiresAt, mediaType, contentType }
  await openSlot({ db, clock, storage }, actor, slot, (sql) => beforeCommit?.(sql, upload))
  return upload
}

type Slot = ReturnType<typeof newSlot>

/** Makes a slot without writing it: the key for the bytes, and the id whose secret only its owner will know. */
export function newSlot(
  { organizationId }: Actor,
  format: { mediaType: UploadType; contentType: string; extension: string },
  now: Date,
) {
  const secret = randomBytes(24).toString('base64url')
  return {
    ...format,
    uploadId: `up_${organizationId}_${secret}`,
    secretHash: hashOf(secret),
    key: `staged/${organizationId}/${randomBytes(16).toString('hex')}`,
    uploadUrlExpiresAt: after(now, URL_LIFE_MS),
    expiresAt: after(now, ID_LIFE_MS),
    now,
  }
}

/**
 * Writes the slot, if the organization's limit allows it.
 * @param andThen runs in the same transaction
 * @throws TOO_MANY_REQUESTS
 */
export async function openSlot(
  deps: Pick<Deps, 'db' | 'clock' | 'storage'>,
  actor: Actor,
  slot: Slot,
  andThen?: (sql: Sql) => Promise<void> | undefined,
): Promise<void> {
  const { organizationId } = actor
  const write = () =>
    deps.db.tx(async (sql) => {
      await requireQuota(sql, { organizationId, mediaType: slot.mediaType, now: slot.now })
      await insertSlot(sql, actor, slot)
      await andThen?.(sql)
    })
  try {
    await write()
  } catch (error) {
    const isFull = error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS'
    if (!isFull || !(await measureStaged(deps, organizationId))) throw error
    await write()
  }
}

async function insertSlot(sql: Sql, { organizationId }: Actor, slot: Slot): Promise<void> {
  const { secretHash, key, extension, mediaType, contentType, uploadUrlExpiresAt, expiresAt, now } = slot
  await sql`
    insert into uploads (organization_id, secret_hash, storage_key, extension, media_type, content_type, url_expires_at, expires_at, created_at)
    values (${organizationId}, ${secretHash}, ${key}, ${extension}, ${mediaType}, ${contentType}, ${uploadUrlExpiresAt}, ${expiresAt}, ${now})`
}

/** A slot that may be attached. */
export type StagedUpload = { storageKey: string; mediaType: MediaType }

/**
 * Reads the upload of a picture or video. @throws BAD_REQUEST unknown, foreign or expired, a file of pins · CONFLICT
 * upload_already_attached
 */
export async function requireUpload(sql: Sql, actor: Actor, uploadId: string, field: string, now: Date): Promise<StagedUpload> {
  const { mediaType, ...upload } = await requireSlot(sql, actor, uploadId, field, now)
  if (mediaType !== 'csv') return { ...upload, mediaType }
  throw badRequest(field, (of) => `${of(field)} is a CSV file, not an image or video. Import it instead.`)
}

/**
 * Reads a file of pins that waits for its import. @throws BAD_REQUEST also for a picture, and where nothing was PUT · CONFLICT
 * upload_already_attached
 */
export async function requireStagedFile(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  actor: Actor,
  uploadId: string,
  field: string,
): Promise<{ storageKey: string }> {
  const { mediaType, storageKey } = await requireSlot(db.sql, actor, uploadId, field, clock())
  if (mediaType !== 'csv')
    throw badRequest(field, (of) => `${of(field)} is not a CSV file. Ask for an upload with the extension csv.`)
  if ((await storage.stat(storageKey))?.bytes) return { storageKey }
  throw nothingStaged(field)
}

export const nothingStaged = (field: string) =>
  badRequest(field, (of) => `${of(field)}: no bytes were PUT to its ${of('uploadUrl')} yet.`)

type Slotted = Omit<StagedUpload, 'mediaType'> & { mediaType: UploadType }

async function requireSlot(sql: Sql, actor: Actor, uploadId: string, field: string, now: Date): Promise<Slotted> {
  const secretHash = secretHashOf(actor, uploadId)
  if (!secretHash) throw unknownUpload(field)
  const [row] = await sql<UploadRow[]>`
    select storage_key, media_type, expires_at, attached_at
      from uploads
     where organization_id = ${actor.organizationId} and secret_hash = ${secretHash}`
  if (row?.attached_at) throw alreadyAttached(row.media_type === 'csv' ? 'csv' : 'media')
  if (!row?.storage_key || row.expires_at <= now) throw unknownUpload(field)
  return { storageKey: row.storage_key, mediaType: row.media_type }
}

/**
 * Takes the upload, once: of two transactions only one succeeds. @throws CONFLICT upload_already_attached · BAD_REQUEST `field`
 */
export async function takeUpload(sql: Sql, actor: Actor, uploadId: string, field: string, now: Date): Promise<void> {
  const secretHash = secretHashOf(actor, uploadId)
  if (!secretHash) throw unknownUpload(field)
  const taken = await sql`
    update uploads
       set attached_at = ${now}, expires_at = least(expires_at, ${after(now, STAGED_AFTER_MS)})
     where organization_id = ${actor.organizationId} and secret_hash = ${secretHash} and attached_at is null and expires_at > ${now}`
  if (taken.count === 1) return
  await requireSlot(sql, actor, uploadId, field, now) // says which of the two it is
  throw alreadyAttached()
}

type UploadRow = {
  storage_key: string | null
  media_type: UploadType
  expires_at: Date
  attached_at: Date | null
}

/** Returns undefined for an id that is not this organization's. */
function secretHashOf({ organizationId }: Actor, uploadId: string): Buffer | undefined {
  const [, organization, secret] = /^up_(\d+)_([A-Za-z0-9_-]{32})$/.exec(uploadId) ?? []
  return secret !== undefined && organization === organizationId ? hashOf(secret) : undefined
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

const unknownUpload = (field: string) =>
  badRequest(
    field,
    (of) => `${of(field)} is unknown or expired. Ask for a new one with POST /v1/media/uploads.`,
    'upload_unknown',
  )
export const alreadyAttached = (about: 'media' | 'csv' = 'media') => new RefusedBecause('upload_already_attached', { about })
