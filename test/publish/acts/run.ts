/** Runs plans concurrently, on a clock that steps from one due time to the next, until all is quiet; then runs the judge. */
import { DomainError } from '../../../src/core/lib/errors.js'
import { nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import type { Pool } from '../../../src/db/pool.js'
import { makePinEdits } from '../../../src/jobs/leased.js'
import type { Loop } from '../../../src/jobs/loop.js'
import { addFault, clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { judge } from '../support/judge.js'
import { aPublisher, aTagsWorker, aVideoWorker, type PublishWorld } from '../support/support.js'
import { asking } from '../support/unknown.js'
import { findMoments, isReached, type Moments } from './moments.js'
import type { ActsPlan } from './plan.js'
import { aStage, hidePins, type Stage } from './stage.js'
import { actOf } from './table.js'
import { makeTeams } from './teams.js'

export type Ran = {
  stages: Stage[]
  /** What was done, at which moment: `unschedule, waiting`; and how it ended for who did it. */
  done: Map<string, number>
  refused: Map<string, number>
}

/** The clock goes on by so much at least: what hangs then hangs side by side. */
const STEP_MS = 15_000
/** Of all pins, how many the platform stores in words of its own. */
const REWRITTEN = 0.4
/** Rounds at one instant in which no worker finds anything to do although something is due. */
const MOST_IDLE = 200
const AT_ONCE = 8

/**
 * @param name distinguishes these pins from those of other runs @throws Error when something is due for ever and nobody takes
 * it
 */
export async function runActs(db: Pool, world: PublishWorld, plans: ActsPlan[], name: string): Promise<Ran> {
  const { clock, deps } = world
  const { sql } = deps.db
  await setSwitches(sql, { rewriteText: REWRITTEN })
  const stages: Stage[] = []
  for (let n = 0; n < plans.length; n += AT_ONCE)
    stages.push(
      ...(await Promise.all(plans.slice(n, n + AT_ONCE).map((plan, at) => aStage(db, world, plan, `${name}-${n + at}`)))),
    )
  for (const { others } of plans) for (const fault of others) await addFault(sql, fault)

  const ran: Ran = { stages, done: new Map(), refused: new Map() }
  const open = new Map(stages.map((stage) => [stage, [...stage.plan.acts]]))
  const teams = makeTeams(stages)
  const note = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

  /** Does what the plan has for this moment. What is refused, as the pin is on its way, changes nothing. */
  const meet = async (stage: Stage, moments: Moments): Promise<boolean> => {
    const acts = open.get(stage)!
    const next = acts.findIndex(({ when }) => isReached(when, moments))
    if (next < 0) return false
    const [one] = acts.splice(next, 1)
    const key = `${one!.act}, ${one!.when.at}`
    try {
      await actOf(one!.act).run(stage)
      note(ran.done, key)
    } catch (error) {
      if (!(error instanceof DomainError)) throw new Error(`${key} of post ${stage.pin.id}`, { cause: error })
      note(ran.refused, `${key}: ${error.details.reason ?? error.code}`)
    }
    return true
  }
  const workers = makeCrews(world, stages, meet)
  for (let idle = 0; idle < MOST_IDLE; idle++) {
    const swept = await sweepLate(deps)
    const worked = await workers.drain()
    await world.simulator.idle() // on a busy machine a pin may be made after its caller gave up
    await hidePins(stages)
    const moments = await findMoments(sql, stages)
    const acted: boolean[] = []
    for (const stage of stages) acted.push(await meet(stage, moments.get(stage.pin.id) ?? {}))
    const followed = await teams.followUp()
    if (worked || followed || acted.some(Boolean) || swept.failed + swept.reported > 0) {
      idle = -1
      continue
    }
    const due = await Promise.all([workers.nextDue(), nextSweepDue(sql)])
    const next = Math.min(...due.map((at) => at?.getTime() ?? Infinity), teams.next())
    if (next === Infinity) {
      await clearFaults(sql)
      return ran
    }
    if (next <= clock.now.getTime()) continue
    clock.now = new Date(Math.ceil(next / STEP_MS) * STEP_MS)
    idle = -1
  }
  throw new Error(`something is due at ${clock.now.toISOString()} and nobody takes it`)
}

/** Two workers that compete. At each step of a pin, and at each read-back, another action may come in between. */
function makeCrews(world: PublishWorld, stages: Stage[], meet: (stage: Stage, moments: Moments) => Promise<boolean>) {
  const byPost = new Map(stages.map((stage) => [stage.pin.id, stage]))
  const byBoard = new Map(stages.map((stage) => [stage.places[0].boardId, stage]))
  const visits = new Map<string, number>()
  const visit = (key: string): number => {
    const nth = visits.get(key) ?? 0
    visits.set(key, nth + 1)
    return nth
  }
  const atStep = async (step: string, postId: string) => {
    const stage = byPost.get(postId)
    if (stage) await meet(stage, { step: { name: step, nth: visit(`${step} ${postId}`) } })
  }
  const interrupted = asking(world, {
    async listBoardPins(...asked) {
      const page = await world.deps.platform.listBoardPins(...asked)
      const stage = byBoard.get(asked[1])
      if (stage) await meet(stage, { reading: visit(`board ${asked[1]}`) })
      return page
    },
  })
  const aCrew = (): Loop[] => [
    aPublisher(interrupted, { atFailpoint: (failpoint, { postId }) => atStep(failpoint, postId) }),
    aVideoWorker(interrupted, { atFailpoint: (failpoint, { postId }) => atStep(`video ${failpoint}`, postId) }),
    aTagsWorker(interrupted),
    makePinEdits(interrupted.deps),
  ]
  const loops = [...aCrew(), ...aCrew()]
  return {
    drain: async () => (await Promise.all(loops.map((one) => one.drain()))).some(Boolean),
    async nextDue(): Promise<Date | null> {
      const times = (await Promise.all(loops.map((one) => one.nextDue()))).flatMap((at) => (at ? [at.getTime()] : []))
      return times.length > 0 ? new Date(Math.min(...times)) : null
    },
  }
}

/** What the judge says, with the plans of the pins that are named. */
export async function judgeActs({ simulator, deps }: PublishWorld, { stages }: Ran): Promise<string[]> {
  const broken = await judge(deps.db.sql, await simulator.state(), {
    gonePins: stages.flatMap((stage) => stage.gonePins),
    deniedPins: new Set(stages.flatMap((stage) => [...stage.deniedPins])),
    goneSections: new Set(stages.flatMap((stage) => [...stage.goneSections])),
  })
  const named = stages.filter(({ pin, beside }) =>
    broken.some((said) => [pin, beside].some(({ id, url }) => said.includes(`${url!})`) || said.includes(`post ${id} `))),
  )
  return [...broken, ...named.map(({ plan, pin, beside }) => `posts ${pin.id} and ${beside.id}: ${JSON.stringify(plan)}`)]
}
