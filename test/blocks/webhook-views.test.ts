/** The views of webhooks at their limits, with what programs and people may write. */
import { done } from '../../blocks/kit/banner.js'
import { webhookFormView } from '../../blocks/webhooks/form.js'
import {
  secretShownAlreadyView,
  secretShownView,
  type ShownWebhook,
  webhookDetailsView,
  webhooksPart,
  webhooksView,
} from '../../blocks/webhooks/list.js'
import { DELIVERY_ERRORS, type WebhookDelivery } from '../../src/core/webhooks/deliveries.js'
import { EVENTS } from '../../src/core/events/events.js'
import { expect, test } from 'vitest'
import { AT, keepsLimits, manyAccounts } from './nasty.js'

const now = new Date(AT.getTime() + 1)
const address = (words: string) => `https://hooks.example.com/${words}`.slice(0, 2048)

const webhook = (words: string, index = 0): ShownWebhook => ({
  organizationId: '1',
  id: String(index),
  url: address(words),
  events: index % 2 === 0 ? ['*'] : [...EVENTS],
  accountIds: index % 3 === 0 ? null : ['7', '8'],
  accounts: index % 3 === 0 ? null : index % 3 === 1 ? Array(100).fill(words || 'x') : [],
  state: (['active', 'paused', 'ended'] as const)[index % 3]!,
  stateReason: index % 3 === 0 ? null : index % 2 === 0 ? 'failing' : 'admin',
  stateSince: index % 3 === 0 ? null : AT,
  oldSecretUntil: index % 2 === 0 ? AT : null,
  failingSince: index % 6 === 0 ? AT : null,
  deliveredAt: index % 2 === 0 ? null : AT,
  createdBy: 'key:1',
  createdAt: AT,
})

const delivery = (words: string, index: number): WebhookDelivery => ({
  id: String(index),
  webhookId: '1',
  eventId: '9223372036854775807',
  type: EVENTS[index % EVENTS.length]!,
  accountId: '7',
  eventAt: AT,
  state: (['waiting', 'delivered', 'failed'] as const)[index % 3]!,
  attempts: index,
  responseStatus: index % 2 === 0 ? 503 : null,
  responseText: words,
  error: DELIVERY_ERRORS[index % DELIVERY_ERRORS.length]!,
  durationMs: 10_000,
  createdAt: AT,
  lastAttemptAt: AT,
  nextAttemptAt: new Date(now.getTime() + 86_400_000),
  replayOf: index % 2 === 0 ? '3' : null,
})
const some = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))

keepsLimits([
  [
    'webhooks',
    'modal',
    (words) => webhooksView({ memory: {}, webhooks: some(20, (n) => webhook(words, n)), now, banner: done(words || 'x') }),
  ],
  [
    'opened from the settings',
    'modal',
    () => ({ type: 'modal', title: { type: 'plain_text', text: 'Settings' }, blocks: webhooksPart(true) }),
  ],
  ['no webhooks', 'modal', () => webhooksView({ memory: {}, webhooks: [], now })],
  ...some(
    6,
    (n) =>
      [
        `webhook ${n}`,
        'modal',
        (words: string) =>
          webhookDetailsView({
            memory: { webhookId: '1', at: '5' },
            webhook: webhook(words, n),
            deliveries: some(10, (index) => delivery(words, index + n)),
            older: '9223372036854775807',
            now,
          }),
      ] as [string, 'modal', (words: string) => ReturnType<typeof webhookDetailsView>],
  ),
  ['new webhook', 'modal', (words) => webhookFormView({ memory: {}, webhook: null, accounts: manyAccounts(words || 'x') })],
  [
    'edited webhook',
    'modal',
    (words) => webhookFormView({ memory: { webhookId: '1' }, webhook: webhook(words, 1), accounts: manyAccounts(words || 'x') }),
  ],
  ['secret', 'modal', (words) => secretShownView({ url: address(words) }, `whsec_${'A'.repeat(43)}=`, true)],
  ['secret shown already', 'modal', (words) => secretShownAlreadyView({ url: address(words) })],
])

const details = (change: Partial<WebhookDelivery>, until: Date | null = null) =>
  JSON.stringify(
    webhookDetailsView({
      memory: { webhookId: '1' },
      webhook: { ...webhook('x'), oldSecretUntil: until },
      deliveries: [{ ...delivery('', 1), state: 'waiting', attempts: 1, error: null, responseStatus: null, ...change }],
      older: null,
      now,
    }),
  )

test('a delivery without an answer yet is being sent; one that failed says when the next try comes', () => {
  expect(details({})).toContain(':hourglass: Sending\\n')
  const nextAttemptAt = new Date(now.getTime() + 5 * 60_000)
  expect(details({ error: 'timeout', nextAttemptAt })).toContain(
    'Not delivered yet · no answer in 10 seconds · next try in 5 minutes',
  )
})

test('an old secret says when it ends', () => {
  expect(details({}, new Date(now.getTime() + 3 * 3_600_000))).toContain('The old secret still works. It expires in 3 hours.')
})
