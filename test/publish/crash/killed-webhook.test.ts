/** SIGKILL around a delivery to a webhook: the receiver gets the event, from whichever process, under one id. */
import { afterAll, expect, test } from 'vitest'
import { createWebhook } from '../../../src/core/webhooks/create.js'
import { testWebhook } from '../../../src/core/webhooks/deliveries.js'
import { answerWith, aReceiver, verified } from '../../core/webhooks/support/receiver.js'
import { aDatabase } from '../../support/database.js'
import { MINUTE_MS } from '../support/support.js'
import { mortals, soon } from '../support/killed-support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['webhooks'] })
const { sql } = world.deps.db
const receiver = await aReceiver(answerWith(204))
afterAll(() => receiver.close())
const settings = { ...world.deps.settings, webhooks: { allowsLoopback: true, ownPort: 1 } }
const { webhook, secret } = await createWebhook({ ...world.deps, settings }, world.actor, { url: receiver.url, events: ['*'] })

test.each([
  { when: 'before the receiver is asked', failpoint: 'webhooks.send.before', times: 1 },
  { when: 'once it was told, before that is written down', failpoint: 'webhooks.send.after', times: 2 },
])('killed $when: it is told, $times times', async ({ failpoint, times }) => {
  const { victim, other } = await pair()
  const before = receiver.received.length
  const at = soon(world)
  victim.arm(failpoint)
  const { id } = await testWebhook({ ...world.deps, clock: () => at }, world.actor, { webhookId: webhook.id }) // due for nobody yet
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(2 * MINUTE_MS, other)
  const told = receiver.received.slice(before)
  expect(told.map((one) => verified(secret, one).type)).toEqual(Array(times).fill('webhook.test'))
  expect(new Set(told.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [row] =
    await sql`select state, tries from webhook_deliveries where organization_id = ${world.organizationId} and id = ${id}`
  expect(row).toEqual({ state: 'delivered', tries: 2 })
})
