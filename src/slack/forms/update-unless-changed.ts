/** A form drawn again after a choice in it. */
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'

/** What was pressed meanwhile goes before: an older answer must not fold away what it opened. */
export async function updateUnlessChanged(client: WebClient, { id, hash }: ViewOutput, view: ModalView): Promise<void> {
  try {
    await client.views.update({ view_id: id, hash, view })
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'hash_conflict') throw error
  }
}
