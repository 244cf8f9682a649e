/** Sends a person a message through the response url of their action, or otherwise as a direct message. */
import type { ModalView } from '@slack/types'
import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api'
import type { Message } from '../../../blocks/kit/kit.js'
import { noticeMessage } from '../../../blocks/kit/sentence.js'
import { SECOND_MS } from '../../core/lib/duration.js'
import { retry } from '../../core/lib/retry.js'
import type { SlackDeps } from '../listener.js'

export type Addressee = {
  client: WebClient
  slackUserId: string
  /** Response url of the command or button; absent for Home and shortcuts. */
  responseUrl?: string | undefined
  /** True when the button is on the person's own card, which the answer replaces. */
  replacesOriginal?: boolean | undefined
}

/** Sends a message that only this person sees. A response url lasts half an hour; after that it is a direct message. */
export async function sendToPerson(deps: Pick<SlackDeps, 'respondTo'>, addressee: Addressee, message: Message): Promise<void> {
  const { client, slackUserId, responseUrl, replacesOriginal = false } = addressee
  if (responseUrl !== undefined && (await deps.respondTo(responseUrl, message, { replacesOriginal }))) return
  await patiently(() => client.chat.postMessage({ channel: slackUserId, unfurl_links: false, unfurl_media: false, ...message }))
}

/** The longest wait for Slack's rate limit, which usually ends sooner; the answer to a finished action is worth it. */
const MOST_SECONDS_WAITED = 30

/** Sends once more after a rate limit. @throws what the Web API throws */
async function patiently(send: () => Promise<unknown>): Promise<void> {
  const secondsOf = (error: unknown) => (error instanceof WebAPIRateLimitedError ? error.retryAfter : Infinity)
  await retry(send, {
    tries: 2,
    isPassing: (error) => secondsOf(error) <= MOST_SECONDS_WAITED,
    waitMs: (_, error) => secondsOf(error) * SECOND_MS,
  })
}

/** Shows the result of late work in the form, or sends `sentence` to a person who has closed the form. */
export async function showOrSend(
  deps: Pick<SlackDeps, 'respondTo' | 'log'>,
  addressee: Addressee,
  { viewId, view, sentence }: { viewId: string; view: ModalView; sentence?: string },
): Promise<void> {
  await addressee.client.views.update({ view_id: viewId, view }).catch(async (error: unknown) => {
    deps.log.debug({ err: error }, 'a form was closed before its answer')
    if (sentence !== undefined) await sendToPerson(deps, addressee, noticeMessage(sentence))
  })
}
