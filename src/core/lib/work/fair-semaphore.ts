/**
 * A fair semaphore for work that takes memory and time: a limit for the process and a lower one for each organization, first come
 * first served within an organization.
 */
/** `atOnce` and `perOrganization` are weights, such as a count or bytes. Work heavier than the limit runs alone. */
export type SemaphoreOptions = {
  /** Limit for this process. */
  atOnce: number
  perOrganization: number
  /** Real time, in ms. */
  waitMs: number
  /** The most that may wait in an organization; more are refused at once. Default: no limit. */
  mostWaiting?: number
  /** Makes the error that is thrown when the wait times out, or too many wait. */
  refusal: () => Error
}
export type AcquireRequest = {
  organizationId: string
  /** Default 1. */
  weight?: number
  /** Work that shares a key runs one at a time, in the order of arrival; other work of the organization may pass it. */
  exclusiveKeys?: readonly string[] | undefined
  /** Overrides the semaphore's own. */
  waitMs?: number | undefined
  refusal?: (() => Error) | undefined
}
/**
 * @returns a function that releases what was acquired; further calls do nothing. @throws `refusal` the wait timed out, or too
 * many wait
 */
export type Acquire = ((turn: AcquireRequest) => Promise<() => void>) & {
  /** Returns the number of organizations with running or waiting work. */
  organizations(): number
  /** Returns the weight that is running plus the number that wait, for one organization. */
  countOf(organizationId: string): number
}
export type FairSemaphore = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

type Waiting = { weight: number; exclusiveKeys: readonly string[]; begin: () => void }
/** `servedAt`: a counter, set when a new line starts and whenever work of it starts. */
type Line = { weight: number; servedAt: number; waiting: Waiting[] }

/**
 * Makes a semaphore that never passes over the next in line: heavy work waits until it fits, and the rest wait behind it. Work
 * that fits starts without a timer; lines are arrays, because entries that come and go in a Set or Map kept garbage alive in V8's
 * old generation, which made a fifth of the cost of a request.
 */
export function makeAcquire({ atOnce, perOrganization, mostWaiting = Infinity, ...usual }: SemaphoreOptions): Acquire {
  const lines = new Map<string, Line>()
  const inside = new Set<string>()
  let weight = 0
  let served = 0

  /** Finds the first that no key blocks: neither a key of running work, nor one that earlier work waits for. */
  const findFree = ({ waiting }: Line): Waiting | undefined => {
    const [first] = waiting
    if (first === undefined || first.exclusiveKeys.length === 0) return first
    const wanted = new Set<string>()
    for (const one of waiting) {
      if (!one.exclusiveKeys.some((key) => inside.has(key) || wanted.has(key))) return one
      for (const key of one.exclusiveKeys) wanted.add(key)
    }
    return undefined
  }
  const fits = (used: number, more: number, most: number) => used === 0 || used + more <= most
  const isBefore = (a: Line, b: Line) => a.weight < b.weight || (a.weight === b.weight && a.servedAt < b.servedAt)
  /**
   * Picks the organization with the least weight in use; among equals, the one served longest ago. undefined: nothing that waits
   * fits.
   */
  const findNext = () => {
    let found: { line: Line; next: Waiting } | undefined
    for (const line of lines.values()) {
      if (found && !isBefore(line, found.line)) continue
      const next = findFree(line)
      if (next && fits(line.weight, next.weight, perOrganization)) found = { line, next }
    }
    return found
  }
  const startWaiting = () => {
    for (let found = findNext(); found && fits(weight, found.next.weight, atOnce); found = findNext()) {
      const { line, next } = found
      leave(line, next)
      line.servedAt = ++served
      line.weight += next.weight
      weight += next.weight
      for (const key of next.exclusiveKeys) inside.add(key)
      next.begin()
    }
  }
  const leave = ({ waiting }: Line, one: Waiting) => void waiting.splice(waiting.indexOf(one), 1)
  const forgetEmpty = (organizationId: string, line: Line) => {
    if (line.weight === 0 && line.waiting.length === 0 && lines.get(organizationId) === line) lines.delete(organizationId)
  }
  type Bounds = { waitMs: number; refusal: () => Error }
  const waitFor = async (organizationId: string, line: Line, one: Waiting, { waitMs, refusal }: Bounds) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(line, one)
        forgetEmpty(organizationId, line)
        reject(refusal())
        startWaiting() // it may have stood before others
      }, waitMs)
      one.begin = () => (clearTimeout(timer), resolve())
    })

  const acquire = async ({ organizationId, weight: own = 1, exclusiveKeys = [], ...request }: AcquireRequest) => {
    const { waitMs = usual.waitMs, refusal = usual.refusal } = request
    const line = lines.get(organizationId) ?? { weight: 0, servedAt: ++served, waiting: [] }
    if (line.waiting.length >= mostWaiting) throw refusal()
    lines.set(organizationId, line)
    let isIn = false
    const one = { weight: own, exclusiveKeys, begin: () => void (isIn = true) }
    line.waiting.push(one)
    startWaiting()
    if (!isIn) await waitFor(organizationId, line, one, { waitMs, refusal })
    isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      line.weight -= own
      weight -= own
      for (const key of exclusiveKeys) inside.delete(key)
      forgetEmpty(organizationId, line)
      startWaiting()
    }
  }
  return Object.assign(acquire, {
    organizations: () => lines.size,
    countOf(organizationId: string) {
      const line = lines.get(organizationId)
      return line ? line.weight + line.waiting.length : 0
    },
  })
}

/** Gives every piece of work the same weight. @throws refusal the wait timed out */
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
