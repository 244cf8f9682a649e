/** Answers that need the platform: after a second they show progress. */
import type { AnyBlock } from '@slack/types'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { Message } from '../../../blocks/kit/kit.js'
import { messageView } from '../../../blocks/kit/sentence.js'
import { workingMessage } from '../../../blocks/kit/working.js'
import { explain, type Explanation } from './errors.js'
import type { ActionArgs, CommandArgs, SlackDeps } from '../listener.js'
import { settlesWithin } from '../../core/lib/timeout.js'

/** Shows a message where the answer belongs; the next one replaces it if Slack can do that. */
export type Show = (message: Message) => Promise<unknown>

/** Answers only the person. Slack cannot replace the message of a command, so each further one is posted below. */
export const besideCommand =
  ({ respond }: Pick<CommandArgs, 'respond'>): Show =>
  (message) =>
    respond({ response_type: 'ephemeral', ...message })

type Pressed = Pick<ActionArgs, 'respond' | 'body' | 'client'>

/** Replaces the form, or the clicked message if that is the person's own. */
export const inPlace = ({ respond, body, client }: Pressed): Show =>
  body.view?.type === 'modal'
    ? inForm(client, { title: body.view.title.text, viewId: body.view.id })
    : (message) => respond({ replace_original: true, ...message })

/**
 * Answers below the clicked message or form, which stays as long as Slack can stack another form.
 * @param title of the new form
 */
export const below = ({ respond, body, client }: Pressed, title: string): Show =>
  body.view?.type === 'modal'
    ? inForm(client, { title, triggerId: body.trigger_id, how: 'push', instead: body.view.id })
    : (message) => respond({ response_type: 'ephemeral', replace_original: false, ...message })

/** `instead`: the form to replace when Slack cannot stack another one. */
type FormPlace =
  | { title: string; viewId: string }
  | { title: string; triggerId: string; how: 'open' | 'push'; instead?: string | undefined }

/** Answers as a form, when no message was clicked. A person who has closed it by the next answer misses nothing. */
export function inForm(client: WebClient, place: FormPlace): Show {
  let viewId = 'viewId' in place ? place.viewId : undefined
  return async (message) => {
    const view = messageView(place.title, message)
    if (viewId === undefined && 'how' in place) {
      const { triggerId, how, instead } = place
      try {
        viewId = (await client.views[how]({ trigger_id: triggerId, view })).view?.id
        return
      } catch (error) {
        if (instead === undefined || !isError(error, 'push_limit_reached')) throw error
        viewId = instead
      }
    }
    if (viewId === undefined) return
    await client.views.update({ view_id: viewId, view }).catch((error: unknown) => {
      if (!isError(error, 'not_found')) throw error // it was closed
    })
  }
}

const isError = (error: unknown, code: string): boolean => error instanceof WebAPIPlatformError && error.data.error === code

/** Answers as a direct message, when no message was clicked. */
export function inMessages(client: WebClient, slackUserId: string): Show {
  let shown: { channel: string; ts: string } | undefined
  return async (message) => {
    if (shown) return client.chat.update({ ...shown, ...message })
    const { channel, ts } = await client.chat.postMessage({
      channel: slackUserId,
      unfurl_links: false,
      unfurl_media: false,
      ...message,
    })
    if (channel !== undefined && ts !== undefined) shown = { channel, ts }
    return undefined
  }
}

type Asking = {
  /** The sentence that is shown while it takes long. */
  sentence: string
  read: () => Promise<Message>
  /** Returns the message for an error. */
  failed: (problem: Explanation) => Message
  /** Blocks beside the sentence, which stays when Slack cannot replace it. */
  wayOn?: AnyBlock[]
  /** The second way to answer if Slack does not accept the first, such as for a paid result. */
  orElse?: Show
  /** Facts for the log line of an unexpected error. */
  facts: object
}

/** Shows progress if the answer takes long. An error before that is thrown, and the caller handles it as usual. */
export async function answerInTime(
  deps: Pick<SlackDeps, 'log' | 'settings' | 'timeouts'>,
  show: Show,
  asking: Asking,
): Promise<void> {
  const { sentence, read, failed, facts, wayOn = [], orElse } = asking
  const reading = read()
  const end: Show = (answer) =>
    show(answer).catch((error: unknown) => {
      if (!orElse) throw error
      deps.log.warn({ err: error, ...facts }, 'an answer could not be shown in its place')
      return orElse(answer)
    })
  if (await settlesWithin(reading, deps.timeouts.answerMs)) return void (await end(await reading))
  const answering = reading.catch((error: unknown) => failed(explain(deps, error, facts)))
  const { text, blocks } = workingMessage(sentence)
  const working = show({ text, blocks: [...blocks, ...wayOn] })
  await (orElse ? working.catch(() => undefined) : working) // the answer says more
  await end(await answering)
}
