/** Writes times out in the zone and clock of a single reader; what others see keeps Slack's own date marks. */
import type { WebClient } from '@slack/web-api'
import type { Reader } from '../../../blocks/kit/times.js'
import { withWrittenTimes } from '../../../blocks/kit/written-times.js'
import type { Member } from '../../core/accounts/people/members.js'
import type { Clock } from '../../core/ports/deps.js'
import type { SlackDeps } from '../listener.js'

/** Returns the reader; a person without a zone at Slack gets Slack's own date marks. */
export const readerOf = ({ timezone, locale }: Pick<Member, 'timezone' | 'locale'>): Reader | undefined =>
  timezone === null ? undefined : { timezone, locale }

type Write = <T extends object>(content: T) => T

export function writerFor(reader: Reader | undefined, clock: Clock): Write {
  return (content) => (reader ? withWrittenTimes(content, reader, clock()) : content)
}

/** Returns a client that writes forms, Home and direct messages for the reader; messages to channels are unchanged. */
export function clientFor(client: WebClient, write: Write): WebClient {
  const { views, chat } = client
  const withView = <Given extends object>(method: (given: Given) => unknown) =>
    ((given: Given & { view?: object }) => method(given.view ? { ...given, view: write(given.view) } : given)) as never
  const withMessage = <Given extends object>(method: (given: Given) => unknown) =>
    ((given: Given & { channel?: unknown }) => method(isOfPerson(given.channel) ? write(given) : given)) as never
  const written = Object.create(client) as WebClient
  Object.assign(written, {
    views: {
      ...views,
      open: withView(views.open.bind(views)),
      push: withView(views.push.bind(views)),
      update: withView(views.update.bind(views)),
      publish: withView(views.publish.bind(views)),
    },
    chat: {
      ...chat,
      postMessage: withMessage(chat.postMessage.bind(chat)),
      update: withMessage(chat.update.bind(chat)),
    },
  })
  return written
}

/** True for a person's id, and for the channel of their direct messages, which Slack returns for that id. */
const isOfPerson = (channel: unknown): boolean => typeof channel === 'string' && /^[UWD]/.test(channel)

/** Writes answers of `respond`, of a form's ack, and through a stored response url, for the reader. */
export const answersFor = (write: Write) => ({
  respond: (respond: (message: object) => Promise<unknown>) => (message: object) =>
    respond('response_type' in message && message.response_type === 'in_channel' ? message : write(message)),
  ack: (ack: (response?: unknown) => Promise<void>) => (response?: unknown) => ack(withViewOf(response, write)),
  respondTo:
    (respondTo: SlackDeps['respondTo']): SlackDeps['respondTo'] =>
    (url, message, as) =>
      respondTo(url, write(message), as),
})

const withViewOf = (response: unknown, write: Write): unknown =>
  typeof response === 'object' && response !== null && 'view' in response && typeof response.view === 'object' && response.view
    ? { ...response, view: write(response.view) }
    : response
