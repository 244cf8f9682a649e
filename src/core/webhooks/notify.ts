/** Notifies the organization's admins that an endpoint gets no more deliveries, in the transaction that stops it. */
import { listAdmins } from '../notices/fallback-recipient.js'
import { enqueueNotice } from '../notices/notices.js'
import type { Sql } from '../ports/deps.js'
import type { Webhook } from './webhook.js'

export async function notifyAdmins(
  sql: Sql,
  { organizationId, id, url }: Pick<Webhook, 'organizationId' | 'id' | 'url'>,
  because: 'failing' | 'gone',
  now: Date,
): Promise<void> {
  const notice = { kind: 'webhookStopped', webhookId: id, host: new URL(url).host, because } as const
  for (const { userId } of await listAdmins(sql, organizationId)) {
    const dedupeKey = `webhook:${id}:${now.getTime()}:${userId}`
    await enqueueNotice(sql, { organizationId, destination: `user:${userId}`, dedupeKey, notice }, now)
  }
}
