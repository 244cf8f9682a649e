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
  /** The most that wait of an organization; further ones are refused at once. Default: no bound. */
  mostWaiting?: number
  /** Thrown when the wait times out, or nothing more may wait. */
  refusal: () => Error
}
export type AcquireRequest = {
  organizationId: string
  /** Default 1. */
  weight?: number
  /**
   * Of those that share a key one is in at a time, in the order in which they came; the others of its organization go past it.
   */
  exclusiveKeys?: readonly string[] | undefined
  /** In place of the semaphore's own. */
  waitMs?: number | undefined
  refusal?: (() => Error) | undefined
}
/**
 * @returns a function that releases what was acquired; calling it again does nothing. @throws `refusal` the wait timed out, or too many wait
 */
export type Acquire = ((turn: AcquireRequest) => Promise<() => void>) & {
  /** How many organizations have something in, or waiting. */
  organizations(): number
  /** How much of one is in, or waiting. */
  countOf(organizationId: string): number
}
export type FairSemaphore = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

type Waiting = { weight: number; exclusiveKeys: readonly string[]; begin: () => void }
/** `servedAt`: counts up with each that comes first, and goes in. */
type Line = { weight: number; servedAt: number; waiting: Waiting[] }

/**
 * The next in line is never passed over: heavy work waits until it fits, and the rest wait behind it. What fits at once waits for
 * nothing and takes no timer; lines are arrays, since a Set or Map whose entries come and go keeps what it held alive in V8's old
 * generation until that is collected, which made a fifth of the cost of a request.
 */
export function makeAcquire({ atOnce, perOrganization, mostWaiting = Infinity, ...usual }: SemaphoreOptions): Acquire {
  const lines = new Map<string, Line>()
  const inside = new Set<string>()
  let weight = 0
  let served = 0

  /** The first that no key keeps out: neither one that is in, nor one that an earlier one waits for. */
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
  /** Of the organization with the least weight in use; of equals, the one served longest ago. undefined: nothing that waits fits. */
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
