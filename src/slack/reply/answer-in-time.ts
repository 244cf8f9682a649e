/** An answer that needs the platform: after a second it shows progress. */
import type { AnyBlock } from '@slack/types'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import type { Message } from '../../../blocks/kit/kit.js'
import { messageView } from '../../../blocks/kit/sentence.js'
import { workingMessage } from '../../../blocks/kit/working.js'
import { explain, type Explanation } from './errors.js'
import type { ActionArgs, CommandArgs, SlackDeps } from '../listener.js'
import { settlesWithin } from '../../core/lib/timeout.js'

/** Shows a message where the answer belongs; the next one takes its place where Slack can do that. */
export type Show = (message: Message) => Promise<unknown>

/** To the person alone. Slack replaces no message of a command: the next one comes below. */
export const besideCommand =
  ({ respond }: Pick<CommandArgs, 'respond'>): Show =>
  (message) =>
    respond({ response_type: 'ephemeral', ...message })

type Pressed = Pick<ActionArgs, 'respond' | 'body' | 'client'>

/** In place of the message that was clicked on, which is the person's own, or of the form. */
export const inPlace = ({ respond, body, client }: Pressed): Show =>
  body.view?.type === 'modal'
    ? inForm(client, { title: body.view.title.text, viewId: body.view.id })
    : (message) => respond({ replace_original: true, ...message })

/** That message stays; so does a form, below another one, as long as Slack has room for it. @param title of that one */
export const below = ({ respond, body, client }: Pressed, title: string): Show =>
  body.view?.type === 'modal'
    ? inForm(client, { title, triggerId: body.trigger_id, how: 'push', instead: body.view.id })
    : (message) => respond({ response_type: 'ephemeral', replace_original: false, ...message })

/** `instead`: the form whose place it takes where there are as many as Slack shows. */
type FormPlace =
  | { title: string; viewId: string }
  | { title: string; triggerId: string; how: 'open' | 'push'; instead?: string | undefined }

/** As a form: what was clicked on is no message. Who has closed it by the next one misses nothing. */
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

/** As a direct message: what was clicked on was no message. */
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
  /** Shown while it takes long. */
  sentence: string
  read: () => Promise<Message>
  /** What is shown where that ended in an error. */
  failed: (problem: Explanation) => Message
  /** Beside that sentence, which stays where Slack takes no answer in its place. */
  wayOn?: AnyBlock[]
  /** Where Slack does not take the answer: of what was paid for, say. */
  orElse?: Show
  /** For the log line of an error that is not for people's eyes. */
  facts: object
}

/** An error in time is thrown: the caller handles it as always. */
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
