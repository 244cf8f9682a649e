/** Receives a PUT to its slot, where bytes pass through this process: one at a time, with its size stored. */
import { after } from '../lib/duration.js'
import { DomainError } from '../lib/errors.js'
import type { Deps, Sql, StagedPut } from '../ports/deps.js'

/** The lease of an active PUT; a process that died holds its slot no longer than this. */
const LEASE_MS = 60_000
const HEARTBEAT_MS = LEASE_MS / 3

type Slot = { organizationId: string; key: string }

/**
 * Receives the whole PUT or nothing: what was staged before stays until all of it has arrived.
 * @throws CONFLICT another PUT to this address is under way · FORBIDDEN, UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE as receivePut
 */
export async function receiveUpload(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  put: StagedPut,
): Promise<void> {
  const { sql } = db
  let slot: Slot | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let bytes: number | null = null
  try {
    bytes =
      (await storage.receivePut?.(put, async (key) => {
        const wanted = { organizationId: key.split('/')[1] ?? '', key } // as newSlot() names them
        await takeSlot(sql, wanted, clock())
        slot = wanted
        heartbeat = setInterval(() => void renewLease(sql, wanted, clock()).catch(() => undefined), HEARTBEAT_MS) // its lease ends then, and a second PUT may come
      })) ?? null
  } finally {
    clearInterval(heartbeat)
    if (slot) await freeSlot(sql, slot, bytes)
  }
}

const until = (now: Date) => after(now, LEASE_MS)

async function takeSlot(sql: Sql, { organizationId, key }: Slot, now: Date): Promise<void> {
  const taken = await sql`
    update uploads
       set put_until = ${until(now)}
     where organization_id = ${organizationId} and storage_key = ${key} and expires_at > ${now} and (put_until is null or put_until <= ${now})`
  if (taken.count === 1) return
  const [slot] = await sql`
    select from uploads where organization_id = ${organizationId} and storage_key = ${key} and expires_at > ${now}`
  if (!slot) throw new DomainError('FORBIDDEN', 'This upload URL has expired. Ask for a new one with POST /v1/media/uploads.')
  throw new DomainError('CONFLICT', 'Another PUT to this upload URL is in progress. Wait until it ends, or ask for a new one.')
}

const renewLease = (sql: Sql, { organizationId, key }: Slot, now: Date) => sql`
  update uploads set put_until = ${until(now)} where organization_id = ${organizationId} and storage_key = ${key} and put_until is not null`

/** @param bytes null: the PUT failed, and what was there before stays */
const freeSlot = (sql: Sql, { organizationId, key }: Slot, bytes: number | null) => sql`
  update uploads
     set put_until = null, staged_bytes = coalesce(${bytes}::bigint, staged_bytes)
   where organization_id = ${organizationId} and storage_key = ${key}`
