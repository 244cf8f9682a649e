import { expect, test } from 'vitest'
import { addAccount } from '../../../src/core/connections/connect.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aVideoPin, jobsOf, uploadsOf } from '../support/kinds.js'
import { aPublishWorld, aVideoWorker, MINUTE_MS, pinsOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)

test('while its account is paused no video is brought to the platform, and its pin is held', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/paused-video' })
  await db.sql`update accounts set publishing = 'paused'`
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued', failure: null })
  expect(await uploadsOf(world)).toBe(uploadsBefore)
  await db.sql`update accounts set publishing = 'active'`
  await sweepLate(world.deps)
  await workFor(world, HOUR_MS)
  expect((await reread(world, post)).status).toBe('sent')
})

test('tokens that die on the way hold the queue and are told once; connected again, the video goes on where it was', async () => {
  const uploadsBefore = await uploadsOf(world)
  const post = await aVideoPin(world, { url: 'https://example.com/dead-video' })
  const worker = aVideoWorker(world)
  world.clock.advance(6 * MINUTE_MS)
  await worker.drain()
  expect(await jobsOf(world, post)).toMatchObject([{ state: 'uploaded' }])
  await db.sql`update sim_tokens set revoked_at = ${world.clock.now}`
  await workFor(world, HOUR_MS)
  const [row] = await db.sql`
    select p.status, p.due_at, a.token_status
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where p.id = ${post.id}`
  expect(row).toEqual({ status: 'queued', due_at: null, token_status: 'unauthorized' })
  const notices = await db.sql`select 1 from outbox where notice ->> 'kind' = 'reconnectNeeded'`
  expect(notices).toHaveLength(1)

  await db.sql`update sim_tokens set revoked_at = null`
  await db.sql`update accounts set platform_user_id = '901'` // the user that these tokens are of
  await addAccount(world.deps, world.actor, { accessToken: 'pina_test', refreshToken: 'pinr_test', timezone: null })
  await workFor(world, HOUR_MS)
  const sent = await reread(world, post)
  expect(sent.status).toBe('sent')
  expect(await pinsOf(world, post)).toEqual([sent.pinId])
  expect(await uploadsOf(world)).toBe(uploadsBefore + 1)
})
