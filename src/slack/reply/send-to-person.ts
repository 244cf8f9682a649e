/** Sends one person a message by the way that is open: the response url of what they did, else their messages from the app. */
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
  /** Of the command or button it began with; absent for what began in Home or with a shortcut. */
  responseUrl?: string | undefined
  /** The message of the button is their own card, and the answer takes its place. */
  replacesOriginal?: boolean | undefined
}

/** Only this person sees it. A response url lasts half an hour: after that it comes as a direct message. */
export async function sendToPerson(deps: Pick<SlackDeps, 'respondTo'>, addressee: Addressee, message: Message): Promise<void> {
  const { client, slackUserId, responseUrl, replacesOriginal = false } = addressee
  if (responseUrl !== undefined && (await deps.respondTo(responseUrl, message, { replacesOriginal }))) return
  await patiently(() => client.chat.postMessage({ channel: slackUserId, unfurl_links: false, unfurl_media: false, ...message }))
}

/** Longer than Slack's limit for messages lasts as a rule: what was done is done, and its answer is worth waiting for. */
const MOST_SECONDS_WAITED = 30

/** Sent once more after a limit of Slack's. @throws what the Web API throws */
async function patiently(send: () => Promise<unknown>): Promise<void> {
  const secondsOf = (error: unknown) => (error instanceof WebAPIRateLimitedError ? error.retryAfter : Infinity)
  await retry(send, {
    tries: 2,
    isPassing: (error) => secondsOf(error) <= MOST_SECONDS_WAITED,
    waitMs: (_, error) => secondsOf(error) * SECOND_MS,
  })
}

/** How late work ended: in the form that showed progress, or as a message to a person who has closed that meanwhile, where there is one. */
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
