/** Runs plans side by side, on a clock that steps from one thing that is due to the next, until all is quiet. */
import type { FailureReason } from '../../../src/core/ports/notice.js'
import { nextSweepDue, sweepLate } from '../../../src/core/publish/late/sweep.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { Sql } from '../../../src/core/ports/deps.js'
import { addFault, clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import type { SettableClock } from '../../support/world.js'
import { judge } from './judge.js'
import { mayFailAs, type Act, type Plan } from './random-plan.js'
import { aPlannedPin, doAct, findUnauthorized, reconnect, resume, type Studio } from './random-studio.js'
import { makeWorkers } from './random-workers.js'
import { givePicture, MINUTE_MS, type PublishWorld } from './support.js'

export type Planned = { plan: Plan; post: Post; studio: Studio }
export type Ran = { planned: Planned[]; made: Map<string, number> }

/** The clock goes on by so much at least: what hangs then hangs side by side. */
const STEP_MS = 15_000
/** How long a team takes to connect its account again. */
const TEAM_MS = 30 * MINUTE_MS
/** Of all pins, how many the platform stores in words of its own. */
const REWRITTEN = 0.5
/** Rounds at one instant in which no worker finds anything to do although something is due. */
const MOST_IDLE = 200

/**
 * @param name distinguishes these pins from those of other runs @throws Error when something is due for ever and nobody takes
 * it
 */
export async function run(world: PublishWorld, studios: Studio[], plans: Plan[], name: string): Promise<Ran> {
  const { clock, deps } = world
  const { sql } = deps.db
  await setSwitches(sql, { rewriteText: REWRITTEN })
  const planned = await Promise.all(
    plans.map(async (plan, n): Promise<Planned> => {
      const studio = studios[plan.account]!
      return { plan, studio, post: await aPlannedPin(studio, plan, `${name}-${n}`) }
    }),
  )
  for (const studio of studios) await givePicture(studio)
  for (const { others } of plans) for (const fault of others) await addFault(sql, fault)

  const byPost = new Map(planned.map((one) => [one.post.id, one]))
  const diary = makeDiary(clock)
  const act = async ({ studio, post }: Planned, what: Act) => {
    const done = await doAct(studio, post, what)
    if (done === 'done' && what.kind === 'pause') diary.in(what.minutes * MINUTE_MS, () => resume(studio))
  }
  for (const one of planned)
    for (const { minute, act: what } of one.plan.people) diary.in(minute * MINUTE_MS, () => act(one, what))
  const workers = makeWorkers(world, {
    hasVideos: plans.some(({ kind }) => kind === 'video'),
    cutsOf: (postId) => byPost.get(postId)?.plan.cuts ?? [],
    act: (postId, what) => act(byPost.get(postId)!, what), // whose cut it is
  })
  const seenNotices = new Set<string>()
  const followMessages = async () => {
    for (const accountId of await findUnauthorized(world)) {
      const studio = studios.find((one) => one.accountId === accountId)
      if (!studio || seenNotices.has(accountId)) continue
      seenNotices.add(accountId)
      diary.in(TEAM_MS, () => reconnect(studio).finally(() => seenNotices.delete(accountId)))
    }
  }
  for (let idle = 0; idle < MOST_IDLE; idle++) {
    const acted = await diary.keep()
    const swept = await sweepLate(deps)
    const worked = await workers.drain()
    await world.simulator.idle() // on a busy machine a pin may be made after its caller gave up
    await followMessages()
    if (acted || worked || swept.failed + swept.reported > 0) {
      idle = -1
      continue
    }
    const due = await Promise.all([workers.nextDue(), nextSweepDue(sql)])
    const next = Math.min(...due.map((at) => at?.getTime() ?? Infinity), diary.next())
    if (next === Infinity) {
      await clearFaults(sql)
      return { planned, made: workers.made }
    }
    if (next <= clock.now.getTime()) continue
    clock.now = new Date(Math.ceil(next / STEP_MS) * STEP_MS)
    idle = -1
  }
  throw new Error(`something is due at ${clock.now.toISOString()} and nobody takes it`)
}

/** What people have in mind to do, and when. */
function makeDiary(clock: SettableClock) {
  const entries = new Map<number, (() => Promise<unknown>)[]>()
  return {
    in(ms: number, work: () => Promise<unknown>) {
      const at = clock.now.getTime() + ms
      entries.set(at, [...(entries.get(at) ?? []), work])
    },
    next: () => Math.min(...entries.keys(), Infinity),
    /** Does what its time has come for. @returns whether there was anything */
    async keep(): Promise<boolean> {
      const due = [...entries].filter(([at]) => at <= clock.now.getTime())
      for (const [at, works] of due) {
        entries.delete(at)
        for (const work of works) await work()
      }
      return due.length > 0
    },
  }
}

/** What the judge says, failures that nothing of their plans explains, and the plans of the pins that are named. */
export async function judgeRun(world: PublishWorld, { planned }: Ran): Promise<string[]> {
  const { sql } = world.deps.db
  const broken = [...(await judge(sql, await world.simulator.state())), ...(await judgeReasons(sql, planned))]
  const named = planned.filter(({ post: { id, url } }) =>
    broken.some((said) => said.includes(`${url!})`) || said.includes(`post ${id} `)),
  )
  return [...broken, ...named.map(({ plan, post }) => `the plan of post ${post.id}: ${JSON.stringify(plan)}`)]
}

async function judgeReasons(sql: Sql, planned: Planned[]): Promise<string[]> {
  const rows = await sql<{ id: string; reason: FailureReason }[]>`
    select id, failure ->> 'reason' as reason
      from posts
     where failure is not null`
  return rows.flatMap(({ id, reason }) => {
    const one = planned.find(({ post }) => post.id === id)
    if (!one) return []
    const beside = planned.filter(({ studio }) => studio === one.studio).map(({ plan }) => plan)
    return mayFailAs(reason, one.plan, beside) ? [] : [`post ${id} (${one.post.url}) failed as ${reason}, which nothing explains`]
  })
}
