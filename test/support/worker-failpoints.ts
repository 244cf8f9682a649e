/** Failpoints at which a worker reports where it is, and stops. */
import { writeSync } from 'node:fs'
import type { TickJob } from '../../src/jobs/ticks.js'
import type { Say } from './worker.js'

type Armed = { failpoint: string; about?: string; after?: number }
export type Failpoints = ReturnType<typeof makeFailpoints>

const STDOUT = 1

/** Written before anything else happens: it proves that the process got there and no further. */
const say = (what: Say) => void writeSync(STDOUT, `${JSON.stringify(what)}\n`)

export function makeFailpoints() {
  let armed: Armed[] = []
  const standing: (() => void)[] = []

  /** Armed for the last time it is passed by; the others go on. */
  const take = (failpoint: string, about?: string): boolean => {
    const found = armed.find((one) => one.failpoint === failpoint && (one.about === undefined || one.about === about))
    if (!found) return false
    if ((found.after ?? 0) > 0) {
      found.after = (found.after ?? 0) - 1
      return false
    }
    armed = armed.filter((one) => one !== found)
    return true
  }
  const at = async (failpoint: string, about?: string): Promise<void> => {
    if (!take(failpoint, about)) return
    await new Promise<void>((resolve) => {
      standing.push(resolve)
      say({ at: failpoint })
    })
  }
  return {
    say,
    at,
    /** Stops the whole process, so that nothing at all happens after this place: only a kill ends it. */
    freeze(failpoint: string): void {
      if (!take(failpoint)) return
      say({ at: failpoint })
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    },
    arm: ({ failpoint, about, after }: Armed) =>
      void armed.push({ failpoint, ...(about !== undefined && { about }), ...(after !== undefined && { after }) }),
    /** Every stopped worker goes on, and none stops any more. */
    goOn() {
      armed = []
      for (const resolve of standing.splice(0)) resolve()
    },
    /** Every asynchronous method of a part becomes two failpoints: `<part>.<method>.before` and `.after`. */
    around<T extends object>(part: string, real: T): T {
      return new Proxy(real, {
        get(target, property, receiver) {
          const method: unknown = Reflect.get(target, property, receiver)
          if (typeof method !== 'function' || typeof property === 'symbol') return method
          return (...args: unknown[]) => {
            if (!armed.some(({ failpoint }) => failpoint.startsWith(`${part}.${property}.`)))
              return method.apply(target, args) as unknown
            return (async () => {
              await at(`${part}.${property}.before`)
              const result: unknown = await method.apply(target, args)
              await at(`${part}.${property}.after`)
              return result
            })()
          }
        },
      })
    },
    aroundTick: (tick: TickJob): TickJob => ({
      ...tick,
      async run(deps) {
        await at(`tick.${tick.job}.before`)
        await tick.run(deps)
        await at(`tick.${tick.job}.after`)
      },
    }),
  }
}
