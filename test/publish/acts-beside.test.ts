/**
 * Promises 1, 2, 5 and 6 while people, keys, jobs and the platform do everything else beside an attempt: the judge is what the simulated
 * platform holds. `PLANS=1000 npx vitest run test/publish/acts-beside.test.ts` draws so many plans in place of the usual number.
 */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { fc, seed } from '../support/random.js'
import { actsPlan } from './acts/plan.js'
import { judgeActs, runActs } from './acts/run.js'
import { aPublishWorld } from './support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db, { timeoutMs: 600 }) // a call that takes longer on a busy machine is one more unknown outcome

const PLANS = Number(process.env['PLANS'] ?? 60)

test(
  `${PLANS} random acts beside an attempt (SEED=${seed}): each pin goes out once, or its team is asked or hears why not`,
  async () => {
    const ran = await runActs(db, world, fc.sample(actsPlan, { seed, numRuns: PLANS }), 'acts')
    if (process.env['SHOW']) console.log(ran.done, ran.refused)
    expect(await judgeActs(world, ran)).toEqual([])
  },
  240_000 + PLANS * 2_000, // a thousand by hand beside other work take half an hour
)
