/** Checks that the key of this process is the one that sealed the database's secrets. */
import type { Config } from '../../config/config.js'
import type { Sealer, Sql } from '../../core/ports/deps.js'
import { PLACES, type Row } from '../../core/care/sealed-columns.js'
import { IdentityError, readIdentity } from './identity.js'

const CHECK = 'pinslot key check'
/** The most rows of each table that are checked. */
const SAMPLES = 100

/**
 * @param keyCheck null: none is stored yet, and nothing is known
 * @throws IdentityError if another key sealed it
 */
export function requireKey(config: Config, sealer: Sealer, keyCheck: Buffer | null): void {
  if (keyCheck !== null && !opens(sealer, keyCheck)) throw new IdentityError(anotherKey(config))
}

/**
 * Only reads. Without a stored check value, one of the existing secrets must open, as far as the database has their tables.
 * @throws IdentityError as a start would be refused
 */
export async function requireOwnKey(config: Config, sealer: Sealer, sql: Sql): Promise<void> {
  const keyCheck = (await readIdentity(sql))?.keyCheck ?? null
  requireKey(config, sealer, keyCheck)
  if (keyCheck === null && (await isOfAnotherKey(sealer, sql))) throw new IdentityError(anotherKey(config))
}

/**
 * Requires a migrated database. The first process stores a check value for all later ones; if the database already has secrets,
 * it must be able to open one.
 * @throws IdentityError
 */
export async function keepKeyCheck(config: Config, sealer: Sealer, sql: Sql): Promise<void> {
  await requireOwnKey(config, sealer, sql)
  await sql`
    update database_identity
       set key_check = ${sealer.seal(CHECK)}
     where key_check is null`
  requireKey(config, sealer, (await readIdentity(sql))?.keyCheck ?? null) // another process may have been first
}

/** True if there are secrets and none of them opens. If some open, an older key may have sealed the rest. */
async function isOfAnotherKey(sealer: Sealer, sql: Sql): Promise<boolean> {
  let hasSecrets = false
  for (const place of PLACES) {
    const rows = await place.list(sql, undefined, SAMPLES).catch(noneBefore)
    for (const { sealed } of rows) {
      const secrets = sealed.filter((one) => one !== null)
      if (secrets.some((one) => opens(sealer, one))) return false
      hasSecrets ||= secrets.length > 0
    }
  }
  return hasSecrets
}

/** Returns no rows for a table that a migration of this build is still to make. */
export function noneBefore(error: unknown): Row[] {
  const { code } = error as { code?: unknown }
  if (code === '42P01' || code === '42703') return []
  throw error
}

export function opens(sealer: Sealer, sealed: Buffer): boolean {
  try {
    sealer.open(sealed)
    return true
  } catch {
    return false
  }
}

export function anotherKey({ encryptionKey, dataDir }: Config): string {
  const given =
    encryptionKey === null ? `The encryption.key of the data folder ${dataDir} (ENCRYPTION_KEY is not set)` : 'ENCRYPTION_KEY'
  return (
    `${given} is not the key that the secrets of the database are sealed with: set ENCRYPTION_KEY to that one, or put it beside the new one ` +
    'in ENCRYPTION_KEY_PREVIOUS (docs/operating.md, "Rotating the encryption key"). If it is lost for good, npm run admin -- secrets forget says what that costs.'
  )
}
