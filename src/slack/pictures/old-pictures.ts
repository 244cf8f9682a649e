/** Somebody looked at them for a while: previews and weeks leave the workspace when later ones come, so that they do not fill it. */
import type { WebClient } from '@slack/web-api'
import { DAY_MS, HOUR_MS, before } from '../../core/lib/duration.js'
import type { Deps } from '../../core/ports/deps.js'
import { PREVIEWS, WEEKS } from './picture-source.js'
import { type FileIndex, forgetFiles, keepFile } from './slack-files.js'
import { deletePicture } from './upload.js'

/** By the beginning of their names: a form may be open, and a Home be left open, for that long. */
const LOOKED_AT_MS = { [PREVIEWS]: HOUR_MS, [WEEKS]: 14 * DAY_MS }
const MOST_AT_ONCE = 20

/** Whatever Slack does not delete now is there for the next time. */
export async function deleteOldPictures(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  client: WebClient,
  place: FileIndex,
  beginning: keyof typeof LOOKED_AT_MS,
): Promise<void> {
  const old = { beginning, until: before(clock(), LOOKED_AT_MS[beginning]), limit: MOST_AT_ONCE }
  for (const { name, fileId, uploadedAt } of await forgetFiles(db.sql, place, old)) {
    try {
      await deletePicture(client, fileId)
    } catch (error) {
      log.warn({ err: error, organizationId: place.organizationId, fileId }, 'an old picture was not deleted in Slack')
      await keepFile(db.sql, place, { name, fileId, gone: undefined }, uploadedAt)
    }
  }
}
