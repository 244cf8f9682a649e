/** Refreshes a form below another one. */
import type { ModalView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import type { SlackDeps } from '../listener.js'

/** Refreshes the form below; if the person has closed it, nothing is lost. @param viewId null: there is none below */
export async function showBelow(
  { log }: Pick<SlackDeps, 'log'>,
  client: WebClient,
  viewId: string | null | undefined,
  view: ModalView,
): Promise<void> {
  if (viewId === null || viewId === undefined) return
  await client.views
    .update({ view_id: viewId, view })
    .catch((error: unknown) => log.debug({ err: error }, 'a form below was closed before it was refreshed'))
}
