/** The view of the current webhooks: all of them, or one with its last deliveries. */
import type { ModalView } from '@slack/types'
import { type Banner, notDone } from '../../../../blocks/kit/banner.js'
import { type ShownWebhook, webhookDetailsView, webhooksView } from '../../../../blocks/webhooks/list.js'
import type { WebhooksMemory } from '../../../../blocks/webhooks/memory.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { listWebhookDeliveries } from '../../../core/webhooks/deliveries.js'
import { listWebhooks } from '../../../core/webhooks/webhook.js'
import type { SlackDeps } from '../../listener.js'

/** The most deliveries in the view: each is a row. */
const DELIVERIES_SHOWN = 10
const IS_GONE = 'That webhook was deleted.'

/** @param banner the confirmation of the last change */
export async function webhooksNow(
  deps: SlackDeps,
  { actor }: Member,
  memory: WebhooksMemory,
  banner?: Banner,
): Promise<ModalView> {
  const [webhooks, accounts] = await Promise.all([listWebhooks(deps, actor), listAccounts(deps, actor)])
  const nameOf = new Map(accounts.map(({ id, username }) => [id, username]))
  const named: ShownWebhook[] = webhooks.map((webhook) => ({
    ...webhook,
    accounts: webhook.accountIds?.map((id) => nameOf.get(id) ?? id) ?? null,
  }))
  const now = deps.clock()
  const { webhookId, at = null } = memory
  const webhook = named.find(({ id }) => id === webhookId)
  if (!webhook) {
    const words = banner ?? (webhookId === undefined ? undefined : notDone(IS_GONE))
    return webhooksView({ memory: {}, webhooks: named, now, banner: words })
  }
  const page = { webhookId: webhook.id, limit: DELIVERIES_SHOWN, cursor: at }
  const { deliveries, cursor: older } = await listWebhookDeliveries(deps, actor, page)
  return webhookDetailsView({ memory, webhook, deliveries, older, now, banner })
}
