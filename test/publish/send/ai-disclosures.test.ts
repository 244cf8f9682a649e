/** What a pin says about AI reaches Pinterest, also when it is sent once more; labels do not. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublishWorld, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

test.each([[[]], [['AI_MODIFIED']], [['AI_MODIFIED', 'SYNTHETIC_PERFORMER']]])('%j is sent as it is', async (aiDisclosures) => {
  const url = `https://example.com/ai-${aiDisclosures.length}`
  const post = await aPin(world, { url })
  await db.sql`update posts set ai_disclosures = ${aiDisclosures}, labels = '{spring}' where id = ${post.id}`
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500' })
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
  const pins =
    await db.sql`select ai_disclosures as said, to_jsonb(p)::text like '%spring%' as "isLabelled" from sim_pins p where link = ${url}`
  expect(pins).toEqual([{ said: aiDisclosures, isLabelled: false }])
})

test('an app that does not know the field is told to its operator once, and no pin fails for it', async () => {
  const posts = await Promise.all(['one', 'two'].map((name) => aPin(world, { url: `https://example.com/ai-refused-${name}` })))
  const plain = await aPin(world, { url: 'https://example.com/ai-none' })
  await db.sql`update posts set ai_disclosures = '{AI_MODIFIED}' where id = any (${posts.map(({ id }) => id)}::bigint[])`
  const { platform } = world.deps
  const createPin = platform.createPin.bind(platform)
  platform.createPin = (access, pin, signal) =>
    pin.aiDisclosures
      ? Promise.resolve({
          kind: 'answer',
          status: 400,
          code: 1,
          message: 'Unknown field: ai_disclosures',
          requestId: null,
          retryAfterMs: null,
        })
      : createPin(access, pin, signal)
  await workFor(world, 2 * HOUR_MS)
  expect((await reread(world, plain)).status).toBe('sent')
  for (const post of posts) expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  const alerts = await db.sql`select notice ->> 'refusal' as refusal from outbox where notice ->> 'subject' = 'app_refused'`
  expect(alerts).toEqual([{ refusal: 'ai_disclosures' }])
  world.deps.settings.aiDisclosures = false
  await workFor(world, 23 * HOUR_MS)
  for (const post of posts) expect((await reread(world, post)).status).toBe('sent')
  platform.createPin = createPin
})
