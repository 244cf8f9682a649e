/** The form for a new webhook or an existing one. */
import type { ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Webhook } from '../../src/core/webhooks/webhook.js'
import { shared, field } from '../ids.js'
import { form, input, option, text } from '../kit/kit.js'
import { ALL, EVENT_TEXT } from './events.js'
import { type WebhooksMemory, webhooksMemory } from './memory.js'

export const view = { webhook: 'webhook' } as const

/** The most accounts of a webhook, and the most options of a select. */
const MOST_ACCOUNTS = 100

export type WebhookFormModel = {
  /** Identifies the webhook to edit. */
  memory: WebhooksMemory
  /** null: a new webhook. */
  webhook: Pick<Webhook, 'url' | 'events' | 'accountIds'> | null
  accounts: readonly Pick<Account, 'id' | 'username'>[]
}

export function webhookFormView({ memory, webhook, accounts }: WebhookFormModel): ModalView {
  const events = [
    option('All events', ALL, 'including any added later'),
    ...Object.entries(EVENT_TEXT).map(([event, words]) => option(words, event, event)),
  ]
  const chosenEvents = events.filter(({ value }) => (webhook?.events ?? [ALL]).some((one) => one === value))
  const places = accounts.slice(0, MOST_ACCOUNTS).map(({ id, username }) => option(username, id))
  const chosenPlaces = places.filter(({ value }) => webhook?.accountIds?.some((id) => id === value) ?? false)
  return form({
    callbackId: view.webhook,
    title: webhook ? 'Edit webhook' : 'Add a webhook',
    submit: webhook ? 'Save' : 'Add webhook',
    memory: webhooksMemory.write(memory),
    blocks: [
      input({
        blockId: field.link,
        label: 'URL',
        element: { type: 'url_text_input', action_id: shared.value, ...(webhook && { initial_value: webhook.url }) },
        hint: 'Starts with https:// and is reachable from the internet.',
      }),
      input({
        blockId: field.events,
        label: 'Events',
        element: {
          type: 'multi_static_select',
          action_id: shared.value,
          options: events,
          ...(chosenEvents.length > 0 && { initial_options: chosenEvents }),
        },
      }),
      ...(places.length > 0
        ? [
            input({
              blockId: field.accountsOfWebhook,
              label: 'Accounts',
              element: {
                type: 'multi_static_select',
                action_id: shared.value,
                options: places,
                placeholder: text('All accounts', 150),
                ...(chosenPlaces.length > 0 && { initial_options: chosenPlaces }),
              },
              hint: 'Leave empty for all accounts.',
              optional: true,
            }),
          ]
        : []),
    ],
  })
}
