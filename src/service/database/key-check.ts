/** Whether the key of this process is the one that the secrets of the database are sealed with. */
import type { Config } from '../../config/config.js'
import type { Sealer, Sql } from '../../core/ports/deps.js'
import { PLACES, type Row } from '../../core/secrets/sealed-columns.js'
import { IdentityError, readIdentity } from './identity.js'

const CHECK = 'pinslot key check'
/** Of each place, at most. */
const SAMPLES = 100

/** @param keyCheck null: none is kept yet, and nothing is known @throws IdentityError another key sealed it */
export function requireKey(config: Config, sealer: Sealer, keyCheck: Buffer | null): void {
  if (keyCheck !== null && !opens(sealer, keyCheck)) throw new IdentityError(anotherKey(config))
}

/**
 * Reads alone. Where no check value is kept, one of the secrets that are there must open, as far as the database has the places for them.
 * @throws IdentityError as a start would be refused
 */
export async function requireOwnKey(config: Config, sealer: Sealer, sql: Sql): Promise<void> {
  const keyCheck = (await readIdentity(sql))?.keyCheck ?? null
  requireKey(config, sealer, keyCheck)
  if (keyCheck === null && (await isOfAnotherKey(sealer, sql))) throw new IdentityError(anotherKey(config))
}

/**
 * On a migrated database. The first process keeps a check value there for all that come after it; in a database that has secrets already
 * it must open one of them first.
 * @throws IdentityError
 */
export async function keepKeyCheck(config: Config, sealer: Sealer, sql: Sql): Promise<void> {
  await requireOwnKey(config, sealer, sql)
  await sql`
    update database_identity
       set key_check = ${sealer.seal(CHECK)}
     where key_check is null`
  requireKey(config, sealer, (await readIdentity(sql))?.keyCheck ?? null) // another process may have been quicker
}

/** There are secrets, and none of them opens. What only some keys open, older ones may have sealed. */
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

/** Of a place that a migration of this build is still to make. */
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
