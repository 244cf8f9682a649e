/** Redraws a form after a choice in it. */
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'

/** Updates the view unless it has changed meanwhile: an older answer must not undo what a later click opened. */
export async function updateUnlessChanged(client: WebClient, { id, hash }: ViewOutput, view: ModalView): Promise<void> {
  try {
    await client.views.update({ view_id: id, hash, view })
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'hash_conflict') throw error
  }
}
