/**
 * Re-encrypts what older keys sealed with the current key, so that an old key can be removed. @see
 * docs/operating.md#rotating-the-encryption-key
 */
import type { Deps, Sealer, Sql } from '../ports/deps.js'
import { PLACES, type Place, type Row } from './sealed-columns.js'

/**
 * Numbers of rows. `left`: changed while they were re-encrypted. `unopened`: keys of rows with something that none of our keys
 * opens.
 */
export type Rotated = { place: string; current: number; rotated: number; left: number; unopened: string[] }

const ROWS_AT_A_TIME = 200

/**
 * Rotates the secrets of all organizations in small batches, row by row, so it may be interrupted and repeated. Concurrent writes
 * win, as they use the current key.
 */
export async function rotateSecrets({ db, sealer }: Pick<Deps, 'db' | 'sealer'>): Promise<Rotated[]> {
  const done: Rotated[] = []
  for (const place of PLACES) done.push(await rotatePlace(db.sql, sealer, place))
  return done
}

async function rotatePlace(sql: Sql, sealer: Sealer, place: Place): Promise<Rotated> {
  const done: Rotated = { place: place.name, current: 0, rotated: 0, left: 0, unopened: [] }
  let after: Row | undefined
  do {
    const rows = await place.list(sql, after, ROWS_AT_A_TIME)
    for (const row of rows) await rotateRow(sql, sealer, { place, row }, done)
    after = rows.at(-1)
  } while (after)
  return done
}

async function rotateRow(sql: Sql, sealer: Sealer, { place, row }: { place: Place; row: Row }, done: Rotated): Promise<void> {
  const read = row.sealed.map((bytes) => (bytes === null ? ({ bytes, state: 'current' } as const) : rotate(sealer, bytes)))
  const isLocked = read.some(({ state }) => state === 'unopened')
  if (isLocked) done.unopened.push(row.key.map((value, index) => `${place.keys[index] ?? ''} ${value}`).join(', '))
  if (read.some(({ state }) => state === 'rotated')) {
    const fresh = read.map(({ bytes }) => bytes)
    if (await place.store(sql, row, fresh)) done.rotated++
    else done.left++
  } else if (!isLocked) done.current++
}

/** Re-encrypts bytes; what cannot be opened stays, because its key may still exist. */
function rotate(sealer: Sealer, bytes: Buffer): { bytes: Buffer; state: 'current' | 'rotated' | 'unopened' } {
  let text: string
  try {
    text = sealer.open(bytes)
  } catch {
    return { bytes, state: 'unopened' }
  }
  return sealer.isCurrent(bytes) ? { bytes, state: 'current' } : { bytes: sealer.seal(text), state: 'rotated' }
}
