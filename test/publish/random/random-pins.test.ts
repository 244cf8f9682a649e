/** Promises 1, 2, 5 and 6 under whatever may happen at once: the judge is what the simulated platform holds. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { fc, seed } from '../../support/random.js'
import { planOf } from '../support/random-plan.js'
import { judgeRun, run } from '../support/random-run.js'
import { someStudios } from '../support/random-studio.js'
import { aPublishWorld } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db, { timeoutMs: 600 }) // a call that takes longer on a busy machine is one more unknown outcome

const of = { accounts: 12, boards: 8 }
const PLANS = Number(process.env.PLANS ?? 300) // more of them by hand, now and then

test(
  `${PLANS} random plans of faults, cuts, delays and people (SEED=${seed}): each pin goes out once, or its team hears why not`,
  async () => {
    const studios = await someStudios(db, world, of)
    const plans = fc.sample(planOf(['image', 'image', 'image', 'tagged', 'carousel'], of), { seed, numRuns: PLANS })
    const ran = await run(world, studios, plans, 'random')
    expect(await judgeRun(world, ran)).toEqual([])
    const made = ['claimed', 'prepared', 'sending', 'answered'].map((failpoint) => `die at ${failpoint}`)
    expect([...ran.made.keys()]).toEqual(expect.arrayContaining(made)) // or nothing was cut off
  },
  800 * Math.max(PLANS, 300),
)
