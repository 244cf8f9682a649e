/** A world with receivers on this machine, and a loop that works when the test says so. */
import { createWebhook, type NewWebhook } from '../../../../src/core/webhooks/create.js'
import { listWebhookDeliveries } from '../../../../src/core/webhooks/deliveries.js'
import type { Pool } from '../../../../src/db/pool.js'
import { makeShowSubject } from '../../../../src/http/wire/webhook-event.js'
import type { Loop } from '../../../../src/jobs/loop.js'
import { makeWebhooks, type WebhooksOptions } from '../../../../src/jobs/webhooks.js'
import { closeBefore } from '../../../support/database.js'
import { type Answer, aReceiver, aSender, type Received, type Receiver } from './receiver.js'
import { aWorld, type World, type WorldOptions } from '../../../support/world.js'

export type Hooked = { receiver: Receiver; webhookId: string; secret: string }
export type WebhookWorld = World & {
  loop: Loop
  /** A receiver that is told. */
  hook(answer?: Answer, fields?: Partial<NewWebhook>): Promise<Hooked>
  /** Another loop on the same database, as another process has one. */
  anotherLoop(options?: Partial<WebhooksOptions>): Loop
}

export const LOOPBACK = { webhooks: { allowsLoopback: true, ownPort: 1 } }

export async function aWebhookWorld(
  db: Pool,
  { timeoutMs = 10_000, ...options }: WorldOptions & { timeoutMs?: number } = {},
): Promise<WebhookWorld> {
  const world = await aWorld(db, options)
  await db.sql`delete from webhooks` // those of earlier worlds, whose clocks were elsewhere
  const deps: World['deps'] = { ...world.deps, settings: { ...world.deps.settings, ...LOOPBACK } }
  const { send, close } = aSender({ timeoutMs })
  closeBefore(db, close)
  const anotherLoop = (more: Partial<WebhooksOptions> = {}) =>
    makeWebhooks(deps, { send, show: makeShowSubject(deps.settings), ...more })
  const hooked = { ...world, deps }
  return {
    ...hooked,
    loop: anotherLoop(),
    anotherLoop,
    async hook(answer, fields = {}) {
      const receiver = await aReceiver(answer)
      closeBefore(db, () => receiver.close())
      const { webhook, secret } = await createWebhook(deps, world.actor, { url: receiver.url, events: ['*'], ...fields })
      return { receiver, webhookId: webhook.id, secret }
    },
  }
}

export const typesOf = (received: readonly Received[]) => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

/** The log, the newest first. */
export async function logOf({ deps, actor }: World, webhookId: string) {
  const { deliveries } = await listWebhookDeliveries(deps, actor, { webhookId, limit: 100, cursor: null })
  return deliveries
}

/** Moves the clock to each due time and sends what is due, until `ms` from now. @returns the moments at which it was moved there, in ms from now */
export async function workFor({ clock }: World, loop: Loop, ms: number): Promise<number[]> {
  const begun = clock.now.getTime()
  const moments: number[] = []
  for (;;) {
    await loop.drain()
    const next = await loop.nextDue()
    if (next === null || next.getTime() > begun + ms) break
    if (next > clock.now) {
      clock.now = next
      moments.push(next.getTime() - begun)
    }
  }
  clock.now = new Date(begun + ms)
  return moments
}
