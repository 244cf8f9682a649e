/** SIGKILL in what is done around the pin: product tags, messages, ticks, tokens. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { creditsOf, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { endOf, ONCE } from '../../support/worker-world.js'
import { aTaggedPin } from '../support/kinds.js'
import { mortals, soon } from '../support/killed-support.js'
import { aPin, MINUTE_MS, noticesOf, reread } from '../support/support.js'

const { world, pair } = await mortals(await aDatabase(), { ticks: ['lateness', 'tokens'] })
const { sql } = world.deps.db

test.each([
  { when: 'between the pin and its product tags', failpoint: 'settled' },
  { when: 'before the tags are asked for', failpoint: 'platform.addProductTags.before' },
  { when: 'once the platform has the tags, before that is written down', failpoint: 'platform.addProductTags.after' },
])('killed $when: one pin, with its tags', async ({ failpoint }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const post = await aTaggedPin(world, { url: `https://example.com/tags/${failpoint}`, at, tags: ['8002', '8001'] })
  victim.arm(failpoint)
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
  const { pinId } = await reread(world, post)
  const { tags } = await world.simulator.state()
  expect(tags.find((one) => one.pin_id === pinId)?.product_tags).toEqual(['8002', '8001'])
})

test.each([
  { when: 'before Slack is asked', failpoint: 'slack.deliver.before', messages: 1 },
  // Slack has no key by which it knows a message again: better read twice than never
  { when: 'once Slack has the message, before that is written down', failpoint: 'slack.deliver.after', messages: 2 },
])('killed $when: the team is told, and the row is not told a third time', async ({ failpoint, messages }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const post = await aPin(world, { url: `https://example.com/told/${failpoint}`, title: `Told ${failpoint}`, at })
  victim.arm(failpoint)
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(DAY_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
  expect(world.slack.posted.filter(({ text }) => text.includes(`Told ${failpoint}`))).toHaveLength(messages)
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinPublished' }])
})

test.each([
  { when: 'before a sweep', failpoint: 'tick.lateness.before' },
  { when: 'after a sweep, before its tick is written down', failpoint: 'tick.lateness.after' },
])('killed $when: a pin that missed its day is told once and paid back once', async ({ failpoint }) => {
  const { victim, other } = await pair()
  const before = await creditsOf(world)
  const at = soon(world)
  const post = await aPin(world, { url: `https://example.com/missed/${failpoint}`, at })
  await sql`update posts set due_at = null where id = ${post.id}` // as while its account is paused: nobody publishes it
  await sql`update accounts set publishing = 'paused' where id = ${world.accountId}`
  victim.arm(failpoint)
  await world.moveTo(new Date(at.getTime() + DAY_MS + MINUTE_MS), [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  await sql`update accounts set publishing = 'active' where id = ${world.accountId}`
  expect(await endOf(world, post)).toEqual({ pins: 0, status: 'draft', isThatPin: false, charged: 0 })
  expect(await creditsOf(world)).toBe(before)
  expect(await noticesOf(world, post)).toMatchObject([{ kind: 'pinFailed', refunded: true }])
})

test('killed before the tokens of an account are renewed in time: another process renews them', async () => {
  const { victim, other } = await pair()
  const endsAt = new Date(world.clock.now.getTime() + 2 * DAY_MS)
  await sql`update connections set expires_at = ${endsAt}, refresh_expires_at = ${endsAt} where account_id = ${world.accountId}`
  victim.arm('platform.refreshToken.before')
  await world.moveTo(new Date(world.clock.now.getTime() + 11 * MINUTE_MS), [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  const [connection] = await sql<[{ expiresAt: Date }]>`
    select expires_at as "expiresAt" from connections where account_id = ${world.accountId}`
  expect(connection.expiresAt.getTime()).toBeGreaterThan(endsAt.getTime())
  const post = await aPin(world, { url: 'https://example.com/renewed', at: soon(world) })
  await world.workFor(HOUR_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
})
