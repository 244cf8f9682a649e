import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { PLATFORM_SCOPES } from '../../../src/core/ports/platform.js'
import { readPost } from '../../../src/core/posts/list.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { aTaggedPin, aVideoPin } from '../support/kinds.js'
import { aPin, aPublishWorld, MINUTE_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const { sql } = db
const world = await aPublishWorld(db)
const { organizationId, accountId, deps, actor, simulator } = world

const statusOf = async ({ id }: { id: string }) => (await readPost(deps, actor, { accountId, postId: id })).status
const refreshesSoFar = async () => {
  const [row] = await sql<
    [{ spent: number }]
  >`select count(*)::int as spent from sim_tokens where kind = 'refresh' and revoked_at is not null`
  return row.spent
}
const notices = async () =>
  (
    await sql<
      { kind: string }[]
    >`select notice ->> 'kind' as kind from outbox where organization_id = ${organizationId} order by id`
  ).map(({ kind }) => kind)
const createCalls = async () => (await simulator.state()).pins.length

beforeEach(async () => {
  await sql`update sim_tokens set revoked_at = null, expires_at = null where token in ('pina_test', 'pinr_test')`
  await sql`update sim_tokens set scopes = ${PLATFORM_SCOPES.join(' ')}`
  await sql`
    update connections
       set access_token = 'pina_test', refresh_token = 'pinr_test', expires_at = null, refreshing_until = null
     where organization_id = ${organizationId}`
  await sql`update accounts set token_status = 'authorized' where organization_id = ${organizationId}`
  await sql`delete from outbox`
  await sql`delete from posts where organization_id = ${organizationId} and status = 'queued'`
})

test('a token that is known to be over is renewed before the pin is sent', async () => {
  const post = await aPin(world)
  await changeTokens(sql, { username: 'maker', do: 'expire_access' }, world.clock.now)
  await sql`update connections set expires_at = ${world.clock.now} where organization_id = ${organizationId}`
  const [before, pins] = [await refreshesSoFar(), await createCalls()]
  await workFor(world, 2 * MINUTE_MS)
  expect(await statusOf(post)).toBe('sent')
  expect([(await refreshesSoFar()) - before, (await createCalls()) - pins]).toEqual([1, 1])
  const attempts = await sql`select state from publish_attempts where post_id = ${post.id}`
  expect(attempts).toEqual([{ state: 'confirmed' }])
})

test('a token that is over and cannot be renewed for now keeps the pin for later; nothing was sent', async () => {
  const post = await aPin(world)
  await sql`update connections set expires_at = ${world.clock.now} where organization_id = ${organizationId}`
  await simulator.fault({ operation: 'refresh_token', fault: 'fail_500' })
  const pins = await createCalls()
  await workFor(world, MINUTE_MS)
  expect([await statusOf(post), await createCalls()]).toEqual(['queued', pins])
  await workFor(world, 20 * MINUTE_MS)
  expect(await statusOf(post)).toBe('sent')
  expect(await notices()).not.toContain('reconnectNeeded')
})

test('a token that is over and cannot be renewed because our app is refused alerts the operator', async () => {
  const post = await aPin(world)
  await sql`update connections set expires_at = ${world.clock.now} where organization_id = ${organizationId}`
  await simulator.fault({ operation: 'refresh_token', fault: 'app_not_approved' })
  await workFor(world, MINUTE_MS)
  expect([await statusOf(post), await notices()]).toEqual(['queued', ['operatorAlert']])
  await workFor(world, 20 * MINUTE_MS)
  expect(await statusOf(post)).toBe('sent')
})

test('several pins that are refused at once renew the token once', async () => {
  const posts = [await aPin(world, { boardId: '101' }), await aPin(world, { boardId: '102' })]
  await changeTokens(sql, { username: 'maker', do: 'expire_access' }, world.clock.now)
  const before = await refreshesSoFar()
  await workFor(world, 2 * MINUTE_MS)
  expect(await Promise.all(posts.map(statusOf))).toEqual(['sent', 'sent'])
  expect((await refreshesSoFar()) - before).toBe(1)
})

test('a token without the scope is not renewed: the queue waits, and the team is told once', async () => {
  const posts = [await aPin(world, { boardId: '101' }), await aPin(world, { boardId: '102' })]
  await changeTokens(sql, { username: 'maker', do: 'drop_scope', scope: 'pins:write' }, world.clock.now)
  const before = await refreshesSoFar()
  await workFor(world, 5 * MINUTE_MS)
  expect(await Promise.all(posts.map(statusOf))).toEqual(['queued', 'queued'])
  expect((await refreshesSoFar()) - before).toBe(0)
  expect(await notices()).toEqual(['reconnectNeeded'])
})

test.each([
  ['app_not_approved', 'consumer_type'],
  ['trial_app', 'trial_access'],
  ['pinner_data_denied', 'pinner_data'],
] as const)('%s alerts the operator, once, and the pin waits', async (fault, refusal) => {
  const posts = [await aPin(world, { boardId: '101' }), await aPin(world, { boardId: '102' })]
  await simulator.fault({ operation: 'create_pin', fault, times: 2 })
  await workFor(world, 2 * MINUTE_MS)
  expect(await notices()).toEqual(['operatorAlert'])
  const [alert] = await sql<
    { destination: string; refusal: string }[]
  >`select destination, notice ->> 'refusal' as refusal from outbox`
  expect(alert).toEqual({ destination: 'staff', refusal })
  await workFor(world, 60 * MINUTE_MS)
  expect(await Promise.all(posts.map(statusOf))).toEqual(['sent', 'sent'])
  expect(await sql`select token_status from accounts where id = ${accountId}`).toEqual([{ token_status: 'authorized' }])
})

test('tags and videos that a scope is missing for wait without ending the connection; the team is told once', async () => {
  const tagged = await aTaggedPin(world, { url: 'https://example.com/scope-tags', tags: ['8001'] })
  const video = await aVideoPin(world, { url: 'https://example.com/scope-video' })
  await simulator.fault({ operation: 'add_product_tags', fault: 'scope_missing' })
  await simulator.fault({ operation: 'create_media', fault: 'scope_missing' })
  const before = await refreshesSoFar()
  await workFor(world, 90 * MINUTE_MS)
  expect(await Promise.all([tagged, video].map(statusOf))).toEqual(['sent', 'sent'])
  expect(await sql`select tags_state from posts where id = ${tagged.id}`).toEqual([{ tags_state: 'added' }])
  expect([(await refreshesSoFar()) - before, await notices()]).toEqual([0, ['reconnectNeeded']])
})
