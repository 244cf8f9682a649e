/**
 * Checks that media can be stored: in a folder with free space, or in a bucket that allows us to write, read, delete, and detect
 * a missing object.
 */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import type { Deps } from '../../core/ports/deps.js'
import type { Config } from '../../config/config.js'
import type { WatchedStore } from '../../storage/watched.js'
import { type Check, messageOf, ok, problem, warning } from './check.js'

const PART = 'Media'
/** Newest media that are checked. */
const LOOKED_AT = 5
const LITTLE_BYTES = 2 * 1024 ** 3

export async function checkMedia({ storage, dataDir }: Config, store: Pick<WatchedStore, 'check' | 'notes'>): Promise<Check> {
  if (storage.kind === 'local') {
    const dir = existsSync(storage.dir) ? storage.dir : dataDir
    try {
      accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'no reason given'
      return problem(PART, `${dir} cannot be written to (${code}).`, 'Give it to the user that the service runs as.')
    }
    const { bavail, bsize } = statfsSync(dataDir)
    const said = `${storage.dir} has ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB of room.`
    return bavail * bsize < LITTLE_BYTES
      ? warning(PART, said, 'Make room, or move to a bucket: without it uploads are refused.')
      : ok(PART, said)
  }
  try {
    await store.check()
    const [note] = store.notes()
    return note
      ? problem(PART, note, 'Check the endpoint in STORAGE_URL, and that this machine reaches it.')
      : ok(PART, `The bucket ${storage.place.bucket} lets us write, read and delete, and says what is missing.`)
  } catch (error) {
    return problem(PART, messageOf(error))
  }
}

/** Checks that this is the store of the database: it must have the newest media. */
export async function checkStored({ storage: place }: Config, { db, storage }: Pick<Deps, 'db' | 'storage'>): Promise<Check[]> {
  const newest = await db.sql<{ key: string }[]>`
    select storage_key as key from media order by created_at desc limit ${LOOKED_AT}`
  const found = await Promise.all(newest.map(({ key }) => storage.stat(key)))
  const missing = newest.filter((_, index) => found[index] === undefined)
  if (missing.length === 0) return []
  const name = place.kind === 'local' ? 'PINSLOT_DATA_DIR' : 'STORAGE_URL'
  return [
    missing.length === newest.length
      ? problem(
          PART,
          `The store has none of the newest pictures and videos that the database names, such as ${missing[0]?.key}.`,
          `Set ${name} to where the service keeps them, or restore them from a backup.`,
        )
      : warning(
          PART,
          `The store lacks ${missing.length} of the ${newest.length} newest pictures and videos, such as ${missing[0]?.key}.`,
          'npm run admin -- backup names all that it lacks.',
        ),
  ]
}
