/** SIGKILL at every step of an attempt, in a process of its own: the simulated platform counts the pins. */
import { expect, test } from 'vitest'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import type { CreateFault } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { endOf, ONCE } from '../../support/worker-world.js'
import { mortals, soon } from '../support/killed-support.js'
import { aPin, attemptsOf } from '../support/support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['publisher', 'outbox'] })

type Step = { when: string; failpoint: string; fault?: CreateFault; attempts: string[] }
const steps: Step[] = [
  { when: 'once it has claimed the post', failpoint: 'publish.claimed', attempts: ['retry', 'confirmed'] },
  { when: 'once the pin is prepared', failpoint: 'publish.prepared', attempts: ['retry', 'confirmed'] },
  {
    when: 'once `sending` is committed, before the request leaves',
    failpoint: 'publish.sending',
    attempts: ['absent', 'confirmed'],
  },
  { when: 'once the platform has answered, before that is written down', failpoint: 'publish.answered', attempts: ['found'] },
  { when: 'once it is written down, before anything else', failpoint: 'settled', attempts: ['confirmed'] },
  {
    when: 'over an answer that says 2787 and a pin that is there',
    failpoint: 'publish.answered',
    fault: 'commit_then_2787',
    attempts: ['found'],
  },
  { when: 'over a 500 and a pin that is there', failpoint: 'publish.answered', fault: 'commit_then_500', attempts: ['found'] },
  {
    when: 'over an answer about its account, before that is written down',
    failpoint: 'publish.answered',
    fault: 'suspended',
    attempts: ['absent', 'confirmed'],
  },
  { when: 'over a 500 and no pin', failpoint: 'publish.answered', fault: 'fail_500', attempts: ['absent', 'confirmed'] },
  {
    when: 'while it reads the board back, before the platform is asked',
    failpoint: 'platform.listBoardPins.before',
    fault: 'commit_then_hang',
    attempts: ['found'],
  },
  {
    when: 'while it reads the board back, with the answer in its hand',
    failpoint: 'platform.listBoardPins.after',
    fault: 'truncated_2xx',
    attempts: ['found'],
  },
  {
    when: 'before a refused token is renewed',
    failpoint: 'platform.refreshToken.before',
    fault: 'unauthorized',
    attempts: ['absent', 'confirmed'],
  },
  {
    when: 'once a refused token is renewed, before the new one is stored',
    failpoint: 'platform.refreshToken.after',
    fault: 'unauthorized',
    attempts: ['absent', 'confirmed'],
  },
]

test.each(steps)('killed $when: one pin, paid for once', async ({ failpoint, fault, attempts }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const post = await aPin(world, { url: `https://example.com/${failpoint}/${fault ?? 'well'}`, at })
  if (fault) await world.simulator.fault({ operation: 'create_pin', fault, match: { link: post.url! } })
  victim.arm(failpoint)
  await world.moveTo(at, [victim])
  if (failpoint.startsWith('platform.list'))
    await world.workUntil(victim, () => victim.stands()) // the board is read seconds later
  else await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
  const states = (await attemptsOf(world, post)).map(({ state }) => state)
  const unsent = attempts[0] !== 'retry' && states[0] === 'retry' ? 1 : 0 // on a busy machine a first one comes to nothing before it is sent
  expect(states.slice(unsent)).toEqual(attempts)
})

test.each(['publish.answered', 'settled'])(
  'killed at %s with the pin that is tried while Pinterest holds its account back: one pin, and the hold is over',
  async (failpoint) => {
    const { victim, other } = await pair()
    const at = soon(world)
    const { sql } = world.deps.db
    const post = await aPin(world, { url: `https://example.com/held/${failpoint}`, at })
    await sql`
      update accounts
         set hold_since = ${world.clock.now}, hold_reason = 'spam', hold_probe_at = ${at}, hold_probe_post_id = ${post.id}, hold_probes = 1
       where organization_id = ${world.organizationId} and id = ${world.accountId}`
    victim.arm(failpoint)
    await world.moveTo(at, [victim])
    await victim.stands()
    await victim.kill()
    await world.workFor(HOUR_MS, other)
    expect(await endOf(world, post)).toEqual(ONCE)
    await sweepLate({ db: world.deps.db, clock: () => world.clock.now })
    const [held] =
      await sql`select hold_since from accounts where organization_id = ${world.organizationId} and id = ${world.accountId}`
    expect(held).toEqual({ hold_since: null })
  },
)

test.each([
  { when: 'made it and keeps the answer', fault: 'commit_then_hang', attempts: ['found'] },
  { when: 'keeps silent and made nothing', fault: 'hang', attempts: ['absent', 'confirmed'] },
] as const)('killed while the platform $when: one pin, paid for once', async ({ fault, attempts }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const post = await aPin(world, { url: `https://example.com/${fault}`, at })
  await world.simulator.fault({ operation: 'create_pin', fault, match: { link: post.url! } })
  await world.moveTo(at, [victim])
  await expect.poll(async () => (await world.deps.db.sql`select from sim_faults`).count, { interval: 5 }).toBe(0)
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await endOf(world, post)).toEqual(ONCE)
  expect((await attemptsOf(world, post)).map(({ state }) => state)).toEqual(attempts)
})
