/** Workers that fail where a plan says so: an attempt is cut off, its worker stands still, or a person comes in between. */
import { renewLeases } from '../../../src/core/publish/model/attempt.js'
import type { Claimed } from '../../../src/core/publish/model/claimed-post.js'
import type { Loop } from '../../../src/jobs/loop.js'
import type { Act, AnyFailpoint, Cut } from './random-plan.js'
import { aPublisher, aTagsWorker, aVideoWorker, MINUTE_MS, type PublishWorld } from './support.js'

/** Past it nothing is sent any more by who stood still after `sending` was committed. */
const STOOD_STILL_MS = 1_100

export type Workers = {
  /** Those that are awake process what is due. @returns whether there was anything */
  drain(): Promise<boolean>
  nextDue(): Promise<Date | null>
  /** How often each kind of cut was made. */
  made: Map<string, number>
}
type Directions = {
  hasVideos: boolean
  cutsOf: (postId: string) => Cut[]
  act: (postId: string, act: Act) => Promise<void>
}
type Still = {
  until: number
  since: number
  hasCommitted: boolean
  renews: Claimed[]
  woken: Promise<void>
  wake: () => void
}

const CREWS = 3

/** Several that compete, of which one at least is awake. */
export function makeWorkers(world: PublishWorld, { hasVideos, cutsOf, act }: Directions): Workers {
  const { clock, deps } = world
  const visits = new Map<string, number>()
  const made = new Map<string, number>()
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const stills = new Map<number, Still>()
  const mayStandStill = (worker: number) => !stills.has(worker) && stills.size < CREWS - 1
  let news = aSignal() // of somebody who begins to stand still

  const meet = async (worker: number, failpoint: AnyFailpoint, postId: string, claimed?: Claimed) => {
    count(visits, `${failpoint} ${postId}`)
    const visit = visits.get(`${failpoint} ${postId}`)! - 1 // counted just now
    const cut = cutsOf(postId).find((one) => one.failpoint === failpoint && one.visit === visit)
    if (cut && !(cut.does === 'standStill' && !mayStandStill(worker))) {
      count(made, `${cut.does} at ${failpoint}`)
      if (cut.does === 'die') throw new Error(`cut off at ${failpoint}`)
      if (cut.does === 'meet a person') await act(postId, cut.act)
      if (cut.does === 'standStill') {
        const { promise: woken, send: wake } = aSignal()
        const renews = cut.renewsFirst && claimed ? [claimed] : []
        const until = clock.now.getTime() + cut.minutes * MINUTE_MS
        stills.set(worker, { until, since: performance.now(), hasCommitted: false, renews, woken, wake })
        news.send()
        news = aSignal()
      }
    }
    const still = stills.get(worker)
    if (!still) return
    still.hasCommitted ||= failpoint === 'sending'
    await still.woken
  }
  const crews = Array.from({ length: CREWS }, (_, worker): Loop[] => [
    aPublisher(world, { atFailpoint: (failpoint, claimed) => meet(worker, failpoint, claimed.postId, claimed) }),
    aTagsWorker(world),
    ...(hasVideos
      ? [aVideoWorker(world, { atFailpoint: (failpoint, job) => meet(worker, `video ${failpoint}`, job.postId) })]
      : []),
  ])
  const awake = () => crews.filter((_, worker) => !stills.has(worker)).flat()

  const wakeDue = async () => {
    for (const [worker, { until, renews, wake, since, hasCommitted }] of stills) {
      if (until > clock.now.getTime()) continue
      const restMs = STOOD_STILL_MS - (performance.now() - since)
      if (hasCommitted && restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
      await renewLeases(deps.db, renews, clock.now)
      stills.delete(worker)
      wake()
    }
  }
  return {
    made,
    async drain() {
      await wakeDue()
      const did = Promise.all(awake().map((one) => one.drain())).then((all) => all.some(Boolean))
      did.catch(() => {}) // heard of by the race, or by the next drain
      return Promise.race([did, news.promise.then(() => true)])
    },
    async nextDue() {
      const times = await Promise.all(awake().map((one) => one.nextDue()))
      const next = Math.min(...times.map((at) => at?.getTime() ?? Infinity), ...[...stills.values()].map(({ until }) => until))
      return next === Infinity ? null : new Date(next)
    },
  }
}

function aSignal(): { promise: Promise<void>; send: () => void } {
  let send = () => {}
  const promise = new Promise<void>((resolve) => (send = resolve))
  return { promise, send: () => send() }
}
