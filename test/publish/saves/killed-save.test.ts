/** SIGKILL at every step of a save, in a process of its own: the simulated platform counts the copies. */
import { expect, test } from 'vitest'
import type { SaveFault } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { mortals, soon } from '../support/killed-support.js'
import { aSave, copiesOf, somebodysPin } from '../support/saves.js'
import { attemptsOf, reread } from '../support/support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['publisher', 'outbox'] })

type Step = { when: string; failpoint: string; fault?: SaveFault; attempts: string[] }
const steps: Step[] = [
  { when: 'once it is prepared', failpoint: 'publish.prepared', attempts: ['retry', 'confirmed'] },
  {
    when: 'once `sending` is committed, before the request leaves',
    failpoint: 'publish.sending',
    attempts: ['absent', 'confirmed'],
  },
  { when: 'once the platform has answered, before that is written down', failpoint: 'publish.answered', attempts: ['found'] },
  { when: 'over a 500 and a copy that is there', failpoint: 'publish.answered', fault: 'commit_then_500', attempts: ['found'] },
  { when: 'over a 500 and no copy', failpoint: 'publish.answered', fault: 'fail_500', attempts: ['absent', 'confirmed'] },
]

test.each(steps)('killed $when: saved once, and paid for once', async ({ failpoint, fault, attempts }) => {
  const { victim, other } = await pair()
  const at = soon(world)
  const pinId = await somebodysPin(world)
  const post = await aSave(world, pinId, { when: { kind: 'at', at } })
  if (fault) await world.simulator.fault({ operation: 'save_pin', fault })
  victim.arm(failpoint)
  await world.moveTo(post.sendAt!, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  const sent = await reread(world, post)
  expect(await copiesOf(world, pinId)).toMatchObject([{ id: sent.pinId }])
  const [charged] = await world.deps.db.sql<[{ credits: number }]>`
    select coalesce(sum(-amount), 0)::int as credits
      from credit_ledger
     where organization_id = ${world.organizationId} and charge_key like ${`post:${post.id}#%`}`
  expect(charged.credits).toBe(1)
  const states = (await attemptsOf(world, post)).map(({ state }) => state)
  const unsent = attempts[0] !== 'retry' && states[0] === 'retry' ? 1 : 0 // on a busy machine a first one comes to nothing before it is sent
  expect(states.slice(unsent)).toEqual(attempts)
})
