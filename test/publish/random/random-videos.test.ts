/** The same of videos, whose bytes are at the platform before their pins are. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { fc, seed } from '../../support/random.js'
import { planOf } from '../support/random-plan.js'
import { judgeRun, run } from '../support/random-run.js'
import { someStudios } from '../support/random-studio.js'
import { aPublishWorld } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db, { timeoutMs: 600 })

const of = { accounts: 6, boards: 8 }
const PLANS = 80

test(`${PLANS} random plans with videos (SEED=${seed}): each pin goes out once, or its team hears why not`, async () => {
  const studios = await someStudios(db, world, of)
  const plans = fc.sample(planOf(['video', 'video', 'video', 'image'], of), { seed, numRuns: PLANS })
  const ran = await run(world, studios, plans, 'video')
  expect(await judgeRun(world, ran)).toEqual([])
  const cuts = [...ran.made].filter(([what]) => what.includes('at video')).reduce((sum, [, times]) => sum + times, 0)
  expect(cuts).toBeGreaterThan(5) // or no upload was cut off
}, 240_000)
