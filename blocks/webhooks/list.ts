/** The webhooks of the team, and one webhook with its last deliveries. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { WebhookDelivery } from '../../src/core/webhooks/deliveries.js'
import type { Webhook } from '../../src/core/webhooks/webhook.js'
import { escapeSigns } from '../kit/as-typed.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { actions, button, clip, context, header, inline, oneLine, preformatted, section, text } from '../kit/kit.js'
import { ago, until } from '../kit/times.js'
import { ALL, eventText } from './events.js'
import { type WebhooksMemory, webhooksMemory } from './memory.js'

export const action = {
  openWebhooks: 'open_webhooks',
  newWebhook: 'new_webhook',
  showWebhook: 'show_webhook',
  allWebhooks: 'all_webhooks',
  editWebhook: 'edit_webhook',
  pauseWebhook: 'pause_webhook',
  resumeWebhook: 'resume_webhook',
  testWebhook: 'test_webhook',
  rotateWebhook: 'rotate_webhook_secret',
  deleteWebhook: 'delete_webhook',
  replayDelivery: 'replay_delivery',
  deliveriesPage: 'deliveries_page',
  deliveriesFirst: 'deliveries_first',
} as const
export const view = { webhooks: 'webhooks', webhookSecret: 'webhook_secret' } as const

/** `accounts`: the names of the existing accounts that it covers; null: all. */
export type ShownWebhook = Webhook & { accounts: string[] | null }

export type WebhooksModel = { memory: WebhooksMemory; webhooks: ShownWebhook[]; now: Date; banner?: Banner | undefined }

/** The part of the settings that opens the list. */
export const webhooksPart = (canSee: boolean): AnyBlock[] => [
  section(
    '*Webhooks*\nNotify programs of what happens to pins.',
    canSee ? button({ text: 'Open', actionId: action.openWebhooks, label: 'Open: webhooks' }) : undefined,
  ),
]

const shell = (memory: WebhooksMemory, title: string, blocks: AnyBlock[]): ModalView => ({
  type: 'modal',
  callback_id: view.webhooks,
  title: text(title, 24),
  close: text('Back', 24),
  private_metadata: webhooksMemory.write(memory),
  blocks,
})

export const webhooksView = ({ memory, webhooks, now, banner }: WebhooksModel): ModalView =>
  shell(memory, 'Webhooks', [
    ...bannerBlocks(banner),
    section('We send a signed message to your URL when something happens. You’ll see each secret only once.'),
    ...(webhooks.length === 0 ? [section('No webhooks yet.')] : []),
    ...webhooks.map((webhook) => webhookBlock(webhook, now)),
    actions([button({ text: 'Add a webhook', actionId: action.newWebhook, style: 'primary' })]),
  ])

function webhookBlock(webhook: ShownWebhook, now: Date): AnyBlock {
  const words = `${addressOf(webhook, 200)}\n${stateText(webhook, now)}\n${eventsText(webhook)} · ${accountsText(webhook)}`
  return section(
    words,
    button({ text: 'Open', actionId: action.showWebhook, value: webhook.id, label: `Open: ${oneLine(webhook.url)}` }),
  )
}

/** The address as typed, not as a link, because it is meant for programs. */
const addressOf = ({ url }: Pick<Webhook, 'url'>, most: number) =>
  `\`${escapeSigns(clip(oneLine(url), most).replaceAll('`', 'ˋ'))}\``

function stateText({ state, stateReason, stateSince, failingSince, deliveredAt }: Webhook, now: Date): string {
  const since = stateSince === null ? '' : ` ${ago(stateSince, now)}`
  switch (state) {
    case 'active': {
      if (failingSince !== null) return `:warning: Failing since ${ago(failingSince, now)}`
      return deliveredAt === null ? 'Active · nothing sent yet' : `Active · last delivery ${ago(deliveredAt, now)}`
    }
    case 'paused':
      return stateReason === 'failing'
        ? `:warning: We paused it${since}: deliveries failed for a day. Events wait until you resume it.`
        : `:double_vertical_bar: Paused${since}. Events wait until you resume it.`
    case 'ended':
      return `:no_entry: Its receiver ended it${since} with a 410 response.`
  }
}

const eventsText = ({ events }: Webhook) =>
  events.includes(ALL) ? 'All events' : `${events.length} ${events.length === 1 ? 'event' : 'events'}`

