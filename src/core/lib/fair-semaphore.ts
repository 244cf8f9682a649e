/**
 * A fair semaphore for work that takes memory and time: a limit for the process, a lower one for each organization, first come
 * first served within it.
 */
/** `atOnce` and `perOrganization` are weights: places, or bytes. Heavier work than that goes in alone. */
export type SemaphoreOptions = {
  /** In this process. */
  atOnce: number
  perOrganization: number
  /** Real time. */
  waitMs: number
  /** Thrown when the wait times out. */
  refusal: () => Error
}
export type AcquireRequest = {
  organizationId: string
  /** Default 1. */
  weight?: number
  /** Of those with the same key one is in at a time; the others of its organization go past it. */
  exclusiveKey?: string | undefined
}
/**
 * @returns a function that releases what was acquired; calling it again does nothing. @throws `refusal` the wait timed out
 */
export type Acquire = (turn: AcquireRequest) => Promise<() => void>
export type FairSemaphore = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

type Waiting = { weight: number; exclusiveKey: string | undefined; begin: () => void }
type Line = { weight: number; waiting: Set<Waiting> }

/** The next in line is never passed over: heavy work waits until it fits, and the rest wait behind it. */
export function makeAcquire({ atOnce, perOrganization, waitMs, refusal }: SemaphoreOptions): Acquire {
  /** The organization that was served last comes last. */
  const lines = new Map<string, Line>()
  const inside = new Set<string>()
  let weight = 0

  const isFree = ({ exclusiveKey }: Waiting) => exclusiveKey === undefined || !inside.has(exclusiveKey)
  const fits = (used: number, more: number, most: number) => used === 0 || used + more <= most
  /** The organization with the least weight in use; of equals, the one served longest ago. undefined: nothing that waits fits. */
  const findNext = () =>
    [...lines]
      .flatMap(([organizationId, line]) => {
        const next = [...line.waiting].find(isFree)
        return next && fits(line.weight, next.weight, perOrganization) ? [{ organizationId, line, next }] : []
      })
      .sort((a, b) => a.line.weight - b.line.weight)[0]
  const startWaiting = () => {
    for (let found = findNext(); found && fits(weight, found.next.weight, atOnce); found = findNext()) {
      const { organizationId, line, next } = found
      lines.delete(organizationId)
      lines.set(organizationId, line)
      line.waiting.delete(next)
      line.weight += next.weight
      weight += next.weight
      if (next.exclusiveKey !== undefined) inside.add(next.exclusiveKey)
      next.begin()
    }
  }
  const forgetEmpty = (organizationId: string, line: Line) => {
    if (line.weight === 0 && line.waiting.size === 0 && lines.get(organizationId) === line) lines.delete(organizationId)
  }

  return async ({ organizationId, weight: own = 1, exclusiveKey }) => {
    const line = lines.get(organizationId) ?? { weight: 0, waiting: new Set() }
    lines.set(organizationId, line)
    await new Promise<void>((resolve, reject) => {
      const one = { weight: own, exclusiveKey, begin: () => (clearTimeout(timer), resolve()) }
      const timer = setTimeout(() => {
        line.waiting.delete(one)
        forgetEmpty(organizationId, line)
        reject(refusal())
        startWaiting() // it may have stood before others
      }, waitMs)
      line.waiting.add(one)
      startWaiting()
    })
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      line.weight -= own
      weight -= own
      if (exclusiveKey !== undefined) inside.delete(exclusiveKey)
      forgetEmpty(organizationId, line)
      startWaiting()
    }
  }
}

/** Every piece of work weighs the same. @throws `refusal` the wait timed out */
export function makeFairSemaphore(options: SemaphoreOptions): FairSemaphore {
  const acquire = makeAcquire(options)
  return async (organizationId, work) => {
    const release = await acquire({ organizationId })
    try {
      return await work()
    } finally {
      release()
    }
  }
}
