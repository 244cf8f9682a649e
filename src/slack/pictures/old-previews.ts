/** Somebody looked at them once: previews leave the workspace when later ones come, so that they do not fill it. */
import type { WebClient } from '@slack/web-api'
import { HOUR_MS, before } from '../../core/lib/duration.js'
import type { Deps } from '../../core/ports/deps.js'
import { PREVIEWS } from './picture-source.js'
import { type FileIndex, forgetFiles, keepFile } from './slack-files.js'
import { deletePicture } from './upload.js'

/** A form may be open for that long. */
const LOOKED_AT_MS = HOUR_MS
const MOST_AT_ONCE = 20

/** Whatever Slack does not delete now is there for the next time. */
export async function deleteOldPreviews(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  client: WebClient,
  place: FileIndex,
): Promise<void> {
  const old = { beginning: PREVIEWS, until: before(clock(), LOOKED_AT_MS), limit: MOST_AT_ONCE }
  for (const { name, fileId, uploadedAt } of await forgetFiles(db.sql, place, old)) {
    try {
      await deletePicture(client, fileId)
    } catch (error) {
      log.warn({ err: error, organizationId: place.organizationId, fileId }, 'a preview was not deleted in Slack')
      await keepFile(db.sql, place, { name, fileId, gone: undefined }, uploadedAt)
    }
  }
}