function accountsText({ accounts }: ShownWebhook): string {
  if (accounts === null) return 'all accounts'
  const [first, ...others] = accounts
  if (first === undefined) return 'its accounts are deleted'
  return `${inline(first)}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

export type WebhookModel = {
  memory: WebhooksMemory
  webhook: ShownWebhook
  deliveries: WebhookDelivery[]
  /** The cursor of older deliveries; null: there are none. */
  older: string | null
  now: Date
  banner?: Banner | undefined
}

export const webhookDetailsView = ({ memory, webhook, deliveries, older, now, banner }: WebhookModel): ModalView =>
  shell(memory, 'Webhook', [
    ...bannerBlocks(banner),
    section(`${addressOf(webhook, 1500)}\n${stateText(webhook, now)}`),
    section(`*Events*\n${eventNames(webhook)}`),
    section(
      `*Accounts*\n${webhook.accounts === null ? 'All accounts' : webhook.accounts.map((name) => inline(name)).join('\n') || 'None left'}`,
    ),
    ...(webhook.oldSecretUntil === null
      ? []
      : [context(`The old secret still works. It expires ${until(webhook.oldSecretUntil, now)}.`)]),
    actions([...changes(webhook), deleteButton(webhook)]),
    header('Last deliveries'),
    ...(deliveries.length === 0 ? [section('Nothing sent yet.')] : []),
    ...deliveries.map((delivery) => deliveryBlock(webhook, delivery, now)),
    actions([
      button({ text: 'Refresh', actionId: action.showWebhook, value: webhook.id, label: 'Refresh the deliveries' }),
      ...(older === null
        ? []
        : [button({ text: 'Older', actionId: action.deliveriesPage, value: older, label: 'Older deliveries' })]),
      ...(memory.at === undefined
        ? []
        : [button({ text: 'Newest', actionId: action.deliveriesFirst, label: 'Newest deliveries' })]),
      button({ text: 'All webhooks', actionId: action.allWebhooks }),
    ]),
    context('Deliveries are kept for 30 days.'),
  ])

const eventNames = ({ events }: Webhook) => events.map((event) => (event === ALL ? 'All events' : eventText(event))).join('\n')

function changes({ id, state }: Webhook): Button[] {
  if (state === 'ended') return []
  const edit = button({ text: 'Edit', actionId: action.editWebhook, value: id, label: 'Edit this webhook' })
  const rotate: Button = {
    ...button({ text: 'New secret', actionId: action.rotateWebhook, value: id }),
    confirm: {
      title: text('Create a new secret?', 100),
      text: text('You’ll see it only once. The old one keeps working for 24 hours.', 300),
      confirm: text('New secret', 30),
      deny: text('Cancel', 30),
    },
  }
  if (state === 'paused') {
    return [
      button({ text: 'Resume', actionId: action.resumeWebhook, value: id, style: 'primary', label: 'Resume this webhook' }),
      edit,
      rotate,
    ]
  }
  const test = button({ text: 'Send test', actionId: action.testWebhook, value: id })
  return [edit, button({ text: 'Pause', actionId: action.pauseWebhook, value: id, label: 'Pause this webhook' }), test, rotate]
}

const deleteButton = ({ id }: Webhook): Button => ({
  ...button({ text: 'Delete', actionId: action.deleteWebhook, value: id, style: 'danger', label: 'Delete this webhook' }),
  confirm: {
    title: text('Delete this webhook?', 100),
    text: text('We’ll stop sending to it and delete its deliveries. You can’t undo this.', 300),
    confirm: text('Delete', 30),
    deny: text('Cancel', 30),
    style: 'danger',
  },
})

function deliveryBlock({ state }: Webhook, delivery: WebhookDelivery, now: Date): AnyBlock {
  const { id, type, eventAt, replayOf } = delivery
  const what = eventText(type)
  const again = replayOf === null ? '' : ' · sent again'
  const words = `${outcomeText(delivery, now)}\n*${what}* · ${ago(eventAt, now)}${again} · \`evt_${delivery.eventId}\`${answerText(delivery)}`
  const canReplay = delivery.state !== 'waiting' && state !== 'ended'
  const replay = button({ text: 'Replay', actionId: action.replayDelivery, value: id, label: `Replay: ${what}` })
  return section(words, canReplay ? replay : undefined)
}

function outcomeText({ state, attempts, responseStatus, error, durationMs, nextAttemptAt }: WebhookDelivery, now: Date): string {
  const answer = error === null || responseStatus !== null ? `response ${responseStatus ?? ''}` : ERRORS[error]
  const tries = attempts === 1 ? '' : ` · ${attempts} tries`
  switch (state) {
    case 'delivered':
      return `:white_check_mark: Delivered · ${responseStatus ?? ''} in ${durationMs ?? 0} ms${tries}`
    case 'failed':
      return `:x: Not delivered · ${answer}${tries}`
    case 'waiting':
      if (attempts === 0) return ':hourglass: Waiting to be sent'
      if (error === null && responseStatus === null) return `:hourglass: Sending${tries}`
      return `:warning: Not delivered yet · ${answer}${tries}${nextAttemptAt !== null && nextAttemptAt > now ? ` · next try ${until(nextAttemptAt, now)}` : ''}`
  }
}

const ERRORS: Record<NonNullable<WebhookDelivery['error']>, string> = {
  blocked: 'its address is private',
  timeout: 'no answer in 10 seconds',
  tls: 'its certificate isn’t valid',
  dns: 'its hostname wasn’t found',
  refused: 'it refused the connection',
  reset: 'the connection was lost',
  redirect: 'it redirected, and we don’t follow redirects',
  status: 'it returned an error',
  gone: 'the webhook ended first',
}

/** The text of the receiver's response to a failed delivery. */
const answerText = ({ state, responseText }: WebhookDelivery) =>
  state === 'delivered' || !responseText?.trim() ? '' : `\n“${inline(responseText, 150)}”`

/** The only view that shows a secret. */
export const secretShownView = ({ url }: Pick<Webhook, 'url'>, secret: string, isNew: boolean): ModalView =>
  secretView([
    section(
      `${addressOf({ url }, 500)}\n${isNew ? 'This webhook is active.' : 'This secret is new.'} Copy the secret now: you won’t see it again.`,
    ),
    preformatted(secret),
    context(
      isNew
        ? 'Your program verifies each message with it. Treat it like a password: never post it in a message.'
        : 'The old secret keeps working for 24 hours. Treat this one like a password: never post it in a message.',
    ),
  ])

/** The response to a repeated submission; the first response showed the secret. */
export const secretShownAlreadyView = ({ url }: Pick<Webhook, 'url'>): ModalView =>
  secretView([
    section(`${addressOf({ url }, 500)}\nThis webhook already exists. Its secret was shown when you first sent this form.`),
    section('Didn’t copy it? Open the webhook and choose “New secret”.'),
  ])

const secretView = (blocks: AnyBlock[]): ModalView => ({
  type: 'modal',
  callback_id: view.webhookSecret,
  title: text('Webhook secret', 24),
  close: text('Done', 24),
  blocks,
})
