/** Stages a file that did not come through a signed address as an ordinary upload. */
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Actor } from '../lib/actor.js'
import type { Deps } from '../ports/deps.js'
import { MAX_BYTES, requireFormat } from './formats.js'
import { tooLarge } from './staged.js'
import { toTempFile } from '../lib/temp-file.js'
import { noteStaged } from './upload-quota.js'
import { newSlot, openSlot } from './uploads.js'

/**
 * `name` gives the extension; `body` is read to its end or to the limit of its kind.
 * @returns an uploadId to create a post with
 * @throws BAD_REQUEST `field`: an extension that is not accepted, or too large · TOO_MANY_REQUESTS
 */
export async function stageFile(
  { db, clock, storage }: Pick<Deps, 'db' | 'clock' | 'storage'>,
  actor: Actor,
  { name, body, field }: { name: string; body: Readable; field: string },
): Promise<string> {
  body.on('error', () => {}) // the reader gets the error; a stream that is not read to its end is not needed, nor its error
  let file: Awaited<ReturnType<typeof toTempFile>> | undefined
  try {
    const format = requireFormat(path.extname(name.trim()), field)
    const { mediaType, contentType } = format
    file = await toTempFile(body, { maxBytes: MAX_BYTES[mediaType], tooLarge: () => tooLarge(mediaType, field) })
    const slot = newSlot(actor, format, clock())
    await openSlot({ db, clock, storage }, actor, slot) // first, so that the sweep knows of the bytes whatever happens
    await storage.putFile(slot.key, file.file, contentType)
    await noteStaged(db.sql, actor, slot, file.bytes)
    return slot.uploadId
  } finally {
    body.destroy()
    await file?.remove()
  }
}
