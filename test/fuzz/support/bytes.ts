/** Rows of media that tests make alone have no bytes behind them: these get some. */
import type { Deps } from '../../../src/core/ports/deps.js'
import { aPicture } from '../../http/support/support.js'

/** @returns what to call before a request */
export async function makeGiveBytes(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  organizationId: string,
): Promise<() => Promise<void>> {
  const bytes = await aPicture()
  let lastMediaId = '0'
  return async () => {
    const made = await db.sql<{ id: string; key: string }[]>`
      select id, storage_key as key from media where organization_id = ${organizationId} and id > ${lastMediaId} order by id`
    for (const { key } of made) if (!(await storage.stat(key))) await storage.put(key, bytes, 'image/jpeg')
    lastMediaId = made.at(-1)?.id ?? lastMediaId
  }
}
