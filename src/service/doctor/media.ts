/** Whether media can be kept: a folder with room, or a bucket that lets us write, find and delete. */
import { statfsSync } from 'node:fs'
import type { Config } from '../../config/config.js'
import type { WatchedStore } from '../../storage/watched.js'
import { type Check, messageOf, ok, problem, warning } from './check.js'

const PART = 'Media'
const LITTLE_BYTES = 2 * 1024 ** 3

export async function checkMedia({ storage, dataDir }: Config, store: Pick<WatchedStore, 'check' | 'notes'>): Promise<Check> {
  if (storage.kind === 'local') {
    const { bavail, bsize } = statfsSync(dataDir)
    const said = `${storage.dir} has ${((bavail * bsize) / 1024 ** 3).toFixed(1)} GiB of room.`
    return bavail * bsize < LITTLE_BYTES
      ? warning(PART, said, 'Make room, or move to a bucket: without it uploads are refused.')
      : ok(PART, said)
  }
  try {
    await store.check()
    const [note] = store.notes()
    return note ? problem(PART, note) : ok(PART, `The bucket ${storage.place.bucket} lets us write, find and delete.`)
  } catch (error) {
    return problem(PART, messageOf(error))
  }
}
