import type { Actor } from '../actor.js'
import type { BeforeCommit, Deps } from '../ports.js'

export type Upload = {
  uploadId: string
  uploadUrl: string
  uploadUrlExpiresAt: Date
  expiresAt: Date
  mediaType: 'image' | 'video'
  contentType: string
}

/** A signed, single-use place for bytes: the URL lives 15 minutes, the id 24 hours. @throws BAD_REQUEST extension */
export async function requestUpload(
  deps: Deps,
  actor: Actor,
  input: { extension: string },
  beforeCommit?: BeforeCommit<Upload>,
): Promise<Upload> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)} ${String(beforeCommit)}`)
}
